/* The generator Philox4x32-10 and distributions that use it. The counter has the four words (k low, k
 * high, member, name), and the key is the seed. Streams of different members or
 * names never overlap, because their counters differ. Ten rounds pass all tests
 * of TestU01 (Salmon et al. 2011, section 5). */
#include "ode-random.h"

#include <math.h>

/* Computes the FNV-1a hash with 32 bits. The offset basis and the prime are those of
 * draft-eastlake-fnv. */
uint32_t
ode_random_hash (const char *name)
{
  uint32_t hash = 2166136261u;

  for (const unsigned char *c = (const unsigned char *) name; *c != '\0'; c++)
    hash = (hash ^ *c) * 16777619u;
  return hash;
}

/* One round multiplies words 0 and 2 by constants to 64 bits, exchanges high
 * and low halves and combines the result with the key by exclusive or; then constant increments are added
 * to the key (a Weyl sequence). Multipliers and increments are from section 3.3 of the paper. */
void
ode_random_philox (const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
  uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
  uint32_t k0 = key[0], k1 = key[1];

  for (int round = 0; round < 10; round++)
    {
      uint64_t p0 = (uint64_t) 0xD2511F53u * c0, p1 = (uint64_t) 0xCD9E8D57u * c2;

      c0 = (uint32_t) (p1 >> 32) ^ c1 ^ k0;
      c1 = (uint32_t) p1;
      c2 = (uint32_t) (p0 >> 32) ^ c3 ^ k1;
      c3 = (uint32_t) p0;
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
  out[0] = c0;
  out[1] = c1;
  out[2] = c2;
  out[3] = c3;
}

/* Returns the midpoint of one of 2^52 equal intervals of (0, 1). Midpoints are
 * exact doubles and neither 0 nor 1, so that logarithms are finite. */
static double
to_uniform (uint32_t high, uint32_t low)
{
  uint64_t bits = ((uint64_t) high << 32 | low) >> 12;

  return ((double) bits + 0.5) * 0x1p-52;
}

/* Draw k depends only on the stream and k, so that draws can be computed in any order and in
 * parallel. */
void
ode_random_uniforms (const OdeRandomStream *stream, uint64_t k, double u[2])
{
  const uint32_t counter[4] = { (uint32_t) k, (uint32_t) (k >> 32), stream->member, stream->name };
  const uint32_t key[2] = { (uint32_t) stream->seed, (uint32_t) (stream->seed >> 32) };
  uint32_t out[4];

  ode_random_philox (counter, key, out);
  u[0] = to_uniform (out[0], out[1]);
  u[1] = to_uniform (out[2], out[3]);
}

double
ode_random_uniform (const OdeRandomStream *stream, uint64_t k, double low, double high)
{
  double u[2], value;

  ode_random_uniforms (stream, k, u);
  value = low + (high - low) * u[0];
  return value < high || high <= low ? value : low; /* rounding may give `high`, which is excluded */
}

/* √(−2 ln u₀) cos 2πu₁ is standard normal (Box and Muller, Ann. Math. Statist.
 * 29 (1958) 610). The second number of the pair, with the sine, is not used:
 * draw k would otherwise depend on the parity of k. */
double
ode_random_normal (const OdeRandomStream *stream, uint64_t k, double mean, double deviation)
{
  double u[2];

  ode_random_uniforms (stream, k, u);
  return mean + deviation * sqrt (-2 * log (u[0])) * cos (6.283185307179586477 * u[1]);
}

/* mu and sigma are the mean and the standard deviation of the logarithm of the result. */
double
ode_random_lognormal (const OdeRandomStream *stream, uint64_t k, double mu, double sigma)
{
  return exp (ode_random_normal (stream, k, mu, sigma));
}

/* The function inverts the distribution function: −ln u is exponential with mean 1. */
double
ode_random_exponential (const OdeRandomStream *stream, uint64_t k, double rate)
{
  double u[2];

  ode_random_uniforms (stream, k, u);
  return -log (u[0]) / rate;
}

/* Returns the integer part of n u. The probabilities differ by at most n 2⁻⁵²
 * from 1/n. */
int
ode_random_choice (const OdeRandomStream *stream, uint64_t k, int n)
{
  double u[2];
  int i;

  ode_random_uniforms (stream, k, u);
  i = (int) (u[0] * n);
  return i < n ? i : n - 1;
}
