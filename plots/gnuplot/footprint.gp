# Over the footprint, with the sizes of the caches that it outgrows.
load plots.'/common.gp'
load plots.'/sizes.gp'
load plots.'/draw.gp'
