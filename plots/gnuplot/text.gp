# Draws one figure as text, for a terminal of text_columns columns: a panel after the other. A letter is a
# series, a small one a point that the page rings, and a dot a prediction.

letters_across = text_columns - 10.0
# A little more room than in a picture, since a letter is as wide as a column, and so is the frame.
span(p) = panel_high[p] > panel_low[p] ? panel_high[p] - panel_low[p] : 1
span_log(p) = panel_high[p] > panel_least[p] ? 1.0 * panel_high[p] / panel_least[p] : 2.0
across_low(p) = has_words ? panel_low[p] - 0.5 : \
                panel_across_log[p] ? panel_least[p] / span_log(p) ** 0.04 : panel_low[p] - 0.04 * span(p)
across_high(p) = has_words ? panel_high[p] + 0.5 : \
                 panel_across_log[p] ? panel_high[p] * span_log(p) ** 0.04 : panel_high[p] + 0.04 * span(p)
letter(k, small) = substr(small ? "abcdefghijklmnopqrstuvwxyz" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ", k, k)
place(p, k) = column(across(p)) + dodge(k)
height(p, i, ringed) = shows(p, i) && column("hollow") == ringed ? column(up(p)) : NaN

# Words stand below each other, in as many lines as they need not to touch.
word_count = words(word_tics) / 2
longest = word_lines = 0
lowest = ""
do for [w = 1:word_count] { longest = max2(longest, strlen(word(word_tics, 2 * w - 1))) }
if (has_words) {
    set lmargin longest / 2 + 2 # or the first word is left out
    set rmargin longest / 2
    word_lines = ceil((longest + 1.0) * word_count / max2(1, text_columns - longest - 4))
    do for [w = 2:word_lines] { lowest = lowest."\n" }
}

array owner[2]
set border 3
set border back
do for [p = 1:panel_count] {
    here_count = 0
    do for [i = 1:series_count] {
        if (shows(p, i)) {
            here_count = here_count + 1
            here[here_count] = i
        }
    }
    if (here_count > 0 && has_points(p)) {
        set terminal dumb noenhanced size text_columns, 19 + here_count + word_lines
        if (panel_title[p] ne "") { owner[panel_column[p]] = panel_title[p] }
        set title panel_up_title[p].", ".owner[panel_column[p]]
        set xlabel panel_across_title[p]
        set key below left Left reverse
        load plots.'/axes.gp'
        if (has_words) {
            set xtics ("" 1) norotate
            down = ""
            do for [w = 1:word_count] {
                set xtics add (down.word(word_tics, 2 * w - 1) w)
                down = w % word_lines == 0 ? "" : down."\n"
            }
            set xlabel lowest." "
        }
        plot for [k = 1:here_count] NaN with points pt letter(k, 0) title series_label[here[k]], \
            for [k = here_count:1:-1] series_file[here[k]] \
                using (place(p, k)):(predicted ? column(up(p)."_predicted") : NaN) \
                with points pt "." notitle, \
            for [k = here_count:1:-1] series_file[here[k]] \
                using (place(p, k)):(height(p, here[k], 1)) with points pt letter(k, 1) notitle, \
            for [k = here_count:1:-1] series_file[here[k]] \
                using (place(p, k)):(height(p, here[k], 0)) with points pt letter(k, 0) notitle
    }
}
