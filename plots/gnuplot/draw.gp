# Draws one figure, as SVG and as PNG: one or two panels, one legend below.

legend_count = 0
longest = 0
array legend_of[series_count]
do for [i = 1:series_count] {
    if (series_legend[i] ne "") {
        legend_count = legend_count + 1
        legend_of[legend_count] = i
        if (strlen(series_legend[i]) > longest) { longest = strlen(series_legend[i]) }
    }
}
columns = int(138 / (longest + 9.5))
columns = columns < 1 ? 1 : columns > legend_count ? legend_count : columns
legend_rows = (legend_count + columns - 1) / columns
columns = (legend_count + legend_rows - 1) / legend_rows
note_height = legend_note eq "" ? 0 : 22
legend_height = 24 * legend_rows + note_height
titled = panel_count > 0 && panel_title[1] ne ""
below_axis = 78 + legend_height + (left_end eq "" ? 0 : 22) + (slant ? 16 : 0)
above_axis = 64 + 18 * marks_above + (titled ? 24 : 0)
height = 362 + above_axis + below_axis
from_bottom(pixels) = pixels / (1.0 * height)
from_top(pixels) = 1 - pixels / (1.0 * height)

svg_terminal = sprintf("svg noenhanced size 1120,%d dynamic font 'Arial,15' background '%s'", \
                       height, paper)
png_terminal = sprintf("noenhanced size 2240,%d font 'Arial,15'", 2 * height)
png_terminal = (strstrt(GPVAL_TERMINALS, "pngcairo") ? "pngcairo " : "png ").png_terminal
if (strstrt(GPVAL_TERMINALS, "pngcairo")) {
    png_terminal = png_terminal." fontscale 1.5 linewidth 2 pointscale 2 background '".paper."'"
}

# Ends of an axis up: at 1, 2 or 5 times a power of ten where it is logarithmic to base 10.
step(value, up) = up ? step_up(value / 10.0 ** floor(log10(value))) * 10.0 ** floor(log10(value)) \
                     : step_down(value / 10.0 ** floor(log10(value))) * 10.0 ** floor(log10(value))
step_up(m) = m <= 1 ? 1 : m <= 2 ? 2 : m <= 5 ? 5 : 10
step_down(m) = m < 2 ? 1 : m < 5 ? 2 : 5
# NaN is not equal to itself: without a number, or without one for a logarithmic axis.
has_points(p) = panel_top[p] == panel_top[p] && \
                (!panel_up_log[p] || panel_up_least[p] == panel_up_least[p])
linear_top(p) = panel_quantity[p] ne "fraction" ? 1.1 * panel_top[p] : \
                panel_top[p] > 1.1 ? 1.08 * panel_top[p] : 1.12
log_bottom(p) = panel_up_base[p] == 2 ? panel_up_least[p] / 1.15 : step(panel_up_least[p] * 0.95, 0)
log_top_value(p) = panel_quantity[p] eq "fraction" && panel_top[p] < 1 ? 1 : panel_top[p]
log_top(p) = panel_up_base[p] == 2 ? panel_top[p] * 1.2 : step(log_top_value(p) * 1.05, 1)

legend_x(k) = 0.5 + ((k - 1) % columns - 0.5 * columns) * column_width
legend_y(k) = from_bottom(14 + 24 * (legend_rows - 1 - (k - 1) / columns) + note_height)
column_width = (longest + 10.5) * 7.6 / 1120
left_of(p) = p == 1 ? 0.088 : 0.585
right_of(p) = panel_count > 1 && p == 1 ? 0.492 : 0.98
dodge(i) = words eq "" ? 0 : 0.09 * (i - 0.5 * (series_count + 1))
across(p) = panel_quantity[p]."_at"
up(p) = panel_quantity[p]
shown(p, i) = shows(p, i) ? column(up(p)) : NaN
# Lines are predictions, or join the points where the results have none.
line_of(p, i) = !shows(p, i) ? NaN : predicted ? column(up(p)."_predicted") : column(up(p))
half_dash = 0.12
# A line of one point is none: a dash stands for it.
only(i, value) = series_points[i] == 1 && predicted ? joined(value) : NaN
size(i) = point_size(i) * point_scale
joined(value) = words eq "" ? value : NaN
worded(value) = words ne "" && predicted ? value : NaN

do for [format in "svg png"] {
    if (format eq "svg") { set terminal @svg_terminal } else { set terminal @png_terminal }
    point_scale = format eq "svg" ? 0.65 : 1 # the SVG terminal's points are larger
    set output output_stem.".".format
    set multiplot
    eval frame
    set samples 400
    set tmargin at screen from_top(above_axis)
    set bmargin at screen from_bottom(below_axis)
    set label 1 question at screen 0.5, screen from_top(20) center font ",18" \
        textcolor rgb "#222222"
    set label 2 machine at screen 0.5, screen from_top(43) center font ",12" textcolor rgb grey
    if (left_end ne "") {
        set label 3 left_end at graph 0, graph 0 offset 0, -3.4 left font ",12" textcolor rgb grey
        set label 4 right_end at graph 1, graph 0 offset 0, -3.4 right font ",12" textcolor rgb grey
    }
    unset key

    do for [p = 1:panel_count] {
        set lmargin at screen left_of(p)
        set rmargin at screen right_of(p)
        set label 6 panel_title[p] at graph 0.5, screen from_top(66) center font ",13" \
            textcolor rgb "#333333"
        unset logscale x
        set xtics nomirror autofreq norotate
        set format x "%g"
        if (has_points(p)) {
            if (panel_across_log[p]) { set logscale x 2 }
            if (panel_tics[p] eq "powers") { set format x "2^%L" }
            if (is_sized(p)) {
                set xtics ("" 1)
                do for [e = 0:40:(few(p) ? 2 : 4)] {
                    set xtics add (sized(2.0 ** e, size_unit(p)) 2.0 ** e)
                }
            }
            if (panel_tics_every[p]) { set xtics panel_tics_every[p] }
            if (panel_tics_between[p]) { set mxtics panel_tics_between[p] }
            if (panel_tics_at[p] ne "") { eval "set xtics (".panel_tics_at[p].")" }
            # Lines between words would mean nothing.
            if (words ne "") { eval "set xtics (".words.") rotate by slant right"; set grid noxtics }
            set xrange [across_low(p) : across_high(p)]
        } else {
            set xrange [0 : 1]
        }
        set xlabel panel_across_title[p] offset 0, 0.2 textcolor rgb "#333333"
        # An axis's own label would move with the width of its tics, and into them.
        set label 8 panel_up_title[p] at screen left_of(p) - 0.062, graph 0.5 center rotate by 90 \
            textcolor rgb "#333333"
        unset logscale y
        set ytics nomirror autofreq
        if (!has_points(p)) {
            set yrange [0 : 1]
            set label 7 "there is nothing to draw here" at graph 0.5, graph 0.5 center \
                textcolor rgb grey
        } else { if (panel_up_log[p]) {
            set yrange [log_bottom(p) : log_top(p)]
            set logscale y panel_up_base[p]
            if (panel_up_base[p] == 10 && log_top(p) <= 200 * log_bottom(p)) {
                set ytics ("" 1)
                do for [e = floor(log10(log_bottom(p))):ceil(log10(log_top(p)))] {
                    do for [m in "1 2 5"] {
                        set ytics add (sprintf("%g", m * 10.0 ** e) m * 10.0 ** e)
                    }
                }
            }
        } else {
            set yrange [0 : linear_top(p)]
        } }
        # A cache's size as a line over the panel, its name above it, one row of names a target.
        do for [i = 1:cache_count] {
            unset arrow 100 + i
            unset label 100 + i
            if ((cache_panel[i] == 0 || cache_panel[i] == p) && \
                cache_at[i] > panel_low[p] && cache_at[i] < panel_high[p]) {
                set arrow 100 + i from cache_at[i], graph 0 to cache_at[i], graph 1 nohead \
                    lc rgb kind_colour(cache_gpu[i]) lw 0.8 dt 3
                set label 100 + i cache_name[i] at cache_at[i], graph 1 \
                    offset 0, 0.6 + 0.9 * mark_row(i) center \
                    textcolor rgb kind_colour(cache_gpu[i]) font ",12"
            }
        }
        # Behind all else: where each target's copies lie. An axis cuts off what is beyond it.
        do for [i = 1:band_count] {
            unset object i
            if (panel_quantity[p] eq "fraction" && (band_panel[i] == 0 || band_panel[i] == p)) {
                set object i rectangle from graph 0, first band_low[i] to graph 1, first band_high[i] \
                    behind fillcolor rgb kind_colour(band_gpu[i]) fillstyle transparent solid 0.15 \
                    noborder
            }
        }
        plot (panel_quantity[p] eq "fraction" ? 1 : NaN) with lines lc rgb "#999999" lw 1 dt 2, \
            for [r = 1:roof_count(p)] roof(p, r, x) with lines lc rgb colour(r) lw 0.8, \
            for [i = series_count:1:-1] series_file[i] \
                using (joined(column(across(p)))):(line_of(p, i)) \
                with lines lc rgb colour(i) dt dash(i) lw width(i), \
            for [i = series_count:1:-1] series_file[i] \
                using (column(across(p)) + dodge(i) - half_dash):(worded(line_of(p, i))): \
                    (2 * half_dash):(0) \
                with vectors nohead lc rgb colour(i) lw 2, \
            for [i = series_count:1:-1] series_file[i] \
                using (only(i, column(across(p)))):(line_of(p, i)) \
                with points pt "—" ps 1.6 * point_scale lc rgb colour(i), \
            for [i = series_count:1:-1] series_file[i] \
                using (column(across(p)) + dodge(i)):(sure(shown(p, i))): \
                    (column(up(p)."_low")):(column(up(p)."_high")) \
                with yerrorbars lc rgb colour(i) pt filled(i) ps size(i) lw 1.2, \
            for [i = series_count:1:-1] series_file[i] \
                using (column(across(p)) + dodge(i)):(doubtful(shown(p, i))): \
                    (column(up(p)."_low")):(column(up(p)."_high")) \
                with yerrorbars lc rgb colour(i) pt empty(i) ps size(i) lw 1.2
        unset label 1
        unset label 2
        unset label 7
    }

    # The legend is a panel of its own: a key is never wider than the panel that it belongs to, and
    # the SVG terminal draws no dashed arrows.
    unset label
    unset object
    unset arrow
    unset border
    unset tics
    unset grid
    unset xlabel
    unset logscale
    set lmargin at screen 0
    set rmargin at screen 1
    set bmargin at screen 0
    set tmargin at screen 1
    set xrange [0 : 1]
    set yrange [0 : 1]
    set samples 2
    do for [k = 1:legend_count] {
        set label k series_legend[legend_of[k]] at legend_x(k) + 0.054, legend_y(k) left \
            textcolor rgb "#222222"
    }
    if (legend_note ne "") {
        set label 99 legend_note at 0.5, from_bottom(14) center font ",12" textcolor rgb grey
    }
    plot for [k = 1:legend_count] "+" using (legend_x(k) + 0.046 * joined($1)):(legend_y(k)) \
            with lines lc rgb colour(legend_of[k]) dt dash(legend_of[k]) lw width(legend_of[k]), \
        for [k = 1:legend_count] "+" using (legend_x(k) + 0.023):(legend_y(k)) \
            with points lc rgb colour(legend_of[k]) pt filled(legend_of[k]) ps 0.8 * point_scale
    unset label
    unset multiplot
    unset output
}
