# Styles and ranges shared by all figures. A figure's script loads this first, changes what is its
# own, and ends by loading draw.gp. What to draw was set before by report/data/STUDY.gp.

set encoding utf8
set datafile separator comma

# Hue says which kind of device, the marker says it again for those who cannot tell hues apart, and
# a lighter shade is a recorded machine. Okabe and Ito's colours. Order: cpu, gpu0, gpu1, other; then
# the same recorded.
colours = "#0072B2 #D55E00 #882255 #000000 #56B4E9 #E69F00 #CC79A7 #777777"
solid = "7 5 9 13 11 13 9 5"
hollow = "6 4 8 12 10 12 8 4"
colour(i) = word(colours, series_target[i])
filled(i) = int(word(solid, series_target[i]))
empty(i) = int(word(hollow, series_target[i]))
dash(i) = (series_line[i] - 1) % 4 + 1
grey = "#555555"
paper = "#ffffff"

# Which points of a series' file are drawn how.
sure(value) = column("hollow") == 0 ? value : NaN
doubtful(value) = column("hollow") == 0 ? NaN : value

# How the figure differs from others; scripts set these again.
value_label = parameter
left_end = ""
right_end = ""
fraction_log = 0
fraction_title = "fraction of the target's own copy"
gbps_log = gbps_high > 8 * gbps_low
marks_above = 0                 # rows of cache names above the panels
mark_at(i) = cache_bytes[i]     # where on the axis a cache's line stands
mark_row(i) = 0                 # which row its name is in

set grid lc rgb "#e4e4e4" lt 1 lw 0.6
set border 3 lc rgb "#777777" lw 0.8
set tics nomirror out scale 0.6 textcolor rgb "#333333"
set bars 0.5
set samples 2

# A little room on either side of the first and last point.
room(low, high) = high > low ? 0.03 * (high - low) : 0.5
set xrange [value_low - room(value_low, value_high) : value_high + room(value_low, value_high)]

# A logarithmic axis of powers of two from the first to the last value.
log_axis = 'set logscale x 2; set xrange [value_low / 1.15 : value_high * 1.15]'
