# Over the number of cells that all threads share.
load plots.'/common.gp'
across_title(p) = "cells that all threads add to"
set_across = log_axis
load plots.'/draw.gp'
