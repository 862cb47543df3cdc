# The same axes as for reading through an index array.
load plots.'/gather.gp'
