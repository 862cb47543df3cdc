# The axes of panel `p`: ranges, scales and tics.

unset logscale x
set xtics nomirror autofreq norotate
set format x "%g"
if (has_points(p)) {
    if (panel_across_log[p]) {
        set logscale x 2
        set xtics ("" 1)
        do for [e = power_from(p):power_to(p):powers(p)] {
            set xtics add (is_sized(p) ? sized(2.0 ** e, size_unit(p)) : \
                           sprintf("%g", 2.0 ** e) 2.0 ** e)
        }
    }
    if (!panel_across_log[p] && panel_high[p] >= 1000) { set xtics step(panel_high[p] / 4.0, 1) }
    if (panel_tics_every[p]) { set xtics every(p) }
    if (panel_tics_between[p]) { set mxtics panel_tics_between[p] * every(p) / panel_tics_every[p] }
    if (panel_tics_at[p] ne "") { eval "set xtics (".panel_tics_at[p].")" }
    # Lines between words would mean nothing.
    if (has_words) {
        eval "set xtics (".word_tics.") rotate by slant right"
        set grid noxtics
    }
    set xrange [across_low(p) : across_high(p)]
} else {
    set xrange [0 : 1]
}
unset logscale y
set ytics nomirror autofreq
if (!has_points(p)) {
    set yrange [0 : 1]
} else {
    set yrange [up_low(p) : up_high(p)]
    if (panel_up_log[p]) {
        set yrange [0.999 * up_low(p) : 1.001 * up_high(p)] # or rounding cuts off a tic
        set logscale y panel_up_base[p]
        set ytics ("" 1)
        if (panel_up_base[p] == 2) {
            do for [e = floor(log2(up_low(p))):ceil(log2(up_high(p))):powers_up(p)] {
                set ytics add (sprintf("%g", 2.0 ** e) 2.0 ** e)
            }
        } else {
            do for [e = floor(log10(up_low(p))):ceil(log10(up_high(p)))] {
                do for [m = 1:9] {
                    set ytics add (has_number(p, m, e) ? sprintf("%.7g", m * 10.0 ** e) : "" \
                                   m * 10.0 ** e m > 1 && !has_number(p, m, e))
                }
            }
        }
    }
}
