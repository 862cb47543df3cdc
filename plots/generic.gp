# Any other study: the value as it is, on a logarithmic axis where it spans a wide range.
load plots.'/common.gp'
fraction_log = fraction_high > 8 * fraction_low
if (value_low > 0 && value_high > 30 * value_low) { eval log_axis }
load plots.'/draw.gp'
