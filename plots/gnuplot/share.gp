# Over the number of elements that each thread handles.
load plots.'/common.gp'
across_title(p) = "elements of a thread, ".element_bytes." bytes each"
set_across = log_axis
load plots.'/draw.gp'
