# Bandwidth of a copy over its footprint, with the sizes of the caches that it outgrows.
load plots.'/common.gp'
value_label = "footprint: bytes of both arrays"
marks_above = 2
mark_row(i) = (cache_target[i] % 4 == 1) ? 0 : 1
fraction_log = 1
eval log_axis
set format x "%.0b%BB"
set xtics 8192, 16
load plots.'/draw.gp'
