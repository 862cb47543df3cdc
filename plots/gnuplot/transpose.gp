# The same axes as for going through a matrix.
load plots.'/matrix.gp'
