# Over the edge of the grid.
load plots.'/common.gp'
across_title(p) = "edge: rows and columns of the grid"
is_log(p) = wide(p)
set_across = log_axis
load plots.'/draw.gp'
