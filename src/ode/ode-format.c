/* Computes the shortest decimal digits of a double by the algorithm Schubfach.
 *
 * R. Giulietti, "The Schubfach way to render doubles", 2020. A double v = c·2^q
 * stands for all numbers between the midpoints to its neighbours, v_l and v_r.
 * Let k = ⌊log10 of the width of that interval⌋. At most one multiple of 10^(k+1) and
 * at least one multiple of 10^k lie inside. If a multiple of 10^(k+1) lies inside, it has
 * the shortest text; otherwise the multiple of 10^k nearest to v has. To decide this, v_l,
 * v and v_r are scaled by 10^−k to fixed-point numbers with two fractional bits.
 * One product with a 128-bit power of ten is accurate enough for this if
 * its last bit is sticky ("round to odd"). The algorithm needs no division by
 * a power of ten, only the table of powers, and no second attempt. */
#include "ode-format.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define SIGNIFICAND_BITS 52
#define EXPONENT_BIAS (1023 + SIGNIFICAND_BITS)
#define FIRST_POWER (-292)

static const uint64_t powers[][2] = {
#include "ode-format-powers.inc"
};

/* The number digits·10^exponent. */
typedef struct
{
  uint64_t digits;
  int exponent;
} Decimal;

/* Returns the upper 64 bits of power·cp. cp is a fixed-point number with two fractional bits. The last
 * bit of the result is set if any lower bit is set. */
static inline uint64_t
scale_to_odd (const uint64_t power[2], uint64_t cp)
{
  unsigned __int128 low = (unsigned __int128) power[1] * cp;
  unsigned __int128 high = (unsigned __int128) power[0] * cp + (uint64_t) (low >> 64);

  /* The power was rounded up by less than one unit of its last place, so a fractional part of 0 or 1 means an exact
   * product. */
  return (uint64_t) (high >> 64) | ((uint64_t) high > 1);
}

/* Returns ⌊x/2^n⌋, also for negative x. */
static inline int
floor_shift (int x, int n)
{
  return x >> n;
}

/* Computes the shortest decimal of a finite number ≠ 0 with the algorithm
 * described at the top. */
static Decimal
shortest (uint64_t fraction, int biased_exponent)
{
  uint64_t c = biased_exponent != 0 ? fraction | (UINT64_C (1) << SIGNIFICAND_BITS) : fraction;
  int q = (biased_exponent != 0 ? biased_exponent : 1) - EXPONENT_BIAS;

  /* An integer below 2^53 is a double without rounding, so its own digits are used.
   */
  if (q <= 0 && -q <= SIGNIFICAND_BITS && (c & ((UINT64_C (1) << -q) - 1)) == 0)
    return (Decimal) { c >> -q, 0 };

  /* At a power of two the next smaller double is only half as far away as the
   * next larger one. */
  bool uneven = fraction == 0 && biased_exponent > 1;
  /* 1262611/2^22 ≈ log10 2, 524031/2^22 ≈ −log10 (3/4), 1741647/2^19 ≈ log2 10:
   * accurate enough for every exponent of a double (Giulietti, section 9.3). */
  int k = floor_shift (q * 1262611 - (uneven ? 524031 : 0), 22);
  int h = q + floor_shift (-k * 1741647, 19) + 1;
  const uint64_t *power = powers[-k - FIRST_POWER];
  uint64_t left = scale_to_odd (power, (4 * c - 2 + uneven) << h);
  uint64_t middle = scale_to_odd (power, (4 * c) << h);
  uint64_t right = scale_to_odd (power, (4 * c + 2) << h);
  /* A midpoint reads back as the neighbour with the even significand, so the
   * interval contains its end points if c is even. */
  uint64_t lower = left + (c & 1), upper = right - (c & 1);

  uint64_t s = middle / 4;
  if (s >= 10)
    {
      uint64_t tens = s / 10;
      bool below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;
      if (below != above)
        return (Decimal) { tens + above, k + 1 };
    }
  bool below = lower <= 4 * s, above = 4 * s + 4 <= upper;
  if (below != above)
    return (Decimal) { s + above, k };
  /* If both candidates or neither of them lie inside the interval, take the nearer one, and in a tie the even
   * one. */
  uint64_t half = 4 * s + 2;
  return (Decimal) { s + (middle > half || (middle == half && (s & 1) != 0)), k };
}

static const char pairs[201] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354"
                               "555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

/* Returns the number of decimal digits. A double needs at most 17. The loop works up to 19 digits, since 10^19 is the largest power of
 * ten below 2^64. */
static int
count_digits (uint64_t digits)
{
  int n = 1;

  for (uint64_t power = 10; n < 19 && digits >= power; power *= 10)
    n++;
  return n;
}

/* Writes exactly n digits, two at a time. */
static void
write_digits (char *out, uint64_t digits, int n)
{
  while (n >= 2)
    {
      uint64_t rest = digits / 100;
      n -= 2;
      memcpy (out + n, pairs + 2 * (digits - 100 * rest), 2);
      digits = rest;
    }
  if (n == 1)
    *out = (char) ('0' + digits);
}

/* Writes d.ddde±x, where the first digit has the place value 10^leading. Returns the end of the
 * text. */
static char *
write_scientific (char *out, uint64_t digits, int n, int leading)
{
  write_digits (out + 1, digits, n);
  out[0] = out[1];
  out[1] = '.';
  out += n > 1 ? n + 1 : 1;
  *out++ = 'e';
  if (leading < 0)
    *out++ = '-';
  unsigned magnitude = (unsigned) (leading < 0 ? -leading : leading);
  int size = magnitude >= 100 ? 3 : magnitude >= 10 ? 2 : 1;
  write_digits (out, magnitude, size);
  return out + size;
}

/* Writes the number without an exponent. Returns the end of the text. */
static char *
write_plain (char *out, uint64_t digits, int n, int leading)
{
  if (leading < 0) /* format 0.000ddd */
    {
      int zeros = 1 - leading; /* number of characters before the first nonzero digit, with the decimal point */
      memset (out, '0', (size_t) zeros);
      out[1] = '.';
      write_digits (out + zeros, digits, n);
      return out + zeros + n;
    }
  if (leading >= n - 1) /* format ddd000 */
    {
      write_digits (out, digits, n);
      memset (out + n, '0', (size_t) (leading + 1 - n));
      return out + leading + 1;
    }
  /* Write the format dd.ddd. */
  write_digits (out + 1, digits, n);
  memmove (out, out + 1, (size_t) leading + 1);
  out[leading + 1] = '.';
  return out + n + 1;
}

/* Zero, infinities and NaN have fixed texts. The sign of −0 is written, the sign of a NaN is not. */
int
ode_format_double (char out[ODE_FORMAT_SIZE], double value)
{
  char *end = out;
  uint64_t bits;

  memcpy (&bits, &value, sizeof bits);
  uint64_t fraction = bits & ((UINT64_C (1) << SIGNIFICAND_BITS) - 1);
  int biased_exponent = (int) (bits >> SIGNIFICAND_BITS) & 0x7ff;
  if (biased_exponent == 0x7ff && fraction != 0)
    {
      memcpy (out, "nan", 4);
      return 3;
    }
  if (bits >> 63)
    *end++ = '-';
  if (biased_exponent == 0x7ff)
    {
      memcpy (end, "inf", 4);
      return (int) (end - out) + 3;
    }
  if (biased_exponent == 0 && fraction == 0)
    {
      *end++ = '0';
      *end = '\0';
      return (int) (end - out);
    }

  Decimal decimal = shortest (fraction, biased_exponent);
  /* Move the zeros at the end of integers into the exponent. */
  while (decimal.digits % 10 == 0)
    {
      decimal.digits /= 10;
      decimal.exponent++;
    }
  int n = count_digits (decimal.digits), leading = decimal.exponent + n - 1;
  /* Write an exponent only below 1e-5 and from 1e17 on. */
  if (leading < -5 || leading >= 17)
    end = write_scientific (end, decimal.digits, n, leading);
  else
    end = write_plain (end, decimal.digits, n, leading);
  *end = '\0';
  return (int) (end - out);
}
