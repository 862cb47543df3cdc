# Draws one figure, as SVG and as PNG: fractions at the left, GB/s at the right, one legend below.

longest = 0
do for [i = 1:series_count] {
    if (strlen(series_label[i]) > longest) { longest = strlen(series_label[i]) }
}
columns = int(130 / (longest + 8))
columns = columns < 1 ? 1 : columns > series_count ? series_count : columns
legend_rows = (series_count + columns - 1) / columns
height = 470 + 24 * legend_rows + 18 * marks_above + (left_end eq "" ? 0 : 20)
from_bottom(pixels) = pixels / (1.0 * height)
from_top(pixels) = 1 - pixels / (1.0 * height)

svg_terminal = sprintf("svg noenhanced size 1120,%d dynamic font 'Arial,15' background '%s'", \
                       height, paper)
png_terminal = sprintf("noenhanced size 2240,%d font 'Arial,15'", 2 * height)
png_terminal = (strstrt(GPVAL_TERMINALS, "pngcairo") ? "pngcairo " : "png ").png_terminal
if (strstrt(GPVAL_TERMINALS, "pngcairo")) {
    png_terminal = png_terminal." fontscale 1.5 linewidth 2 pointscale 2 background '".paper."'"
}

fraction_top = fraction_high > 1.1 ? 1.08 * fraction_high : 1.12
gbps_decade_low = 10 ** floor(log10(gbps_low * 0.9))
copy_line(i) = series_line[i] == 1 ? series_copy[i] : NaN

do for [format in "svg png"] {
    set terminal @format@_terminal
}
