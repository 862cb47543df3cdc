# Over the size of the table, with the sizes of the caches that it outgrows.
load plots.'/common.gp'
across_title(p) = "entries of the table, ".element_bytes." bytes each"
marks_above = mark_rows
mark_at(i) = cache_bytes[i] / element_bytes
set_across = log_axis.'; '.count_tics
load plots.'/draw.gp'
