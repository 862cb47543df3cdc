# The axis up of studies whose points cost 1, 2, 4... times as much; loaded by their scripts.
up_base(p) = panel_quantity[p] eq "times_cheapest" ? 2 : 10
is_log(p) = panel_top[p] > 3 * panel_up_least[p]
