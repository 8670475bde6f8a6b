/* The loops of the byte-code machine over lanes, compiled for several kinds of processors
 * from expr-machine-batch.inc: portable, AVX2, AVX-512, and fused (with FMA). The results of
 * the unfused versions are the same, and so are those of the fused versions; each result is that of
 * the loop for one point (expr-machine-scalar.c). */
#include "expr-machine-private.h"

#include <string.h>

#ifndef STEPWISE_LIBM
/* The table of musl for exp (src/math/exp_data.h): constants of the reduction x = k ln 2/128 + r, the coefficients of e^r − 1 − r, those of
 * exp2, and for each j the rounding error and the bits of 2^(j/128). */
#define EXP_TABLE_BITS 7
extern const struct exp_data
{
  double invln2N, shift, negln2hiN, negln2loN;
  double poly[4];
  double exp2_shift, exp2_poly[5];
  guint64 tab[2 << EXP_TABLE_BITS];
} exp_table __asm__ ("stepwise___exp_data");
#endif

static inline guint64
bits_of (double x)
{
  guint64 bits;

  memcpy (&bits, &x, sizeof bits);
  return bits;
}

static inline double
double_of (guint64 bits)
{
  double x;

  memcpy (&x, &bits, sizeof x);
  return x;
}

/* Version for all processors. a·b + c has two roundings. */
#define LOOP run_plain
#define TARGET
#define VECTOR(name) name##_plain
#include "expr-machine-vector.inc"
#define FMA(a, b, c) ((a) * (b) + (c))
#define FMS(a, b, c) ((a) * (b) - (c))
#define FNMA(a, b, c) ((c) - (a) * (b))
#define FNMS(a, b, c) (-((a) * (b) + (c)))
#include "expr-machine-batch.inc"
#undef LOOP
#undef TARGET

#ifdef __x86_64__
/* Version with four lanes per vector register. a·b + c has two roundings,
 * so the results are the same. */
#undef VECTOR
#define LOOP run_plain_avx2
#define TARGET __attribute__ ((target ("avx2")))
#define VECTOR(name) name##_avx2
#include "expr-machine-vector.inc"
#include "expr-machine-batch.inc"
#undef LOOP
#undef TARGET

/* Version with eight lanes per vector register and the same results. */
#ifdef __clang__ /* clang does not accept the preferred vector width as a part of the target */
#define AVX512 "avx512f,avx512dq,avx512vl,avx512bw"
#else
#define AVX512 "avx512f,avx512dq,avx512vl,avx512bw,prefer-vector-width=512"
#endif
#undef VECTOR
#define LOOP run_plain_avx512
#define TARGET __attribute__ ((target (AVX512)))
#define VECTOR(name) name##_avx512
#include "expr-machine-vector.inc"
#include "expr-machine-batch.inc"
#undef LOOP
#undef TARGET
#endif

#undef FMA
#undef FMS
#undef FNMA
#undef FNMS

#if defined __x86_64__ || defined __FP_FAST_FMA
#define HAVE_FUSED 1
#define LOOP run_fused
#define FMA(a, b, c) __builtin_fma (a, b, c)
#define FMS(a, b, c) __builtin_fma (a, b, -(c))
#define FNMA(a, b, c) __builtin_fma (-(a), b, c)
#define FNMS(a, b, c) __builtin_fma (-(a), b, -(c))
#ifdef __x86_64__
#undef VECTOR
#define VECTOR(name) name##_avx2
#define TARGET __attribute__ ((target ("avx2,fma")))
#else
#define TARGET
#endif
#include "expr-machine-batch.inc"
#undef LOOP
#undef TARGET
#ifdef __x86_64__
#undef VECTOR
#define VECTOR(name) name##_avx512
#define LOOP run_fused_avx512
#define TARGET __attribute__ ((target ("avx2,fma," AVX512)))
#include "expr-machine-batch.inc"
#endif
#endif

#ifdef __x86_64__
static gboolean
have_avx512 (void)
{
  return __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq") && __builtin_cpu_supports ("avx512vl")
         && __builtin_cpu_supports ("avx512bw");
}
#endif

ExprBatchLoop
expr_machine_batch_loop (gboolean fused)
{
#ifdef HAVE_FUSED
  if (fused && expr_machine_can_fuse ())
#ifdef __x86_64__
    return have_avx512 () ? run_fused_avx512 : run_fused;
#else
    return run_fused;
#endif
#endif
#ifdef __x86_64__
  if (have_avx512 ())
    return run_plain_avx512;
  if (__builtin_cpu_supports ("avx2"))
    return run_plain_avx2;
#endif
  return run_plain;
}

/* ---- functions of many numbers ---- */

typedef void (*SineCosine) (const double *x, double *sine, double *cosine, int n);
typedef void (*Exponential) (const double *x, double *value, int n);

static SineCosine
sine_cosine_here (void)
{
#ifdef __x86_64__
  return have_avx512 () ? sine_cosine_avx512 : __builtin_cpu_supports ("avx2") ? sine_cosine_avx2 : sine_cosine_plain;
#else
  return sine_cosine_plain;
#endif
}

static Exponential
exponential_here (void)
{
#ifdef __x86_64__
  return have_avx512 () ? exponential_avx512 : __builtin_cpu_supports ("avx2") ? exponential_avx2 : exponential_plain;
#else
  return exponential_plain;
#endif
}

/* Returns how many of n ≥ 8 numbers are computed together from number *at on, a multiple of 8, or 0 at the end. If the numbers that are left
 * are fewer, some of those before are computed again. */
static int
next_numbers (gsize *at, gsize n)
{
  gsize left = n - *at;

  if (left == 0)
    return 0;
  if (left < 8)
    *at = n - 8;
  return (int) (left < 8 ? 8 : MIN (left & ~(gsize) 7, EXPR_LANES));
}

void
expr_machine_sines_and_cosines (const double *x, double *sines, double *cosines, gsize n)
{
  const SineCosine function = sine_cosine_here ();
  double unused[EXPR_LANES];
  gsize at = 0;

  for (int here; (here = next_numbers (&at, n)) > 0; at += (gsize) here)
    function (x + at, sines != NULL ? sines + at : unused, cosines != NULL ? cosines + at : unused, here);
}

void
expr_machine_exponentials (const double *x, double *values, gsize n)
{
  const Exponential function = exponential_here ();
  gsize at = 0;

  for (int here; (here = next_numbers (&at, n)) > 0; at += (gsize) here)
    function (x + at, values + at, here);
}
