# Styles and axes of all figures. report/data/STUDY.gp says what to draw: it sets that, then loads
# this, roofline.gp where the figure has one, and draw.gp.

set encoding utf8
set datafile separator comma

# Okabe and Ito's colours and others that stay apart without seeing red from green; a lighter shade
# is a recorded machine. By target: cpu, gpu0, gpu1, other.
target_hues = "#0072B2 #D55E00 #882255 #000000"
target_light = "#56B4E9 #E69F00 #CC79A7 #777777"
pattern_hues = "#0072B2 #D55E00 #009E73 #AA4499 #222222 #B8860B #2AA5C9 #7A4A2B"
pattern_light = "#73B2D5 #E8A773 #73CAB2 #D098C7 #868686 #D8BD79 #8ACEE2 #B69C8B"
hues = by_pattern ? pattern_hues : target_hues
light_hues = by_pattern ? pattern_light : target_light
colour(i) = word(series_light[i] ? light_hues : hues, int(series_hue[i]))
kind_colour(gpu) = word(target_hues, gpu ? 2 : 1)

# Markers say again what hues say; open ones are doubtful points.
solid = "7 5 9 13 11 15"
hollow = "6 4 8 12 10 14"
marker(i) = (int(series_marker[i]) - 1) % 6 + 1
filled(i) = int(word(solid, marker(i)))
empty(i) = int(word(hollow, marker(i)))
dash(i) = (int(series_dash[i]) - 1) % 4 + 1
width(i) = by_pattern && series_faint[i] ? 1.1 : 1.8
point_size(i) = words ne "" ? 1.2 : by_pattern && series_faint[i] ? 0.5 : 0.8
grey = "#555555"
paper = "#ffffff"

# Which series a panel shows, and which points of a series' file are drawn how.
shows(p, i) = series_panel[i] == 0 || series_panel[i] == p
sure(value) = column("hollow") == 0 ? value : NaN
doubtful(value) = column("hollow") == 0 ? NaN : value

# Lines that bound the points: none, but for roofline.gp. `p` is a panel, from 1.
roof_count(p) = 0
roof(p, r, x) = NaN

# Names of caches need a second row where both kinds of target share a panel.
shared_marks(gpu) = sum [i = 1:cache_count] (cache_panel[i] == 0 && cache_gpu[i] == gpu)
marks_above = cache_count > 0 ? 1 + (shared_marks(0) > 0 && shared_marks(1) > 0) : 0
mark_row(i) = marks_above > 1 && cache_gpu[i]   # which row its name is in

frame = 'set grid lc rgb "#e4e4e4" lt 1 lw 0.6; set border 3 lc rgb "#777777" lw 0.8; '.\
        'set tics nomirror out scale 0.6 textcolor rgb "#333333"; set bars 0.5'

# A little room on either side of the first and last point.
room(low, high) = words ne "" || high <= low ? 0.5 : 0.03 * (high - low)
room_of(p) = room(panel_low[p], panel_high[p])
across_low(p) = panel_across_log[p] ? panel_least[p] / 1.15 : panel_low[p] - room_of(p)
across_high(p) = panel_across_log[p] ? panel_high[p] * 1.15 : panel_high[p] + room_of(p)

# Sizes or large counts on a logarithmic axis: "64 KiB", "64 Ki", every second or fourth power.
prefix(k) = word("- Ki Mi Gi Ti", k + 1)
sized(v, unit) = v < 1024 ? sprintf("%d", v).unit : \
    sprintf("%d %s%s", v / 1024.0 ** int(log(v) / log(1024) + 1e-9), \
            prefix(int(log(v) / log(1024) + 1e-9)), unit eq "" ? "" : "B")
few(p) = panel_high[p] <= 20000.0 * panel_least[p]
size_unit(p) = panel_tics[p] eq "sizes" ? " B" : ""
is_sized(p) = panel_tics[p] eq "sizes" || panel_tics[p] eq "counts"

slant = words eq "" ? 0 : 28 # of the tics' words, in degrees
