# Nanoseconds of an access over the bytes that the chase goes through.
load plots.'/common.gp'
load plots.'/sizes.gp'
across_title(p) = "footprint: bytes that the chase goes through"
is_log(p) = 1
load plots.'/draw.gp'
