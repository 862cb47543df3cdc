# One panel of a fleet's study: a line for each machine kind, the median of its members, in a band
# from their lowest tenth to their highest. report/data/bands.gp loads this for each panel, with its
# `stem`, `title`, `across`, `first_is`, `last_is`, `is_case`, `case_names` (tics of cases that have names;
# else '') and a block of $bands for each kind: value, low, median, high, and 1 if the kind has no other
# value.

reset
set encoding utf8
set datafile separator comma
tall = case_names eq '' ? 200.0 : 260.0 # names stand aslant
from_top(y) = 1 - y / tall
set terminal svg noenhanced size 300,tall dynamic font 'Arial,11' background '#ffffff'
set output stem.'.svg'
colour(k) = word(colours, k + 1)

stats $bands using 1 name 'ACROSS' nooutput
stats $bands using 2 name 'LOW' nooutput
stats $bands using 4 name 'HIGH' nooutput
first = ACROSS_min
last = ACROSS_max
half_decade(up, value) = 10 ** ((up ? ceil(2 * log10(value) + 0.1) : floor(2 * log10(value) - 0.1)) / 2.0)

set lmargin at screen 46 / 300.0
set rmargin at screen 292 / 300.0
set tmargin at screen from_top(36)
set bmargin at screen from_top(170)
unset key
set border 3 lc rgb '#777777'
set tics nomirror scale 0 textcolor rgb '#222222'
set grid ytics lt 1 lc rgb '#dddddd'
set label 1 title at screen 46 / 300.0, screen from_top(14) left font ',12' textcolor rgb '#222222'
is_single = last == first
set label 5 'billion accesses a second' at screen 46 / 300.0, screen from_top(28) offset 0.5, 0 left textcolor rgb '#555555'
set label 2 across.(is_single ? ' '.first_is : '') \
    at screen 0.5, screen 8 / tall center font (strlen(across) > 50 ? ',8' : ',11') textcolor rgb '#222222'
if (is_single) {
    set xrange [first - 1:first + 1]
} else {
    if (case_names eq '') {
        set label 3 first_is at graph 0, screen 20 / tall left textcolor rgb '#222222'
        set label 4 last_is at graph 1, screen 20 / tall right textcolor rgb '#222222'
    }
    set xrange [(case_names eq '' ? first : first - 0.5):(case_names eq '' ? last : last + 0.5)]
}
if (case_names eq '') { unset xtics } else { eval "set xtics rotate by 40 right (".case_names.")" }
is_log = case_names eq '' && first > 0 && last >= 8 * first
if (is_log) { set logscale x 2 }
set logscale y
set yrange [half_decade(0, LOW_min):half_decade(1, HIGH_max)]
set ytics ('' 1) # gnuplot 6 would label a logarithmic axis linearly
do for [e = ceil(log10(half_decade(0, LOW_min))):floor(log10(half_decade(1, HIGH_max)))] {
    set ytics add (sprintf('%g', 10.0 ** e) 10.0 ** e)
}

# A kind with one value alone has neither a band nor a line: a short bar with a dash in it.
left(x) = is_log ? x / (last / first) ** 0.03 : x - (is_single ? 0.1 : 0.03 * (last - first))
right(x) = is_log ? x * (last / first) ** 0.03 : x + (is_single ? 0.1 : 0.03 * (last - first))
only(value) = column(5) == 1 ? value : NaN
joined(value) = column(5) == 1 ? NaN : value
# Between cases, a line would mean nothing.
kinds = words(colours)
plot for [k = 0:kinds - 1] $bands index k using 1:(is_case ? NaN : joined($2)):(joined($4)) \
        with filledcurves lc rgb colour(k) fillstyle transparent solid 0.25 noborder, \
    for [k = 0:kinds - 1] $bands index k using 1:(only($3)):(left($1)):(right($1)):2:4 \
        with boxxyerror lc rgb colour(k) fillstyle transparent solid 0.25 noborder, \
    for [k = 0:kinds - 1] $bands index k using 1:(is_case ? NaN : joined($3)) with lines lc rgb colour(k) lw 1.8, \
    for [k = 0:kinds - 1] $bands index k using 1:(is_case ? joined($3) : NaN) \
        with points pt 7 ps 0.6 lc rgb colour(k), \
    for [k = 0:kinds - 1] $bands index k using (left($1)):(only($3)):(right($1) - left($1)):(0) \
        with vectors nohead lc rgb colour(k) lw 1.8
unset output
