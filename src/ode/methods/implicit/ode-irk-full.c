/* The full Newton method for the stage equations of fully implicit methods, with a
 * Jacobian J_i at each stage. With fixed steps that must not be subdivided it is
 * tried after the method of ode-irk.c has failed. That method has one Jacobian
 * for all stages, which suffices if J changes little over the step. It fails
 * if the fast components of a stiff problem begin within the step, as in
 * Robertson's problem from its initial state, where J has no large entry.
 *
 * In the notation of ode-irk.c the equations and the iteration are
 *
 *   G_i(Z) = f(t + c_i h, x0 + Z_i) + φ_i f0 − Σ_j (A⁻¹)_ij M Z_j/h = 0,
 *   Σ_j ((A⁻¹)_ij M/h − δ_ij J_i) δ_j = G_i(Z),   Z ← Z + δ,
 *
 * where φ = T · forcing is 0 unless the first stage is explicit. The matrix has the
 * order s n and cannot be transformed to s systems of order n, because the J_i
 * differ. It is dense and is factored in each iteration.
 *
 * The iteration starts from Z = 0, because an extrapolation of the last step
 * can be far from the solution. It may converge to a solution that does
 * not belong to the branch of h → 0 if there are several. */
#include "ode-irk.h"

#include <stdlib.h>
#include <string.h>

#include "ode-linalg.h"
#include "ode-watched.h"

/* Largest order of the matrix, which then needs 1.3 MB. With larger systems the
 * attempt fails, as it does without this method. */
#define MOST_ORDER 400

/* The matrix is column-major. `update` has s n numbers: first the residual G,
 * then the update δ. `product` and `unit` have n numbers: a product with M and a
 * unit vector. All arrays but the pivots are in one block of memory. */
struct OdeIrkFull
{
  double *matrix, *update, *product, *unit;
  int *pivot;
};

/* Makes a dense matrix of all stages together and its vectors. Returns NULL for an order above
 * MOST_ORDER, for which the stages are solved with one Jacobian only. */
OdeIrkFull *
ode_irk_full_new (int order, int n)
{
  const size_t size = (size_t) order;
  OdeIrkFull *full;

  if (order > MOST_ORDER)
    return NULL;
  full = calloc (1, sizeof *full);
  if (full == NULL)
    return NULL;
  full->matrix = malloc (sizeof (double) * (size * size + size + 2 * (size_t) n + 1));
  full->pivot = malloc (sizeof (int) * (size + 1));
  if (full->matrix == NULL || full->pivot == NULL)
    {
      ode_irk_full_free (full);
      return NULL;
    }
  full->update = full->matrix + size * size;
  full->product = full->update + size;
  full->unit = full->product + n;
  return full;
}

void
ode_irk_full_free (OdeIrkFull *full)
{
  if (full == NULL)
    return;
  free (full->matrix);
  free (full->pivot);
  free (full);
}

/* Adds the blocks (A⁻¹)_ij M/h of all stages to the matrix, which is 0. Column k
 * of M is the product of M with a unit vector, in every storage of M. */
static void
add_mass (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double h)
{
  OdeIrkFull *full = solver->full;
  const int n = solver->n, s = scheme->n_stages, order = s * n;

  for (int k = 0; k < n; k++)
    {
      memset (full->unit, 0, sizeof (double) * (size_t) n);
      full->unit[k] = 1.0;
      ode_matrix_mass_times (solver->matrix, full->unit, full->product);
      for (int j = 0; j < s; j++)
        for (int i = 0; i < s; i++)
          for (int row = 0; row < n; row++)
            full->matrix[(ptrdiff_t) (j * n + k) * order + i * n + row] += scheme->A_inverse[i * s + j] / h * full->product[row];
    }
}

/* Subtracts the Jacobian that the matrix object holds, in the order of its pattern
 * or dense, from block (i, i). */
static void
subtract_jacobian (OdeIrkSolver *solver, int order, int i)
{
  const OdePattern *pattern = solver->stepper->system->jacobian_pattern;
  const double *values = solver->matrix->jacobian;
  const int n = solver->n;

  for (int k = 0; k < n; k++)
    {
      double *column = solver->full->matrix + (ptrdiff_t) (i * n + k) * order + i * n;

      if (pattern == NULL)
        for (int row = 0; row < n; row++)
          column[row] -= values[(ptrdiff_t) k * n + row];
      else
        for (int p = pattern->start[k]; p < pattern->start[k + 1]; p++)
          column[pattern->row[p]] -= values[p];
    }
}

/* Computes G_i(Z) of stage i into update + i n, and subtracts its Jacobian from the
 * matrix. */
static OdeStatus
add_stage (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0, const double *f0, int i)
{
  OdeIrkFull *full = solver->full;
  const int n = solver->n, s = scheme->n_stages;
  double *residual = full->update + (ptrdiff_t) i * n, weight = 0.0;
  OdeStatus status;

  for (int k = 0; k < n; k++)
    solver->stage[k] = x0[k] + solver->Z[(ptrdiff_t) i * n + k];
  status = ode_stepper_rhs (solver->stepper, ODE_RHS_STAGES, t + scheme->c[i] * h, solver->stage, residual);
  if (status == ODE_DONE)
    status = ode_matrix_evaluate (solver->matrix, solver->stepper, t + scheme->c[i] * h, solver->stage, residual);
  if (status != ODE_DONE)
    return status;
  subtract_jacobian (solver, s * n, i);
  /* The stage is no longer needed and becomes Σ_j (A⁻¹)_ij Z_j/h. */
  for (int k = 0; k < n; k++)
    {
      double sum = 0.0;

      for (int j = 0; j < s; j++)
        sum += scheme->A_inverse[i * s + j] * solver->Z[(ptrdiff_t) j * n + k];
      solver->stage[k] = sum / h;
    }
  ode_matrix_mass_times (solver->matrix, solver->stage, full->product);
  /* φ_i = Σ_j T_ij forcing_j. */
  for (int j = 0; scheme->explicit_first && j < s; j++)
    weight += scheme->T[i * s + j] * scheme->forcing[j];
  for (int k = 0; k < n; k++)
    residual[k] += (scheme->explicit_first ? weight * f0[k] : 0.0) - full->product[k];
  return ODE_DONE;
}

/* The verdicts are those of ode-newton.c. The Jacobian of the last stage is not
 * that of the next start, so it is not valid afterwards, and the factors of
 * the transformed systems belong to an older one. */
OdeStatus
ode_irk_solver_iterate_full (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0, const double *f0)
{
  OdeStepper *stepper = solver->stepper;
  OdeIrkFull *full = solver->full;
  const int order = scheme->n_stages * solver->n;
  OdeNewtonVerdict verdict = ODE_NEWTON_DIVERGED;
  OdeStatus status = ODE_DONE;

  memset (solver->Z, 0, sizeof (double) * (size_t) order);
  ode_newton_begin (&solver->newton);
  if (stepper->trace != NULL)
    ode_trace_iterate (stepper, true, 1.0, scheme->n_stages, x0, solver->Z);
  do
    {
      memset (full->matrix, 0, sizeof (double) * (size_t) order * (size_t) order);
      add_mass (solver, scheme, h);
      for (int i = 0; i < scheme->n_stages && status == ODE_DONE; i++)
        status = add_stage (solver, scheme, t, h, x0, f0, i);
      if (status != ODE_DONE)
        break;
      stepper->statistics->factorizations++;
      if (!ode_lu_factor_watched (order, full->matrix, full->pivot, ode_stepper_look_of (order), stepper))
        {
          status = ode_stepper_singular (stepper);
          break;
        }
      ode_lu_solve (order, full->matrix, full->pivot, full->update);
      verdict = ode_newton_judge (&solver->newton, ode_newton_norm (&solver->newton, scheme->n_stages, full->update));
      for (int k = 0; k < order && (verdict == ODE_NEWTON_CONTINUE || verdict == ODE_NEWTON_CONVERGED); k++)
        solver->Z[k] += full->update[k];
      if (stepper->trace != NULL)
        ode_trace_iterate (stepper, false, 1.0, scheme->n_stages, x0, solver->Z);
    }
  while (verdict == ODE_NEWTON_CONTINUE);
  solver->matrix->valid = false;
  solver->factored = NULL;
  solver->jacobian_fresh = false;
  return status == ODE_DONE ? ode_newton_status (verdict) : status;
}

/* If f is undefined at an iterate, the other iteration may avoid that point, so
 * it is tried too. */
OdeStatus
ode_irk_solver_resort_to_full (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0, const double *f0,
                               OdeStatus status)
{
  if ((status != ODE_RETRY_NEWTON && status != ODE_RETRY_UNDEFINED) || solver->full == NULL || !ode_newton_become_full (&solver->newton))
    return status;
  return ode_irk_solver_iterate_full (solver, scheme, t, h, x0, f0);
}
