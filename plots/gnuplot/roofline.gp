# A roofline: lines that bound the points. Each target's limit is what its own copy moves and the most
# that any of its points computes.

array roof_most[series_count]
do for [i = 1:series_count] {
    stats series_file[i] using (column("gflops")) name "S" nooutput
    roof_most[i] = S_max
}
roof_height(i) = highest(i, series_count)
highest(i, j) = j < 1 ? 0 : series_copy[i] == series_copy[j] && roof_most[j] > highest(i, j - 1) \
                            ? roof_most[j] : highest(i, j - 1)
roof_count(p) = panel_quantity[p] eq "gflops" ? series_count : 0
roof(p, r, x) = !shows(p, r) ? NaN : \
                x * series_copy[r] < roof_height(r) ? x * series_copy[r] : roof_height(r)
second_note = "thin line: limit, set by the copy and the fastest point"
