/* Newton's method for a single implicit stage. With G(Z) = f(t, x0 + Z) + (R −
 * M Z)/(γh) the simplified iteration is
 *
 *   (M/(γh) − J) δ = G(Z),   Z ← Z + δ.
 *
 * The Jacobian was evaluated at the start of this or an earlier step, and is reused while
 * the contraction rate is small; the LU factors are valid for one value of γh.
 *
 * The iteration converges linearly with the rate ρ((M/(γh) − J)⁻¹ (J* − J)), where J*
 * is the Jacobian at the solution. It is fast while J changes little over a few steps.
 * For stiff components the contraction rate is about (J* − J)/J, the relative change
 * of J, and not h times the absolute change. This is why the same Jacobian can
 * be used for many steps of a stiff problem.
 *
 * With the factor of another size, γ₀h₀, the updates are multiplied by 2γh/(γh + γ₀h₀) (as in CVODE). Components with a small λ then converge with the rate
 * (γ₀h₀ − γh)/(γ₀h₀ + γh), and those with a large λ with the same rate and the other sign. */
#include "ode-stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The Jacobian is reused if the contraction rate is at most this value. RADAU5 uses 0.001,
 * because each iteration evaluates s stages; here an iteration evaluates one stage, so that
 * a new Jacobian is relatively more expensive. */
#define KEEP_JACOBIAN 0.01

/* n_factors is the number of different values of γ, each of which has its own factor. */
bool
ode_stage_solver_init (OdeStageSolver *solver, OdeStepper *stepper, int n_factors, char *error, size_t error_size)
{
  const size_t n = (size_t) stepper->system->n_states;

  memset (solver, 0, sizeof *solver);
  solver->memory = malloc (sizeof (double) * (4 * n + 1));
  if (solver->memory == NULL || !ode_factor_cache_init (&solver->slots, stepper, n_factors, solver->memory + 3 * n))
    return ode_stepper_refuse_memory (stepper, error, error_size);
  solver->stage = solver->memory;
  solver->update = solver->stage + n;
  solver->product = solver->update + n;
  solver->want_jacobian = true;
  solver->keep = KEEP_JACOBIAN;
  return true;
}

void
ode_stage_solver_clear (OdeStageSolver *solver)
{
  ode_factor_cache_clear (&solver->slots);
  free (solver->memory);
  memset (solver, 0, sizeof *solver);
}

/* The Jacobian and the factors become invalid, because parameters or the
 * state have changed. */
void
ode_stage_solver_restart (OdeStageSolver *solver)
{
  solver->want_jacobian = true;
  ode_factor_cache_forget (&solver->slots);
}

/* A Jacobian is fresh if it was evaluated at the start of this step. A new Jacobian
 * would be equal and could not help Newton's method. */
bool
ode_stage_solver_is_fresh (const OdeStageSolver *solver, double t)
{
  return solver->slots.matrix->valid && solver->slots.jacobian_age == 0 && solver->slots.matrix->t_at == t;
}

/* The Jacobian is evaluated if there is none, if the old one gave slow convergence,
 * if the caller requests it after a failure, or if the settings forbid reuse.
 * It is never evaluated again while the current one is fresh. */
OdeStatus
ode_stage_solver_begin (OdeStageSolver *solver, double t, const double *x0, const double *f0, bool renew)
{
  const bool fresh = ode_stage_solver_is_fresh (solver, t);

  solver->want_jacobian = solver->want_jacobian || solver->slots.worst_theta > solver->keep;
  solver->slots.worst_theta = 0.0;
  if (!renew)
    solver->slots.iterations = 0;
  ode_newton_scale (&solver->slots.newton, x0, 1.0);
  if (solver->slots.matrix->valid && !((solver->want_jacobian || renew || !solver->slots.stepper->settings.reuse_jacobian) && !fresh))
    return ODE_DONE;
  solver->want_jacobian = false;
  return ode_factor_cache_jacobian (&solver->slots, t, x0, f0);
}

/* Computes the residual G(Z) of the formula at the top of this file into solver->update. */
static OdeStatus
make_residual (OdeStageSolver *solver, double t, double gamma_h, const double *x0, const double *R, const double *Z)
{
  const int n = solver->slots.n;
  const double inverse = 1.0 / gamma_h;
  /* Without a mass matrix M Z is Z itself. */
  const double *M_Z = Z;
  OdeStatus status;

  for (int i = 0; i < n; i++)
    solver->stage[i] = x0[i] + Z[i];
  status = ode_stepper_rhs (solver->slots.stepper, ODE_RHS_STAGES, t, solver->stage, solver->update);
  if (status != ODE_DONE)
    return status;
  if (!ode_matrix_mass_is_identity (solver->slots.matrix))
    {
      ode_matrix_mass_times (solver->slots.matrix, Z, solver->product);
      M_Z = solver->product;
    }
  for (int i = 0; i < n; i++)
    solver->update[i] += (R[i] - M_Z[i]) * inverse;
  return ODE_DONE;
}

/* Iterates from the guess in Z until the convergence test ends the iteration. */
static OdeStatus
iterate (OdeStageSolver *solver, int slot, double t, double gamma_h, const double *x0, const double *R, double *Z)
{
  OdeStepper *stepper = solver->slots.stepper;
  OdeNewton *newton = &solver->slots.newton;
  const int n = solver->slots.n;
  OdeNewtonVerdict verdict;
  OdeStatus status;

  const double scale = newton->full ? 1.0 : 2.0 * gamma_h / (gamma_h + solver->slots.factored[slot]);

  ode_newton_begin (newton);
  if (stepper->trace != NULL)
    ode_trace_iterate (stepper, true, solver->slots.factored[slot] / gamma_h, 1, x0, Z);
  do
    {
      status = make_residual (solver, t, gamma_h, x0, R, Z);
      if (status != ODE_DONE)
        return status;
      if (newton->full)
        {
          status = ode_matrix_evaluate (solver->slots.matrix, stepper, t, solver->stage, NULL);
          if (status == ODE_DONE)
            status = ode_factor_cache_factor (&solver->slots, slot, gamma_h);
          if (status != ODE_DONE)
            return status;
        }
      /* The update δ overwrites the residual. */
      ode_factor_solve (solver->slots.factor[slot], solver->update, NULL);
      if (scale != 1.0)
        for (int i = 0; i < n; i++)
          solver->update[i] *= scale;
      if (newton->drake)
        verdict = ode_newton_judge_drake (newton, n, solver->stage, solver->update,
                                          stepper->norm (stepper->integrator, solver->update, x0, solver->stage));
      else
        verdict = ode_newton_judge (newton, ode_newton_norm (newton, 1, solver->update));
      solver->slots.iterations++;
      /* The update of a diverging iteration is not added, so that Z keeps the
       * last iterate. */
      if (verdict == ODE_NEWTON_CONTINUE || verdict == ODE_NEWTON_CONVERGED)
        for (int i = 0; i < n; i++)
          Z[i] += solver->update[i];
      if (stepper->trace != NULL)
        ode_trace_iterate (stepper, false, solver->slots.factored[slot] / gamma_h, 1, x0, Z);
    }
  while (verdict == ODE_NEWTON_CONTINUE);
  /* A single iteration gives no contraction rate. */
  if (newton->iterations > 1)
    solver->slots.worst_theta = fmax (solver->slots.worst_theta, newton->theta);
  /* The slow convergence is blamed on the factor first, if it is that of another size. */
  if (solver->slots.factored[slot] != gamma_h && !newton->full && verdict == ODE_NEWTON_CONVERGED && solver->slots.worst_theta > solver->keep)
    {
      solver->slots.factored[slot] = 0.0;
      solver->slots.worst_theta = solver->keep;
    }
  if (verdict != ODE_NEWTON_CONVERGED)
    ode_newton_restart (newton);
  return ode_newton_status (verdict);
}

/* Each different diagonal entry of the tableau has a separate factor, which is
 * computed again with the same Jacobian when γh changes. The full Newton method
 * with fixed steps tries a second guess, Z = 0, because an extrapolation can be
 * far from the solution. If it replaced the simplified method, the next step makes
 * a new Jacobian, since the last one is that of a stage. */
OdeStatus
ode_stage_solver_solve (OdeStageSolver *solver, int slot, double t, double gamma_h, const double *x0, const double *R, double *Z)
{
  OdeNewton *newton = &solver->slots.newton;
  OdeStatus status = ODE_DONE;

  if (!(fabs (gamma_h / solver->slots.factored[slot] - 1.0) <= solver->lag))
    status = ode_factor_cache_factor (&solver->slots, slot, gamma_h);
  if (status == ODE_DONE)
    status = iterate (solver, slot, t, gamma_h, x0, R, Z);
  if (!newton->full)
    return status;
  if ((status == ODE_RETRY_NEWTON || status == ODE_RETRY_UNDEFINED) && ode_newton_become_full (newton))
    {
      memset (Z, 0, sizeof (double) * (size_t) solver->slots.n);
      status = iterate (solver, slot, t, gamma_h, x0, R, Z);
    }
  solver->want_jacobian = solver->want_jacobian || !solver->slots.stepper->settings.full_newton;
  return status;
}

/* Returns ODE_DONE if the failed iteration may be repeated by the full Newton method, otherwise the
 * status. */
OdeStatus
ode_stage_solver_resort_to_full (OdeStageSolver *solver, OdeStatus status)
{
  OdeNewton *newton = &solver->slots.newton;

  if ((status == ODE_RETRY_NEWTON || status == ODE_RETRY_UNDEFINED) && !newton->full && ode_newton_become_full (newton))
    return ODE_DONE;
  return status;
}

/* Applies (M/(γh) − J)⁻¹ with the last factor to an error estimate. */
void
ode_stage_solver_filter (const OdeStageSolver *solver, int slot, double *b)
{
  ode_factor_solve (solver->slots.factor[slot], b, NULL);
}

/* The age of the Jacobian counts accepted steps. */
void
ode_stage_solver_accept (OdeStageSolver *solver)
{
  solver->slots.jacobian_age++;
}

/* Evaluates the cubic Hermite polynomial in terms of the difference d = x1 − x0: x0 + θ d + θ (1 −
 * θ) ((1 − θ)(s0 − d) + θ (d − s1)), where s0 and s1 are slopes times h.
 * `scale` multiplies s1, for callers that have f1 instead of h f1. */
void
ode_stage_cubic (int n, double theta, const double *x0, const double *x1, const double *s0, const double *s1, double scale, double *x)
{
  const double rest = 1.0 - theta;

  for (int k = 0; k < n; k++)
    {
      const double rise = x1[k] - x0[k];

      x[k] = x0[k] + theta * rise + theta * rest * (rest * (s0[k] - rise) + theta * (rise - scale * s1[k]));
    }
}

/* The parabola through x0 at θ = 0, x0 + Z at θ = c, and x1 at θ = 1 is x0 + θ d + θ (θ − 1) q with q
 * = (Z − c d)/(c (c − 1)); the slopes at both ends are d − q and d + q. Without Z the
 * function uses the straight line. */
void
ode_stage_parabola (int n, double c, const double *Z, const double *x0, const double *x1, double *s0, double *s1)
{
  for (int k = 0; k < n; k++)
    {
      const double rise = x1[k] - x0[k];
      const double bend = Z != NULL ? (Z[k] - c * rise) / (c * (c - 1.0)) : 0.0;

      s0[k] = rise - bend;
      s1[k] = rise + bend;
    }
}

size_t
ode_stage_solver_snapshot_size (const OdeStageSolver *solver)
{
  return ode_factor_cache_snapshot_size (&solver->slots);
}

/* Stores the state of the factor cache with the flag want_jacobian as its mark. */
void
ode_stage_solver_save (const OdeStageSolver *solver, void *bytes)
{
  ode_factor_cache_save (&solver->slots, solver->want_jacobian, bytes);
}

void
ode_stage_solver_restore (OdeStageSolver *solver, const void *bytes)
{
  solver->want_jacobian = ode_factor_cache_restore (&solver->slots, bytes);
}
