#!/bin/sh
# Compiles each header of a layer alone, with the include paths its layer may use. Usage: check-headers.sh SOURCE_ROOT CC [nogtk]
set -u
root=$1
cc=$2
bad=0
# From here: the names of folders above may hold spaces.
cd "$root" || exit 1
core="glib-2.0 gio-2.0"
see=
for layer in ode expr model sim lab plot cli app; do
  [ -d "src/$layer" ] || continue
  see="$see -Isrc/$layer"
  packages=$core
  include=$see
  case $layer in
    ode) packages= ;;
    expr) include="-Isrc/expr" ;;
    plot|cli) packages="$core cairo pangocairo" ;;
    app) [ "${3:-}" = nogtk ] && continue; packages="$core cairo pangocairo gtk4" ;;
  esac
  flags=
  [ -n "$packages" ] && flags=$(pkg-config --cflags $packages)
  for header in "src/$layer"/*.h; do
    [ -e "$header" ] || continue
    printf '#include "%s"\n' "$(basename "$header")" |
      $cc -std=gnu17 -D_GNU_SOURCE -fsyntax-only -Wall -Werror $include $flags -x c - ||
      { echo "$layer/$(basename "$header") does not compile alone"; bad=1; }
  done
done
exit $bad
