# Draws one figure: an SVG for each column of panels, so that a page can put columns under each other,
# and one PNG of all. Names stand at the lines' ends, or in one legend below.

column_width = 440.0 # on a phone, 376 pixels show it; letters of 13 then have 11
columns = 1
rows = 1
do for [p = 1:panel_count] {
    columns = max2(columns, int(panel_column[p]))
    rows = max2(rows, int(panel_row[p]))
}
titled = panel_title[1] ne ""

# The legend: an entry for each first series of its words, with a swatch of each look.
legend_count = 0
longest = 0
swatches = 1
array legend_of[series_count]
array place_of[series_count]
do for [i = 1:series_count] {
    if (has_legend && series_entry[i] == i) {
        legend_count = legend_count + 1
        legend_of[legend_count] = i
        longest = max2(longest, strlen(series_legend[i]))
    }
    place_of[i] = legend_count
    do for [k = 1:legend_count] { if (legend_of[k] == series_entry[i]) { place_of[i] = k } }
    swatches = max2(swatches, int(series_swatch[i]) + 1)
}
entry_width = (longest * 7.0 + swatches * 52 + 30) / column_width
legend_columns = int(0.98 / entry_width)
legend_columns = legend_columns < 1 ? 1 : \
                 legend_columns > legend_count ? legend_count : legend_columns
legend_rows = legend_count == 0 ? 0 : (legend_count + legend_columns - 1) / legend_columns
legend_columns = legend_rows == 0 ? 1 : (legend_count + legend_rows - 1) / legend_rows
notes = (legend_note ne "") + exists("second_note")
legend_height = 24 * legend_rows + 20 * notes

# Pixels. A row of panels: names of caches, the panel, its tics; the axis' title below the last.
above_axis = titled || machine ne "" ? 28 : 6
row_marks = 18 * marks_above
panel_height = rows == 1 ? 250 : 200
title_height = 24
row_height = title_height + row_marks + panel_height + 46
below_rows = 36 + (left_end eq "" ? 0 : 22) + (slant ? 32 : 0) + legend_height + 14
height = above_axis + rows * row_height + below_rows
from_bottom(pixels) = pixels / (1.0 * height)
from_top(pixels) = 1 - pixels / (1.0 * height)
panel_begin(p) = above_axis + (panel_row[p] - 1) * row_height + title_height + row_marks
panel_top_at(p) = from_top(panel_begin(p))
panel_bottom_at(p) = from_top(panel_begin(p) + panel_height)

# Names at the lines' ends stand right of their panel.
array label_room[columns]
do for [c = 1:columns] { label_room[c] = 24 }
do for [k = 1:label_count] {
    c = int(panel_column[label_panel[k]])
    label_room[c] = max2(label_room[c], strlen(label_text[k]) * 7.3 + 14)
}
tic_room = 64
column_of(p) = (panel_column[p] - first_column) * column_width
left_of(p) = (column_of(p) + tic_room) / wide
right_of(p) = (column_of(p) + column_width - label_room[panel_column[p]]) / wide
array label_part[label_count + 1]
label_gap = 17.0 / panel_height

svg_terminal = sprintf("svg noenhanced size %d,%d dynamic font 'Arial,14'", column_width, height).\
               sprintf(" background '%s' name '%s'", paper, output_stem)
png_terminal = sprintf("noenhanced size %d,%d font 'Arial,14'", 2 * columns * column_width, 2 * height)
png_terminal = (strstrt(GPVAL_TERMINALS, "pngcairo") ? "pngcairo " : "png ").png_terminal
if (strstrt(GPVAL_TERMINALS, "pngcairo")) {
    png_terminal = png_terminal." fontscale 1.5 linewidth 2 pointscale 2 background '".paper."'"
}

legend_x(k) = 0.5 + ((k - 1) % legend_columns - 0.5 * legend_columns) * entry_width
legend_y(k) = from_bottom(14 + 20 * notes + 24 * (legend_rows - 1 - (k - 1) / legend_columns))
shown(p, i) = shows(p, i) ? column(up(p)) : NaN
# An interval's lower end; NaN for one that its mark, 6 pixels high, covers anyway.
is_seen(p, low, high) = (up_part(p, high) - up_part(p, low)) * panel_height > 2.5
interval_low(p, i) = shows(p, i) && is_seen(p, column(up(p)."_low"), column(up(p)."_high")) \
                     ? column(up(p)."_low") : NaN
# Measured points are joined in their colour; predictions are thin and grey. Between cases, and words,
# lines would mean nothing: a dash at each says what was predicted there.
guide = "#8a8a8a"
line_of(p, i) = shows(p, i) && predicted ? column(up(p)."_predicted") : NaN
is_joined(p) = !has_words && !panel_listed[p]
joined(p, value) = is_joined(p) ? value : NaN
is_alone(p, i) = !has_words && (panel_listed[p] || series_points[i] == 1)
only(p, i, value) = predicted && is_alone(p, i) ? value : NaN
worded(value) = has_words && predicted ? value : NaN
half_dash = 0.12
dash_size(p) = panel_listed[p] ? 0.9 : 1.6
size(i) = point_size(i) * point_scale
# What leaves the panel is an arrow at its edge.
too_high(p, value) = value > up_high(p) ? up_high(p) : NaN
too_low(p, value) = value < up_low(p) ? up_low(p) : NaN

do for [view = 0:columns] {
    if (view > 0) { set terminal @svg_terminal } else { set terminal @png_terminal }
    point_scale = view > 0 ? 0.65 : 1 # the SVG terminal's points are larger
    first_column = max2(view, 1)
    wide = column_width * (view > 0 ? 1 : columns)
    in_view(p) = view == 0 || panel_column[p] == view
    set output output_stem.(view == 0 ? ".png" : view == 1 ? ".svg" : sprintf("-%d.svg", view))
    set multiplot
    eval frame
    set key noautotitle # or each curve of the SVG is titled with its own source here
    unset key

    do for [p = 1:panel_count] { if (in_view(p)) {
        set lmargin at screen left_of(p)
        set rmargin at screen right_of(p)
        set tmargin at screen panel_top_at(p)
        set bmargin at screen panel_bottom_at(p)
        unset label
        if (panel_row[p] == 1) {
            if (titled) {
                set label 6 panel_title[p] at screen (column_of(p) + column_width / 2) / wide, screen from_top(14) center font ",13" \
                    textcolor rgb "#333333"
            } else { if (p == 1) {
                set label 6 machine at screen 0.5, screen from_top(14) center font ",13" \
                    textcolor rgb grey
            } }
        }
        load plots.'/axes.gp'
        # In the middle of its column: it may be longer than the panel is wide.
        set label 9 (panel_row[p] == rows ? panel_across_title[p] : "") \
            at screen (column_of(p) + column_width / 2) / wide, graph 0 offset 0, -2.3 center \
            font ",13" textcolor rgb "#333333"
        if (left_end ne "" && panel_row[p] == rows) {
            set label 3 left_end at graph 0, graph 0 offset 0, -3.4 left font ",13" \
                textcolor rgb grey
            set label 4 right_end at graph 1, graph 0 offset 0, -3.4 right font ",13" \
                textcolor rgb grey
        }
        set label 8 panel_up_title[p] at screen column_of(p) / wide + 0.01, \
            screen panel_top_at(p) + from_bottom(14 + row_marks) left textcolor rgb "#333333"
        if (!has_points(p)) {
            set label 7 "there is nothing to draw here" at graph 0.5, graph 0.5 center \
                textcolor rgb grey
        }
        # A cache's size as a line over the panel, its name above it, one row of names a target.
        do for [i = 1:cache_count] {
            unset arrow 100 + i
            if (stands_in(p, cache_side[i]) && \
                cache_at[i] > panel_low[p] && cache_at[i] < panel_high[p]) {
                set arrow 100 + i from cache_at[i], graph 0 to cache_at[i], graph 1 nohead \
                    lc rgb cache_colour[i] lw 0.8 dt 3
                set label 100 + i cache_name[i] at cache_at[i], graph 1 \
                    offset 0, 0.6 + 0.9 * mark_row(i) center \
                    textcolor rgb cache_colour[i] font ",13"
            }
        }
        # Names at the lines' ends: from below, each as far above the last as its letters are high.
        last = -1
        do for [k = 1:label_count] {
            if (label_panel[k] == p) {
                label_part[k] = max2(up_part(p, label_up[k]), last + label_gap)
                last = label_part[k]
            }
        }
        above = 1 + label_gap
        do for [j = 1:label_count] {
            k = label_count + 1 - j
            if (label_panel[k] == p) {
                if (label_part[k] > above - label_gap) { label_part[k] = above - label_gap }
                above = label_part[k]
                if (across_part(p, label_at[k]) > 0.8) {
                    set label 200 + k label_text[k] at graph 1, graph label_part[k] offset 0.6, 0 \
                        left textcolor rgb label_colour[k] font ",13"
                } else {
                    set label 200 + k label_text[k] at first label_at[k], graph label_part[k] \
                        offset 1, 0.6 left textcolor rgb label_colour[k] font ",13"
                }
            }
        }
        # Behind all else: where each target's copies lie. An axis cuts off what is beyond it.
        do for [i = 1:band_count] {
            unset object i
            if (panel_quantity[p] eq "fraction" && stands_in(p, band_side[i])) {
                set object i rectangle from graph 0, first band_low[i] \
                    to graph 1, first band_high[i] behind \
                    fillcolor rgb band_colour[i] fillstyle transparent solid 0.15 noborder
            }
        }
        set samples roof_count(p) > 0 ? 400 : 2 # points of a curve; a copy's line has two ends
        # Its own series alone: gnuplot writes a group for each that it receives.
        here_count = 0
        do for [i = 1:series_count] {
            if (shows(p, i)) {
                here_count = here_count + 1
                here[here_count] = i
            }
        }
        if (here_count == 0) { # a list of none would be one of two
            here_count = 1
            here[1] = 1
        }
        plot (panel_quantity[p] eq "fraction" ? 1 : NaN) with lines lc rgb "#999999" lw 1 dt 2, \
            for [r = 1:roof_count(p)] roof(p, r, x) with lines lc rgb colour(r) lw 0.8, \
            for [k = here_count:1:-1] series_file[here[k]] \
                using (joined(p, column(across(p)))):(line_of(p, here[k])) \
                with lines lc rgb guide lw 1, \
            for [k = here_count:1:-1] series_file[here[k]] \
                using (joined(p, column(across(p)))):(shown(p, here[k])) \
                with lines lc rgb colour(here[k]) lw width(here[k]), \
            for [k = here_count:1:-1] series_file[here[k]] \
                using (column(across(p)) + dodge(k) - half_dash): \
                    (worded(line_of(p, here[k]))):(2 * half_dash):(0) \
                with vectors nohead lc rgb guide lw 2, \
            for [k = here_count:1:-1] series_file[here[k]] \
                using (only(p, here[k], column(across(p)))):(line_of(p, here[k])) \
                with points pt "—" ps dash_size(p) * point_scale lc rgb guide, \
            for [k = here_count:1:-1] series_file[here[k]] \
                using (column(across(p)) + dodge(k)):(too_high(p, line_of(p, here[k]))) \
                with points pt "↑" lc rgb guide, \
            for [k = here_count:1:-1] series_file[here[k]] \
                using (column(across(p)) + dodge(k)):(too_low(p, line_of(p, here[k]))) \
                with points pt "↓" lc rgb guide, \
            for [k = here_count:1:-1] series_file[here[k]] \
                using (column(across(p)) + dodge(k)):(interval_low(p, here[k])): \
                    (0):(column(up(p)."_high") - column(up(p)."_low")) \
                with vectors nohead lc rgb colour(here[k]) lw 1.2, \
            for [k = here_count:1:-1] series_file[here[k]] \
                using (column(across(p)) + dodge(k)):(shown(p, here[k])):(marker(here[k])) \
                with points pt variable ps size(here[k]) lc rgb colour(here[k]), \
            for [k = here_count:1:-1] series_file[here[k]] \
                using (column(across(p)) + dodge(k)):(doubtful(shown(p, here[k]))) \
                with points pt 6 ps 1.9 * size(here[k]) lc rgb colour(here[k])
    }}

    # The legend is a separate panel: a key is never wider than the panel that it belongs to, and
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
        set label k series_legend[legend_of[k]] \
            at legend_x(k) + swatches * 52 / wide, legend_y(k) left textcolor rgb ink
    }
    if (exists("second_note")) {
        set label 98 second_note at 0.5, from_bottom(34) center font ",13" textcolor rgb grey
    }
    set label 99 legend_note at 0.5, from_bottom(14) center font ",13" textcolor rgb grey
    has_swatch(i) = has_legend && series_swatch[i] >= 0
    swatch_x(i) = has_swatch(i) ? legend_x(place_of[i]) + 50 / wide * series_swatch[i] : NaN
    plot for [i = 1:series_count] "+" \
            using (swatch_x(i) + 44 / wide * (is_joined(1) ? $1 : NaN)):(legend_y(place_of[i])) \
            with lines lc rgb colour(i) lw width(i), \
        for [i = 1:series_count] "+" using (swatch_x(i) + 22 / wide):(legend_y(place_of[i])) \
            with points lc rgb colour(i) pt filled(i) ps 0.8 * point_scale
    unset label
    unset multiplot
    unset output
}
