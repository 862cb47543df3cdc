# Over the number of fields used.
load plots.'/common.gp'
across_title(p) = "fields used of the 8 that a struct has, ".element_bytes." bytes each"
set_across = 'set xtics 1'
load plots.'/draw.gp'
