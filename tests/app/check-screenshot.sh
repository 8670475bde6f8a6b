#!/bin/sh
# Takes a screenshot of a model file that is an argument, and checks that several models are refused. Usage: check-screenshot.sh PROGRAM FILE, within
# run-headless.sh
set -eu
program=$(realpath "$1")
picture=$(mktemp -d)/picture.png
"$program" --screenshot="$picture" --size=900x600 "$2"
[ -s "$picture" ] || { echo "there is no picture of $2"; exit 1; }
rm "$picture"
status=0
"$program" --screenshot="$picture" "$2" lorenz || status=$?
[ "$status" = 2 ] && [ ! -e "$picture" ] || { echo "two models: exit status $status"; exit 1; }
status=0
"$program" --screenshot="$picture" --model=lorenz "$2" || status=$?
[ "$status" = 2 ] && [ ! -e "$picture" ] || { echo "a file and --model: exit status $status"; exit 1; }
rmdir "$(dirname "$picture")"
