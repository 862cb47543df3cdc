# Over the size of an element; structs of three are single points.
load plots.'/common.gp'
across_title(p) = "bytes of an element or struct"
set_across = 'set xtics (1, 2, 4, 8, 12, 16)'
load plots.'/draw.gp'
