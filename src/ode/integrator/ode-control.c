#include "ode-control.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Defaults by controller.
 * I, PI: Hairer, Nørsett, Wanner, Solving ODEs I, II.4 and the code DOPRI5: safety 0.9, ratio in [0.2, 10]; PI exponents
 * α = 1/p − 0.75 β, β = 0.2/p (DOPRI5: p = 5, β = 0.04), written here as multiples of 1/p.
 * PID: Kennedy, Carpenter, Appl. Numer. Math. 44 (2003) 139, the choice of ARKODE.
 * Predictive: Gustafsson; Hairer, Wanner, Solving ODEs II, IV.8 (8.25); ratio in [0.125, 5] as RADAU5.
 * Drake: safety 0.9, ratio in [0.1, 5], hysteresis 0.9 and 1.2. */
static const struct
{
  double safety, min_shrink, max_grow;
  double gains[3];
} defaults[] = {
  [ODE_CONTROLLER_I] = { 0.9, 0.2, 10.0, { 1.0, 0.0, 0.0 } },
  [ODE_CONTROLLER_PI] = { 0.9, 0.2, 10.0, { 0.85, 0.2, 0.0 } },
  [ODE_CONTROLLER_PID] = { 0.9, 0.2, 10.0, { 0.58, 0.21, 0.1 } },
  [ODE_CONTROLLER_PREDICTIVE] = { 0.9, 0.125, 5.0, { 1.0, 1.0, 0.0 } },
  [ODE_CONTROLLER_DRAKE] = { 0.9, 0.1, 5.0, { 1.0, 0.0, 0.0 } },
};

/* Errors enter the history as at least 1e-4, so that one accidentally perfect step does not dominate (DOPRI5); its log2. */
#define LOG_FLOOR -13.287712379549449

/* log2 x of a normal x > 0 and 2^y of |y| < 1000, to 2e-4: enough for a step size, far cheaper than pow on the path from one step to
 * the next, and the same bits everywhere. Chebyshev fits of log2 (1 + u)/u on [1/√2 − 1, √2 − 1] (degree 4, error 1e-4) and of
 * 2^f on [−½, ½] (degree 3, error 1e-4), summed in pairs. */
static inline double
quick_log2 (double x)
{
  uint64_t bits;
  double u, u2, exponent;

  memcpy (&bits, &x, sizeof bits);
  exponent = (double) ((int64_t) (bits >> 52) - 1023);
  bits = (bits & 0x000fffffffffffff) | 0x3ff0000000000000;
  memcpy (&u, &bits, sizeof u);
  if (u > 1.4142135623730951)
    {
      u *= 0.5;
      exponent += 1;
    }
  u -= 1;
  u2 = u * u;
  return exponent
         + u * ((1.44264046428 - 0.72062921586 * u)
                + u2 * ((0.485737842443 - 0.389675223792 * u) + 0.250287846961 * u2));
}

static inline double
quick_exp2 (double y)
{
  double k = (y + 0x1.8p52) - 0x1.8p52, f = y - k, f2 = f * f, scale; /* adding 1.5·2^52 rounds to an integer */
  uint64_t bits = (uint64_t) ((int64_t) k + 1023) << 52;

  memcpy (&scale, &bits, sizeof scale);
  return scale * ((0.999924556951 + 0.693136733884 * f) + f2 * (0.242639478546 + 0.0558382829462 * f));
}

void
ode_control_restart (OdeControl *control)
{
  control->log_1 = LOG_FLOOR;
  control->log_2 = LOG_FLOOR;
  control->h_1 = 0;
  control->rejected = false;
  control->at_min = false;
}

void
ode_control_init (OdeControl *control, const OdeSettings *settings)
{
  OdeController kind = settings->controller;

  control->kind = kind;
  control->safety = isnan (settings->safety) ? defaults[kind].safety : settings->safety;
  control->min_shrink = isnan (settings->min_shrink) ? defaults[kind].min_shrink : settings->min_shrink;
  control->max_grow = isnan (settings->max_grow) ? defaults[kind].max_grow : settings->max_grow;
  for (int i = 0; i < 3; i++)
    control->gains[i] = isnan (settings->gains[i]) ? defaults[kind].gains[i] : settings->gains[i];
  control->max_step = settings->max_step > 0 ? settings->max_step : INFINITY;
  control->throw_on_min_step = settings->throw_on_min_step;
}

/* Drake's rule: acceptance is decided by the step not shrinking, with a dead band between 0.9 h and 1.2 h. */
static OdeVerdict
judge_drake (OdeControl *control, double error, double h, double p, double h_work)
{
  OdeVerdict verdict = { .clamp = ODE_CLAMP_NONE };
  double n;

  if (!isfinite (error))
    {
      verdict.h_proposed = verdict.h_next = control->min_shrink * h;
      verdict.clamp = ODE_CLAMP_SHRINK;
      n = verdict.h_next;
      if (n < h_work)
        {
          verdict.below_minimum = control->throw_on_min_step;
          verdict.h_next = h_work;
          verdict.clamp = ODE_CLAMP_MIN_STEP;
        }
      return verdict;
    }

  n = error == 0 ? control->max_grow * h : control->safety * h * pow (1 / error, 1 / p);
  verdict.h_proposed = n;
  if (n > h)
    {
      control->at_min = false;
      if (n < 1.2 * h)
        {
          n = h;
          verdict.clamp = ODE_CLAMP_HYSTERESIS;
        }
    }
  else if (n < h && control->at_min)
    {
      verdict.accept = true;
      verdict.h_next = h;
      verdict.clamp = ODE_CLAMP_MIN_STEP;
      return verdict;
    }
  else if (n < h)
    {
      if (error <= 1)
        n = h;
      else
        n = fmin (n, 0.9 * h);
      verdict.clamp = ODE_CLAMP_HYSTERESIS;
    }

  if (n > control->max_grow * h)
    {
      n = control->max_grow * h;
      verdict.clamp = ODE_CLAMP_GROWTH;
    }
  if (n < control->min_shrink * h)
    {
      n = control->min_shrink * h;
      verdict.clamp = ODE_CLAMP_SHRINK;
    }
  if (n > control->max_step)
    {
      n = control->max_step;
      verdict.clamp = ODE_CLAMP_MAX_STEP;
    }
  if (n < h_work)
    {
      verdict.clamp = ODE_CLAMP_MIN_STEP;
      if (control->throw_on_min_step && n < h)
        {
          verdict.below_minimum = true;
          verdict.h_next = h_work;
          return verdict;
        }
      n = h_work;
    }
  if (n == h_work && h >= h_work) /* a step cut below the minimum by an event says nothing */
    {
      control->at_min = true;
      if (n < h)
        {
          verdict.h_next = n;
          return verdict;
        }
    }
  verdict.accept = n >= h;
  verdict.h_next = n;
  return verdict;
}

/* Ratio of the next step to this one for an accepted step, L = log2 error, q = 1/p. */
static inline double
ratio (const OdeControl *control, double L, double h, double q)
{
  const double *g = control->gains;
  double r;

  switch (control->kind)
    {
    case ODE_CONTROLLER_PI:
      return control->safety * quick_exp2 (q * (g[1] * control->log_1 - g[0] * L));
    case ODE_CONTROLLER_PID:
      return control->safety * quick_exp2 (q * (g[1] * control->log_1 - g[0] * L - g[2] * control->log_2));
    case ODE_CONTROLLER_PREDICTIVE:
      r = control->safety * quick_exp2 (-q * g[0] * L);
      if (control->h_1 > 0)
        r = fmin (r, r * (h / control->h_1) * quick_exp2 (q * g[1] * (control->log_1 - L)));
      return r;
    default:
      return control->safety * quick_exp2 (-q * g[0] * L);
    }
}

static OdeVerdict
judge_classical (OdeControl *control, double error, double h, double p, double h_work)
{
  OdeVerdict verdict = { .clamp = ODE_CLAMP_NONE };
  double grow = control->rejected ? 1.0 : control->max_grow;
  double r, L = 0;

  verdict.accept = error <= 1;
  if (!(error < 1e100))
    r = 0;
  else if (error < 1e-30) /* as good as none, and far from the numbers that are not normal */
    {
      r = INFINITY;
      L = LOG_FLOOR;
    }
  else
    {
      L = quick_log2 (error);
      r = verdict.accept ? ratio (control, L, h, 1 / p) : control->safety * quick_exp2 (-L / p);
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
    r = control->safety; /* a rejected step never comes again in the same size */
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
        verdict.accept = verdict.accept || !control->throw_on_min_step; /* at the minimum: on, whatever the error */
    }

  if (verdict.accept)
    {
      control->log_2 = control->log_1;
      control->log_1 = L > LOG_FLOOR ? L : LOG_FLOOR;
      control->h_1 = h;
    }
  control->rejected = !verdict.accept;
  return verdict;
}

OdeVerdict
ode_control_judge (OdeControl *control, double error, double h, double p, double h_work)
{
  if (control->kind == ODE_CONTROLLER_DRAKE)
    return judge_drake (control, error, h, p, h_work);
  return judge_classical (control, error, h, p, h_work);
}
