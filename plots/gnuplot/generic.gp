# Any other study: the value as it is, on a logarithmic axis where it spans a wide range.
load plots.'/common.gp'
is_log(p) = wide(p)
set_across = 'if (panel_low[p] > 0 && panel_high[p] > 30 * panel_low[p]) '.\
             '{ '.log_axis.'; '.count_tics.\
             ' } else { is_across_log = 0 }'
load plots.'/draw.gp'
