#!/bin/sh
# Checks the translations: every file with messages is listed in po/POTFILES.in, every message is translated, and formats agree.
# Usage: check-translations.sh SOURCE_ROOT, with the keywords of xgettext in PO_KEYWORDS
set -eu
root=$1
for tool in xgettext msgfmt msgmerge; do
  command -v "$tool" >/dev/null || { echo "$tool is not installed: skipped"; exit 77; }
done
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
bad=0

# List the files that contain a call of a macro that marks a message for translation.
(cd "$root" && grep -lE '(^|[^A-Za-z_0-9])(_|N_|C_|NC_|ngettext|ODE_N_) ?\("|ode_integrator_fail_message \(|ode_message_(refuse|format) \(' $(find src -name '*.c') || :) | sort >"$place/marked"
grep '^src/' "$root/po/POTFILES.in" | sort >"$place/listed"
if ! comm -23 "$place/marked" "$place/listed" | sed 's|^|po/POTFILES.in lacks |' | { ! grep .; }; then bad=1; fi
while read -r file; do
  [ -e "$root/$file" ] || { echo "po/POTFILES.in names $file, which does not exist"; bad=1; }
done <"$root/po/POTFILES.in"
[ $bad -eq 0 ] || exit 1

"$root/tests/extract-messages.sh" "$root" "$place/stepwise.pot"
while read -r language; do
  msgmerge -q --no-fuzzy-matching "$root/po/$language.po" "$place/stepwise.pot" -o "$place/$language.po"
  msgfmt -c -o /dev/null "$place/$language.po" || bad=1
  statistics=$(LC_ALL=C msgfmt --statistics -o /dev/null "$place/$language.po" 2>&1)
  echo "$language: $statistics"
  case $statistics in
    *fuzzy*|*untranslated*)
      msgattrib --untranslated --no-wrap "$place/$language.po" | sed -n 's/^msgid /untranslated: /p'
      msgattrib --only-fuzzy --no-wrap "$place/$language.po" | sed -n 's/^msgid /fuzzy: /p'
      bad=1
      ;;
  esac
done <"$root/po/LINGUAS"

# In German a rejected attempt is "abgelehnt"; "verwerfen" is the word for discarding a session or a text.
if grep -nE 'verw[oi]rf' "$root"/models/lessons/*.de.yaml; then bad=1; fi
if msggrep --no-wrap --msgid -i -e reject "$place/de.po" | grep -iE '^msgstr.*verw[oi]rf'; then bad=1; fi
exit $bad
