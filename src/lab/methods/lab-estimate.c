/* A method of order q whose estimate has the order p in h makes steps with the local errors C h^(q + 1), where the estimate is E h^p. Error
 * control keeps E h^p at the tolerance. If p < q + 1, the errors are smaller by a power of h, and their sum stays within some tolerances.
 * If p = q + 1, each step has an error of about the tolerance, and those of n steps may add up to n tolerances. The exponents are measured
 * by steps of the sizes h and h/2 on
 *
 *   q' = v,   v' = −sin q,   or   v' = −q.
 *
 * Some estimates are of higher order on linear equations, as that of Merson, or zero, as that of ROS3P, whose two formulas have one
 * stability function. */
#include "lab-estimate.h"

#include <math.h>
#include <string.h>

#include "ode-integrator.h"
#include "ode-stability.h"

/* The step is halved from LARGE until its error is below SMALL_ERROR, so that the leading terms of error and estimate show, and at most to
 * LEAST. */
#define LARGE 1.0
#define SMALL_ERROR 1e-6
#define LEAST 1e-4
/* Errors below this are rounding errors and errors of the accurate solution. */
#define ROUNDING 1e-12
/* An estimate below this fraction of the error counts as zero. */
#define ZERO 1e-4
/* Two exponents that differ by less than this are equal. */
#define HALF 0.5

/* The pendulum v' = −sin q or, if self is not NULL, the linear oscillator v' = −q. */
static OdeStatus
rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = self != NULL ? -x[0] : -sin (x[0]);
  return ODE_DONE;
}

/* ∂(q', v')/∂(q, v) by columns. */
static OdeStatus
jacobian (void *self, double t, const double *x, double *values)
{
  values[0] = values[3] = 0;
  values[1] = self != NULL ? -1 : -cos (x[0]);
  values[2] = 1;
  return ODE_DONE;
}

/* Integrates from 0 to h, in one step or with an accuracy. Writes the estimate of the last step to estimate[2] if it is not NULL. */
static gboolean
integrate (const OdeMethod *method, gboolean linear, double h, gboolean one_step, double x[2], double *estimate)
{
  static const OdeKind kinds[] = { ODE_POSITION, ODE_VELOCITY };
  const OdeSystem system = { .self = GINT_TO_POINTER (linear), .n_states = 2, .kinds = kinds, .rhs = rhs, .jacobian = jacobian };
  const double start[] = { 1, 0.5 };
  OdeSettings settings;
  char message[256];

  ode_settings_init (&settings);
  settings.accuracy = one_step ? 1e-8 : 1e-13;
  settings.error_control = !one_step;
  settings.error_control_explicit = TRUE;
  settings.max_step = one_step ? h : 0;
  OdeIntegrator *integrator = ode_integrator_new (method, &system, &settings, message, sizeof message);
  gboolean done = integrator != NULL && ode_integrator_initialize (integrator, 0, start, 10) == ODE_DONE;
  if (one_step)
    done = done && ode_integrator_step_fixed (integrator, h) == ODE_DONE;
  else
    while (done && ode_integrator_t (integrator) < h)
      done = ode_integrator_step (integrator, h, ODE_STOP_END) == ODE_DONE;
  if (done)
    memcpy (x, ode_integrator_x (integrator), 2 * sizeof (double));
  if (done && estimate != NULL)
    {
      const double *found = ode_integrator_error_estimate (integrator);

      done = found != NULL;
      if (done)
        memcpy (estimate, found, 2 * sizeof (double));
    }
  ode_integrator_free (integrator);
  return done;
}

/* Makes one step of size h. Computes its error, which is the difference from a run of dop853 with the tolerance 1e-13, and the method's
 * own estimate of the error. The run of dop853 has an error below ROUNDING. */
static gboolean
measure (const OdeMethod *method, gboolean linear, double h, double *error, double *estimated)
{
  double x[2], exact[2], estimate[2];

  if (!integrate (method, linear, h, TRUE, x, estimate) || !integrate (ode_method_find ("dop853"), linear, h, FALSE, exact, NULL))
    return FALSE;
  *error = hypot (x[0] - exact[0], x[1] - exact[1]);
  *estimated = hypot (estimate[0], estimate[1]);
  return isfinite (*error) && isfinite (*estimated);
}

/* The orders are log2 of the quotients of errors and of estimates for h and h/2. The estimate has the order of the
 * error unless the order of the error is larger by HALF or more. */
LabEstimate
lab_estimate_find (const OdeMethod *method, gboolean linear)
{
  double error[2], estimated[2], h = LARGE;
  /* Some methods have an estimate only under error control. That of methods with one formula is of the order of its error. */
  const LabEstimate unmeasured = method->error_order > method->order ? LAB_ESTIMATE_ERROR : LAB_ESTIMATE_UNKNOWN;

  if ((method->traits & (ODE_TRAIT_OWN_CONTROL | ODE_TRAIT_VARIABLE_ORDER | ODE_TRAIT_MULTISTEP)) != 0)
    return LAB_ESTIMATE_UNKNOWN;
  if (!measure (method, linear, h, &error[0], &estimated[0]))
    return unmeasured;
  while (error[0] > SMALL_ERROR && h > LEAST)
    if (!measure (method, linear, h /= 2, &error[0], &estimated[0]))
      return unmeasured;
  if (!measure (method, linear, h / 2, &error[1], &estimated[1]) || !(error[1] > ROUNDING))
    return LAB_ESTIMATE_UNKNOWN;
  if (estimated[0] < ZERO * error[0] && estimated[1] < ZERO * error[1])
    return LAB_ESTIMATE_ZERO;
  return log2 (error[0] / error[1]) < log2 (estimated[0] / estimated[1]) + HALF ? LAB_ESTIMATE_ERROR : LAB_ESTIMATE_ABOVE;
}

/* A system counts as linear if its Jacobian has the same bits at two different states. Where it is nonlinear, but its
 * nonlinear terms are 0 at both, it is mistaken for linear; the ends of a run hardly are such states. Up to 60 states
 * the two dense matrices are cheap. */
gboolean
lab_estimate_is_linear (const OdeSystem *system, double t, const double *x, const double *y)
{
  gsize n = (gsize)system->n_states, size = n * n * sizeof (double);

  if (n < 1 || n > 60 || system->time_dependent || system->mass_pattern != NULL)
    return FALSE;
  g_autofree double *a = g_malloc (size), *b = g_malloc (size);
  return memcmp (x, y, n * sizeof (double)) != 0 && ode_stability_jacobian (system, t, x, a) && ode_stability_jacobian (system, t, y, b)
         && memcmp (a, b, size) == 0;
}
