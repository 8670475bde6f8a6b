/* Chooses the size of the first step. */
#include "ode-integrator-private.h"

#include <math.h>

/* Evaluates dx/dt at the start if it is not known. The first step uses it
 * as its first stage. */
static OdeStatus
first_slope (OdeIntegrator *integrator)
{
  OdeStatus status;

  if (integrator->f_known)
    return ODE_DONE;
  status = ode_stepper_rhs (integrator->stepper, ODE_RHS_STARTUP, integrator->t, integrator->x, integrator->f);
  integrator->f_known = status == ODE_DONE;
  return status;
}

/* Returns the power of h in the error of a first step. */
static int
first_error_order (const OdeMethod *method)
{
  return method->first_error_order > 0 ? method->first_error_order : method->error_order;
}

/* Chooses the first step automatically for the weightings of other programs (Hairer, Nørsett and Wanner, Solving
 * ODEs I, 2nd ed. 1993, II.4, "starting step size", p. 169; Gladwell, Shampine
 * and Brankin, J. Comput. Appl. Math. 18 (1987) 175). In the error norm, scaled
 * by the tolerance,
 *
 *   d0 = ‖x‖,  d1 = ‖f(x)‖,  h0 = 0.01 d0/d1 (an explicit Euler step changes x by 1 %; h0 = 1e-6 if d0 or d1 is below 1e-5),
 *   d2 = ‖f(x + h0 f(x)) − f(x)‖/h0            (an estimate of x″),
 *   h1 with h1^p max (d1, d2) = 0.01,          (a leading error term of 1 % of the tolerance),
 *   h  = min (100 h0, h1).
 *
 * p is the order of the error estimate plus one, as in the step-size rule. The
 * code differs from the book if f(x + h0 f(x)) is undefined, because the domain of the
 * model ends nearby: it then uses h = h0/100. The result is limited by max_step and
 * by the span of the run. */
static OdeStatus
automatic (OdeIntegrator *integrator, double span, double *h)
{
  const OdeNormData *norm = &integrator->norm;
  int n = integrator->n_states, p = first_error_order (integrator->method);
  double *x = integrator->x, *f = integrator->f, *x1 = integrator->x_next, *f1 = integrator->f_next;
  double d0, d1, d2, h0, h1, largest = span;
  OdeStatus status = first_slope (integrator);

  if (status != ODE_DONE)
    return status;
  if (integrator->settings.max_step > 0)
    largest = fmin (largest, integrator->settings.max_step);
  d0 = norm->func (norm, x, x, x);
  d1 = norm->func (norm, f, x, x);
  h0 = d0 < 1e-5 || d1 < 1e-5 || !isfinite (d0 / d1) ? 1e-6 : 0.01 * d0 / d1;
  h0 = fmin (h0, largest);

  for (int i = 0; i < n; i++)
    x1[i] = x[i] + h0 * f[i];
  status = ode_stepper_rhs (integrator->stepper, ODE_RHS_STARTUP, integrator->t + h0, x1, f1);
  if (status != ODE_DONE)
    {
      *h = 0.01 * h0; /* f is undefined after a step of h0, so the run begins with a much smaller step */
      return ODE_DONE;
    }
  for (int i = 0; i < n; i++)
    f1[i] -= f[i];
  d2 = norm->func (norm, f1, x, x) / h0;
  if (fmax (d1, d2) <= 1e-15)
    h1 = fmax (1e-6, 1e-3 * h0);
  else
    h1 = pow (0.01 / fmax (d1, d2), 1.0 / (p > 0 ? p : 1));
  if (!isfinite (h1))
    h1 = h0;
  *h = fmin (fmin (100 * h0, h1), largest);
  return ODE_DONE;
}

/* A state at the start, as scale_free sees it. */
typedef struct
{
  double size;    /* its size; 0 if it has none yet */
  double rate;    /* the reciprocal of the time in which it changes by its size; 0 if it is at rest */
} Start;

/* Returns the size below which the tolerance of state i does not fall any more, if the user gave one, or 0. */
static double
given_size (const OdeNormData *norm, int i)
{
  if (norm->tolerances)
    return norm->rtol > 0 ? norm->atol[i] / norm->rtol : 0;
  return norm->given[i];
}

/* Describes state i. `second` is an estimate of |x_i″|, 0 before it is known. A state that starts at zero has no size: with the slope x_i′ it
 * reaches |x_i′|/rate in the time 1/rate in which its slope changes by itself. */
static Start
look_at (const OdeIntegrator *integrator, int i, double second)
{
  const double x = fabs (integrator->x[i]), f = fabs (integrator->f[i]), given = given_size (&integrator->norm, i);
  Start start = { .size = fmax (x, given) };

  if (given == 0 && (x == 0 || ode_sizes_is_unborn (&integrator->sizes, i, x)))
    {
      start.rate = f > 0 ? second / f : 0;
      start.size = start.rate > 0 ? f / start.rate : 0;
    }
  else
    start.rate = fmax (f / start.size, sqrt (second / start.size));
  return start;
}

/* Chooses the first step automatically like `automatic`, without numbers that have a unit: if time or all states are scaled, so is the step. For each
 * state with the size X, the time T in which it changes by X, and the tolerance s,
 *
 *   h0 = 0.01 min T,  with T = X/|x′|         (an explicit Euler step changes a state by at most 1 %),
 *   T  = min (X/|x′|, √(X/|x″|))              (x″ is a difference of slopes over h0),
 *   h  = min T (0.01 s/X)^(1/p)               (a leading error term X (h/T)^p of 1 % of the tolerance).
 *
 * If all states with a size are at rest, no T is known before x″ is; the largest |x| over the largest |x′| then gives h0. If all states are zero,
 * or nothing moves, h0 is 1e-6 of the span, which is the only time that is left. h is at most 100 h0. */
static OdeStatus
scale_free (OdeIntegrator *integrator, double span, double *h)
{
  const OdeNormData *norm = &integrator->norm;
  const double p = first_error_order (integrator->method) > 0 ? first_error_order (integrator->method) : 1;
  double *x = integrator->x, *f = integrator->f, *x1 = integrator->x_next, *f1 = integrator->f_next;
  double rate = 0, h0, largest = span, size = 0, slope = 0;
  OdeStatus status = first_slope (integrator);

  if (status != ODE_DONE)
    return status;
  if (integrator->settings.max_step > 0)
    largest = fmin (largest, integrator->settings.max_step);
  for (int i = 0; i < integrator->n_states; i++)
    {
      rate = fmax (rate, look_at (integrator, i, 0).rate);
      size = fmax (size, fabs (x[i]));
      slope = fmax (slope, fabs (f[i]));
    }
  if (rate == 0 && size > 0)
    rate = slope / size;
  h0 = fmin (rate > 0 && isfinite (rate) ? 0.01 / rate : isfinite (largest) ? 1e-6 * largest : 1e-6, largest);

  for (int i = 0; i < integrator->n_states; i++)
    x1[i] = x[i] + h0 * f[i];
  status = ode_stepper_rhs (integrator->stepper, ODE_RHS_STARTUP, integrator->t + h0, x1, f1);
  if (status != ODE_DONE)
    {
      *h = 0.01 * h0; /* f is undefined after a step of h0, so the run begins with a much smaller step */
      return ODE_DONE;
    }
  *h = fmin (100 * h0, largest);
  for (int i = 0; i < integrator->n_states; i++)
    {
      const Start start = look_at (integrator, i, fabs (f1[i] - f[i]) / h0);
      double tolerance;

      if (!(start.rate > 0 && start.size > 0 && isfinite (start.rate) && isfinite (start.size)))
        continue;
      tolerance = norm->tolerances ? norm->atol[i] + norm->rtol * start.size : norm->accuracy * fmax (start.size, norm->floor[i]);
      *h = fmin (*h, pow (fmin (0.01 * tolerance / start.size, 1), 1 / p) / start.rate);
    }
  return ODE_DONE;
}

/* Chooses the first step. Fixed steps have the size max_step, or a thousandth of the span
 * if it is not set. Under error control the first step is initial_step if it is set; in profile
 * drake it is 0.1 max_step for explicit methods and max_step for implicit ones
 * (Drake's IntegratorBase::Initialize and ImplicitIntegrator); otherwise it is chosen
 * automatically. The result is at least the minimum step. */
OdeStatus
ode_integrator_choose_first_step (OdeIntegrator *integrator, double t_end)
{
  const OdeSettings *settings = &integrator->settings;
  double span = t_end - integrator->t, floor = ode_integrator_working_minimum (integrator), h;
  OdeStatus status;

  integrator->t_end = t_end;
  if (!integrator->adaptive)
    {
      if (settings->max_step > 0)
        h = settings->max_step;
      else if (settings->initial_step_tenth_of_max)
        return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING, "fixed steps need max_step");
      else
        h = span > 0 && isfinite (span) ? span / 1000 : 1e-3;
      integrator->h_fixed = integrator->h_next = h;
      return ODE_DONE;
    }

  if (settings->initial_step > 0)
    h = settings->initial_step;
  else if (settings->initial_step_tenth_of_max)
    {
      if (!(settings->max_step > 0))
        return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING, "initial_step or max_step must be given");
      h = integrator->method->traits & ODE_TRAIT_IMPLICIT ? settings->max_step : 0.1 * settings->max_step;
    }
  else if (integrator->n_states == 0)
    h = settings->max_step > 0 ? settings->max_step : 1;
  else
    {
      span = span > 0 ? span : INFINITY;
      status = settings->weighting == ODE_WEIGHTING_SIZE ? scale_free (integrator, span, &h) : automatic (integrator, span, &h);
      if (status > 0)
        return ode_integrator_fail (integrator, ODE_FAIL_UNDEFINED, 0);
      if (status < 0)
        return status;
    }
  integrator->h_next = fmax (h, floor);
  if (integrator->norm.sized && integrator->f_known)
    {
      ode_sizes_begin (&integrator->sizes, integrator->x, integrator->f, integrator->h_next);
      ode_integrator_follow_sizes (integrator);
    }
  return ODE_DONE;
}

/* The error with which a first step after a restart is expected, as a part of the tolerance. */
#define RESTART_ERROR 0.5

/* The size before the restart is that of a higher order; an attempt with it would be rejected many times. The sizes of the states are known now, unlike at the
 * start of a run. With the norm in units of the tolerance τ,
 *
 *   d1 = ‖f(x)‖,  h0 = 0.01/(τ d1)             (an explicit Euler step changes x by 1 % of its size),
 *   d2 = ‖f(x + h0 f(x)) − f(x)‖/h0             (an estimate of x″),
 *   h  = (0.5/d2)^(1/p)                         (a leading error term of half the tolerance).
 */
OdeStatus
ode_integrator_restart_step (OdeIntegrator *integrator)
{
  const OdeNormData *norm = &integrator->norm;
  const int n = integrator->n_states, p = integrator->method->first_error_order;
  double *x = integrator->x, *f = integrator->f, *x1 = integrator->x_next, *f1 = integrator->f_next;
  double d2, h0, h;
  OdeStatus status;

  if (p == 0 || !integrator->adaptive || n == 0)
    return ODE_DONE;
  if ((status = first_slope (integrator)) != ODE_DONE)
    return status;
  ode_integrator_follow_sizes (integrator); /* as the step from here does, which may begin after a snapshot */
  h0 = fmin (integrator->h_next, 0.01 / (ode_stepper_relative_tolerance (integrator->stepper) * norm->func (norm, f, x, x)));
  for (int i = 0; i < n; i++)
    x1[i] = x[i] + h0 * f[i];
  status = ode_stepper_rhs (integrator->stepper, ODE_RHS_STARTUP, integrator->t + h0, x1, f1);
  if (status < 0)
    return status;
  h = 0.01 * h0; /* if f is undefined after a step of h0 */
  if (status == ODE_DONE)
    {
      for (int i = 0; i < n; i++)
        f1[i] -= f[i];
      d2 = norm->func (norm, f1, x, x) / h0;
      h = pow (RESTART_ERROR / d2, 1.0 / p);
    }
  if (h < integrator->h_next)
    integrator->h_next = fmax (h, ode_integrator_working_minimum (integrator));
  return ODE_DONE;
}
