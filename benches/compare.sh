#!/bin/sh
# Compares the speed of two builds: benches/compare.sh OLD NEW [ROUNDS] [SECONDS]
#
# OLD and NEW are two `hexfray` programs. Each measures itself in turn (`hexfray bench`), so that what else the machine does
# weighs on both alike; the table has the median of each figure and of the ratio of two neighbouring rounds.
set -eu
[ $# -ge 2 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 2; }
old=$1 new=$2 rounds=${3:-7} seconds=${4:-10}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for round in $(seq "$rounds"); do
    printf '\rround %s of %s' "$round" "$rounds" >&2
    "$old" bench --seconds "$seconds" > "$dir/old.$round"
    "$new" bench --seconds "$seconds" > "$dir/new.$round"
done
printf '\r' >&2
for round in $(seq "$rounds"); do
    # Lines of one kind pair up by their place: both print the same table.
    paste -d '\t' "$dir/old.$round" "$dir/new.$round"
done | awk -F '\t' '
    function figure(line) { return match(line, /[0-9][0-9.]* *(ns|ms|us|%)? *$/) ? line_number(substr(line, RSTART)) : "" }
    function line_number(text) { sub(/[^0-9.].*$/, "", text); return text + 0 }
    function label(line) { sub(/  +[0-9][0-9.]* *[a-z%]* *$/, "", line); return line }
    function median(values, count,   i, j, held) {
        for (i = 2; i <= count; i++) {
            held = values[i]
            for (j = i - 1; j >= 1 && values[j] > held; j--) values[j + 1] = values[j]
            values[j + 1] = held
        }
        return count % 2 ? values[(count + 1) / 2] : (values[count / 2] + values[count / 2 + 1]) / 2
    }
    /:$/ { heading = $1; next }
    {
        a = figure($1); b = figure($2)
        if (a == "" || b == "" || a == 0) next
        key = heading "\n" label($1)
        if (!(key in count)) order[++kinds] = key
        n = ++count[key]
        olds[key, n] = a; news[key, n] = b; ratios[key, n] = b / a
    }
    END {
        printf "%-44s %12s %12s %8s\n", "", "old", "new", "new/old"
        for (k = 1; k <= kinds; k++) {
            split(order[k], part, "\n")
            if (part[1] != shown) print shown = part[1]
            n = count[order[k]]
            for (i = 1; i <= n; i++) { x[i] = olds[order[k], i]; y[i] = news[order[k], i]; z[i] = ratios[order[k], i] }
            printf "%-44s %12.4g %12.4g %8.3f\n", part[2], median(x, n), median(y, n), median(z, n)
        }
    }'
