/* Handles constraints and algebraic equations when an integrator is made, at
 * its start, after jumps, and after each attempt.
 *
 * A system with a mass matrix is an index-1 DAE, M x' = f. Methods with
 * ODE_TRAIT_DAE solve this system directly; for other methods the algebraic unknowns
 * are eliminated: the integrator then uses the system of ode_consistent_system,
 * whose right-hand side solves the algebraic equations (state-space form
 * method: Hairer and Wanner, Solving ODEs II, 2nd ed. 1996, VI.1). A system
 * with constraints c(t, x) = 0 already satisfies the differentiated constraints;
 * after each step the state is projected back onto c = 0 (coordinate
 * projection: Eich, SIAM J. Numer. Anal. 30 (1993) 1467; Hairer, Lubich and
 * Wanner, Geometric Numerical Integration, 2nd ed. 2006, IV.4). */
#include "ode-integrator-private.h"

#include <math.h>

bool
ode_integrator_make_constraints (OdeIntegrator *integrator)
{
  const OdeSystem *system = integrator->system;

  integrator->given = system;
  if (ode_projection_needed (system) && (integrator->projection = ode_projection_new (system)) == NULL)
    return false;
  if (system->mass_pattern == NULL)
    return true;
  integrator->consistent = ode_consistent_new (system);
  if (integrator->consistent == NULL)
    return false;
  if (!(integrator->method->traits & ODE_TRAIT_DAE))
    integrator->system = ode_consistent_system (integrator->consistent);
  return true;
}

void
ode_integrator_free_constraints (OdeIntegrator *integrator)
{
  ode_projection_free (integrator->projection);
  ode_consistent_free (integrator->consistent);
}

OdeStatus
ode_integrator_start_constraints (OdeIntegrator *integrator)
{
  char table[ODE_MESSAGE_SIZE / 2];

  if (integrator->consistent != NULL && ode_consistent_solve (integrator->consistent, integrator->t, integrator->x) != ODE_DONE)
    {
      ode_consistent_table (integrator->consistent, integrator->settings.translate, integrator->t, integrator->x, table, sizeof table);
      return ode_integrator_fail_message (integrator, ODE_FAIL_INCONSISTENT,
                                        "no values of the algebraic unknowns satisfy their equations at t = %.17g; residuals: %s",
                                        integrator->t, table);
    }
  if (integrator->projection == NULL)
    return ODE_DONE;
  ode_projection_configure (integrator->projection, &integrator->settings, integrator->accuracy);
  if (ode_projection_start (integrator->projection, integrator->t, integrator->x) == ODE_DONE)
    return ODE_DONE;
  ode_projection_table (integrator->projection, integrator->settings.translate, integrator->t, integrator->x, table, sizeof table);
  return ode_integrator_fail_message (integrator, ODE_FAIL_INCONSISTENT,
                                    "the state cannot be projected onto the constraints at t = %.17g; residuals: %s", integrator->t,
                                    table);
}

/* First the algebraic unknowns, then the projection: the projection needs states that satisfy the
 * algebraic equations. */
OdeStatus
ode_integrator_settle (OdeIntegrator *integrator)
{
  OdeTry *attempt = &integrator->attempt;
  const double t1 = attempt->t + attempt->h_taken;
  OdeStatus status = ODE_DONE;
  bool moved = false;

  /* A method without ODE_TRAIT_DAE integrates the derivatives of the algebraic
   * unknowns, whose errors accumulate. The solution of the algebraic equations at the
   * end of the step removes these errors. Then dx/dt at the end no longer belongs to
   * x1. */
  if (integrator->system != integrator->given)
    {
      status = ode_consistent_solve (integrator->consistent, t1, attempt->x1);
      attempt->f1 = NULL;
    }
  if (status != ODE_DONE || integrator->projection == NULL)
    return status;
  if (integrator->adaptive && attempt->error != NULL)
    {
      const double p = attempt->error_order > 0 ? attempt->error_order : integrator->method->error_order;
      const double error = integrator->norm.func (&integrator->norm, attempt->error, attempt->x0, attempt->x1);

      /* If the error is above 2^p times the tolerance, the controller at least
       * halves the step: the attempt is rejected in any case, and a projection
       * would be wasted (SimTK AbstractIntegratorRep::attemptDAEStep). */
      if (!(error <= exp2 (p)))
        return ODE_DONE;
    }
  ode_projection_configure (integrator->projection, &integrator->settings, integrator->accuracy);
  status = ode_projection_step (integrator->projection, t1, attempt->x1, attempt->error, &integrator->statistics, &moved);
  if (moved)
    attempt->f1 = NULL;
  return status;
}
