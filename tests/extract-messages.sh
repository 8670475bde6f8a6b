#!/bin/sh
# Writes all messages of the program to a template for translations. Usage: extract-messages.sh SOURCE_ROOT OUT.pot
# The environment variable PO_KEYWORDS has the keywords of xgettext in addition to those of GLib. po/meson.build sets it.
set -eu
root=$1 out=$2
cd "$root"
# shellcheck disable=SC2086 # words are meant to be split
xgettext --from-code=UTF-8 --add-comments --keyword=_ --keyword=N_ --keyword=C_:1c,2 --keyword=NC_:1c,2 --keyword=ngettext:1,2 --keyword=g_dngettext:2,3 \
  --flag=_:1:pass-c-format --flag=N_:1:pass-c-format --flag=ngettext:1:pass-c-format --flag=ngettext:2:pass-c-format --flag=g_dngettext:2:pass-c-format --flag=g_dngettext:3:pass-c-format \
  --flag=g_strdup_printf:1:c-format --flag=g_string_append_printf:2:c-format --flag=g_snprintf:3:c-format --flag=g_set_error:4:c-format \
  --flag=g_markup_printf_escaped:1:c-format ${PO_KEYWORDS:-} \
  --no-location --package-name=stepwise -D "$root" -f po/POTFILES.in -o "$out"
