# Nanoseconds of an access over the pages that the chase goes through.
load plots.'/common.gp'
across_title(p) = "places that the chase goes through, one in each page"
set_across = log_axis.'; '.count_tics
is_log(p) = 1
load plots.'/draw.gp'
