# Microseconds of an empty region, over the threads of a team and over the teams.
load plots.'/common.gp'
load plots.'/launches.gp'
load plots.'/draw.gp'
