#!/bin/sh
# Runs a program in a pseudo-language and without a real display. Its texts are the messages of the program, longer and with accents.
# Usage: run-pseudo.sh SOURCE_ROOT PSEUDO_TEXT COMMAND…   PO_KEYWORDS: keywords of xgettext; PSEUDO_LOCALES: folder of the catalogue
set -eu
root=$1 pseudo=$2
shift 2
for tool in xgettext msgen msgfilter msgfmt; do
  command -v "$tool" >/dev/null || { echo "$tool is not installed: skipped"; exit 77; }
done
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir -p "$place/xx/LC_MESSAGES"
"$root/tests/extract-messages.sh" "$root" "$place/stepwise.pot"
msgen --no-wrap "$place/stepwise.pot" -o "$place/english.po"
msgfilter --keep-header --no-wrap -i "$place/english.po" -o "$place/xx.po" "$pseudo"
sed -i -e 's/charset=[A-Za-z0-9-]*/charset=UTF-8/' -e 's/nplurals=INTEGER; plural=EXPRESSION/nplurals=2; plural=(n != 1)/' "$place/xx.po"
# The option -c checks that the formats of every message are those of the original.
msgfmt -c --check-accelerators=_ -o "$place/xx/LC_MESSAGES/stepwise.mo" "$place/xx.po" 2>"$place/complaints" \
  || { cat "$place/complaints" >&2; exit 1; }
HEADLESS_ENV="LANGUAGE=xx PSEUDO_LOCALES=$place" "$root/tests/app/run-headless.sh" "$@"
