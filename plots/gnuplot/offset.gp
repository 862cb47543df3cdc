# Over the misalignment of the array that is read.
load plots.'/common.gp'
across_title(p) = "offset of the first element, elements of ".element_bytes." bytes"
load plots.'/draw.gp'
