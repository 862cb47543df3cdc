# Draws a heat map: an SVG for each column of maps, and one PNG of all. In a column the maps stand
# under each other: measured, then predicted, in the same colours.

set encoding utf8
max2(a, b) = a > b ? a : b
min2(a, b) = a < b ? a : b
ink = "#222222"
grey = "#555555"
paper = "#ffffff"
set palette defined (0 "#440154", 1 "#46327e", 2 "#365c8d", 3 "#277f8e", 4 "#1fa187", 5 "#4ac16d", \
                     6 "#a0da39", 7 "#fde725") # viridis: even steps of lightness, for all eyes

columns = 1
do for [p = 1:map_count] { columns = max2(columns, int(map_column[p])) }

# Pixels. A cell has room for three digits; where there are too many cells, shades alone say the values.
cells = 1
do for [p = 1:map_count] { cells = max2(cells, map_columns[p]) }
crowded = cells > numbers_most
cell_size = crowded ? max2(4, floor(560.0 / cells)) : max2(28.5, min2(48, floor(560.0 / cells)))
cell_height(p) = named ? cell_size : max2(cell_size, min2(34, floor(200.0 / map_rows[p])))
digits = min2(13, cell_size * 0.39)
left_room = 64.0
right_room = 94.0
top_room = 54.0
named = mirrored || listed # short names on both axes, and square cells
bottom_room = named ? 60.0 : 90.0
width = max2(480, left_room + cells * cell_size + right_room)
note_room = note eq "" ? 0 : 24
map_size(p) = top_room + map_rows[p] * cell_height(p) + bottom_room
above(p) = sum [q = 1:p] (q < p && map_column[q] == map_column[p] ? map_size(q) : 0)
height_of(c) = note_room + (sum [q = 1:map_count] (map_column[q] == c ? map_size(q) : 0))

# The colours of a column span what was measured and predicted in it: its maps can be compared.
array low[2] = [1e300, 1e300]
array high[2] = [-1e300, -1e300]
do for [p = 1:map_count] {
    stats sprintf("$map%d", p) using 3 name "S" nooutput
    low[map_column[p]] = min2(low[map_column[p]], S_min)
    high[map_column[p]] = max2(high[map_column[p]], S_max)
}
is_log(c) = low[c] > 0 && high[c] > 8 * low[c]
brightness(c, value) = is_log(c) ? log(value / low[c]) / log(high[c] / low[c]) : \
                       high[c] > low[c] ? (value - low[c]) / (high[c] - low[c]) : 1
text_colour(c, value) = brightness(c, value) > 0.55 ? 0x111111 : 0xffffff

svg_terminal = "svg noenhanced size %d,%d dynamic font 'Arial,14'"
svg_terminal = svg_terminal.sprintf(" background '%s' name '%s'", paper, output_stem)
png_terminal = "noenhanced size %d,%d font 'Arial,14'"
png_terminal = (strstrt(GPVAL_TERMINALS, "pngcairo") ? "pngcairo " : "png ").png_terminal
if (strstrt(GPVAL_TERMINALS, "pngcairo")) { png_terminal = png_terminal." background '".paper."'" }

# Contours join equal speeds: steps of a factor of two. Cases have nothing between them.
has_contours = !named
array contours[map_count]
if (has_contours) {
    set contour base
    unset surface
    set view map
    do for [p = 1:map_count] {
        c = int(map_column[p])
        if (is_log(c)) {
            set cntrparam levels incremental 2.0 ** floor(log(low[c]) / log(2)), 2, \
                2.0 ** floor(log(low[c]) / log(2)) + 2
            contour_levels = ""
            do for [e = ceil(log(low[c]) / log(2)):floor(log(high[c]) / log(2))] {
                contour_levels = contour_levels.sprintf("%s%g", contour_levels eq "" ? "" : ",", 2.0 ** e)
            }
            eval "set cntrparam levels discrete ".(contour_levels eq "" ? sprintf("%g", low[c]) : contour_levels)
        } else {
            set cntrparam levels auto 5
        }
        contours[p] = sprintf("$contour%d", p)
        eval "set table ".contours[p]
        if (map_rows[p] > 1 && map_columns[p] > 1) { eval sprintf("splot $map%d using 1:2:3", p) } \
        else { plot NaN }
        unset table
    }
    unset contour
    set surface
}

unset key
set tics nomirror out scale 0.4 textcolor rgb "#333333"
do for [view = 0:columns] {
    wide = width * (view > 0 ? 1 : columns)
    height = view > 0 ? height_of(view) : columns == 1 ? height_of(1) : max2(height_of(1), height_of(2))
    eval "set terminal ".(view > 0 ? sprintf(svg_terminal, wide, height) : sprintf(png_terminal, wide, height))
    set output output_stem.(view == 0 ? ".png" : view == 1 ? ".svg" : sprintf("-%d.svg", view))
    set multiplot
    do for [p = 1:map_count] { if (view == 0 || map_column[p] == view) {
        c = int(map_column[p])
        left = (view > 0 ? 0 : (c - 1) * width) + left_room
        from_top = above(p) + top_room
        set lmargin at screen left / wide
        set rmargin at screen (left + map_columns[p] * cell_size) / wide
        set tmargin at screen 1 - from_top / height
        set bmargin at screen 1 - (from_top + map_rows[p] * cell_height(p)) / height
        unset label
        unset arrow
        set label 1 map_title[p] at screen (left - left_room + 12) / wide, \
            screen 1 - (from_top - 36) / height left font ",13" textcolor rgb "#333333"
        set label 2 map_across[p] at screen (left - left_room + width / 2.0) / wide, \
            screen 1 - (from_top + map_rows[p] * cell_height(p) + bottom_room - 12) / height \
            center font ",13" textcolor rgb "#333333"
        set label 3 map_down[p] at screen (left - left_room + 12) / wide, \
            screen 1 - (from_top - 14) / height left font ",13" textcolor rgb "#333333"
        set label 4 note at screen 0.5, screen 12.0 / height center font ",13" textcolor rgb grey
        # Thin between L3s, thick between packages.
        do for [b = 1:words(borders[p]) / 2] {
            at = int(word(borders[p], 2 * b - 1)) + 0.5
            thick = int(word(borders[p], 2 * b)) > 1 ? 3 : 1.5
            set arrow from at, graph 0 to at, graph 1 nohead front lc rgb paper lw thick
            set arrow from graph 0, first at to graph 1, first at nohead front lc rgb paper lw thick
        }
        set xrange [-0.5 : map_columns[p] - 0.5]
        set yrange [map_rows[p] - 0.5 : -0.5]
        eval "set xtics (".across_tics[p].") ".(named ? "norotate" : "rotate by 40 right")." font ',13'"
        eval "set ytics (".down_tics[p].") font ',13'"
        unset logscale cb
        set cbrange [low[c] : high[c] > low[c] ? high[c] : low[c] + 1]
        if (is_log(c)) { set logscale cb 2 }
        # A low map has no room for the unit next to it: the unit is above the colours.
        is_low = map_rows[p] * cell_height(p) < 150
        set cblabel is_low ? "" : map_unit font ",13" offset 0.5, 0 textcolor rgb "#333333"
        set label 5 is_low ? map_unit : "" at screen (left - left_room + width - 12) / wide, \
            screen 1 - (from_top - 14) / height right font ",13" textcolor rgb "#333333"
        set colorbox user origin screen (left + map_columns[p] * cell_size + 8) / wide, \
            screen 1 - (from_top + map_rows[p] * cell_height(p)) / height \
            size screen 12.0 / wide, screen map_rows[p] * cell_height(p) / height
        set cbtics font ",13" format "%g"
        map = sprintf("$map%d", p)
        shape = has_contours ? contours[p] : map
        plot map using 1:2:(0.5):(0.5):3 with boxxyerror fillstyle solid noborder fillcolor palette, \
            shape using (has_contours ? $1 : NaN):2 with lines lc rgb paper lw 1.2, \
            map using 1:(column(6) > 0 ? $2 : NaN):(0.46):(0.46) with boxxyerror fillstyle empty lc rgb "#d55e00" lw (crowded ? 1 : 2), \
            map using ($1 + 0.36):(column(5) > 0 ? $2 - 0.36 : NaN) with points pt 6 ps (crowded ? 0.3 : 0.7) lc rgb "#ff9d5c", \
            map using 1:(crowded ? NaN : $2):4:(text_colour(c, $3)) with labels font sprintf(",%g", digits) textcolor rgb variable
    }}
    unset multiplot
    unset output
}
