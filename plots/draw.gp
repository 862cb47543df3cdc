# Draws one figure, as SVG and as PNG: fractions at the left, GB/s at the right, one legend below.

longest = 0
do for [i = 1:series_count] {
    if (strlen(series_label[i]) > longest) { longest = strlen(series_label[i]) }
}
columns = int(130 / (longest + 8))
columns = columns < 1 ? 1 : columns > series_count ? series_count : columns
legend_rows = (series_count + columns - 1) / columns
height = 500 + 24 * legend_rows + 18 * marks_above + (left_end eq "" ? 0 : 22)
from_bottom(pixels) = pixels / (1.0 * height)
from_top(pixels) = 1 - pixels / (1.0 * height)
below_axis = 74 + 24 * legend_rows + (left_end eq "" ? 0 : 22)

svg_terminal = sprintf("svg noenhanced size 1120,%d dynamic font 'Arial,15' background '%s'", \
                       height, paper)
png_terminal = sprintf("noenhanced size 2240,%d font 'Arial,15'", 2 * height)
png_terminal = (strstrt(GPVAL_TERMINALS, "pngcairo") ? "pngcairo " : "png ").png_terminal
if (strstrt(GPVAL_TERMINALS, "pngcairo")) {
    png_terminal = png_terminal." fontscale 1.5 linewidth 2 pointscale 2 background '".paper."'"
}

fraction_top = fraction_high > 1.1 ? 1.08 * fraction_high : 1.12
gbps_top = gbps_log ? 10 ** ceil(log10(gbps_high * 1.02)) : 1.1 * gbps_high
gbps_bottom = gbps_log ? 10 ** floor(log10(gbps_low * 0.95)) : 0

# A cache's size as a line over the panel, its name above it, one row of names a target.
do for [i = 1:cache_count] {
    if (marks_above > 0 && mark_at(i) > value_low && mark_at(i) < value_high) {
        set arrow 100 + i from mark_at(i), graph 0 to mark_at(i), graph 1 nohead \
            lc rgb word(colours, cache_target[i]) lw 0.8 dt 3
        set label 100+i cache_name[i] at mark_at(i), graph 1 offset 0, 0.6 + 0.9 * mark_row(i) center \
            textcolor rgb word(colours, cache_target[i]) font ",12"
    }
}

# The legend is made of labels: a key is never wider than the panel that it belongs to.
column_width = (longest + 9) * 7.6 / 1120
legend_x(i) = 0.5 + ((i - 1) % columns - 0.5 * columns) * column_width
legend_y(i) = from_bottom(14 + 24 * (legend_rows - 1 - (i - 1) / columns))

do for [format in "svg png"] {
    if (format eq "svg") { set terminal @svg_terminal } else { set terminal @png_terminal }
    set output output_stem.".".format
    set multiplot
    set tmargin at screen from_top(64 + 18 * marks_above)
    set bmargin at screen from_bottom(below_axis)
    set label 1 question at screen 0.5, screen from_top(20) center font ",18" textcolor rgb "#222222"
    set label 2 machine at screen 0.5, screen from_top(43) center font ",12" textcolor rgb grey
    set xlabel value_label offset 0, 0.2 textcolor rgb "#333333"
    if (left_end ne "") {
        set label 3 left_end at graph 0, graph 0 offset 0, -3.4 left font ",12" textcolor rgb grey
        set label 4 right_end at graph 1, graph 0 offset 0, -3.4 right font ",12" textcolor rgb grey
    }

    set lmargin at screen 0.088
    set rmargin at screen 0.492
    unset key
    do for [i = 1:series_count] {
        set arrow 200 + i from screen legend_x(i), screen legend_y(i) \
            to screen legend_x(i) + 0.036, screen legend_y(i) nohead \
            lc rgb colour(i) dt dash(i) lw 1.8
        set label 200 + i at screen legend_x(i) + 0.018, screen legend_y(i) \
            point lc rgb colour(i) pt filled(i) ps 0.8
        set label 300 + i series_label[i] at screen legend_x(i) + 0.044, screen legend_y(i) left \
            textcolor rgb "#222222"
    }
    set ylabel fraction_title offset 1.6, 0 textcolor rgb "#333333"
    if (fraction_log) {
        set logscale y 10
        set yrange [10 ** floor(log10(fraction_low)) : fraction_top > 2 ? 10 ** ceil(log10(fraction_high)) : 1.5]
    } else {
        unset logscale y
        set yrange [0 : fraction_top]
    }
    plot 1 with lines lc rgb "#999999" lw 1 dt 2, \
        for [i = 1:series_count] series_file[i] using "value":"fraction" \
            with lines lc rgb colour(i) dt dash(i) lw 1.8, \
        for [i = 1:series_count] series_file[i] \
            using (column("value")):(sure(column("fraction"))):"fraction_low":"fraction_high" \
            with yerrorbars lc rgb colour(i) pt filled(i) ps 0.8 lw 1.2, \
        for [i = 1:series_count] series_file[i] \
            using (column("value")):(doubtful(column("fraction"))):"fraction_low":"fraction_high" \
            with yerrorbars lc rgb colour(i) pt empty(i) ps 0.8 lw 1.2

    unset label 1
    unset label 2
    do for [i = 1:series_count] { unset arrow 200 + i; unset label 200 + i; unset label 300 + i }
    set lmargin at screen 0.585
    set rmargin at screen 0.985
    set ylabel "GB/s of useful bytes" offset 1.6, 0 textcolor rgb "#333333"
    if (gbps_log) { set logscale y 10 } else { unset logscale y }
    set yrange [gbps_bottom : gbps_top]
    plot for [i = 1:series_count] series_file[i] using "value":"gbps" \
            with lines lc rgb colour(i) dt dash(i) lw 1.8, \
        for [i = 1:series_count] series_file[i] \
            using (column("value")):(sure(column("gbps"))):"gbps_low":"gbps_high" \
            with yerrorbars lc rgb colour(i) pt filled(i) ps 0.8 lw 1.2, \
        for [i = 1:series_count] series_file[i] \
            using (column("value")):(doubtful(column("gbps"))):"gbps_low":"gbps_high" \
            with yerrorbars lc rgb colour(i) pt empty(i) ps 0.8 lw 1.2
    unset multiplot
    unset output
    unset label 3
    unset label 4
}
