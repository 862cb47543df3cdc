# Bandwidth over the stride: falls until each element has a unit of memory of its own.
load plots.'/common.gp'
value_label = "stride, elements of ".element_bytes." bytes"
fraction_log = 1
eval log_axis
load plots.'/draw.gp'
