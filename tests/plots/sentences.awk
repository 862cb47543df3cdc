# Proves captions and headlines against results: for tests/plots/sentences.
#
#   awk -F, -f sentences.awk [prefix='h200: ' beside.csv] prefix= results.csv captions.txt
#
# Nothing here is the program's: fractions, ratios, intervals, ties, knees and ranks are worked out
# again from the rows. A line of captions.txt is STUDY<tab>TEXT, or "@"TITLE<tab>NUMBER<tab>MEANING.
# Prints a line for each thing that is wrong; an unknown form is wrong.

function fail(what) { print where ": " what; wrong++ }
function least(a, b) { return a < b ? a : b }
function most(a, b) { return a > b ? a : b }
function near(a, b) { return a <= b * 1.000001 && a >= b / 1.000001 }
function words(text, parts) { return split(text, parts, / +/) }
function starts(text, head) { return substr(text, 1, length(head)) == head }

# Whether `text` is the number, rounded once to the digits that it has.
function is(text, number, what, digits, step) {
    checked++
    digits = index(text, ".") ? length(text) - index(text, ".") : 0
    step = 0.5 / 10 ^ digits
    if (text !~ /^[0-9]+(\.[0-9]+)?$/ || text - number > step * 1.0001 || number - text > step * 1.0001)
        fail(what " is told as " text ", not " number)
}

# "0.48 (0.44–0.66)", perhaps of per cent; a lone number if both ends print like it.
function is_interval(text, value, low, high, what, part, n) {
    n = split(text, part, /( %)? \(|–|\)/)
    if (n == 1) {
        digits_ = index(text, ".") ? length(text) - index(text, ".") : 0
        if (sprintf("%.*f", digits_, low) != sprintf("%.*f", digits_, high)) fail(what " has an interval: " text)
        is(part[1], value, what)
        return
    }
    if (n != 4) { fail("no interval of " what ": " text); return }
    is(part[1], value, what); is(part[2], low, what " (low)"); is(part[3], high, what " (high)")
}

# "1.2–1.6"; one number if both ends print like it, "up to 1.6" of what begins at 1.
function is_range(text, lo, hi, what, at_) {
    if (sub(/^up to /, "", text)) { if (sprintf("%.2f", lo) != "1.00") fail(what " does not begin at 1: " lo); is(text, hi, what " (high)"); return }
    at_ = index(text, "–")
    if (at_ && substr(text, 1, at_ - 1) == substr(text, at_ + length("–"))) fail(what " is no range: " text)
    is(at_ ? substr(text, 1, at_ - 1) : text, lo, what " (low)"); is(at_ ? substr(text, at_ + length("–")) : text, hi, what " (high)")
}

# The same of two points. If other load made one a bound: "at least 0.44", or both ends.
function is_ratio(text, value, low, high, what, a, b, side) {
    if (!busy[a] && !busy[b]) { is_interval(text, value, low, high, what); return }
    used_busy = 1
    if (low > 1) { if (!sub(/^at least /, "", text)) fail(what " is a bound: " text); is(text, low, what) }
    else if (split(text, side, "–") != 2) { is(text, low, what " (low)"); is(text, high, what " (high)") }
    else { is(side[1], low, what " (low)"); is(side[2], high, what " (high)") }
}

# ---- reading results

/^#/ && FILENAME ~ /csv$/ { sub(/^# /, ""); key = $0; sub(/:.*/, "", key); head[prefix key] = substr($0, length(key) + 3); next }
FILENAME ~ /samples.csv$/ {
    if ($1 == "point") next
    sampled[$1 + 1, ++samples_of[$1 + 1]] = $3
    i = NF > 5 && $6 != "-" ? $3 * (1 - $6) : $3 / 2
    if (!(($1 + 1) in left) || i < left[$1 + 1]) left[$1 + 1] = i
    next
}
FILENAME ~ /csv$/ && $1 == "study" { for (i = 1; i <= NF; i++) at[$i] = i; next }
FILENAME ~ /csv$/ { read_row(); next }
{ n = split($0, part, "\t"); where = part[1]; check(part[1], part[2], part[3]); next }
END { print checked + 0 > "/dev/stderr" }

function read_row(r, kind) {
    r = ++rows
    study[r] = $1; pattern[r] = $2; sub(/^dealt/, "cyclic", pattern[r]); target[r] = prefix $3; parameter[r] = $(at["parameter"])
    element[r] = $(at["element_bytes"]); value[r] = $(at["value"]); elements[r] = $(at["elements"])
    bytes[r] = $(at["useful_bytes"]); time[r] = $(at["time_ns"]); low[r] = $(at["ci_low_ns"])
    high[r] = $(at["ci_high_ns"]); level[r] = $(at["level"]); workers[r] = $(at["workers"])
    gpu[r] = $3 ~ /^gpu/
    settings[r] = "settings" in at ? $(at["settings"]) : "-"; load[r] = "load_gbps" in at ? $(at["load_gbps"]) : 0; ran_on[r] = "ran_on" in at ? $(at["ran_on"]) : ""
    if ($1 == "scaling") parameter[r] = parameter[r] " " settings[r] # a line each
    sets[r] = prefix
    usable[r] = $(at["valid"]) == "yes" && time[r] > 0
    if (time[r] < 100 && $(at["bandwidth_gbps"]) > 0 && bytes[r] / $(at["bandwidth_gbps"]) - time[r] < 0.0051 && time[r] - bytes[r] / $(at["bandwidth_gbps"]) < 0.0051) time[r] = bytes[r] / $(at["bandwidth_gbps"]) # rounded to 0.01 ns
    bound(r, $(at["marks"]) ~ /disturbed/, $(at["disturbed"]), $(at["valid"]))
    sound[r] = usable[r] && ($(at["marks"]) == "-" || r in busy) && $(at["marks"]) !~ /level/ && level[r] !~ /\// && level[r] != "unknown" && value[r] != "-"
    elsewhere[r] = usable[r] && $(at["marks"]) == "level-differs" && level[r] !~ /\// && level[r] != "unknown" && value[r] != "-"
    kind = target[r] SUBSEP element[r] SUBSEP $(at["footprint_bytes"])
    if (value[r] == "-" && !((study[r], target[r]) in own)) own[study[r], target[r]] = kind
    if (value[r] == "-" && usable[r] && !(r in busy)) {
        copies[target[r]]++
        copy[kind, count[kind]++] = bytes[r] / time[r]
        if (!((target[r]) in slowest) || bytes[r] / time[r] < slowest[target[r]]) slowest[target[r]] = bytes[r] / time[r]
        if (bytes[r] / time[r] > fastest[target[r]]) fastest[target[r]] = bytes[r] / time[r]
        if (element[r] == 4 && level[r] == "memory" && $(at["marks"]) == "-") plain[target[r], plains[target[r]]++] = bytes[r] / time[r]
    }
    if ((study[r], target[r]) in own) yard[r] = last_copies(own[study[r], target[r]])
    if (usable[r] && value[r] != "-" && (!((study[r], target[r]) in cheapest) || worker(time[r], r) < cheapest[study[r], target[r]]))
        cheapest[study[r], target[r]] = worker(time[r], r)
    drawn[study[r], target[r]] += usable[r] && value[r] != "-"
    row_of[study[r], ++in_study[study[r]]] = r
}
# What other load disturbed is between its shortest sample (what it left of it, if all were disturbed) and its median.
function bound(r, marked, disturbed, valid, i, n) {
    n = samples_of[r]
    scattered = disturbed > 0 && valid == "no: the interval is wider than the median"
    if (!n || !(scattered || (usable[r] && marked))) return
    for (i = 0; i < n; i++) list[i] = sampled[r, i + 1]
    i = median(n)
    if (!usable[r]) time[r] = high[r] = i
    low[r] = disturbed < n ? list[0] : most(left[r], list[0] / 100)
    usable[r] = 1; busy[r] = 1
}
function worker(ns, r) { return ns * workers[r] / elements[r] }
function last_copies(kind, n, i) {
    n = least(5, count[kind])
    for (i = 0; i < n; i++) list[i] = copy[kind, count[kind] - 1 - i]
    return n ? median(n) : 0
}
function median(n, i, j, t) {
    for (i = 0; i < n; i++)
        for (j = i + 1; j < n; j++)
            if (list[j] < list[i]) { t = list[i]; list[i] = list[j]; list[j] = t }
    return (list[int((n - 1) / 2)] + list[int(n / 2)]) / 2
}

# ---- what a sentence says of a row

function amount(r, ns, s) {
    s = study[r]
    if (s ~ /^banks?_?|^sets$/) return worker(ns, r) / cheapest[s, target[r]]
    if (s ~ /^(false_sharing|chains)$/) return slowest_cost(r) / (ns / elements[r])
    if (s == "contention") return 1000 * elements[r] / ns
    if (s ~ /^(latency|pages|loaded_latency|core_to_core)$/) return ns / elements[r]
    if (s == "intensity") return 2 * elements[r] * value[r] / ns
    if (s == "launch") return ns / 1000
    if (s ~ /^(footprint|blocks|transfer|scaling|mountain)$/ || !has_copies(s)) return bytes[r] / ns
    return bytes[r] / ns / yard[r]
}
# Of a study whose points do not all have a copy, sentences give GB/s.
function has_copies(s, i, q) {
    if (!(s in copied)) {
        copied[s] = 1
        for (i = 1; i <= in_study[s]; i++) { q = row_of[s, i]; if (usable[q] && value[q] != "-" && !yard[q]) copied[s] = 0 }
    }
    return copied[s]
}
function three_digits(x) { return x < 999.5 ? sprintf("%.3g", x) : sprintf("%.0f", x) }
function slowest_cost(r, i, q, most_) {
    for (i = 1; i <= in_study[study[r]]; i++) { q = row_of[study[r], i]; if (usable[q] && value[q] != "-" && target[q] == target[r]) most_ = most(most_, time[q] / elements[q]) }
    return most_
}
function less(s) { return s ~ /^banks?_?|^(sets|latency|pages|loaded_latency|core_to_core|launch)$/ }
function told(r) { return amount(r, time[r]) }
function speed(r, ns) { return less(study[r]) ? 1 / amount(r, ns) : amount(r, ns) }
function swift(r) { return speed(r, time[r]) }
# "faster", "slower", "same" or "" of a ratio with this interval; with a drift, what it leaves.
function judged(low_, high_) { return low_ >= 0.99 && high_ <= 1 / 0.99 ? "same" : low_ > 1 ? "faster" : high_ < 1 ? "slower" : "" }
function drift(a, b) { return sqrt(spread_of(a) * spread_of(b)) }
function spread_of(r) { return copies[target[r]] >= 3 ? fastest[target[r]] / slowest[target[r]] : 1 }
function verdict(low_, high_, d) { return judged(low_ / d, high_ * d) == judged(low_, high_) ? judged(low_, high_) : "" }
# gawk refuses to divide by zero, the speed of a point of intensity without an operation.
function over(x, y) { return y ? x / y : 1e99 }
function lowest_of(a, b) { return over(speed(a, high[a]), speed(b, low[b])) }
function highest_of(a, b) { return over(speed(a, low[a]), speed(b, high[b])) }
function verdict_of(a, b) { return verdict(lowest_of(a, b), highest_of(a, b), drift(a, b)) }
function noisy(a, b) { return verdict_of(a, b) == "" && judged(lowest_of(a, b), highest_of(a, b)) != "" }
function tied(low_, high_) { return high_ >= 0.99 && low_ <= 1 / 0.99 }
function ties(a, b) { return tied(lowest_of(a, b), highest_of(a, b)) }
function least_rate(a, b) { return bytes[a] / high[a] * low[b] / bytes[b] }
function most_rate(a, b) { return bytes[a] / low[a] * high[b] / bytes[b] }
function rate_verdict(a, b) { return verdict(least_rate(a, b), most_rate(a, b), drift(a, b)) }
function rate_noisy(a, b) { return rate_verdict(a, b) == "" && judged(least_rate(a, b), most_rate(a, b)) != "" }
function rate_ties(a, b) { return tied(least_rate(a, b), most_rate(a, b)) }
# A gain may be said to be inconclusive: it is taken out of `gain`.
function gain_remark(a, b, what, says) {
    says = sub(/ \(inconclusive: copies vary\)/, "", gain) ? 2 : sub(/ \(inconclusive\)/, "", gain) ? 1 : 0
    checked++
    if (says != (rate_verdict(a, b) != "" ? 0 : rate_noisy(a, b) ? 2 : 1)) fail(what " is " (rate_verdict(a, b) == "" ? "in" : "") "conclusive")
}
function share_is(text, a, b, what) { # of the speed of a over that of b, in per cent
    if (busy[a]) { used_busy = 1; if (!sub(/^at least /, "", text)) fail(what " is a bound: " text) }
    if (text !~ /–/) sub(/ %$/, "", text)
    is_interval(text, 100 * swift(a) / swift(b), 100 * speed(a, high[a]) / speed(b, low[b]), 100 * speed(a, low[a]) / speed(b, high[b]), what)
}
function rate(r) { return bytes[r] / time[r] }
function ratio_is(text, a, b, what) {
    is_ratio(text, rate(a) / rate(b), least_rate(a, b), most_rate(a, b), what, a, b)
}

# ---- places, as captions put them

function counted(n, k, names) {
    split("Ki Mi Gi", names, " ")
    if (n < 65536) return n
    for (k = 0; k < 3 && n % 1024 == 0; k++) n /= 1024
    return n (k ? " " names[k] : "")
}
function sized(n, k, names, one) {
    split("KiB MiB GiB TiB", names, " ")
    one = n == 1
    for (k = 0; n >= 1024 && k < 4; k++) n /= 1024
    return sprintf(n >= 10 || n == int(n) ? "%.0f" : "%.1f", n) " " (k ? names[k] : one ? "byte" : "bytes")
}
function cased(s, n, names) {
    if (s == "lanes") split("in order|reversed|permuted|misaligned by one|every 2nd idle|3 of 4 idle", names, "|")
    else split("a group apart|adjacent pairs|permuted|broadcast|structs of 3 words|structs of 2 words|two words of a bank|all of one bank", names, "|")
    return names[n]
}
function valued(r, s) {
    s = study[r]
    if (s ~ /^(lanes|bank_cases)$/) return cased(s, value[r])
    if (s == "false_sharing") return sized(value[r] + element[r])
    if (s ~ /^(element|bank_elements|sets|latency|reverse|footprint|blocks|transfer|mountain)$/) return sized(value[r])
    if (s == "loaded_latency") return three_digits(load[r])
    if (s == "intensity") return sprintf("%.3g", 2 * value[r] * elements[r] / bytes[r])
    return counted(value[r])
}
function place(r, text, name, form) { # `text` instead of the value
    form = "at %"
    if (study[r] ~ /^(stride|banks)$/) form = "at stride %"
    if (study[r] ~ /^(matrix|transpose|jacobi)$/) form = "at edge %"
    if (study[r] ~ /^(gather|scatter)$/) form = "at window %"
    if (study[r] ~ /^(grid|contention|chains|launch|scaling)$/) form = "with % $"
    if (study[r] == "loaded_latency") form = "at % GB/s of load"
    if (study[r] == "mountain") { form = settings[r]; sub(/=/, " ", form); form = "with " form " at %" }
    if (study[r] == "offset") form = "at offset %"
    if (study[r] == "transfer") form = "over the bus at %"
    if (study[r] == "order") form = "chunk %"
    if (study[r] == "false_sharing" && stepping || study[r] ~ /^(sets|latency|footprint)$/ && stepping) form = "%"
    if (study[r] == "pages" && stepping) form = "% pages"
    if (study[r] == "bank_cases") form = "in case “%”"
    if (study[r] == "lanes") form = "at “%”"
    if (study[r] == "layout") form = pattern[r] ~ /^vec3/ ? "with structs of % fields" : "with % of 8 fields used"
    if (study[r] == "share") form = "with % elements for each thread"
    if (study[r] == "table") form = "with % entries"
    if (study[r] == "intensity") form = "at % operations a byte"
    if (study[r] == "pages" && !stepping) form = "over % $"
    name = parameter[r]
    sub(/ .*/, "", name)
    if (value[r] == 1) sub(/s$/, "", name)
    if (study[r] ~ /^(grid|launch)$/ && gpu[r]) name = (name ~ /^team/ ? "team" : "warp") (value[r] == 1 ? "" : "s") (name ~ /^team/ ? " a multiprocessor" : " a team")
    if (study[r] == "scaling" && gpu[r]) name = (value[r] == 1 ? "warp" : "warps") " in each team"
    sub(/%/, text == "" ? valued(r) : text, form); sub(/\$/, name, form)
    return form
}
function knee_place(r, text) { # the same after "between"
    text = place(r, text)
    if (study[r] == "pages") sub(/over /, "", text)
    else if (study[r] ~ /^(table|intensity)$/) sub(/(with|at) /, "", text)
    else if (study[r] == "sets") sub(/at /, "distances ", text)
    else sub(/at window /, "windows ", text)
    return text
}
function bare(text) { # without the unit
    sub(/^its (slowest speed|shortest time)$/, "1.00", text)
    sub(/ (million additions a second|of its copy|GB\/s|ns an access|ns an element|times its shortest time|times its slowest speed|µs|GFLOP\/s)/, "", text)
    return text
}
# The point whose amount is 1, and what the amount of another one can be by the intervals of both.
function base_of(r, i, q, found, sign) {
    if (study[r] !~ /^(banks?_?|sets|false_sharing|chains)/) return 0
    sign = less(study[r]) ? -1 : 1
    for (i = 1; i <= in_study[study[r]]; i++) {
        q = row_of[study[r], i]
        if (usable[q] && value[q] != "-" && target[q] == target[r] && (!found || sign * worker(time[q], q) > sign * worker(time[found], found))) found = q
    }
    return found
}
function bounds(r, b) {
    bound_low = bound_high = 1
    if (!b || b == r) return
    bound_low = less(study[r]) ? worker(low[r], r) / worker(high[b], b) : worker(low[b], b) / worker(high[r], r)
    bound_high = less(study[r]) ? worker(high[r], r) / worker(low[b], b) : worker(high[b], b) / worker(low[r], r)
}
function bounds_are(text, lo, hi, what) {
    used_busy = 1
    if (!sub(lo > 1 ? "^at least " : "^up to ", "", text)) fail(what " is a bound: " text)
    is(bare(text), lo > 1 ? lo : hi, what)
}
function amount_is(text, r, what, b) {
    b = base_of(r)
    if (b && b != r && (busy[r] || busy[b])) { bounds(r, b); bounds_are(text, bound_low, bound_high, what); return }
    if (b == r && busy[r]) { is(bare(text), 1, what); return }
    if (busy[r]) { used_busy = 1; checked++; if (!sub(less(study[r]) ? "^at most " : "^at least ", "", text)) fail(what " is a bound: " text) }
    is(bare(text), told(r), what)
}

# ---- which points a sentence may compare

function listed(of, name) { return of == "" || index(" " of " ", " " name " ") }
function has(r, t, of, v) { return (sound[r] || in_caches && elsewhere[r]) && target[r] == t && listed(of, pattern[r]) && (v == "" || value[r] == v) }
function pick(s, t, of, v, i, r) { # into chosen[1..n]
    picks = 0
    for (i = 1; i <= in_study[s]; i++) { r = row_of[s, i]; if (has(r, t, of, v)) chosen[++picks] = r }
    return picks
}
function best(sign, i, found, apart) {
    for (i = 1; i <= picks; i++) {
        apart = found ? sign * (swift(chosen[i]) - swift(found)) : 1
        if (apart > 0 || apart == 0 && pattern[chosen[i]] == pattern[found] && value[chosen[i]] + 0 < value[found] + 0) found = chosen[i]
    }
    return found
}
function short_setting(text, n, k) { # "each=16Ki"
    n = text; sub(/.*=/, "", n)
    for (k = 0; n >= 1024 && n % 1024 == 0 && k < 3; k++) n /= 1024
    sub(/=.*/, "", text)
    return text "=" n substr("KiMiGi", 2 * k - 1, k ? 2 : 0)
}
# "a handover takes 46 ns between cores with one L3 (41–52, 28 pairs)": by what both cores share.
function handovers(s, text, part, n, i, k, r, where_, low_, high_) {
    sub(/^a handover takes /, "", text)
    gsub(/, of which [^,;]* are as near as threads of one core/, "", text); gsub(/, [0-9]+ pairs/, "@&", text); gsub(/@, /, "@", text)
    n = split(text, part, ", ")
    for (i = 1; i <= n; i++) {
        where_ = part[i]; sub(/^[0-9.]+ ns between /, "", where_); sub(/ \(.*/, "", where_); k = 0
        for (r = 1; r <= rows; r++) if (study[r] == s && sound[r] && target[r] !~ /: / && index(ran_on[r], where_)) list[k++] = time[r] / elements[r]
        if (!k) { fail("no pair of " where_); continue }
        checked++
        low_ = median(k) # sorts
        text = three_digits(low_) " ns between " where_ (k > 1 ? " (" three_digits(list[0]) "–" three_digits(list[k - 1]) "@" k " pairs)" : "")
        if (part[i] != text) fail("handovers are " text ", not " part[i])
    }
}
function any_drawn(s, t, of, i, r) {
    for (i = 1; i <= in_study[s]; i++) { r = row_of[s, i]; if (usable[r] && value[r] != "-" && target[r] == t && listed(of, pattern[r])) return 1 }
    return 0
}
function patterns(s, t, of, i, r, seen, n) {
    n = 0; split("", seen)
    for (i = 1; i <= in_study[s]; i++) { r = row_of[s, i]; if (usable[r] && value[r] != "-" && target[r] == t && listed(of, pattern[r]) && !seen[pattern[r]]++) n++ }
    return n
}
# The nearest value to `wanted` ("most", "least" or a number) at which enough patterns are sound.
function value_for(s, t, of, wanted, i, r, v, d, far, found, needed, n) {
    needed = patterns(s, t, of) > 1 ? 2 : 1; found = ""
    for (i = 1; i <= in_study[s]; i++) {
        r = row_of[s, i]; v = value[r]
        if (!has(r, t, of, "")) continue
        d = wanted == "most" ? -v : wanted == "least" ? v + 0 : v > wanted ? v - wanted : wanted - v
        n = pick(s, t, of, v)
        if (n >= needed && (found == "" || d < far)) { found = v; far = d }
    }
    return found
}
function series(s, t, p, par, i, j, r, k) { # its sound points by value, into line[1..n]
    lines = 0
    for (i = 1; i <= in_study[s]; i++) {
        r = row_of[s, i]
        if (!sound[r] || target[r] != t || pattern[r] != p || par != "" && parameter[r] != par) continue
        for (j = ++lines; j > 1 && value[line[j - 1]] + 0 > value[r] + 0; j--) line[j] = line[j - 1]
        line[j] = r
    }
    return lines
}
function parameter_list(s, t, p, i, r, seen_) { # of its series, into params[1..n], by name
    split("", met_); nparams = 0
    for (i = 1; i <= in_study[s]; i++) { r = row_of[s, i]; if (usable[r] && value[r] != "-" && target[r] == t && pattern[r] == p && !met_[parameter[r]]++) params[++nparams] = parameter[r] }
    for (i = 1; i < nparams; i++)
        for (r = i; r >= 1 && params[r] > params[r + 1]; r--) { seen_ = params[r]; params[r] = params[r + 1]; params[r + 1] = seen_ }
    return nparams
}
function only_pattern(s, i) { for (i = 1; i <= in_study[s]; i++) if (value[row_of[s, i]] != "-") return pattern[row_of[s, i]] }
function target_at_start(text, t) {
    for (t in known_targets) if (starts(text, t) && substr(text, length(t) + 1) ~ /^( |’)/) return t
    return ""
}
function lesson(s, what, t, is_gpu) { # what the lesson leads one to expect: written here by hand
    is_gpu = t ~ /gpu/
    what = s SUBSEP what
    if (what ~ /^stride.*course|^table|^gather|^scatter/) return "falling"
    if (what ~ /^order/) return is_gpu ? "falling" : "rising"
    if (what ~ /^chains/) return "rising"
    if (what ~ /^contention.*course/) return is_gpu ? "rising" : ""
    if (what ~ /^offset/) return "equal"
    if (what ~ /^banks/) return is_gpu ? "" : "equal"
    if (what ~ /^stride/) return "faster stride"
    if (what ~ /^layout.*soa/) return "faster soa"
    if (what ~ /^share.*_clear/) return is_gpu ? "faster cyclic_clear" : "faster order_clear"
    if (what ~ /^share/) return is_gpu ? "faster cyclic" : "faster order"
    if (what ~ /^transpose/) return "faster transpose_padded"
    if (what ~ /^contention/) return is_gpu ? "faster contention" : "faster contention_padded"
    if (what ~ /^sets/) return is_gpu ? "equal" : "faster sets_padded"
    if (what ~ /^footprint/) return is_gpu ? "equal" : "faster copy_stream"
    if (is_gpu) return ""
    if (what ~ /columns_padded/) return "faster matrix_columns_padded"
    if (what ~ /^latency/) return "faster chase_in_order"
    if (what ~ /^pages/) return "faster pages_large"
    return ""
}

# ---- the forms

function check(name, text, meaning, n, i, part, used) {
    split("", known_targets)
    for (i = 1; i <= rows; i++) known_targets[target[i]] = 1
    if (name ~ /^@/) { headline(substr(name, 2), text, meaning); return }
    if (text == "There is no valid point to draw.") { fail_if_drawn(name); return }
    sub(/\.$/, "", text)
    n = split(text, part, /\. /)
    if (n > 3) fail(n " sentences")
    subject = lost_answer = ""
    for (i = 1; i <= n; i++) {
        used_busy = 0
        used_of = match(part[i], / when [a-z0-9]*( [a-z0-9:]*)* was measured$/) ? substr(part[i], RSTART + 6, RLENGTH - 19) : ""
        sub(/ when [^,]* was measured$/, "", part[i])
        used = sub(/, though the machine was busy$/, "", part[i])
        sentence(name, part[i], i)
        if (used_busy && !used) fail("not said that the machine was busy: " part[i])
        if (used && !any_busy(name, used_of)) fail("the machine was not busy: " part[i])
    }
}
function any_busy(s, t, i) { for (i = 1; i <= in_study[s]; i++) if (busy[row_of[s, i]] && (t == "" || target[row_of[s, i]] == t)) return 1; return 0 }
function fail_if_drawn(s, i) { for (i = 1; i <= in_study[s]; i++) if (usable[row_of[s, i]] && value[row_of[s, i]] != "-") fail("there is a point") }

function sentence(s, text, number, of, clause, n, i, t, done) {
    unit = ""; stepping = 0
    text = tolower(substr(text, 1, 1)) substr(text, 2)
    if (s ~ /^(topology_check|numa.*)$/) return # tests/results/test_reported.c proves these
    if (text ~ /^a handover takes /) { handovers(s, text); return }
    if (text ~ /^a copy kernel over /) { journey(s, text); return }
    if (text ~ /^the same loop, / || text ~ / with neighbouring elements to neighbouring threads/) { opposite(s, text); return }
    if (text ~ / reaches at worst /) { lost(s, text); return }
    if (text ~ /^speed relative to that .*, for the same bytes: /) { against(s, text); return }
    if (text ~ / (leaves a TLB’s reach|shows no TLB step) /) { reach(s, text); subject = "pages_small"; return }
    if (text ~ / does best .*: .* then keeps |(^|, )both do best /) { contrast(s, text); return }
    of = number > 1 ? subject : s ~ /^(stride|gather|scatter|sets|contention|intensity)$/ ? s : s == "scaling" ? "scaled_copy" : ""
    if (match(text, /^[a-z_0-9]+: /) && index(" chase pages_small copy loaded_reads ", " " substr(text, 1, RLENGTH - 2) " ")) { of = substr(text, 1, RLENGTH - 2); text = substr(text, RLENGTH + 1) }
    subject = of
    if (number == 2 && s == "intensity") of = ""
    if (number == 2 && s == "contention") of = "contention"
    if (text ~ /(^|; )[a-z_0-9]+ (is [^;]*as fast as |and [a-z_0-9]+ are equally fast )/) { pairs(s, text); return }
    named_first = named_last = ""
    n = split(text, clause, "; ")
    for (i = 1; i <= n; i++) {
        if (!done++) form = s == "scaling" ? "course" : clause[i] ~ / in (L[1-3]|memory)(, [0-9.–]* times as (long|much) as in | and )/ ? "span" : clause[i] ~ /[0-9] \([^()]*\)(,|$)/ && clause[i] !~ / is fastest | times as fast | its shortest time,| varies no | equally fast (at|with|over) / ? "plateaus" : clause[i] ~ / is fastest | is equally fast | varies no more than | its shortest time, / ? "ranking" : clause[i] ~ / below half of / ? "half" : clause[i] ~ / reaches 90 % / ? "enough" : clause[i] ~ / in less than 10 % extra time/ ? "free" : clause[i] ~ / (reaches|takes) .* and | (falls|rises) from .* to | is .*as fast (at|with) .* as (at|with) / ? "course" : "none"
        if (form == "ranking") { ranking(s, clause[i]); continue }
        t = target_at_start(clause[i])
        if (t == "") { fail("no target begins " clause[i]); continue }
        if (of == "" && patterns(s, t, "") == 1) of = only_pattern(s)
        clause[i] = substr(clause[i], length(t) + 1)
        if (form ~ /course|enough/) form = clause[i] ~ /^ does so | reaches 90 % / ? "enough" : "course"
        if (form == "course") course(s, t, of, clause[i])
        else if (form == "half") half(s, t, of, clause[i])
        else if (form == "enough") enough(s, t, of, clause[i])
        else if (form == "free") free_of(s, t, of, clause[i])
        else if (form == "span") span(s, t, of, clause[i])
        else if (form == "plateaus") plateaus(s, t, of, clause[i])
        else fail("a form that is not known: " clause[i])
    }
}
function course(s, t, of, text, n, i, part, p, first, last, a, b, rest, same, same_, verb) {
    if (s == "scaling") gsub(/, (L[1-3]|memory)\)/, "@&", text) # "@, L1)" of "(each=16Ki, L1)"
    gsub(/@, /, "@", text)
    n = split(substr(text, 2), part, /, /)
    parameter_list(s, t, of)
    if (s == "launch") { nparams = 1; params[1] = text ~ / multiprocessor/ ? "teams" : "threads" } # a sentence each
    p = 0
    for (i = 1; i <= n; i++) {
        do series(s, t, of, params[++p]); while (!whole(s, t, of, params[p]) && p < nparams)
        if (!whole(s, t, of, params[p])) { fail(t " has no such series: " part[i]); return }
        first = line[1]; last = line[lines]; rest = part[i]
        if (s == "loaded_latency" && load[first] > load[last]) { first = line[lines]; last = line[1] } # as the axis has it
        if (s == "scaling") { cut_end(" (" short_setting(settings[first]) (level[first] == level[last] ? "@" level[first] : "") ")", rest); if (cut == rest) fail("which line of " t ": " rest); rest = cut }
        unlike_is(sub(/ \(the lesson says otherwise\)$/, "", rest), course_unlike(s, t, first, last), t)
        if (s ~ /^(false_sharing|chains)$/) { course_times(s, t, rest, first, last); continue }
        same = place(first) == named_first && place(last) == named_last
        same_ = verdict_of(last, first); checked++
        verb = same_ == "same" || same_ == "" ? (less(s) ? "takes " : "reaches ") : (same_ == "faster") == less(s) ? "falls from " : "rises from "
        if (!sub("^" verb, "", rest)) { fail("not " verb t ": " rest); return }
        if (split(rest, side, verb ~ /from/ ? " to " : " and (an equal )?") != 2) { fail("no two ends: " rest); return }
        if ((rest ~ / and an equal /) != (same_ == "same")) fail(t ": the ends are " same_)
        a = side[1]; b = side[2]
        if (a ~ / (at|with|over|in) / && !ends_with(a, " " place(first)) || b ~ / (at|with|over|in) / && !ends_with(b, " " place(last))) fail("the ends are at " place(first) " and " place(last) ": " rest)
        if (!same && (!ends_with(a, place(first)) || !ends_with(b, place(last)))) fail("no places of " t ": " rest)
        cut_end(" " place(first), a); amount_is(without_spread(cut, first), first, t " " place(first))
        cut_end(" " place(last), b); amount_is(without_spread(cut, last), last, t " " place(last))
        named_first = place(first); named_last = place(last)
    }
}
# "0.69 of its copy (within its copies’ spread)": of an end that differs by more than 10 %, but no more than copies do.
function of_copy(r) { return yard[r] && told(r) == bytes[r] / time[r] / yard[r] }
function without_spread(text, r, says, times) {
    says = sub(/ \(within its copies’ spread\)$/, "", text)
    times = most(told(r), over(1, told(r))); checked++
    if (says != (of_copy(r) && !busy[r] && times > 1.1 && times <= spread_of(r))) fail(target[r] " is " (says ? "not " : "") "within the spread of its copies: " text)
    return text
}
# "is 42.7 (41.6–43.9) times as fast at 256 bytes as at 4 bytes": the faster end over the other.
function course_times(s, t, text, from, to, v, places) {
    checked++; v = verdict_of(to, from)
    if (rate(to) < rate(from)) { places = from; from = to; to = places }
    if (sub(/ \(inconclusive: copies vary\)$/, "", text) != (v == "" && noisy(to, from)) || sub(/ \(inconclusive\)$/, "", text) != (v == "" && !noisy(to, from))) fail(t " is inconclusive or not: " text)
    places = place(from) == named_first && place(to) == named_last ? "" : " " place(to) " as " place(from)
    named_first = place(from); named_last = place(to)
    if (!sub(/^is /, "", text)) fail("no verb: " text)
    cut_end((v == "same" ? "as fast" : " times as fast") places, text)
    if (cut == text) { fail("not as fast" places ": " text); return }
    if (v != "same") is_ratio(cut, swift(to) / swift(from), speed(to, high[to]) / speed(from, low[from]), speed(to, low[to]) / speed(from, high[from]), t, to, from)
}
# Whether the sound points reach both ends of a sweep: no row lies beyond them, valid or not.
function whole(s, t, p, par, i, r) {
    if (lines < 2) return 0
    for (i = 1; i <= in_study[s]; i++) {
        r = row_of[s, i]
        if (value[r] == "-" || target[r] != t || pattern[r] != p || par != "" && parameter[r] != par) continue
        if (value[r] + 0 < value[line[1]] + 0 || value[r] + 0 > value[line[lines]] + 0) return 0
    }
    return 1
}
function ends_with(text, tail) { return substr(text, length(text) - length(tail) + 1) == tail }
function cut_end(tail, text) { cut = ends_with(text, tail) ? substr(text, 1, length(text) - length(tail)) : text }
function unlike_is(says, holds, t) { checked++; if (!says != !holds) fail(t " is " (holds ? "" : "not ") "unlike its lesson") }
function course_unlike(s, t, first, last, l) {
    l = lesson(s, "course", t)
    if (l != "rising" && l != "falling") return 0
    return verdict_of(last, first) == "same" || verdict_of(last, first) == (l == "rising" ? "slower" : "faster")
}

function ranking(s, text, t, v, of, head, top, low_end, n, rest, m, l, flat, how, i) {
    of = s == "sets" ? "sets" : s == "transfer" ? "transfer_in transfer_out transfer_in_pinned transfer_out_pinned" : ""
    v = ""; head = ""
    t = target_at_start(text)
    if (t == "") { head = text; sub(/, .*/, "", head); text = substr(text, length(head) + 3); t = target_at_start(text) }
    if (t == "") { fail("no target begins " text); return }
    if (s ~ /^trans|^reverse/) {
        n = contrast_target(s, 1); v = value_for(s, n, of, "most")
        if (t != n) v = value_for(s, t, of, v == "" ? "most" : v)
    }
    n = pick(s, t, of, v)
    top = best(1); low_end = best(-1)
    if (head != "" && head != place(top)) fail("the value is not " head " but " place(top))
    flat = verdict_of(top, low_end)
    how = flat == "same" ? "is equally fast" : noisy(top, low_end) ? "varies no more than its repeated copies" : "varies no more than its samples"
    flat = flat == "same" || flat == ""
    l = lesson(s, "ranking", t)
    m = l == "equal" ? lowest_of(top, low_end) / drift(top, low_end) > 1.1 : 0
    for (i = rest = 0; i < in_study[s]; i++) { low_end_row = row_of[s, i + 1]; rest += value[low_end_row] != "-" && target[low_end_row] == t && listed(of, pattern[low_end_row]) && (v == "" || value[low_end_row] == v) }
    if (2 * n <= rest) fail(t " has only " n " of " rest " points")
    unlike_is(sub(/ \(the lesson says otherwise\)$/, "", text), m, t)
    rest = substr(text, length(t) + 2)
    if (rest ~ /^(is equally fast|varies no more than its (repeated copies|samples)) /) {
        checked++
        if (!flat || !starts(rest, how)) fail(t " is not flat, or not so: " rest)
        match(rest, /(at|with|over) (both|all [0-9]+) [a-z]+/)
        if (substr(rest, RSTART, RLENGTH) != (rest ~ /^varies/ ? "over " : patterns(s, t, of) > 1 ? "with " : "at ") (n == 2 ? "both" : "all " n) (patterns(s, t, of) > 1 || s == "mountain" ? " choices" : " values")) fail(t " has " n " points: " rest)
        match(rest, /\(.*\)/)
        is_range(bare(substr(rest, RSTART + 1, RLENGTH - 2)), least(told(top), told(low_end)), most(told(top), told(low_end)), t)
        return
    }
    if (flat) fail(t " " how)
    if (s ~ /^banks?_?|^sets$/) {
        if (!sub(busy[top] || busy[low_end] ? "^takes " : "^takes up to ", "", rest)) { fail("no cost: " rest); return }
        head = rest; sub(/ times its shortest time, .*/, "", head); rest = substr(rest, length(head) + 1)
        is_ratio(head, swift(top) / swift(low_end), speed(top, high[top]) / speed(low_end, low[low_end]), speed(top, low[top]) / speed(low_end, high[low_end]), t " worst", top, low_end)
        if (!sub(/^ times its shortest time, /, "", rest)) { fail("no cost: " rest); return }
        ends_at(s, t, of, v, rest, low_end)
        return
    }
    sub(/^is fastest /, "", rest)
    if ((rest ~ / and slowest /) == (s == "intensity")) fail("no two ends: " rest)
    split(rest, side, / and slowest /)
    head = side[2]
    choice(s, t, of, v, side[1], top)
    if (head != "") choice(s, t, of, v, head, low_end)
}
# "at stride 4 (1.21, 11 others tie)" of the best or the worst, or "at stride 4 or 8 (both about 1.21)".
function choice(s, t, of, v, text, r, rest) {
    rest = text; sub(/.*\(/, "", rest); sub(/\)$/, "", rest)
    if (sub(/, [0-9]+ others tie$/, "", rest)) sub(/\([^(]*, /, "(", text)
    else {
        sub(/ \([^(]*$/, "", text)
        if (sub(busy[r] ? "^both " : "^both about ", "", rest) != (text ~ / or /)) fail(t ": both or one: " text)
    }
    amount_is(rest, r, t " " place(r))
    ends_at(s, t, of, v, text, r)
}
# Which place it is, and what ties: "at stride 64 or 32", "at stride 4 (11 others tie)".
function ends_at(s, t, of, v, text, r, i, n, other, many, rest, ok) {
    many = patterns(s, t, of) > 1; n = 0
    rest = choice_text(s, t, of, v, r)
    if (!starts(text, rest)) { fail(t ": the end is " rest ", not " text); return }
    rest = substr(text, length(rest) + 1)
    for (i = 1; i <= picks; i++) if (chosen[i] != r && ties(chosen[i], r)) { n++; other[n] = chosen[i] }
    if (n == 1) ok = rest == " or " (s == "mountain" ? place(other[1]) : !many ? (s ~ /^(lanes|bank_cases)$/ ? "“" valued(other[1]) "”" : valued(other[1])) : v == "" ? "with " pattern[other[1]] " " place(other[1]) : pattern[other[1]])
    else if (n > 1) ok = rest == " (" n " others tie)"
    else ok = rest == ""
    checked++
    if (!ok) fail(t " has " n + 0 " ties with " place(r) ": " text)
}

function ties_of(r, i, n) { for (i = 1; i <= picks; i++) n += chosen[i] != r && ties(chosen[i], r); return n + 0 }
function contrast(s, text, of, a, b, i, n, clause, v, va, vb, c, there, t, sign, said, r) {
    of = s == "layout" ? "aos soa aosoa" : ""
    sign = s == "layout" ? "least" : s ~ /^(transpose|jacobi)$/ ? "most" : ""
    a = contrast_target(s, 1); b = contrast_target(s, 2)
    va = sign == "" ? "" : value_for(s, a, of, sign); vb = sign == "" ? "" : value_for(s, b, of, va)
    if (sign != "") { pick(s, a, of, va); said = place(best(1)) ", "; text = tolower(substr(text, 1, 1)) substr(text, 2); if (!starts(text, said)) fail("not at " said text); else text = substr(text, length(said) + 1) }
    if (text ~ /^both do best /) {
        checked++
        said = sub(/ \(others tie\)$/, "", text)
        sub(/^both do best /, "", text)
        pick(s, a, of, va); t = best(1); n = ties_of(t); pick(s, b, of, vb); c = best(1); n += ties_of(c)
        if (said != (n > 0)) fail("others tie: " n)
        for (i = 1; i <= in_study[s]; i++) {
            r = row_of[s, i]
            if (!has(r, a, of, va) || !ties(r, t) || choice_text(s, a, of, va, r) != text) continue
            there = same_choice(s, b, of, vb, r)
            if (there && ties(there, c)) return
        }
        fail("not the best of both: " text)
        return
    }
    n = split(text, clause, "; ")
    if (n == 2) { contrast_clause(s, of, b, vb, a, va, clause[1], 1, sign); contrast_clause(s, of, a, va, b, vb, clause[2], 0, sign) }
    else fail("one side only: " text)
}
function contrast_target(s, which, i, t, first) { # own first, then one of the other kind
    for (i = 1; i <= in_study[s]; i++) { t = target[row_of[s, i]]; if (usable[row_of[s, i]] && value[row_of[s, i]] != "-" && sets[row_of[s, i]] == "" && (first == "" || t < first)) first = t }
    if (which == 1) return first
    for (i = 1; i <= in_study[s]; i++) { t = target[row_of[s, i]]; if (usable[row_of[s, i]] && (t ~ /gpu/) != (first ~ /gpu/)) return t }
}
function choice_text(s, t, of, v, r, many) {
    many = patterns(s, t, of) > 1
    return (many ? "with " pattern[r] : "") (many && v == "" ? " " : "") (v == "" || !many ? place(r) : "")
}
function same_choice(s, t, of, v, r, i, q, found, d) {
    for (i = 1; i <= in_study[s]; i++) {
        q = row_of[s, i]
        if (!has(q, t, of, v) || pattern[q] != pattern[r] || parameter[q] != parameter[r]) continue
        if (!found || apart(value[q], value[r]) < apart(value[found], value[r])) found = q
    }
    return found
}
function apart(a, b) { return a > b ? a - b : b - a }
# "gpu0 does best at run 4: cpu then keeps 9.7 % (9.1–11.7, nearest: at run 8) of its best speed"
function contrast_clause(s, of, t, v, u, w, text, first, sign, r, q, i, n, there, that, top, head, candidates) {
    n = pick(s, t, of, v); top = best(1)
    for (i = 1; i <= n; i++) candidates[i] = chosen[i]
    r = there = 0
    for (i = 1; i <= n; i++) { # of what is equal to the best, what costs the other least
        q = candidates[i]
        if (!ties(q, top) || !(that = same_choice(s, u, of, w, q))) continue
        if (!there || swift(that) > swift(there)) { r = q; there = that }
    }
    pick(s, u, of, w); top = best(1)
    head = t " does best " choice_text(s, t, of, v, r) ": " u " then keeps "
    if (!starts(text, head)) { fail("the best is " head ", not " text); return }
    text = substr(text, length(head) + 1)
    if (first) { cut_end(" of its best speed", text); if (cut == text) fail("of what: " text); text = cut }
    if (value[there] != value[r] && sign == "") {
        cut_end(", nearest: " place(there) ")", text); if (cut != text) cut = cut ")"; else cut_end(" (nearest: " place(there) ")", text)
        if (cut == text) fail("not said that the nearest is " place(there))
        text = cut
    }
    share_is(text, there, top, u " " place(there))
}

# "a is 2 (1–3) times as fast as b on cpu at x, 4 (3–5) times on gpu0; c and d are equally fast on cpu, but d is ..."
function pairs(s, text, clause, n, cache, i, names, part, m, j, t, v, a, b, x, said, before, now, subject_value, p, unlike) {
    n = split(text, clause, "; ")
    said = ""
    for (i = 1; i <= n; i++) {
        if (s ~ /^(blocks|reverse)$/) { if (i == 1) level_said = equal_said = ""; pair_ranges(s, clause[i]); continue }
        m = split(clause[i], part, /, /); subject_value = s == "layout" && i == 1 ? "least" : "most"; before = ""
        for (j = 1; j <= m; j++) {
            x = part[j]; unlike = sub(/ \(the lesson says otherwise\)/, "", x); gain = x; x = without_remark(x)
            if (!match(x, /(^| )on /)) { fail("on no target: " x); continue }
            t = target_at_start(substr(x, RSTART + RLENGTH) " ")
            p = substr(x, RSTART + RLENGTH + length(t) + 1); x = substr(x, 1, RSTART - 1)
            if (j == 1 && match(x, / (are equally fast|times as fast as [a-z_0-9]+)$/)) {
                now = x ~ /equally fast$/ ? "equal" : "first"
                names[1] = x; sub(/ .*/, "", names[1]); names[2] = x
                if (now == "equal") sub(/ are equally fast$/, "", names[2])
                sub(/.* /, "", names[2])
                sub(now == "equal" ? " are equally fast$" : " times as fast as [a-z_0-9]+$", "", x)
                if (now == "equal" ? x != names[1] " and " names[2] : !sub(/^[a-z_0-9]+ is /, "", x)) { fail("no pair: " part[j]); break }
            } else if (j == 1) { fail("no pair: " part[j]); break }
            else if (x == "and") now = before
            else if (x == "but equally fast") now = "equal"
            else if (match(x, /^but [a-z_0-9]+ is /)) {
                now = starts(x, "but " names[1] " ") ? "first" : starts(x, "but " names[2] " ") ? "second" : "nobody"
                x = substr(x, RLENGTH + 1)
                if (!sub(/ times as fast$/, "", x)) fail("how often: " x)
            } else if (sub(/ times$/, "", x)) now = before
            if (j > 1 && (part[j] ~ /^but /) != (now != before) || now == "nobody" || now == "") { fail("what of them: " part[j]); break }
            v = value_both(s, t, names[1], names[2], subject_value)
            if (match(p, /(^| )in L[1-3]$/)) { # both in a cache that is not the copy's level
                cache = substr(p, length(p) - 1); p = substr(p, 1, RSTART - 1)
                if (v != "") fail("said in " cache ", though " t " has both at " v)
                in_caches = 1; v = value_both(s, t, names[1], names[2], subject_value)
            }
            if (v == "") { fail(t " has not both of " names[1] " and " names[2]); continue }
            pick(s, t, names[1], v); a = chosen[1]; pick(s, t, names[2], v); b = chosen[1]
            if (in_caches && (level[a] != cache || level[b] != cache)) fail(names[1] " and " names[2] " are not both in " cache)
            if (p != "" ? p != place(a) : place(a) != said) fail("the place of " names[1] " is " place(a) ", not " p)
            said = place(a); before = now; checked++
            if ((now == "equal") != (rate_verdict(a, b) == "same")) fail(names[1] " and " names[2] " are " (now == "equal" ? "not " : "") "equal on " t)
            else if (now != "equal" && (now == "first") != (rate(a) > rate(b))) fail(t ": the other one is faster: " part[j])
            if (now == "first") ratio_is(x, a, b, names[1] " over " names[2] " on " t)
            if (now == "second") ratio_is(x, b, a, names[2] " over " names[1] " on " t)
            gain_remark(a, b, t ": " names[1] " over " names[2])
            pair_remark(s, t, a, b, unlike, names[1], names[2], subject_value)
            in_caches = 0
        }
    }
}
function without_remark(x) { sub(/ \(inconclusive(: copies vary)?\)/, "", x); return x }
function value_both(s, t, p, q, wanted, i, j, r, d, far, found) {
    found = ""
    for (i = 1; i <= in_study[s]; i++) {
        r = row_of[s, i]
        if (!has(r, t, p, "") || !pick(s, t, q, value[r])) continue
        d = wanted == "most" ? -value[r] : wanted == "least" ? value[r] + 0 : apart(value[r], wanted)
        if (found == "" || d < far) { found = value[r]; far = d }
    }
    return found
}
# "block_copy is 0.85–1.04 times as fast as copy on cpu in memory (equal within its copies’ spread), ...": over
# all values at which both lie in the level of the largest.
function pair_ranges(s, text, part, n, j, p, q, t, x, v, a, b, i, lo, hi, decided, any, wide, note, name) {
    p = text; sub(/ .*/, "", p); q = text; sub(/ on .*/, "", q); sub(/.* times as fast as /, "", q)
    n = split(text, part, /, /)
    for (j = 1; j <= n; j++) {
        x = part[j]; note = ""
        if (match(x, / \([a-z’ ]*\)$/)) { note = substr(x, RSTART + 2, RLENGTH - 3); x = substr(x, 1, RSTART - 1) }
        t = x; sub(/.* on /, "", t); name = t; sub(/ in .*/, "", t)
        if (!sub(/.* in /, "", name)) name = level_said
        else if (name == level_said) fail(name " is said again: " part[j])
        level_said = name
        if (j == 1) sub("^" p " is ", "", x)
        sub(" times" (j == 1 ? " as fast as " q : "") " on .*", "", x)
        v = value_both(s, t, p, q, "most"); a = lone(s, t, p, v); lo = 1e99; hi = decided = any = wide = 0
        if (v == "" || level[a] != name) { fail(t " is not in " name ": " part[j]); continue }
        for (i = 1; i <= in_study[s]; i++) {
            a = row_of[s, i]
            if (!has(a, t, p, "") || level[a] != name || !pick(s, t, q, value[a]) || level[chosen[1]] != name) continue
            b = chosen[1]
            lo = least(lo, busy[a] || busy[b] ? least_rate(a, b) : rate(a) / rate(b)); hi = most(hi, busy[a] || busy[b] ? most_rate(a, b) : rate(a) / rate(b))
            any += busy[a] || busy[b]; decided += rate_verdict(a, b) == "faster" || rate_verdict(a, b) == "slower"
            wide += most(rate(a) / rate(b), rate(b) / rate(a)) > most(drift(a, b), 1 / 0.99)
        }
        if (any) used_busy = 1
        wide += lo > 1 / 0.99 || hi < 0.99
        if (note != (decided ? "" : any || wide ? "inconclusive" : equal_said ? "equal" : "equal within its copies’ spread")) fail(t ": the remark is " note ": " part[j])
        if (!decided && !any && !wide) equal_said = 1
        is_range(x, lo, hi < 1.01 * lo ? lo : hi, t " " p)
    }
}
function pair_remark(s, t, a, b, unlike, name, other, wanted, l, v, d, is_unlike) {
    v = rate_verdict(a, b); l = lesson(s, name " " other, t); d = drift(a, b)
    is_unlike = l == "equal" ? least_rate(a, b) / d > 1.1 || most_rate(a, b) * d < 1 / 1.1 : starts(l, "faster") ? v == "same" || v == (l == "faster " name ? "slower" : "faster") : 0
    if (starts(l, "faster") && ever(s, t, name, other, l == "faster " name ? "faster" : "slower")) is_unlike = 0
    if (in_caches || !outermost(s, t, name, a, wanted == "least" ? -1 : 1)) is_unlike = 0
    unlike_is(unlike, is_unlike, t " " name)
}
function ever(s, t, p, q, which, i, a) {
    for (i = 1; i <= in_study[s]; i++) {
        a = row_of[s, i]
        if (has(a, t, p, "") && pick(s, t, q, value[a]) && rate_verdict(a, chosen[1]) == which) return 1
    }
    return 0
}
function outermost(s, t, p, a, sign, i, r) {
    for (i = 1; i <= in_study[s]; i++) { r = row_of[s, i]; if (value[r] != "-" && target[r] == t && pattern[r] == p && sign * value[r] > sign * value[a]) return 0 }
    return 1
}

function beyond(a, b) { return a == b ? "" : valued(a) " to " valued(b) }
function amid(a, b) { return "between " knee_place(b, valued(a) " and " valued(b)) }
function outdone(t, top, i) { # a point that other load slowed may be faster than the best one
    for (i = 1; i <= lines; i++) if (busy[line[i]] && speed(line[i], low[line[i]]) > swift(top) / 0.9) fail(t " may be faster " place(line[i]))
}
function half(s, t, of, text, i, top, a, b, want) {
    series(s, t, of, ""); top = line[1]
    for (i = 2; i <= lines; i++) if (swift(line[i]) > swift(top)) top = line[i]
    outdone(t, top)
    a = top; b = 0
    for (i = 1; i <= lines && !b; i++) {
        if (value[line[i]] + 0 <= value[top] + 0) continue
        if (speed(line[i], high[line[i]]) / speed(top, low[top]) >= 0.5) a = line[i]
        else if (speed(line[i], low[line[i]]) / speed(top, high[top]) < 0.5) b = line[i]
    }
    if (!b && value[a] != value[line[lines]] || !b && !whole(s, t, of, "")) fail(t " may fall below half")
    want = b ? amid(a, b) : "does not fall below half of its best speed"
    checked++
    sub(/^ (falls below half of its best speed )?/, "", text)
    if (text != want) fail(t " falls below half " want ", not " text)
}
function enough(s, t, of, text, p, i, top, a, b, fell, part, n, k, low_, high_) {
    if (!sub(/^ (reaches 90 % of its best speed|does so) /, "", text)) fail("what " t " reaches: " text)
    if (s == "scaling" && text ~ /\) to | on every line$/) {
        parameter_list(s, t, of)
        for (p = 1; p <= nparams; p++) {
            if (series(s, t, of, params[p]) < 2) continue
            top = line[1]; a = 0
            for (i = 2; i <= lines; i++) if (swift(line[i]) > swift(top)) top = line[i]
            outdone(t, top)
            for (i = 1; i <= lines && !a; i++) if (line[i] == top || speed(line[i], high[line[i]]) / speed(top, low[top]) >= 0.9) a = line[i]
            if (!low_ || value[a] + 0 < value[low_] + 0) low_ = a
            if (!high_ || value[a] + 0 > value[high_] + 0) high_ = a
        }
        checked++
        want = value[low_] == value[high_] ? place(low_) " on every line" : place(low_) " (" short_setting(settings[low_]) ", " level[low_] ")" " to " substr(place(high_), 6) " (" short_setting(settings[high_]) ", " level[high_] ")"
        if (text != want) fail(t " needs " want ", not " text)
        return
    }
    gsub(/ or more/, " upwards", text); n = split(text, part, / or /); for (i = 1; i <= n; i++) sub(/ upwards/, " or more", part[i])
    parameter_list(s, t, of); k = 0
    for (p = 1; p <= nparams; p++) {
        if (series(s, t, of, params[p]) < 2) continue
        top = line[1]; a = b = fell = 0
        for (i = 2; i <= lines; i++) if (swift(line[i]) > swift(top)) top = line[i]
        outdone(t, top)
        for (i = 1; i <= lines; i++) {
            if (fell && swift(line[i]) / swift(top) >= 0.9) { fell = 2; break }
            if (a && swift(line[i]) / swift(top) < 0.9) fell = 1
            if (fell) continue
            if (!a && (line[i] == top || speed(line[i], high[line[i]]) / speed(top, low[top]) >= 0.9)) a = line[i]
            if (a) b = line[i]
        }
        checked++
        k++
        want = b != line[lines] || !whole(s, t, of, params[p]) ? place(b, a == b ? "" : valued(a) "–" valued(b)) (fell > 1 ? " and again with more" : "") : (a == b ? "only " : "") place(a) (a == b ? ", the largest measured" : " or more")
        if (part[k] != want) fail(t " needs " want ", not " part[k])
    }
    if (k != n) fail(t " has " k " series, not " n)
}
function free_of(s, t, of, text, i, first, a, b, quick, r, want) {
    series(s, t, of, ""); first = line[1]; a = first; b = quick = 0
    for (i = 2; i <= lines; i++) {
        r = line[i]
        if (high[r] / low[first] < 1 / 1.1 && (!quick || time[r] < time[quick])) quick = r
        if (!b && high[r] / low[first] <= 1.1) a = r
        if (!b && low[r] / high[first] > 1.1) b = r
    }
    checked++
    if (quick) {
        i = index(text, " (inconclusive: "); r = substr(text, i + length(" (inconclusive: ")); text = substr(text, 1, i - 1)
        want = knee_place(quick) " took "
        if (!i || !starts(r, want)) { fail(t want ", not " r); return }
        r = substr(r, length(want) + 1); if (!sub(/ times as long as none\)$/, "", r)) fail("as long as what: " r)
        is_interval(r, time[quick] / time[first], low[quick] / high[first], high[quick] / low[first], t " " place(quick))
    }
    want = b ? amid(a, b) : "all that was measured"
    sub(/ in less than 10 % extra time$/, "", text)
    if (text != " does " want) fail(t " does " want ", not" text)
}
# "cpu takes 1.69–1.72 ns an access (L1), 5.38 (L2, 64 KiB–128 KiB)": consecutive points within the root of two; a level
# with one plateau has no sizes.
function plateaus(s, t, of, text, part, n, i, j, k, from, to, lo, hi, count_, by, in_, x, note, want, said, any, cause, passing, others, equal, low_, high_, relative) {
    stepping = 1
    equal = sub(/^ is equally fast /, "1.00 ", text)
    if (!equal && !sub(less(s) ? "^ takes " : "^ reaches ", "", text)) fail("the verb of " t ": " text)
    sub(/\)$/, "", text); n = split(text, part, /\), /)
    by = s ~ /^(latency|footprint)$/; series(s, t, of, ""); k = 0
    for (j = 1; j <= lines; j++) {
        x = told(line[j])
        if (k && most(hi[k], x) <= sqrt(2) * least(lo[k], x) && (!by || level[line[j]] == in_[k])) { to[k] = line[j]; lo[k] = least(lo[k], x); hi[k] = most(hi[k], x); count_[k]++ }
        else { k++; from[k] = to[k] = line[j]; lo[k] = hi[k] = x; count_[k] = 1; in_[k] = level[line[j]]; any[k] = 0 }
        x = base_of(line[j]); bounds(line[j], x)
        any[k] += x != line[j] && (busy[line[j]] || busy[x])
        if (count_[k] == 1) { low_[k] = bound_low; high_[k] = bound_high }
        low_[k] = least(low_[k], bound_low); high_[k] = most(high_[k], bound_high)
    }
    relative = base_of(line[1]); said = 0
    if (!by) { # neighbouring single points between plateaus are one slope
        better = 0
        for (i = 1; i <= k; i++) better += count_[i] > 1
        for (i = 1; i <= k; i++) passing[i] = count_[i] == 1 && better && i > 1 && i < k
        for (i = j = 1; i <= k; i++) {
            if (i > 1 && passing[i] && passing[i - 1]) { to[j] = to[i]; lo[j] = least(lo[j], lo[i]); hi[j] = most(hi[j], hi[i]); low_[j] = least(low_[j], low_[i]); high_[j] = most(high_[j], high_[i]); any[j] += any[i]; continue }
            if (i > 1) j++
            from[j] = from[i]; to[j] = to[i]; lo[j] = lo[i]; hi[j] = hi[i]; low_[j] = low_[i]; high_[j] = high_[i]; any[j] = any[i]
        }
        k = j; split("", passing)
    }
    for (i = 1; i <= k && by; i++) {
        better = 0
        for (j = 1; j <= k; j++) better += count_[j] > 1 && in_[j] == in_[i]
        passing[i] = count_[i] == 1 && better
    }
    for (i = 1; i <= k && by; i++) { others[i] = 0; for (j = 1; j <= k; j++) if (j != i && in_[j] == in_[i]) others[i] += passing[j] ? 1 : 2 }
    for (i = 1; i <= k; i++) {
        cause = ""
        if (passing[i]) continue
        if (by) cause = in_[i] (less(s) && i > 1 && in_[i - 1] == in_[i] && count_[i - 1] > 1 && hi[i - 1] < lo[i] ? " and likely TLB misses" : "") (others[i] > 1 ? ", " : "")
        want = by && others[i] < 2 ? cause : cause place(to[i], from[i] == to[i] ? "" : valued(from[i]) "–" valued(to[i]))
        note = x = part[++said]; sub(/ \(.*/, "", x); sub(/^[^(]*\(/, "", note); checked++
        if (note != want) fail(t " has a plateau " want ", not " note)
        if (any[i] && relative) { if (hi[i] > 1.01 * lo[i]) bounds_are(x, low_[i], high_[i], t " " want); else amount_is(x, from[i], t " " want); continue }
        if (any[i]) { used_busy = 1; if (!sub(less(s) ? "^at most " : "^at least ", "", x)) { if (hi[i] > 1.01 * lo[i] || busy[from[i]]) fail(t " " want " is a bound: " x) } x = bare(x); if (hi[i] > 1.01 * lo[i]) is(x, (less(s) ? hi[i] : lo[i]), t " " want); continue }
        if (equal) continue # no number is said: hi[1] is checked below
        x = bare(x)
        is_range(x, hi[i] > 1.01 * lo[i] ? lo[i] : told(from[i]), hi[i] > 1.01 * lo[i] ? hi[i] : told(from[i]), t " " want)
    }
    if (said != n) fail(t " has " said " plateaus, not " n)
    if (equal != (k == 1 && s ~ /^(sets|false_sharing|chains)$/ && hi[1] <= 1.01 && !any[1])) fail(t " is " (equal ? "not " : "") "equally fast")
}
# "cpu takes 157 ns an access in memory, 91.0–92.9 times as long as in L1": the farthest level's last plateau and the best of
# another level; where other load made one a bound, both amounts instead of the factor.
function span(s, t, of, text, i, j, k, x, near_, far, big, small_, lo, hi, count_, in_, any, from, passing, better, a, b, d) {
    series(s, t, of, ""); k = 0; checked++
    for (j = 1; j <= lines; j++) {
        x = told(line[j])
        if (!k || most(hi[k], x) > sqrt(2) * least(lo[k], x) || level[line[j]] != in_[k]) { from[++k] = line[j]; lo[k] = hi[k] = x; in_[k] = level[line[j]]; count_[k] = any[k] = 0 }
        lo[k] = least(lo[k], x); hi[k] = most(hi[k], x); count_[k]++; any[k] += busy[line[j]]
    }
    for (i = 1; i <= k; i++) {
        better = 0
        for (j = 1; j <= k; j++) better += count_[j] > 1 && in_[j] == in_[i]
        passing[i] = count_[i] == 1 && better
        if (!passing[i]) far = i
    }
    for (i = 1; i <= k; i++) if (!passing[i] && in_[i] != in_[far] && (!near_ || (less(s) ? hi[i] < hi[near_] : lo[i] > lo[near_]))) near_ = i
    if (!near_) { fail(t " has one level"); return }
    big = less(s) ? far : near_; small_ = less(s) ? near_ : far
    if (lo[big] <= hi[small_]) fail(t "'s levels do not differ")
    if (!sub(less(s) ? "^ takes " : "^ reaches ", "", text)) fail("the verb of " t ": " text)
    if (any[big] || any[small_]) {
        if (split(text, side, " in " in_[big] " and ") != 2 || !sub(" in " in_[small_] "$", "", side[2])) { fail(t " has two levels: " text); return }
        b = side[2]; height_is(side[1], lo[big], hi[big], from[big], any[big], t " large"); height_is(b, lo[small_], hi[small_], from[small_], any[small_], t " small")
        return
    }
    if (split(text, side, " in " in_[big] ", ") != 2 || !sub(" times as " (less(s) ? "long" : "much") " as in " in_[small_] "$", "", side[2])) { fail(t " has two levels: " text); return }
    b = side[2]; height_is(side[1], lo[big], hi[big], from[big], 0, t " large")
    a = lo[big] / hi[small_]; d = hi[big] / lo[small_]
    is_range(b, a, d > 1.01 * a ? d : a, t " times")
}
# "pages_small: cpu leaves a TLB’s reach between 64 and 128 pages (1.69–1.91 ns an access, then 4.22); gpu0 shows no TLB step
# up to 64 Ki pages, but leaves its L1 between 1024 and 2048 pages (16.2, then 130)": the first step that no cache explains.
function reach(s, text, clause, n, i, j, k, t, x, from, to, lo, hi, tlb, full, at_, name, what, any) {
    if (!sub(/^pages_small: /, "", text)) fail("no pattern: " text)
    n = split(text, clause, "; ")
    for (i = 1; i <= n; i++) {
        t = target_at_start(clause[i]); x = substr(clause[i], length(t) + 2); checked++
        series(s, t, "pages_small", ""); if (!whole(s, t, "pages_small", "")) fail(t " has not both ends")
        k = tlb = full = 0
        for (j = 1; j <= lines; j++) {
            y = told(line[j])
            if (k && most(hi[k], y) <= sqrt(2) * least(lo[k], y)) { to[k] = line[j]; lo[k] = least(lo[k], y); hi[k] = most(hi[k], y) }
            else { if (k && value[line[j]] > 2 * value[to[k]]) fail(t " has a gap " place(line[j])); k++; from[k] = to[k] = line[j]; lo[k] = hi[k] = y; any[k] = 0 }
            any[k] += busy[line[j]]
        }
        for (j = 1; j < k; j++) {
            if (hi[j] >= lo[j + 1]) continue
            what = full_cache(t, value[to[j]], value[from[j + 1]])
            if (what == "" && !tlb) tlb = j
            if (what != "" && !full) { full = j; name = what }
        }
        at_ = tlb ? tlb : full
        stepping = 1
        what = tlb ? "leaves a TLB’s reach" : "shows no TLB step up to " place(line[lines]) (full ? ", but leaves its " name : "")
        if (at_) what = what " between " place(from[at_ + 1], valued(to[at_]) " and " valued(from[at_ + 1])) " ("
        if (!starts(x, what)) { fail(t " " what ", not " x); continue }
        if (!at_) { if (x != what) fail(t " has no step: " x); continue }
        x = substr(x, length(what) + 1); sub(/\)$/, "", x); split(x, ends, ", then ")
        for (j = 0; j < 2; j++) height_is(ends[j + 1], lo[at_ + j], hi[at_ + j], from[at_ + j], any[at_ + j], t " " (j ? "after" : "before"))
    }
}
function height_is(text, lo, hi, r, any, what) {
    if (any && (hi > 1.01 * lo || busy[r])) { used_busy = 1; if (!sub(less(study[r]) ? "^at most " : "^at least ", "", text)) fail(what " is a bound: " text); is(bare(text), hi <= 1.01 * lo ? told(r) : less(study[r]) ? hi : lo, what); return }
    is_range(bare(text), hi > 1.01 * lo ? lo : told(r), hi > 1.01 * lo ? hi : told(r), what)
}
function full_cache(t, below, above, n, i, part, word) {
    n = split(head[t "_caches_of_one"], part, "; ")
    for (i = 1; i <= n; i++) { split(part[i], word, " "); if (below * word[3] <= word[2] && word[2] < above * word[3]) return word[1] }
    return ""
}
# "the same loop, opposite answers: ... suit gpu0 (0.84 of its copy; cpu 0.15), one block ... suits cpu (0.94; gpu0 0.12)", or
# each target for itself.
function opposite(s, text, part, n, i, t, u, x, ends, clause) {
    if (sub(/^the same loop, opposite answers: neighbouring elements to neighbouring threads suit /, "", text)) {
        n = split(text, part, ", one block to each thread suits ")
        t = target_at_start(part[1]); u = target_at_start(part[2]); checked++
        series(s, t, "order", ""); if (!whole(s, t, "order", "") || verdict_of(line[lines], line[1]) != "slower") fail(t " is not better cyclic")
        one_way(s, part[1], t, u, 0)
        series(s, u, "order", ""); if (!whole(s, u, "order", "") || verdict_of(line[lines], line[1]) != "faster") fail(u " is not better in blocks")
        one_way(s, part[2], u, t, 1)
        return
    }
    n = split(text, clause, "; ")
    for (i = 1; i <= n; i++) {
        t = target_at_start(clause[i]); x = substr(clause[i], length(t) + 2)
        sub(/^reaches /, "", x); sub(/ with neighbouring elements to neighbouring threads, and /, "|", x); sub(/ with one block to each thread/, "", x); sub(/ and /, "|", x)
        series(s, t, "order", ""); split(x, ends, "|")
        if (!whole(s, t, "order", "")) fail(t " has not both ends")
        amount_is(ends[1], line[1], t " cyclic"); amount_is(ends[2], line[lines], t " block")
    }
}
function one_way(s, text, t, u, last, part) {
    text = substr(text, length(t) + 3); sub(/\)$/, "", text); split(text, part, "; " u " ")
    series(s, t, "order", ""); amount_is(part[1], line[last ? lines : 1], t " its way")
    series(s, u, "order", ""); amount_is(part[2], line[last ? lines : 1], u " the same way")
}
# "no. Speed relative to that at offset 0, for the same bytes: cpu 0.55 (...) at ..., 0.98–1.02 at the 3 others; gpu0 ..."
function against(s, text, clause, part, n, i, j, m, t, base, r, lo, hi, others, slower, used_, x, d, all, of, alone) {
    of = s == "element" ? "copy" : ""
    n_slow = losing = lost_by = 0; split("", slow_at)
    base = s == "offset" ? 0 : s == "lanes" ? 1 : 4; slower = unsure = 0
    if (!match(text, /^speed relative to that [^:]*, for the same bytes: /)) { fail("not known: " text); return }
    x = substr(text, 24, RLENGTH - 45); text = substr(text, RLENGTH + 1)
    n = split(text, clause, "; ")
    for (i = 1; i <= n; i++) {
        t = target_at_start(clause[i]); m = split(substr(clause[i], length(t) + 2), part, /, /); others = used_ = all = loaded = 0; lo = 1e99; hi = 0
        if (!pick(s, t, of, base)) { fail(t " has no " base); continue }
        base_row = chosen[1]; if (place(base_row) != x) fail("relative to that " place(base_row) ", not " x)
        for (j = 1; j <= in_study[s]; j++) {
            r = row_of[s, j]
            if (value[r] != "-" && target[r] == t && listed(of, pattern[r])) all++
            if (!has(r, t, of, "") || r == base_row) continue
            d = drift(r, base_row)
            if (least_rate(r, base_row) / d > 1.1 || most_rate(r, base_row) * d < 1 / 1.1) {
                slower += further(s, r, base) && rate(r) < rate(base_row)
                if (further(s, r, base) && rate(r) < rate(base_row) && lost_by != i) { losing++; lost_by = i; loser = t }
                if (further(s, r, base) && rate(r) < rate(base_row) && !(value[r] in slow_at)) { # by target, then by value
                    slow_at[value[r]] = i
                    for (k = ++n_slow; k > 1 && slow_at[value[slow[k - 1]]] == i && value[slow[k - 1]] + 0 > value[r] + 0; k--) slow[k] = slow[k - 1]
                    slow[k] = r
                }
                for (k = 1; k <= m; k++) if (ends_with(part[k], " " place(r))) break
                if (k > m) { fail(t " differs " place(r)); continue }
                used_++; cut_end(" " place(r), part[k]); ratio_is(cut, r, base_row, t " " place(r))
            } else {
                others++; alone = r; bound_ = busy[r] || busy[base_row]; loaded += bound_; unsure += bound_ + (further(s, r, base) && rate(r) < 0.9 * rate(base_row))
                lo = least(lo, bound_ ? least_rate(r, base_row) : rate(r) / rate(base_row)); hi = most(hi, bound_ ? most_rate(r, base_row) : rate(r) / rate(base_row))
            }
            unsure += busy[r] + busy[base_row]
        }
        if (sub(/ \(inconclusive\)$/, "", part[m]) != (loaded > 0)) fail(t " is " (loaded ? "in" : "") "conclusive: " part[m])
        if (loaded) used_busy = 1
        if (2 * (others + used_ + 1) <= all) fail(t " has few points")
        if (m != used_ + (others > 0)) fail(t " has " used_ " that differ: " clause[i])
        if (others) {
            if (!sub(others == 1 ? " " place(alone) "$" : " at " (used_ ? "the " : "all ") others " others$", "", part[m])) fail(t " has " others " others: " part[m])
            is_range(part[m], lo, hi < lo + 0.005 ? lo : hi, t)
        }
    }
    checked++
    x = losing == 1 && n > 1 ? " on " loser : ""
    x = (of != "" ? of " loses more than 10 %" : "more than 10 % is lost") (n_slow > 3 ? x " at " n_slow " values" : unsure ? x " " : " only" x (x != "" ? ", " : " "))
    for (i = 1; i <= n_slow && n_slow <= 3; i++) x = x (i == 1 ? "" : i == n_slow ? " and " : ", ") place(slow[i])
    if (lost_answer != (s == "bank_elements" ? (slower ? "yes" : unsure ? "" : "no") : slower ? x : unsure ? "" : "no value costs more than 10 %")) fail("the answer is wrong: " lost_answer)
}
# The values that may cost: those above the base, and of copies of elements all.
function further(s, r, base) { return s == "element" ? value[r] + 0 != base + 0 : value[r] + 0 > base + 0 }
# "no: beyond 4 bytes cpu reaches at worst 2.02 (1.92–2.06) times the speed at 4 bytes, for the same bytes; gpu0 1.12"
function lost(s, text, clause, n, i, j, k, t, r, x, y, base, worst, less_, longest, of) {
    of = s == "element" ? "copy" : ""
    x = substr(text, 1, index(text, " reaches at worst ") - 1); longest = 0
    for (t in known_targets) for (k = 1; k <= 2; k++) {
        y = (k == 1 ? ": " : ": beyond 4 bytes ") t
        if (length(y) > longest && ends_with(x, y)) { longest = length(y); lost_answer = substr(x, 1, length(x) - longest) }
    }
    if (!longest) { fail("not known: " text); return }
    n = split(substr(text, length(lost_answer) + 3), clause, "; ")
    for (i = 1; i <= n; i++) {
        less_ = sub(/^beyond 4 bytes /, "", clause[i]); t = target_at_start(clause[i]); worst = 0
        if (i == 1 && less_ != (s == "bank_elements")) fail("beyond what: " clause[i])
        if (!pick(s, t, of, s == "offset" ? 0 : s == "lanes" ? 1 : 4)) { fail(t " has no base"); continue }
        base = chosen[1]; clause[i] = substr(clause[i], length(t) + 2)
        for (j = 1; j <= in_study[s]; j++) {
            r = row_of[s, j]
            if (has(r, t, of, "") && further(s, r, value[base]) && (!worst || rate(r) < rate(worst))) worst = r
        }
        if (i == 1 && !sub(" times the speed " place(base) ", for the same bytes$", "", clause[i])) fail("what speed: " clause[i])
        if (i == 1 && !sub(/^reaches at worst /, "", clause[i])) fail("what of it: " clause[i])
        ratio_is(clause[i], worst, base, t " at worst")
    }
}
function up(x) { return x == int(x) ? x : int(x) + 1 }
function passes_are(text, s, g, kind, a, b, c, d, v, prefix_, cpu, n, i) {
    prefix_ = g; sub(/gpu[0-9]*$/, "", prefix_); cpu = prefix_ "cpu"
    v = ""
    for (i = 1; i <= in_study[s]; i++) {
        a = row_of[s, i]
        if (!has(a, g, "transfer_in" kind, "") || v != "" && value[a] + 0 <= v + 0) continue
        if (pick(s, g, "transfer_out" kind, value[a]) && pick(s, cpu, "copy", value[a]) && pick(s, g, "copy", value[a])) v = value[a]
    }
    pick(s, g, "transfer_in" kind, v); a = chosen[1]; pick(s, g, "transfer_out" kind, v); b = chosen[1]
    pick(s, cpu, "copy", v); c = chosen[1]; pick(s, g, "copy", v); d = chosen[1]
    journey_size = sized(v) " on " g " (" sized(bytes[a]) " sent, " sized(bytes[b]) " fetched)"
    n = up((time[a] + time[b]) / (time[c] - time[d]))
    if (!sub(n == 1 ? " pass( |$)" : " passes( |$)", " ", text)) fail("pass or passes: " text)
    sub(/ $/, "", text)
    if (text ~ /or more/) { sub(/ or more/, "", text); if (low[c] > high[d]) fail("there is an end: " text); split(text, side, /[ ()]+/); is(side[1], n, "passes"); return }
    is_interval(text, n, up((low[a] + low[b]) / (high[c] - low[d])), up((high[a] + high[b]) / (low[c] - high[d])), "passes")
}
function gains_nothing(s, g, kind, v, cpu, a, b) {
    cpu = g; sub(/gpu[0-9]*$/, "cpu", cpu); checked++
    v = value_both(s, g, "transfer_in" kind, "transfer_out" kind, "most")
    a = lone(s, g, "transfer_in" kind, v); b = lone(s, g, "transfer_out" kind, v)
    journey_size = sized(v) " on " g " (" sized(bytes[a]) " sent, " sized(bytes[b]) " fetched)"
    if (rate(lone(s, cpu, "copy", v)) < rate(lone(s, g, "copy", v))) fail(g " gains something")
}
# "a copy kernel over 2 GiB on gpu0 (1 GiB sent, 1 GiB fetched) pays off after 7 passes (7–8) from pageable memory, after ..."
function journey(s, text, g, part, n, i, x, kind, of) {
    of = text; sub(/^a copy kernel over /, "", of); g = of; sub(/.* on /, "", g); sub(/ \(.*/, "", g)
    if (!match(text, / fetched\) /)) { fail("not known: " text); return }
    n = split(substr(text, RSTART + 10), part, ", ")
    for (i = 1; i <= n; i++) {
        kind = part[i] ~ / pinned / ? "_pinned" : ""
        x = part[i]
        if (!sub(/ from (pinned|pageable) memory$/, "", x)) { fail("from where: " x); continue }
        if (x ~ /^never( pays off)?$/) gains_nothing(s, g, kind)
        else if (!sub(i == 1 ? "^pays off after " : "^after ", "", x)) { fail("not known: " part[i]); continue }
        else passes_are(x, s, g, kind)
        if (i == 1 && !starts(of, journey_size " ")) fail("the size is " journey_size)
    }
}

# ---- headlines

function lone(s, t, p, v) { return pick(s, t, p, v) ? chosen[1] : 0 }
function fraction_is(text, r, what) { is_ratio(text, told(r), amount(r, high[r]), amount(r, low[r]), what, r, r) }
function headline(title, number, meaning, part, n, i, t, x, r, q, v, u, w, k, j) {
    sub(/, though the machine was busy( when [^,]* was measured)?\.$/, ".", number); sub(/, though the machine was busy( when [^,]* was measured)?\.$/, ".", meaning)
    if (title == "Topology") return # as its sentences
    if (title == "Latency") { gsub(/ · /, "; ", number); sub(/\.$/, "", number); sentence("latency", "chase: " number, 1); return }
    if (title != "Layout" && title != "Transfer") {
        n = split(number, part, " · ")
        for (i = 1; i <= n; i++) {
            t = target_at_start(part[i]); x = substr(part[i], length(t) + 2)
            if (title == "Copy baseline") own_copy(t, x)
            else if (title == "Cyclic or block") cyclic(t, x)
            else if (title == "Stride") { pick("stride", t, "stride", ""); r = best(-1); equals_at("stride", t, x, r, 0) }
            else if (title == "Launch") { r = launch_of(t); sub(/ µs$/, "", x); if (busy[r] != sub(/^at most /, "", x)) fail(t " is a bound: " x); if (busy[r]) is(x, time[r] / 1000, t " launch"); else is_interval(x, time[r] / 1000, low[r] / 1000, high[r] / 1000, t " launch") }
            else if (title == "Bank conflicts") { if (!sub(/^takes /, "", x) || !sub(/ times as long at stride /, " at stride ", x)) fail("no verb: " x); pick("banks", t, "banks", ""); r = best(-1); equals_at("banks", t, x, r, best(1)) }
            else fail("a headline that is not known: " title)
        }
    }
    if (title == "Copy baseline") own_peak(meaning)
    if (title == "Stride" && sub(/.* At stride 8 it is /, "", meaning)) {
        sub(/\.$/, "", meaning); n = split(meaning, part, " and ")
        for (i = 1; i <= n; i++) { t = part[i]; sub(/.* on /, "", t); x = part[i]; sub(/ on .*/, "", x); fraction_is(x, lone("stride", t, "stride", 8), t " stride 8") }
    }
    if (title == "Layout") {
        t = number; sub(/.* on /, "", t)
        pick("layout", t, "aos soa aosoa", 1); r = fastest_rate()
        if (!starts(number, pattern[r] " ")) fail("the best is " pattern[r])
        for (i = 1; i <= picks; i++) if (chosen[i] != r && rate_ties(chosen[i], r) && number !~ (" and " pattern[chosen[i]] " ")) fail(pattern[chosen[i]] " ties")
        gain = number; v = lone("layout", t, "aos", 1); gain_remark(r, v, "layout"); x = gain
        if (sub(/.* (is|are) /, "", x) && sub(/ times as fast as aos on .*$/, "", x)) ratio_is(x, r, v, "layout")
        else if (rate_verdict(r, v) != "same") fail("aos is not equal")
        if (match(meaning, /\. On /)) {
            x = substr(meaning, RSTART + 5); u = target_at_start(x); q = lone("layout", u, pattern[r], 1); pick("layout", u, "aos soa aosoa", 1); v = fastest_rate()
            if (x ~ /(is the fastest too|ties with the fastest)/) { checked++; if ((x ~ /too/) != (rate(q) >= rate(v)) || !rate_ties(q, v)) fail("it is not the fastest on " u) }
            else { sub(/.* reaches /, "", x); sub(/ of the best.*/, "", x); is_interval(x, 100 * rate(q) / rate(v), 100 * bytes[q] / high[q] * low[v] / bytes[v], 100 * bytes[q] / low[q] * high[v] / bytes[v], u " " pattern[q]) }
        }
    }
    if (title == "Transfer") {
        t = number; sub(/.* GB\/s to /, "", t); sub(/, .*/, "", t); x = number; sub(/ GB\/s to .*/, "", x); v = value_both("transfer", t, "transfer_in", "transfer_out", "most")
        r = lone("transfer", t, "transfer_in", v); is_interval(x, rate(r), bytes[r] / high[r], bytes[r] / low[r], "in")
        x = number; sub(/.*, /, "", x); sub(/ GB\/s back$/, "", x); r = lone("transfer", t, "transfer_out", v); is_interval(x, rate(r), bytes[r] / high[r], bytes[r] / low[r], "back")
        if (match(meaning, /A copy kernel .*\.$/)) { meaning = "a" substr(meaning, RSTART + 1); sub(/\.$/, "", meaning); journey("transfer", meaning) }
    }
}
function fastest_rate(i, found) { for (i = 1; i <= picks; i++) if (!found || rate(chosen[i]) > rate(found)) found = chosen[i]; return found }
function own_copy(t, x, i, n) {
    n = plains[t]
    for (i = 0; i < n; i++) list[i] = plain[t, i]
    sub(/ GB\/s$/, "", x)
    if (!n) { fail(t " has no copy"); return }
    own_gbps[t] = median(n); is_interval(x, own_gbps[t], n < 3 ? own_gbps[t] : list[0], n < 3 ? own_gbps[t] : list[n - 1], t " copy")
}
function own_peak(meaning, t, x) {
    for (t in own_gbps) if (match(meaning, t " reaches [0-9]+ % of its theoretical [0-9]+ GB/s")) {
        x = substr(meaning, RSTART + length(t) + 9, RLENGTH); split(x, side, " ")
        is(side[1], 100 * own_gbps[t] / head[t "_peak_gbps"], t " of its peak")
    }
}
function equals_at(s, t, x, r, top, i, n, first, last, v) { # "0.11 (0.08–0.12) at stride 32 (and equally at 2 others)", or "at stride 32 and 64"
    first = last = r
    for (i = 1; i <= picks; i++) if (ties(chosen[i], r)) { n++; if (value[chosen[i]] + 0 < value[first] + 0) first = chosen[i]; if (value[chosen[i]] + 0 > value[last] + 0) last = chosen[i] }
    v = x; sub(/.* at stride /, "", v); sub(/( times)? at stride .*/, "", x); checked++
    if (v != value[first] (n > 2 ? " (and equally at " n - 1 " others)" : n == 2 ? " and " value[last] : "")) fail(t ": the end is at " value[first] " with " n " ties, not " v)
    if (top) is_interval(x, swift(top) / swift(r), speed(top, high[top]) / speed(r, low[r]), speed(top, low[top]) / speed(r, high[r]), t)
    else fraction_is(x, r, t)
}
function cyclic(t, x, a, b, slow) { # "6.84 (6.80–6.88) times as fast": against block distribution
    series("order", t, "order", ""); a = line[1]; b = line[lines]; checked++
    if (!whole("order", t, "order", "")) fail(t " has not both ends")
    if (x == "equally fast") { if (rate_verdict(a, b) != "same") fail(t " is not equal"); return }
    gain = x; gain_remark(a, b, t " cyclic"); x = gain
    slow = sub(/ times as slow$/, "", x); if (!slow) sub(/ times as fast$/, "", x)
    if (slow != (rate(a) < rate(b))) fail(t " is " (slow ? "not slow" : "slow"))
    if (slow) ratio_is(x, b, a, t " block"); else ratio_is(x, a, b, t " cyclic")
}
function launch_of(t) { series("launch", t, "launch", "threads"); return line[1] }
