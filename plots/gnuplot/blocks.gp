# The same axes as for the plain copy.
load plots.'/footprint.gp'
