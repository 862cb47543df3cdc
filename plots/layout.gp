# Bandwidth over the number of fields used.
load plots.'/common.gp'
value_label = "fields used of the 8 that a struct has, ".element_bytes." bytes each"
set xtics 1
load plots.'/draw.gp'
