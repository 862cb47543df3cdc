# The signature figure: what is right for one device is wrong for the other.
load plots.'/common.gp'
across_title(p) = "run: consecutive elements that a thread handles"
left_end = "interleaved"
right_end = "blocked"
set_across = log_axis.'; set format x "2^%L"'
load plots.'/draw.gp'
