# Over the edge of the matrix.
load plots.'/common.gp'
across_title(p) = "edge: rows and columns of the matrix"
is_log(p) = wide(p)
set_across = log_axis
load plots.'/draw.gp'
