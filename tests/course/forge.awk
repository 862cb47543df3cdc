# Writes results and samples that are forged from others, as somebody with a text editor or ten
# lines of a script would.
#
# usage: awk -v out=DIR -v how=HOW [-v by=FACTOR] -f forge.awk DIR/samples.csv DIR/results.csv
#
# times     the times of rows, not their samples, times `by`; invalid rows get one
# scale     times, samples and bandwidths, all of them, times `by`
# gpu       the same of GPU rows that are no copies
# reorder   the rows from the last to the first, and the samples of each, too
# fraction  fractions of another copy: times `by`
# bytes     bandwidths times `by`
# useful    useful bytes, bandwidths and fractions of what is no copy times `by`
# copies    times, samples and bandwidths of a GPU's copies times `by`, and all its fractions
# memset    times and samples of the CPU's block_set in memory times `by`, and its fraction: honest
# chase     times and samples of the CPU's chases times `by`
# value     strides times `by`
# element   elements of half the bytes
# interval  intervals narrowed to the median
# sample    one sample of each row made larger
# double    the last row twice
# host      another host in the header
# student   another student in the header
BEGIN { FS = OFS = ","; if (!by) by = 1 / 3 }

FNR == NR && /^[0-9]/ { rest = $0; sub(/^[^,]*,[^,]*,[^,]*/, "", rest); speed[$1, n[$1] + 0] = rest; sample[$1, n[$1]++] = $3; next }
FNR == NR { head_of_samples = head_of_samples $0 "\n"; next }

/^#/ {
    if (how == "host") sub(/^# host: .*/, "# host: another")
    if (how == "student") sub(/^# student: .*/, "# student: somebody")
    print >(out "/results.csv")
    next
}
/^study,/ {
    for (i = 1; i <= NF; i++) at[$i] = i
    print >(out "/results.csv")
    next
}
{ row[rows++] = $0 }

function scale_times(i) {
    split("time_ns time_min_ns time_max_ns ci_low_ns ci_high_ns", name, " ")
    if (how == "times" && $at["time_ns"] == "-") {
        $at["valid"] = "yes"
        for (i in name) $at[name[i]] = 1000
    }
    for (i in name)
        if ($at[name[i]] != "-") $at[name[i]] = sprintf("%.2f", $at[name[i]] * by)
    if ($at["time_ns"] != "-")
        $at["bandwidth_gbps"] = sprintf("%.6g", $at["useful_bytes"] / $at["time_ns"])
}

function is_forged() {
    if (how == "gpu") return $at["target"] ~ /^gpu/ && $at["parameter"] != "-"
    if (how == "copies") return $at["target"] ~ /^gpu/ && $at["parameter"] == "-"
    if (how == "chase") return $at["pattern"] ~ /^chase/ && $at["target"] == "cpu"
    if (how == "memset") return $at["pattern"] == "block_set" && $at["target"] == "cpu" && $at["level"] == "memory"
    return 1
}

function put_row(number, place, i, k) {
    $0 = row[number]
    forged = is_forged()
    if (forged && (how ~ /^(times|scale|gpu|copies|memset|chase)$/)) scale_times()
    if ($at["parameter"] == "-" && $at["fraction_of_copy"] == "1.0000")
        copy[$at["study"], $at["target"]] = $at["bandwidth_gbps"]
    if (forged && how == "memset") # five times the stated fraction has five times its rounding
        $at["fraction_of_copy"] = sprintf("%.4f", $at["bandwidth_gbps"] / copy[$at["study"], $at["target"]])
    if (how == "fraction" && $at["fraction_of_copy"] != "-")
        $at["fraction_of_copy"] = sprintf("%.4f", $at["fraction_of_copy"] * by)
    if (how == "bytes" && $at["bandwidth_gbps"] != "-")
        $at["bandwidth_gbps"] = sprintf("%.6g", $at["bandwidth_gbps"] * by)
    if (how == "useful" && $at["parameter"] != "-" && $at["bandwidth_gbps"] != "-") {
        $at["useful_bytes"] = sprintf("%.0f", $at["useful_bytes"] * by)
        $at["bandwidth_gbps"] = sprintf("%.6g", $at["bandwidth_gbps"] * by)
        $at["fraction_of_copy"] = sprintf("%.4f", $at["fraction_of_copy"] * by)
    }
    if (how == "copies" && $at["target"] ~ /^gpu/ && $at["parameter"] != "-" && $at["fraction_of_copy"] != "-")
        $at["fraction_of_copy"] = sprintf("%.4f", $at["fraction_of_copy"] * by)
    if (how == "value" && $at["parameter"] == "stride") $at["value"] *= by
    if (how == "element" && $at["element_bytes"] == 4) $at["element_bytes"] = 2
    if (how == "interval") $at["ci_low_ns"] = $at["ci_high_ns"] = $at["time_ns"]
    print >(out "/results.csv")
    for (i = 0; i < n[number]; i++) {
        k = how == "reorder" ? n[number] - 1 - i : i
        ns = sample[number, k]
        if (forged && (how ~ /^(scale|gpu|copies|memset|chase)$/)) ns *= by
        if (how == "sample" && i == 0) ns *= 3
        printf "%d,%d,%.2f%s\n", place, i, ns, speed[number, k] >(out "/samples.csv")
    }
}

END {
    printf "%s", head_of_samples >(out "/samples.csv")
    for (r = 0; r < rows; r++) put_row(how == "reorder" ? rows - 1 - r : r, r)
    if (how == "double") put_row(rows - 1, rows)
}
