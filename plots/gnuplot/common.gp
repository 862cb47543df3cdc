# Styles and axes of all figures. report/data/STUDY.gp says what to draw: it sets that, then loads
# this, roofline.gp where the figure has one, and draw.gp.

set encoding utf8
max2(a, b) = a > b ? a : b
set datafile separator comma

# Markers say again what shades say. Points that are not to be compared have a ring; crosses are a
# recorded machine's, next to the run's own target.
solid = "7 5 9 13 11 15"
crosses = "1 2 3"
nth(list, i) = int(word(list, (int(series_marker[i]) - 1) % words(list) + 1))
filled(i) = nth(series_other[i] ? crosses : solid, i)
colour(i) = series_colour[i]
width(i) = series_other[i] ? 1 : 1.8
point_size(i) = series_other[i] ? 0.7 : has_words ? 1.2 : 0.8
grey = "#555555"
ink = "#222222"
paper = "#ffffff"

# Which series a panel shows, and which points of a series' file are drawn how.
shows(p, i) = (panel_side[p] == 0 || series_side[i] == panel_side[p]) && \
              series_group[i] == panel_group[p]
stands_in(p, side) = panel_side[p] == 0 || side == 0 || side == panel_side[p]
marker(i) = filled(i)
doubtful(value) = column("hollow") == 0 ? NaN : value # gets a ring

# Lines that bound the points: none, except for roofline.gp. `p` is a panel, from 1.
roof_count(p) = 0
roof(p, r, x) = NaN

# Names of caches need a second row where both kinds of target share a panel.
shared_marks(gpu) = sum [i = 1:cache_count] (cache_side[i] == 0 && cache_gpu[i] == gpu)
marks_above = cache_count > 0 ? 1 + (shared_marks(0) > 0 && shared_marks(1) > 0) : 0
mark_row(i) = marks_above > 1 && cache_gpu[i]   # which row its name is in

frame = 'set grid lc rgb "#e4e4e4" lt 1 lw 0.6; set border 3 lc rgb "#777777" lw 0.8; '.\
        'set tics nomirror out scale 0.6 textcolor rgb "#333333"'

# A little room on either side of the first and last point.
room(low, high) = has_words || high <= low ? 0.5 : 0.03 * (high - low)
room_of(p) = room(panel_low[p], panel_high[p])
across_low(p) = panel_across_log[p] ? panel_least[p] / 1.15 : panel_low[p] - room_of(p)
across_high(p) = panel_across_log[p] ? panel_high[p] * 1.15 : panel_high[p] + room_of(p)
part(value, low, high, by_log) = by_log ? log(value / low) / log(high / low) \
                                        : (value - low) / (high - low)
across_part(p, x) = part(x, across_low(p), across_high(p), panel_across_log[p])

# Sizes or counts on a logarithmic axis: "64 KiB", "64 Ki"; of a wide axis, only as many powers of
# two as have room.
prefix(k) = word("- Ki Mi Gi Ti", k + 1)
sized(v, unit) = v < 1024 ? sprintf("%d", v).unit : \
    sprintf("%d %s%s", v / 1024.0 ** int(log(v) / log(1024) + 1e-9), \
            prefix(int(log(v) / log(1024) + 1e-9)), unit eq "" ? "" : "B")
powers(p) = max2(1, ceil(log(panel_high[p] / panel_least[p]) / log(2) / (is_sized(p) ? 5.0 : 8.0)))
# From the first power of the axis or below: a multiple of the step, so that 1 has a tic.
power_from(p) = powers(p) * floor(log(across_low(p)) / log(2) / powers(p))
power_to(p) = ceil(log(across_high(p)) / log(2))
size_unit(p) = panel_tics[p] eq "sizes" ? " B" : ""
is_sized(p) = panel_tics[p] eq "sizes" || panel_tics[p] eq "counts"

has_words = word_tics ne ""
slant = has_words ? 28 : 0 # of the tics' words, in degrees
