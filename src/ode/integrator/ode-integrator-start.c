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

/* Chooses the first step automatically (Hairer, Nørsett and Wanner, Solving
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
  int n = integrator->n_states, p = integrator->method->error_order;
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
      status = automatic (integrator, span > 0 ? span : INFINITY, &h);
      if (status > 0)
        return ode_integrator_fail (integrator, ODE_FAIL_UNDEFINED, 0);
      if (status < 0)
        return status;
    }
  integrator->h_next = fmax (h, floor);
  return ODE_DONE;
}
