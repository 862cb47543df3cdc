# Bandwidth over the size, without the caches: what limits is the way between host and GPU.
load plots.'/common.gp'
load plots.'/sizes.gp'
marks_above = 0
load plots.'/draw.gp'
