# Over the bytes between cells that threads own.
load plots.'/common.gp'
across_title(p) = "padding: bytes between a cell and the next"
set_across = 'set xtics 32'
load plots.'/draw.gp'
