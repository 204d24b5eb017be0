#!/bin/sh
# Compares how many instructions two builds need for the same work: benches/instructions.sh OLD NEW
#
# OLD and NEW are two `hexfray` programs that decide alike. Each plays the same battles under valgrind, which counts
# instructions: what else the machine does weighs nothing. Where the hashes differ the builds do not decide alike, and the
# figures say nothing.
set -eu
[ $# -eq 2 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2; }
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" battle "$2" --seed 1 --side "A=$3" --side "B=$3" 2>&1 |
        awk '/hash/ { hash = $NF } /Collected/ { print $NF, hash }'
}
printf '%-14s %-12s %16s %16s %8s\n' scenario opponents old new new/old
while read -r scenario opponent; do
    old=$(count "$1" "$scenario" "$opponent")
    new=$(count "$2" "$scenario" "$opponent")
    printf '%s %s %s %s\n' "$scenario" "$opponent" "$old" "$new" | awk '{
        told = $4 == $6 ? sprintf("%8.3f", $5 / $3) : "  they decide otherwise"
        printf "%-14s %-12s %16d %16d %s\n", $1, $2, $3, $5, told
    }'
done <<'BATTLES'
patrol random
grand_battle random
patrol warlord@12
skirmish random
skirmish utility
rivals veteran@8
dead_air random
culvert random
culvert utility
BATTLES
