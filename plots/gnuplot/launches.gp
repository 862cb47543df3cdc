# The axis of studies that choose how many teams and threads there are; loaded by their scripts.
across_title(p) = panel_parameter[p] eq "teams" ? "teams for each multiprocessor" \
                                                : "threads of a team: cores, or warps"
set_across = 'if (panel_parameter[p] ne "teams") { '.log_axis.' } '.\
             'else { is_across_log = 0; set xtics 1 }'
