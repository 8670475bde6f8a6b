#!/bin/sh
# Takes a screenshot of a model file that is an argument and of a lesson, and checks that several models are refused. Usage: check-screenshot.sh PROGRAM FILE, within
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
# A picture of a lesson does not count as progress of the user.
"$program" --screenshot="$picture" --size=900x600 --lesson=euler-converges:2
[ -s "$picture" ] && [ ! -e "$XDG_STATE_HOME/stepwise/lessons.ini" ] || { echo "the picture of a lesson stored progress"; exit 1; }
rm "$picture"
rmdir "$(dirname "$picture")"
