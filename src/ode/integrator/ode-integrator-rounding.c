/* Raises the sizes of states whose error is made by rounding.
 *
 * The time and the states are numbers with rounding errors, so a slope f is not known better than to the change δf of f by relative changes
 * of t and x of some ε. An error estimate cannot be smaller than about h δf, whatever the method is. The tolerance of a state that has just
 * begun to grow, at the foot of a pulse or after a switch, can be smaller: x = 1e-6 beside a rate whose argument is (t − 45)/1e-7 has a
 * relative error of 1e-8 by the rounding of t alone. Smaller steps do not help then; the smallest size of the state is raised
 * (ode-sizes.h). */
#include <float.h>
#include <math.h>

#include "ode-integrator-private.h"

/* The relative change of t and x, in ε, is that of a sum whose terms are rounded. */
#define CHANGE 4
/* Changes δf of the slopes change the estimate h Σ eᵢ fᵢ by at most h δf Σ |eᵢ|. The sum is of this size for most methods. If it is larger, the
 * size of the state is not raised. */
#define MOST_PARTS 4

/* Sets the rounding error h δf of each state. Returns false if a slope is undefined. */
static bool
find_rounding (OdeIntegrator *integrator, double *x, double *f, double *rounding)
{
  const OdeSystem *system = integrator->system;
  const OdeTry *attempt = &integrator->attempt;
  const double t = attempt->t + attempt->h_taken, change = CHANGE * DBL_EPSILON;
  const int n = integrator->n_states;

  if (system->rhs (system->self, t, attempt->x1, f) != ODE_DONE)
    return false;
  for (int i = 0; i < n; i++)
    x[i] = attempt->x1[i] * (1 + (i % 2 == 0 ? change : -change));
  if (system->rhs (system->self, t * (1 + change), x, rounding) != ODE_DONE)
    return false;
  integrator->statistics.rhs_evaluations += 2;
  integrator->statistics.rhs_by_purpose[ODE_RHS_ERROR] += 2;
  for (int i = 0; i < n; i++)
    rounding[i] = attempt->h_taken * fabs (rounding[i] - f[i]);
  return true;
}

bool
ode_integrator_raise_sizes (OdeIntegrator *integrator, bool stalled)
{
  const OdeTry *attempt = &integrator->attempt;
  double *scaled = integrator->scaled, *tolerance = integrator->f_next;
  double *x = integrator->rounding, *f = x + integrator->n_states, *rounding = f + integrator->n_states;
  const OdeNormData *norm = &integrator->norm;

  integrator->attempt.f1 = NULL; /* its buffer is used for the tolerances */
  ode_norm_tolerances (norm, attempt->x0, attempt->x1, tolerance);
  ode_norm_scale (norm, integrator->error, attempt->x0, attempt->x1, scaled);
  if (stalled && ode_sizes_raise (&integrator->sizes, scaled, tolerance, norm->accuracy, integrator->norm.floor))
    return true;
  if (integrator->system->mass_pattern != NULL || !find_rounding (integrator, x, f, rounding))
    return false;
  return ode_sizes_raise_to_rounding (&integrator->sizes, scaled, tolerance, rounding, MOST_PARTS, norm->accuracy, integrator->norm.floor);
}
