# The axis of studies over a footprint, with the sizes of caches; loaded by their scripts.
across_title(p) = "footprint: bytes of both arrays"
marks_above = mark_rows
is_log(p) = wide(p)
set_across = log_axis.'; '.size_tics
