# Over the stride: falls until each element has a unit of memory of its own.
load plots.'/common.gp'
across_title(p) = "stride, elements of ".element_bytes." bytes"
is_log(p) = 1
set_across = log_axis
load plots.'/draw.gp'
