# What each case costs: the conflict's degree at the left.
load plots.'/common.gp'
load plots.'/degrees.gp'
across_title(p) = ""
slant = 28
set_across = word_axis
load plots.'/draw.gp'
