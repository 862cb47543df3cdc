# Draws one figure: an SVG for each column of panels, so that a page can put columns under each other,
# and one PNG of all. Names stand at the lines' ends.

column_width = 440.0 # on a phone, 376 pixels show it; letters of 13 then have 11
columns = 1
array rows_of[2] = [0, 0]
do for [p = 1:panel_count] {
    c = int(panel_column[p])
    columns = max2(columns, c)
    rows_of[c] = max2(rows_of[c], int(panel_row[p]))
}
first_column = 1
is_last(p) = panel_row[p] == rows_of[panel_column[p]]
# Whether the panel below it has the same title of its axis.
is_below(p, q) = panel_column[q] == panel_column[p] && panel_row[q] == panel_row[p] + 1
is_continued(p) = sum [q = 1:panel_count] (is_below(p, q) && \
                                           panel_across_title[q] eq panel_across_title[p])
# The titles of axes between the rows of a column, down to a row.
axes_to(c, row) = sum [q = 1:panel_count] (panel_column[q] == c && panel_row[q] < row && !is_continued(q))

# Pixels, from above: the panels' titles, names of caches, the panel, its tics, the title of the last one's
# axis. Only a panel whose title differs from that above it has one.
titles_to(p) = sum [q = 1:panel_count] (panel_column[q] == panel_column[p] && \
                                        panel_row[q] <= panel_row[p] && panel_title[q] ne "")
row_marks = 18 * marks_above
panel_height = max2(rows_of[1], rows_of[2]) == 1 ? 250 : 200
title_height = 24
words_height = slant ? 32 : 0
row_height = title_height + row_marks + panel_height + 46 + words_height
notes = (note[3] ne "") + exists("second_note")
below_rows = 14 + (left_end eq "" ? 0 : 22) + 20 * notes + 14
column_height(c) = (sum [q = 1:panel_count] (panel_column[q] == c && panel_title[q] ne "")) * 28 + \
                   rows_of[c] * row_height + 20 * axes_to(c, rows_of[c]) + below_rows
from_bottom(pixels) = pixels / (1.0 * height)
from_top(pixels) = 1 - pixels / (1.0 * height)
title_begin(p) = 28 * (titles_to(p) - 1) + (panel_row[p] - 1) * row_height + \
                 20 * axes_to(panel_column[p], panel_row[p])
panel_begin(p) = title_begin(p) + 28 + title_height + row_marks
panel_top_at(p) = from_top(panel_begin(p))
panel_bottom_at(p) = from_top(panel_begin(p) + panel_height)

# Names stand right of their panel, as high as their lines end: nothing is drawn there.
array label_room[columns]
do for [c = 1:columns] { label_room[c] = 24 }
do for [k = 1:label_count] {
    c = int(panel_column[label_panel[k]])
    label_room[c] = max2(label_room[c], strlen(label_text[k]) * 7.6 + 16)
}
tic_room = 76
column_of(p) = (panel_column[p] - first_column) * column_width
left_of(p) = (column_of(p) + tic_room) / wide
right_of(p) = (column_of(p) + column_width - label_room[panel_column[p]]) / wide
array label_part[label_count + 1]
label_gap = 17.0 / panel_height

svg_terminal = "svg noenhanced size %d,%d dynamic font 'Arial,14'"
svg_terminal = svg_terminal.sprintf(" background '%s' name '%s'", paper, output_stem)
png_terminal = "noenhanced size %d,%d font 'Arial,14'"
png_terminal = (strstrt(GPVAL_TERMINALS, "pngcairo") ? "pngcairo " : "png ").png_terminal
if (strstrt(GPVAL_TERMINALS, "pngcairo")) {
    png_terminal = png_terminal." fontscale 1.5 linewidth 2 pointscale 2 background '".paper."'"
}

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
# What leaves the panel is an arrow at its edge.
too_high(p, value) = value > up_high(p) ? up_high(p) : NaN
too_low(p, value) = value < up_low(p) ? up_low(p) : NaN

do for [view = 0:columns] {
    first_column = max2(view, 1)
    wide = column_width * (view > 0 ? 1 : columns)
    height = view > 0 ? column_height(view) : columns == 1 ? column_height(1) : \
             max2(column_height(1), column_height(2))
    eval "set terminal ".(view > 0 ? sprintf(svg_terminal, wide, height) : \
                                     sprintf(png_terminal, 2 * wide, 2 * height))
    point_scale = view > 0 ? 0.65 : 1 # the SVG terminal's points are larger
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
        if (panel_title[p] ne "") {
            set label 6 panel_title[p] at screen (column_of(p) + column_width / 2) / wide, \
                screen from_top(title_begin(p) + 14) center font ",13" textcolor rgb "#333333"
        }
        # As many patterns as have room next to the axis' title: up to the panel's edge, or the figure's.
        patterns = panel_patterns[p]
        patterns_room = column_width - 7.5 * strlen(panel_up_title[p]) - 36
        while (7.2 * strlen(patterns) > patterns_room && words(patterns) > 1) {
            patterns = patterns[1:strlen(patterns) - strlen(word(patterns, words(patterns))) - 1]
        }
        if (patterns ne panel_patterns[p]) { patterns = patterns." …" }
        is_long = 7.2 * strlen(patterns) > patterns_room - label_room[panel_column[p]]
        set label 5 patterns at screen is_long ? (column_of(p) + column_width - 8) / wide : right_of(p), \
            screen panel_top_at(p) + from_bottom(14 + row_marks) right font ",13" textcolor rgb ink
        letters_across = (column_width - tic_room - label_room[panel_column[p]]) / 7.6
        load plots.'/axes.gp'
        # In the middle of its column: it may be longer than the panel is wide.
        set label 9 (is_continued(p) ? "" : panel_across_title[p]) \
            at screen (column_of(p) + column_width / 2) / wide, graph 0 offset 0, -2.3 center \
            font ",13" textcolor rgb "#333333"
        if (left_end ne "" && is_last(p)) {
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
            if (stands_in(p, cache_side[i], cache_machine[i]) && \
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
                set label 200 + k label_text[k] at graph 1, graph label_part[k] offset 0.6, 0 \
                    left textcolor rgb label_colour[k] font ",13"
            }
        }
        # Behind all else: where each target's copies lie. An axis cuts off what is beyond it.
        do for [i = 1:band_count] {
            unset object i
            if (panel_quantity[p] eq "fraction" && stands_in(p, band_side[i], band_machine[i])) {
                set object i rectangle from graph 0, first band_low[i] \
                    to graph 1, first band_high[i] behind \
                    fillcolor rgb band_colour[i] fillstyle transparent solid 0.15 noborder
            }
        }
        # From the last point below a step to the first one above it.
        do for [i = 1:step_count] {
            unset object 100 + i
            if (stands_in(p, step_side[i], step_machine[i])) {
                set object 100 + i rectangle from first step_low[i], graph 0 \
                    to first step_high[i], graph 1 behind \
                    fillcolor rgb step_colour[i] fillstyle transparent solid 0.15 noborder
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
                with lines lc rgb colour(here[k]) lw width, \
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
                with points pt variable ps point_size * point_scale lc rgb colour(here[k]), \
            for [k = here_count:1:-1] series_file[here[k]] \
                using (column(across(p)) + dodge(k)):(doubtful(shown(p, here[k]))) \
                with points pt 6 ps 1.9 * point_size * point_scale lc rgb colour(here[k])
    }}

    # What dots, lines and rings are: below, in a panel as large as all.
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
    if (exists("second_note")) {
        set label 98 second_note at 0.5, from_bottom(34) center font ",13" textcolor rgb grey
    }
    set label 99 note[view > 0 ? view : 3] at 0.5, from_bottom(14) center font ",13" textcolor rgb grey
    plot NaN
    unset label
    unset multiplot
    unset output
}
