# Over the distance between lines.
load plots.'/common.gp'
load plots.'/degrees.gp'
across_title(p) = "bytes from one line to the next"
set_across = log_axis.'; '.size_tics
load plots.'/draw.gp'
