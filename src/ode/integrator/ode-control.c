/* Step-size control.
 *
 * The local error of a step of size h behaves as C h^p, where p is the order of
 * the estimate plus one. If ε is the estimate divided by the tolerance, the step size
 * for which ε = 1 is h ε^(−1/p); a safety factor keeps the rate of rejections
 * low. This I controller ("elementary" controller) oscillates where stability,
 * not accuracy, limits the step. Digital control theory gives the remedies
 * below (Gustafsson, Lundh and Söderlind, BIT 28 (1988) 270; Gustafsson, ACM
 * TOMS 17 (1991) 533; Söderlind, Numer. Algorithms 31 (2002) 281). Let q =
 * 1/p, let ε_n be the error of this step, and ε_{n−1}, ε_{n−2} the errors of the two
 * accepted steps before it. The ratio h_next/h is
 *
 *   I           safety ε_n^(−q k_I)
 *   PI          safety ε_n^(−q k_I) ε_{n−1}^(q k_P)
 *   PID         safety ε_n^(−q k_I) ε_{n−1}^(q k_P) ε_{n−2}^(−q k_D)
 *   predictive  min (r, r (h_n/h_{n−1}) (ε_{n−1}/ε_n)^(q k_P)),  r = safety ε_n^(−q k_I)
 *
 * The gains are those of the settings, [k_I, k_P, k_D]. A rejected attempt uses
 * safety ε^(−1/p) for every kind of controller, since its error is better information
 * than the history. The history contains only accepted steps that were
 * not shortened (ode-integrator.c restores it after other steps). A restart clears it to the
 * smallest error that is stored (ODE_CONTROL_LOG_FLOOR), so that the first PI step is an I
 * step with a slightly smaller factor.
 *
 * Drake's controller is a separate function, because its rule of acceptance
 * is different. The others are in ode-control-judge.h. */
#include "ode-control-judge.h"

#include <math.h>

/* Defaults by controller.
 *
 * I and PI: safety 0.9 and a ratio in [0.2, 10], as in DOPRI5 (Hairer, Nørsett and
 * Wanner, Solving ODEs I, 2nd ed. 1993, II.4; there α = 1/p − 0.75 β with β =
 * 0.04 for p = 5, which is β = 0.2/p: k_I = 1 − 0.75·0.2 = 0.85, k_P = 0.2).
 *
 * PID: k = 0.58, 0.21, 0.10 (Kennedy and Carpenter, Appl. Numer. Math. 44
 * (2003) 139), the default of ARKODE.
 *
 * Predictive: Gustafsson's, for implicit methods (Hairer and Wanner, Solving
 * ODEs II, 2nd ed. 1996, IV.8, equation 8.25); ratio in [0.125, 5] as in
 * RADAU5.
 *
 * Drake: safety 0.9, ratio in [0.1, 5]
 * (drake/systems/analysis/integrator_base.cc). */
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

void
ode_control_restart (OdeControl *control)
{
  control->log_1 = ODE_CONTROL_LOG_FLOOR;
  control->log_2 = ODE_CONTROL_LOG_FLOOR;
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

/* Implements CalcAdjustedStepSize of
 * drake/systems/analysis/integrator_base.cc. The attempt is accepted if and only if the new size is not
 * below h. There is a dead band: growth by less than 1.2 is ignored, and if the error is at most
 * 1 the step does not shrink. If the error is above 1, the new size is at most 0.9 h. If
 * the error is not finite, the step is multiplied by min_shrink. at_min is set
 * if the step has the minimum size and throw_on_min_step is false: attempts
 * with this size are then accepted, until the step can grow again. */
OdeVerdict
ode_control_judge_drake (OdeControl *control, double error, double h, double p, double h_work)
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
  /* A step that an event shortened below the minimum does not count as a
   * step of minimum size. */
  if (n == h_work && h >= h_work)
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

OdeVerdict
ode_control_judge (OdeControl *control, double error, double h, double p, double h_work)
{
  return ode_control_judge_inline (control, error, h, p, h_work);
}
