# What the size of the tile's elements costs.
load plots.'/common.gp'
load plots.'/degrees.gp'
across_title(p) = "bytes of an element, lanes side by side"
set_across = log_axis
load plots.'/draw.gp'
