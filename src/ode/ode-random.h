/* Counter-based random numbers: every draw is a pure function of (seed, member, name, k), so any of them can be had alone and in any
 * order, on any thread.
 *
 * Salmon, Moraes, Dror, Shaw, Parallel random numbers: as easy as 1, 2, 3, SC11, doi:10.1145/2063384.2063405. */
#pragma once

#include <stdint.h>

typedef struct
{
  uint64_t seed;   /* of the run */
  uint32_t member; /* of an ensemble; 0 alone */
  uint32_t name;   /* ode_random_hash of what is drawn */
} OdeRandomStream;

/* FNV-1a of a name. */
uint32_t ode_random_hash (const char *name);
/* Philox4x32-10: four words from a counter and a key. */
void ode_random_philox (const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);
/* Two independent uniforms in (0, 1), 52 bits each: the k-th draw of a stream. */
void ode_random_uniforms (const OdeRandomStream *stream, uint64_t k, double u[2]);

/* The k-th draw of a stream from a distribution. uniform: in [low, high); exponential: mean 1/rate; choice: 0 … n − 1. */
double ode_random_uniform (const OdeRandomStream *stream, uint64_t k, double low, double high);
double ode_random_normal (const OdeRandomStream *stream, uint64_t k, double mean, double deviation);
double ode_random_lognormal (const OdeRandomStream *stream, uint64_t k, double mu, double sigma);
double ode_random_exponential (const OdeRandomStream *stream, uint64_t k, double rate);
int ode_random_choice (const OdeRandomStream *stream, uint64_t k, int n);
