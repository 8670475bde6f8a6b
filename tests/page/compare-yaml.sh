#!/bin/sh
# Compares the events that libyaml and its stand-in make of all models, lessons and wrong model files, and of texts with random changes.
# Usage: compare-yaml.sh EVENTS_OF_LIBYAML EVENTS_OF_STAND_IN SOURCE_ROOT CHANGES [SEED]
set -eu
theirs=$(realpath "$1") ours=$(realpath "$2") root=$3 changes=$4 seed=${5:-1}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
# Names relative to the root have no spaces, which xargs would take as separators.
cd "$root"
find models tests/model/bad -name '*.yaml' | sort >"$place/files"
xargs "$theirs" --change "$changes" "$seed" <"$place/files" >"$place/theirs"
xargs "$ours" --change "$changes" "$seed" <"$place/files" >"$place/ours"
lines=$(wc -l <"$place/theirs")
[ "$lines" -gt 50000 ] || { echo "only $lines lines of events"; exit 1; }
cmp "$place/theirs" "$place/ours" || { diff "$place/theirs" "$place/ours" | head -20; exit 1; }
echo "$lines lines of events are equal"
