# Over the number of chains that one thread follows at once.
load plots.'/common.gp'
across_title(p) = "chains that one thread follows at once"
is_log(p) = wide(p) && panel_quantity[p] eq "ns"
set_across = log_axis
load plots.'/draw.gp'
