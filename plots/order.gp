# The signature figure: what is right for one device is wrong for the other.
load plots.'/common.gp'
value_label = "run: consecutive elements that a thread handles"
left_end = "interleaved"
right_end = "blocked"
eval log_axis
set format x "2^%L"
load plots.'/draw.gp'
