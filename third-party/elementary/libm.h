/* Replaces musl's src/internal/libm.h for the files of this folder: the same macros, without those for float, long double and other
 * processors. */
#pragma once

#include <float.h>
#include <math.h>
#include <stdint.h>

#if FLT_EVAL_METHOD != 0
#error "The files of this folder need arithmetic without excess precision"
#endif

/* Products and sums are never fused, also where the compiler may use FMA, so that the results are the same on all processors. */
#undef __FP_FAST_FMA

#define hidden
#define WANT_ROUNDING 1
#define WANT_SNAN 0
#define issignaling_inline(x) 0
#define TOINT_INTRINSICS 0

#define predict_true(x) __builtin_expect (!!(x), 1)
#define predict_false(x) __builtin_expect (x, 0)

static inline double
eval_as_double (double x)
{
  return x;
}

/* Returns x in a way that the compiler cannot see through. */
static inline double
fp_barrier (double x)
{
  volatile double y = x;
  return y;
}

/* Computes x although its value is not used. */
static inline void
fp_force_eval (double x)
{
  volatile double y;
  y = x;
  (void) y;
}

#define FORCE_EVAL(x) fp_force_eval (x)

#define asuint64(f) ((union { double _f; uint64_t _i; }) { f })._i
#define asdouble(i) ((union { uint64_t _i; double _f; }) { i })._f

#define EXTRACT_WORDS(hi, lo, d) \
  do \
    { \
      uint64_t __u = asuint64 (d); \
      (hi) = __u >> 32; \
      (lo) = (uint32_t) __u; \
    } \
  while (0)
#define GET_HIGH_WORD(hi, d) ((hi) = asuint64 (d) >> 32)
#define GET_LOW_WORD(lo, d) ((lo) = (uint32_t) asuint64 (d))
#define INSERT_WORDS(d, hi, lo) ((d) = asdouble (((uint64_t) (hi) << 32) | (uint32_t) (lo)))
#define SET_HIGH_WORD(d, hi) INSERT_WORDS (d, hi, (uint32_t) asuint64 (d))
#define SET_LOW_WORD(d, lo) INSERT_WORDS (d, asuint64 (d) >> 32, lo)

/* The functions that the files share. The C library has functions of some of these names. */
#define __rem_pio2_large stepwise_rem_pio2_large
#define __rem_pio2 stepwise_rem_pio2
#define __sin stepwise_kernel_sin
#define __cos stepwise_kernel_cos
#define __tan stepwise_kernel_tan
#define __expo2 stepwise_expo2
#define __math_xflow stepwise_math_xflow
#define __math_uflow stepwise_math_uflow
#define __math_oflow stepwise_math_oflow
#define __math_divzero stepwise_math_divzero
#define __math_invalid stepwise_math_invalid
#define __ldexp_cexp stepwise_ldexp_cexp
#define __exp_data stepwise_exp_data
#define __log_data stepwise_log_data
#define __log2_data stepwise_log2_data
#define __pow_log_data stepwise_pow_log_data

int __rem_pio2_large (double *, double *, int, int, int);
int __rem_pio2 (double, double *);
double __sin (double, double, int);
double __cos (double, double);
double __tan (double, double, int);
double __expo2 (double, double);
double __math_xflow (uint32_t, double);
double __math_uflow (uint32_t);
double __math_oflow (uint32_t);
double __math_divzero (uint32_t);
double __math_invalid (double);
