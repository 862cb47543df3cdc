# What a stride through the tile costs: the conflict's degree at the left.
load plots.'/common.gp'
load plots.'/degrees.gp'
across_title(p) = "stride through the tile, elements of ".element_bytes." bytes"
set_across = 'set xtics 8; set mxtics 8'
load plots.'/draw.gp'
