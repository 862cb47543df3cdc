# What each lane of a warp touches, case by case.
load plots.'/common.gp'
across_title(p) = ""
slant = 28
set_across = word_axis
load plots.'/draw.gp'
