#!/bin/sh
# Checks the rules of the house that a compiler does not: layering by includes, prefixes of public names, headers that compile
# alone, the core's silence, and what stands at the top level. Usage: check-layers.sh SOURCE_ROOT
set -u
root=$1
bad=0
say () { echo "$1"; bad=1; }

# layer: the layers it may include from
allowed () {
  case $1 in
    ode) echo ode ;;
    expr) echo expr ;;
    model) echo model expr ode ;;
    sim) echo sim model expr ode ;;
    lab) echo lab sim model expr ode ;;
    plot) echo plot lab sim model expr ode ;;
    cli) echo cli plot lab sim model expr ode ;;
    app) echo app plot lab sim model expr ode ;;
  esac
}
prefix () { [ "$1" = app ] && echo wb || echo "$1"; }

for layer in ode expr model sim lab plot cli app; do
  [ -d "$root/src/$layer" ] || continue
  may=$(allowed $layer)
  for file in "$root/src/$layer"/*.c "$root/src/$layer"/*.h; do
    [ -e "$file" ] || continue
    name=$(basename "$file")
    # layering
    for header in $(sed -n 's/^#include "\([a-z0-9-]*\)\.h".*/\1/p' "$file"); do
      found=
      for other in $may; do
        [ -e "$root/src/$other/$header.h" ] && found=$other
      done
      case $header in config|stepwise-resources) found=build ;; esac
      [ -n "$found" ] || say "$layer/$name: includes $header.h, which is not in a layer that $layer may see ($may)"
    done
    # file names say their folder
    case $layer/$name in
      app/main.c|cli/main.c) ;;
      */$(prefix $layer)-*|*/$(prefix $layer).c|*/$(prefix $layer).h) ;;
      *) say "$layer/$name: the file's name does not begin with '$(prefix $layer)-'" ;;
    esac
    case $layer in
      ode|expr|model|sim|lab|plot)
        grep -nE '(^|[^a-z_])(printf|puts|putchar|g_print|g_printerr|perror|exit|abort) ?\(' "$file" | grep -vE 'snprintf|^\s*/?\*' |
          while read -r line; do echo "$layer/$name:$line: the core never prints and never exits"; done | grep . && bad=1
        ;;
    esac
    case $layer in
      ode) grep -nE '#include <(glib|gtk|gio|cairo|yaml)' "$file" && say "ode/$name: ode knows the C library alone" ;;
      expr|model|sim|lab|plot|cli) grep -nE '#include <(gtk|gdk|gsk)' "$file" && say "$layer/$name: only app knows GTK" ;;
    esac
  done
  # headers: pragma once and a size that can be read
  for file in "$root/src/$layer"/*.h; do
    [ -e "$file" ] || continue
    grep -q '^#pragma once' "$file" || say "$layer/$(basename "$file"): no #pragma once"
  done
done

# public functions carry their folder's prefix
for layer in ode expr model sim lab plot; do
  library=$(find "${MESON_BUILD_ROOT:-$root/build}/src/$layer" -name "libstepwise-$layer.a" 2>/dev/null | head -n 1)
  [ -n "$library" ] || continue
  nm -g --defined-only "$library" 2>/dev/null | awk '$2 ~ /[TDBRV]/ { print $3 }' | grep -vE "^_?_?$layer|^${layer}_|^__|\.|^_" |
    while read -r symbol; do echo "$layer: public name '$symbol' has not the prefix '${layer}_'"; done | grep . && bad=1
done

# top level
for entry in $(cd "$root" && git ls-files 2>/dev/null | cut -d/ -f1 | sort -u); do
  case $entry in
    .*|meson.build|meson_options.txt|README.md|LICENSE|dev|src|ui|data|models|tests|po) ;;
    *) say "top level: '$entry' does not belong there" ;;
  esac
done
exit $bad
