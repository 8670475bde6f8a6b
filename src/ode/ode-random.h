/* Counter-based random numbers. Every draw is a pure function of (seed, member,
 * name, k), so that draws can be computed in any order and on any thread,
 * and a member of an ensemble can be repeated without the members before it.
 *
 * Salmon, Moraes, Dror, Shaw, Parallel random numbers: as easy as 1, 2, 3,
 * SC11, doi:10.1145/2063384.2063405. */
#pragma once

#include <stdint.h>

typedef struct
{
  uint64_t seed;   /* seed of the run */
  uint32_t member; /* number of the run in an ensemble; 0 in a single run */
  uint32_t name;   /* ode_random_hash of the name of the quantity */
} OdeRandomStream;

/* Returns the 32-bit FNV-1a hash of a name. */
uint32_t ode_random_hash (const char *name);
/* Computes the four words of Philox4x32-10 for a counter and a key. */
void ode_random_philox (const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);
/* Computes the k-th draw of a stream: two independent uniforms in (0, 1) with
 * 52 random bits each. */
void ode_random_uniforms (const OdeRandomStream *stream, uint64_t k, double u[2]);

/* Returns the k-th draw from the uniform distribution on [low, high). */
double ode_random_uniform (const OdeRandomStream *stream, uint64_t k, double low, double high);
/* Returns the k-th draw from the normal distribution. */
double ode_random_normal (const OdeRandomStream *stream, uint64_t k, double mean, double deviation);
/* Returns the k-th draw from the distribution of exp (mu + sigma n) with n
 * standard normal. */
double ode_random_lognormal (const OdeRandomStream *stream, uint64_t k, double mu, double sigma);
/* Returns the k-th draw from the exponential distribution with mean 1/rate. */
double ode_random_exponential (const OdeRandomStream *stream, uint64_t k, double rate);
/* Returns the k-th draw from 0 … n − 1, all equally likely. */
int ode_random_choice (const OdeRandomStream *stream, uint64_t k, int n);
