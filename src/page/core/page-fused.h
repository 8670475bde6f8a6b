/* The fused operation a·b + c with one rounding, for a processor without that instruction. The compiler includes this file before the
 * byte-code machine (see ../meson.build), whose fused loops then give the bits of a processor that has the instruction.
 *
 * S. Boldo, G. Melquiond: Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd. IEEE Transactions on
 * Computers 57 (2008) 462-471. The product is split exactly into uh + ul (Dekker), c + ul into th + tl and uh + th into vh + vl (Knuth).
 * The rest tl + vl is rounded to odd, so that the rounding of vh plus the rest is that of the exact value. The proof requires that nothing
 * overflows and that no error of a product underflows, so other numbers use the function of the C library. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Returns the biased exponent of a number. */
static inline unsigned
page_exponent (double x)
{
  uint64_t bits;

  memcpy (&bits, &x, sizeof bits);
  return (unsigned)(bits >> 52) & 0x7FF;
}

/* Returns a·b + c, rounded once. */
static inline double
page_fma (double a, double b, double c)
{
  const double split = 0x1p27 + 1;
  unsigned ea = page_exponent (a), eb = page_exponent (b), ec = page_exponent (c);
  double ah, al, bh, bl, uh, ul, th, tl, vh, vl, part, rest, error;

  if (a == 0 || b == 0)
    return a * b + c;
  /* With |a|, |b| from 2^−400 to 2^400 and |c| from 2^−700 to 2^700, or c = 0, all parts are far from overflow and underflow. */
  if (ea - 623 > 800 || eb - 623 > 800 || (ec - 323 > 1400 && c != 0))
    return fma (a, b, c);
  if (c == 0)
    return a * b + c;
  part = split * a;
  ah = part - (part - a);
  al = a - ah;
  part = split * b;
  bh = part - (part - b);
  bl = b - bh;
  uh = a * b;
  ul = al * bl - (((uh - ah * bh) - al * bh) - ah * bl);
  th = c + ul;
  part = th - c;
  tl = (c - (th - part)) + (ul - part);
  vh = uh + th;
  part = vh - uh;
  vl = (uh - (vh - part)) + (th - part);
  rest = tl + vl;
  part = rest - tl;
  error = (tl - (rest - part)) + (vl - part);
  if (error != 0)
    {
      int64_t bits;

      memcpy (&bits, &rest, sizeof bits);
      /* Rounding to odd: of the two neighbours of the exact value, the one with an odd last digit. */
      if ((bits & 1) == 0)
        bits += (error > 0) == (rest > 0) ? 1 : -1;
      memcpy (&rest, &bits, sizeof rest);
    }
  return vh + rest;
}

#define __builtin_fma(a, b, c) page_fma (a, b, c)
