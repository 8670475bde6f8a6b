/* The controllers except Drake's (ode-control.c). They are compiled into the loop over steps, because the next step waits for their result: the time
 * of a short step is the sum of the latencies from its size over its error to the next size. */
#pragma once

#include "ode-control.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define ODE_CONTROL_INLINE static inline __attribute__ ((always_inline))

/* Two numbers with the same bits. Integers in a vector register need not move to a general register and back, which takes as long as
 * four additions. */
typedef double OdeControlPair __attribute__ ((vector_size (16)));
typedef uint64_t OdeControlBits __attribute__ ((vector_size (16)));

/* Returns log2 x for normal x > 0, with an absolute error below 1e-4. This is enough
 * for a step size: an error of 1e-4 in q log2 ε changes the ratio by less than 0.01
 * %. The function pow would cost as much as a small right-hand side, and its last
 * bits differ between C libraries; the results of this function have the same bits
 * everywhere.
 *
 * x = 2^e (1 + u) with 1/√2 ≤ 1 + u < √2, and log2 (1 + u) = u P(u) where P,
 * of degree 4, is the Chebyshev interpolant of log2 (1 + u)/u on that range. The
 * terms are summed in pairs, which shortens the chain of dependent operations.
 * A comparison gives −1 or 0, so that no branch must be predicted. */
ODE_CONTROL_INLINE double
ode_control_log2 (double x)
{
  const OdeControlBits bits = (OdeControlBits) (OdeControlPair) { x, x };
  const OdeControlBits mantissa = (bits & 0x000fffffffffffff) | 0x3ff0000000000000;
  const OdeControlPair root = { 1.4142135623730951, 1.4142135623730951 };
  const OdeControlBits above = (OdeControlBits) ((OdeControlPair) mantissa > root); /* then 1 + u is half the mantissa, and e one more */
  /* The exponent without its bias, as a double: 2^52 + k has k in its lowest bits. */
  const double exponent = ((OdeControlPair) ((bits >> 52) - above + 0x4330000000000000))[0] - (0x1p52 + 1023);
  const double u = ((OdeControlPair) (mantissa + (above << 52)))[0] - 1, u2 = u * u;

  return exponent
         + u * ((1.44264046428 - 0.72062921586 * u)
                + u2 * ((0.485737842443 - 0.389675223792 * u) + 0.250287846961 * u2));
}

/* Returns 2^y for |y| < 1000, with a relative error below 1e-4: 2^y = 2^k 2^f, where k is
 * the nearest integer and |f| ≤ 1/2. 2^f is evaluated by the Chebyshev interpolant of degree
 * 3. */
ODE_CONTROL_INLINE double
ode_control_exp2 (double y)
{
  const double rounded = y + 0x1.8p52; /* a double near 1.5·2^52 has no fractional bits, and k in its lowest bits */
  const double f = y - (rounded - 0x1.8p52), f2 = f * f;
  const OdeControlBits bits = (OdeControlBits) (OdeControlPair) { rounded, rounded };
  const double scale = ((OdeControlPair) ((bits + 1023) << 52))[0];

  return scale * ((0.999924556951 + 0.693136733884 * f) + f2 * (0.242639478546 + 0.0558382829462 * f));
}

/* Returns the ratio h_next/h after an accepted step, before limits, by the
 * formulas at the top of ode-control.c. L is log2 ε_n and q is 1/p. */
ODE_CONTROL_INLINE double
ode_control_ratio (const OdeControl *control, double L, double h, double q)
{
  const double *g = control->gains;
  double r;

  switch (control->kind)
    {
    case ODE_CONTROLLER_PI:
      return control->safety * ode_control_exp2 (q * (g[1] * control->log_1 - g[0] * L));
    case ODE_CONTROLLER_PID:
      return control->safety * ode_control_exp2 (q * (g[1] * control->log_1 - g[0] * L - g[2] * control->log_2));
    case ODE_CONTROLLER_PREDICTIVE:
      r = control->safety * ode_control_exp2 (-q * g[0] * L);
      if (control->h_1 > 0)
        r = fmin (r, r * (h / control->h_1) * ode_control_exp2 (q * g[1] * (control->log_1 - L)));
      return r;
    default:
      return control->safety * ode_control_exp2 (-q * g[0] * L);
    }
}

/* Applies all controllers except Drake's. The attempt is accepted if and only if error
 * ≤ 1. Then the ratio h_next/h is limited in this order: smallest ratio; largest
 * ode_control_ratio (1 after a rejection, because a larger size has just failed, as in
 * DOPRI5); max_step; h_work. */
ODE_CONTROL_INLINE OdeVerdict
ode_control_judge_classical (OdeControl *control, double error, double h, double p, double h_work)
{
  OdeVerdict verdict = { .clamp = ODE_CLAMP_NONE };
  double grow = control->rejected ? 1.0 : control->max_grow;
  double r, L = 0;

  verdict.accept = error <= 1;
  /* Beyond these bounds the logarithm is not necessary, and ode_control_log2 requires
   * a normal number. A huge error or NaN multiplies the step by min_shrink, a
   * zero error by max_grow. */
  if (!(error < 1e100))
    r = 0;
  else if (error < 1e-30)
    {
      r = INFINITY;
      L = ODE_CONTROL_LOG_FLOOR;
    }
  else
    {
      L = ode_control_log2 (error);
      r = verdict.accept ? ode_control_ratio (control, L, h, 1 / p) : control->safety * ode_control_exp2 (-L / p);
    }
  verdict.h_proposed = r * h;

  if (r < control->min_shrink)
    {
      r = control->min_shrink;
      verdict.clamp = ODE_CLAMP_SHRINK;
    }
  if (r > grow)
    {
      r = grow;
      verdict.clamp = ODE_CLAMP_GROWTH;
    }
  if (!verdict.accept && r > control->safety)
    r = control->safety; /* if the error is only slightly above 1, the next attempt must have another size */
  verdict.h_next = r * h;

  if (verdict.h_next > control->max_step)
    {
      verdict.h_next = control->max_step;
      verdict.clamp = ODE_CLAMP_MAX_STEP;
    }
  if (verdict.h_next < h_work)
    {
      verdict.clamp = ODE_CLAMP_MIN_STEP;
      verdict.h_next = h_work;
      verdict.below_minimum = !verdict.accept && control->throw_on_min_step;
      if (h <= h_work && !isnan (error))
        verdict.accept = verdict.accept || !control->throw_on_min_step; /* if the step has the minimum size,
                                                                         * it cannot shrink, and is accepted
                                                                         * unless throw_on_min_step is set */
    }

  if (verdict.accept)
    {
      control->log_2 = control->log_1;
      control->log_1 = L > ODE_CONTROL_LOG_FLOOR ? L : ODE_CONTROL_LOG_FLOOR;
      control->h_1 = h;
    }
  control->rejected = !verdict.accept;
  return verdict;
}

/* Judges an attempt as ode_control_judge does, but is compiled into the caller. */
ODE_CONTROL_INLINE OdeVerdict
ode_control_judge_inline (OdeControl *control, double error, double h, double p, double h_work)
{
  if (control->kind == ODE_CONTROLLER_DRAKE)
    return ode_control_judge_drake (control, error, h, p, h_work);
  return ode_control_judge_classical (control, error, h, p, h_work);
}
