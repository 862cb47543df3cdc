# Over how far the indices jump.
load plots.'/common.gp'
across_title(p) = "window: elements that an index jumps within"
is_log(p) = wide(p)
set_across = log_axis.'; '.count_tics
load plots.'/draw.gp'
