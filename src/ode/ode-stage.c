#include "ode-stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A contraction this good keeps the Jacobian. Looser than Radau's: one real factor is all a new one would cost again. */
#define KEEP_JACOBIAN 0.01

bool
ode_stage_solver_init (OdeStageSolver *solver, OdeStepper *stepper, int n_factors, char *error, size_t error_size)
{
  const size_t n = (size_t) stepper->system->n_states;

  memset (solver, 0, sizeof *solver);
  solver->stepper = stepper;
  solver->n = (int) n;
  solver->n_factors = n_factors;
  solver->matrix = ode_matrix_new (stepper->system);
  solver->memory = malloc (sizeof (double) * (4 * n + 1));
  if (solver->matrix == NULL || solver->memory == NULL)
    goto fail;
  for (int i = 0; i < n_factors; i++)
    if ((solver->factor[i] = ode_factor_new (solver->matrix, false)) == NULL)
      goto fail;
  solver->stage = solver->memory;
  solver->update = solver->stage + n;
  solver->product = solver->update + n;
  ode_newton_init (&solver->newton, stepper, solver->product + n);
  ode_stage_solver_restart (solver);
  return true;

fail:
  ode_stage_solver_clear (solver);
  if (error_size > 0)
    strncpy (error, "out of memory", error_size - 1);
  return false;
}

void
ode_stage_solver_clear (OdeStageSolver *solver)
{
  for (int i = 0; i < ODE_STAGE_MAX_FACTORS; i++)
    ode_factor_free (solver->factor[i]);
  ode_matrix_free (solver->matrix);
  free (solver->memory);
  memset (solver, 0, sizeof *solver);
}

void
ode_stage_solver_restart (OdeStageSolver *solver)
{
  solver->want_jacobian = true;
  solver->matrix->valid = false;
  solver->worst_theta = 0.0;
  ode_newton_restart (&solver->newton);
}

bool
ode_stage_solver_is_fresh (const OdeStageSolver *solver, double t)
{
  return solver->matrix->valid && solver->jacobian_age == 0 && solver->matrix->t_at == t;
}

OdeStatus
ode_stage_solver_begin (OdeStageSolver *solver, double t, const double *x0, const double *f0, bool renew)
{
  const bool fresh = ode_stage_solver_is_fresh (solver, t);

  solver->want_jacobian = solver->want_jacobian || solver->worst_theta > KEEP_JACOBIAN;
  solver->worst_theta = 0.0;
  if (!renew)
    solver->iterations = 0;
  ode_newton_scale (&solver->newton, x0, 1.0);
  if (solver->matrix->valid && !((solver->want_jacobian || renew || !solver->stepper->settings.reuse_jacobian) && !fresh))
    return ODE_DONE;
  for (int i = 0; i < solver->n_factors; i++)
    solver->factored[i] = 0.0;
  solver->jacobian_age = 0;
  solver->want_jacobian = false;
  return ode_matrix_evaluate (solver->matrix, solver->stepper, t, x0, f0);
}

static OdeStatus
make_factor (OdeStageSolver *solver, int slot, double gamma_h)
{
  solver->stepper->statistics->factorizations++;
  solver->factored[slot] = 0.0;
  if (!ode_factor_compute (solver->factor[slot], 1.0 / gamma_h, 0.0))
    return ODE_RETRY_SINGULAR;
  solver->factored[slot] = gamma_h;
  return ODE_DONE;
}

/* update := f(t, x0 + Z) + (R − M Z)/γh */
static OdeStatus
make_residual (OdeStageSolver *solver, double t, double gamma_h, const double *x0, const double *R, const double *Z)
{
  const int n = solver->n;
  const double inverse = 1.0 / gamma_h;
  const double *M_Z = Z;
  OdeStatus status;

  for (int i = 0; i < n; i++)
    solver->stage[i] = x0[i] + Z[i];
  status = ode_stepper_rhs (solver->stepper, ODE_RHS_STAGES, t, solver->stage, solver->update);
  if (status != ODE_DONE)
    return status;
  if (!ode_matrix_mass_is_identity (solver->matrix))
    {
      ode_matrix_mass_times (solver->matrix, Z, solver->product);
      M_Z = solver->product;
    }
  for (int i = 0; i < n; i++)
    solver->update[i] += (R[i] - M_Z[i]) * inverse;
  return ODE_DONE;
}

OdeStatus
ode_stage_solver_solve (OdeStageSolver *solver, int slot, double t, double gamma_h, const double *x0, const double *R, double *Z)
{
  OdeStepper *stepper = solver->stepper;
  OdeNewton *newton = &solver->newton;
  const int n = solver->n;
  OdeNewtonVerdict verdict;
  OdeStatus status;

  if (solver->factored[slot] != gamma_h && (status = make_factor (solver, slot, gamma_h)) != ODE_DONE)
    return status;
  ode_newton_begin (newton);
  do
    {
      status = make_residual (solver, t, gamma_h, x0, R, Z);
      if (status != ODE_DONE)
        return status;
      if (stepper->settings.full_newton)
        {
          status = ode_matrix_evaluate (solver->matrix, stepper, t, solver->stage, NULL);
          if (status == ODE_DONE)
            status = make_factor (solver, slot, gamma_h);
          if (status != ODE_DONE)
            return status;
        }
      ode_factor_solve (solver->factor[slot], solver->update, NULL);
      if (newton->drake)
        verdict = ode_newton_judge_drake (newton, n, solver->stage, solver->update,
                                          stepper->norm (stepper->integrator, solver->update, x0, solver->stage));
      else
        verdict = ode_newton_judge (newton, ode_newton_norm (newton, 1, solver->update));
      solver->iterations++;
      if (verdict != ODE_NEWTON_CONTINUE && verdict != ODE_NEWTON_CONVERGED)
        break;
      for (int i = 0; i < n; i++)
        Z[i] += solver->update[i];
    }
  while (verdict == ODE_NEWTON_CONTINUE);
  if (newton->iterations > 1)
    solver->worst_theta = fmax (solver->worst_theta, newton->theta);
  if (verdict != ODE_NEWTON_CONVERGED)
    ode_newton_restart (newton);
  return ode_newton_status (verdict);
}

void
ode_stage_solver_filter (const OdeStageSolver *solver, int slot, double *b)
{
  ode_factor_solve (solver->factor[slot], b, NULL);
}

void
ode_stage_solver_accept (OdeStageSolver *solver)
{
  solver->jacobian_age++;
}

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

/* Layout: η, θ, worst θ, want, age, the γh of each factor; then where the Jacobian was taken. */
#define HEAD (5 + ODE_STAGE_MAX_FACTORS)

size_t
ode_stage_solver_snapshot_size (const OdeStageSolver *solver)
{
  return sizeof (double) * HEAD + ode_matrix_snapshot_size (solver->matrix);
}

void
ode_stage_solver_save (const OdeStageSolver *solver, void *bytes)
{
  double head[HEAD] = { solver->newton.eta, solver->newton.theta, solver->worst_theta, solver->want_jacobian,
                        solver->jacobian_age };

  memcpy (head + 5, solver->factored, sizeof solver->factored);
  memcpy (bytes, head, sizeof head);
  ode_matrix_save (solver->matrix, (char *) bytes + sizeof head);
}

void
ode_stage_solver_restore (OdeStageSolver *solver, const void *bytes)
{
  const OdeStatistics kept = *solver->stepper->statistics;
  double head[HEAD];

  memcpy (head, bytes, sizeof head);
  ode_matrix_restore (solver->matrix, solver->stepper, (const char *) bytes + sizeof head);
  solver->newton.eta = head[0];
  solver->newton.theta = head[1];
  solver->worst_theta = head[2];
  solver->want_jacobian = head[3] != 0.0;
  solver->jacobian_age = (int) head[4];
  for (int i = 0; i < solver->n_factors; i++)
    {
      solver->factored[i] = 0.0;
      if (head[5 + i] != 0.0 && solver->matrix->valid)
        make_factor (solver, i, head[5 + i]);
    }
  *solver->stepper->statistics = kept;
}
