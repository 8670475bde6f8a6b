#!/bin/sh
# Makes an archive of the elementary functions of musl under names that begin with stepwise_.
# Usage: make-archive.sh AR OBJCOPY LIBC_A OUTPUT
set -eu
ar=$1 objcopy=$2 libc=$3 output=$4
objects="__cexp __cos __expo2 __math_divzero __math_invalid __math_oflow __math_uflow __math_xflow __rem_pio2 __rem_pio2_large __sin __tan
  acos acosh asin asinh atan atan2 atanh cabs carg cbrt cexp cos cosh csqrt erf exp exp2 exp_data expm1 hypot log log10 log1p log2 log2_data
  log_data pow pow_data sin sincos sinh tan tanh tgamma"
# Symbols that stay those of the C library: functions with exact results, and what every object refers to.
shared="_GLOBAL_OFFSET_TABLE_ __stack_chk_fail copysign fabs floor memcpy scalbn sqrt"
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
libc=$(realpath "$libc")
members= redefine=
for object in $objects; do members="$members $object.lo"; done
for symbol in $shared; do redefine="$redefine --redefine-sym stepwise_$symbol=$symbol"; done
(cd "$place" && "$ar" x "$libc" $members)
rm -f "$output"
"$ar" rcD "$place/all.a" $(for member in $members; do echo "$place/$member"; done)
"$objcopy" --prefix-symbols=stepwise_ "$place/all.a" "$place/prefixed.a"
"$objcopy" $redefine "$place/prefixed.a" "$output"
