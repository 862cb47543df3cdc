# Styles and axes of all figures. report/data/STUDY.gp says what to draw: it sets that, then loads
# this, roofline.gp where the figure has one, and draw.gp.

set encoding utf8
max2(a, b) = a > b ? a : b
set datafile separator comma

# Markers say again what shades say. Points that are not to be compared have a ring.
solid = "7 5 9 13 11 15"
marker(i) = int(word(solid, (int(series_marker[i]) - 1) % words(solid) + 1))
colour(i) = series_colour[i]
width = 1.8
point_size = word_tics ne '' ? 1.2 : 0.8
grey = "#555555"
ink = "#222222"
paper = "#ffffff"

# Which series a panel shows, and which points of a series' file are drawn how.
shows(p, i) = (panel_side[p] == 0 || series_side[i] == panel_side[p]) && \
              series_group[i] == panel_group[p]
stands_in(p, side, machine) = machine == panel_machine[p] && \
                              (panel_side[p] == 0 || side == 0 || side == panel_side[p])
across(p) = panel_quantity[p]."_at"
up(p) = panel_quantity[p]
array here[series_count + 1] # the numbers of the here_count series of the panel that is drawn
dodge(k) = has_words ? 0.09 * (k - 0.5 * (here_count + 1)) : 0 # the k-th of them
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

# Ends of an axis up: at 1, 2 or 5 times a power of ten where it is logarithmic to base 10.
step(value, up) = up ? step_up(value / 10.0 ** floor(log10(value))) * 10.0 ** floor(log10(value)) \
                     : step_down(value / 10.0 ** floor(log10(value))) * 10.0 ** floor(log10(value))
step_up(m) = m <= 1 ? 1 : m <= 2 ? 2 : m <= 5 ? 5 : 10
step_down(m) = m < 2 ? 1 : m < 5 ? 2 : 5
# NaN is not equal to itself: without a number, or without one for a logarithmic axis.
has_points(p) = panel_low[p] == panel_low[p] && panel_top[p] == panel_top[p] && \
                (!panel_up_log[p] || panel_up_least[p] == panel_up_least[p])
linear_top(p) = panel_quantity[p] ne "fraction" ? 1.1 * panel_top[p] : \
                panel_top[p] > 1.1 ? 1.08 * panel_top[p] : 1.12
log_bottom(p) = panel_up_base[p] == 2 ? panel_up_least[p] / 1.15 : step(panel_up_least[p] * 0.95, 0)
log_top_value(p) = panel_quantity[p] eq "fraction" && panel_top[p] < 1 ? 1 : panel_top[p]
log_top(p) = panel_up_base[p] == 2 ? panel_top[p] * 1.2 : step(log_top_value(p) * 1.05, 1)

up_low(p) = panel_up_log[p] ? log_bottom(p) : 0
up_high(p) = panel_up_log[p] ? log_top(p) : linear_top(p)
# gnuplot 6 labels a logarithmic axis linearly where 5.4 labels powers, so each tic is named here. Which
# tics of an axis up to base 10 have a number: 1, 2 and 5 times each power, or of a long axis powers,
# or of a very long one every second.
decades(p) = log10(up_high(p) / up_low(p))
has_number(p, m, e) = up_high(p) <= 200 * up_low(p) ? m == 1 || m == 2 || m == 5 : \
                      m == 1 && (decades(p) <= 8 || int(e) % 2 == 0)
powers_up(p) = decades(p) <= 3 ? 1 : decades(p) <= 6 ? 2 : 4
log2(x) = log(x) / log(2)
up_part(p, y) = part(y, up_low(p), up_high(p), panel_up_log[p])

# Sizes or counts on a logarithmic axis: "64 KiB", "64 Ki". Only as many tics as have room: an axis is
# letters_across letters long, a tic takes tic_letters of them, the blank next to it included.
tic_letters(p) = panel_across_log[p] && panel_tics[p] eq "sizes" ? 8 : \
                 panel_across_log[p] && is_sized(p) && panel_high[p] >= 1024 ? 6.5 : \
                 strlen(sprintf("%g", panel_high[p])) + 1.5
prefix(k) = word("- Ki Mi Gi Ti", k + 1)
sized(v, unit) = v < 1024 ? sprintf("%d", v).unit : \
    sprintf("%d %s%s", v / 1024.0 ** int(log(v) / log(1024) + 1e-9), \
            prefix(int(log(v) / log(1024) + 1e-9)), unit eq "" ? "" : "B")
spacing(p, tics) = max2(1, ceil(tics * tic_letters(p) / letters_across)) # 2: every second one has room
powers(p) = spacing(p, log2(across_high(p) / across_low(p)))
every(p) = panel_tics_every[p] * spacing(p, (across_high(p) - across_low(p)) / panel_tics_every[p])
# From the first power of the axis or below: a multiple of the step, so that 1 has a tic.
power_from(p) = powers(p) * floor(log(across_low(p)) / log(2) / powers(p))
power_to(p) = ceil(log(across_high(p)) / log(2))
size_unit(p) = panel_tics[p] eq "sizes" ? " B" : ""
is_sized(p) = panel_tics[p] eq "sizes" || panel_tics[p] eq "counts"

has_words = word_tics ne ""
slant = has_words ? 28 : 0 # of the tics' words, in degrees
