/* Solves the coupled stage equations M K_i = f(t + c_i h, x0 + h Σ a_ij K_j) (Hairer,
 * Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, II.7, equation 7.7), by
 * simplified Newton iterations with the matrix I ⊗ M − h A ⊗ J. Unlike equations
 * for the increments Z these do not need A⁻¹. The initial guess is K = f0 for all stages,
 * or K = 0 with a mass matrix, because f0 is then not a slope.
 *
 * This solver is for tableaus that ode-irk.c cannot transform: those with a singular A,
 * unless only the first row is zero as in Lobatto IIIA, and those with multiple
 * eigenvalues, for which T does not exist or is ill-conditioned. The factorization of
 * the coupled system costs s³ n³/3 operations, those of the transformed systems only
 * about s n³/3. */
#include "ode-irk-coupled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ode-watched.h"

/* Largest order of the dense matrix, which then needs 32 MB. */
#define MAX_ORDER 2000

/* The matrix of order n s is dense: it has (n s)² entries, and its
 * factorization takes (n s)³/3 multiplications. This suits small systems with
 * tableaus made at run time. */
bool
ode_irk_coupled_init (OdeIrkCoupled *self, OdeStepper *stepper, OdeMatrix *matrix, OdeNewton *newton, char *error, size_t error_size)
{
  const size_t n = (size_t) stepper->system->n_states, s = (size_t) stepper->method->tableau->n_stages, order = n * s;

  memset (self, 0, sizeof *self);
  if (order > MAX_ORDER)
    return ode_message_refuse (stepper->settings.translate, error, error_size,
                             "this tableau couples all its stages in one matrix; it is too large for %zu stages of %zu states", s, n);
  self->stepper = stepper;
  self->tableau = stepper->method->tableau;
  self->matrix = matrix;
  self->newton = newton;
  self->n = (int) n;
  self->s = (int) s;
  self->memory = calloc (2 * order + 2 * n + order * order + 2 * n * n + 1, sizeof (double));
  self->pivot = malloc (sizeof (int) * (order + 1));
  if (self->memory == NULL || self->pivot == NULL)
    return ode_stepper_refuse_memory (stepper, error, error_size);
  self->K = self->memory;
  self->update = self->K + order;
  self->stage = self->update + order;
  self->product = self->stage + n;
  self->LU = self->product + n;
  self->dense_J = self->LU + order * order;
  self->dense_M = self->dense_J + n * n;
  return true;
}

/* Also frees a solver whose construction failed. */
void
ode_irk_coupled_clear (OdeIrkCoupled *self)
{
  free (self->memory);
  free (self->pivot);
  memset (self, 0, sizeof *self);
}

/* Converts a sparse or dense matrix to dense, column-major storage. */
static void
expand (int n, const OdePattern *pattern, const double *values, double *dense)
{
  if (pattern == NULL)
    {
      memcpy (dense, values, sizeof (double) * (size_t) n * (size_t) n);
      return;
    }
  memset (dense, 0, sizeof (double) * (size_t) n * (size_t) n);
  for (int j = 0; j < n; j++)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
      dense[(ptrdiff_t) j * n + pattern->row[k]] = values[k];
}

/* Assembles and factors I ⊗ M − h A ⊗ J. J is evaluated at the start of the step. Without a mass
 * pattern M is the unit matrix. */
static OdeStatus
factor (OdeIrkCoupled *self, OdeTry *step)
{
  const OdeSystem *system = self->stepper->system;
  const int n = self->n, s = self->s, order = n * s;
  OdeStatus status = ode_matrix_evaluate (self->matrix, self->stepper, step->t, step->x0, step->f0);

  if (status != ODE_DONE)
    return status;
  expand (n, system->jacobian_pattern, self->matrix->jacobian, self->dense_J);
  memset (self->dense_M, 0, sizeof (double) * (size_t) n * (size_t) n);
  if (system->mass_pattern != NULL)
    expand (n, system->mass_pattern, self->matrix->mass, self->dense_M);
  else
    for (int i = 0; i < n; i++)
      self->dense_M[(ptrdiff_t) i * n + i] = 1.0;
  for (int b = 0; b < s; b++)
    for (int j = 0; j < n; j++)
      for (int a = 0; a < s; a++)
        {
          /* The block in row a and column b is δ_ab M − h a_ab J. */
          const double w = step->h * self->tableau->A[a * s + b];
          double *column = self->LU + (ptrdiff_t) (b * n + j) * order + (ptrdiff_t) a * n;

          for (int i = 0; i < n; i++)
            column[i] = (a == b ? self->dense_M[(ptrdiff_t) j * n + i] : 0.0) - w * self->dense_J[(ptrdiff_t) j * n + i];
        }
  self->stepper->statistics->factorizations++;
  return ode_lu_factor_watched (order, self->LU, self->pivot, ode_stepper_look_of (order), self->stepper) ? ODE_DONE : ode_stepper_singular (self->stepper);
}

/* Computes out = base + h Σ (weights_j − minus_j) K_j; base and minus may be
 * NULL. */
static void
combine (const OdeIrkCoupled *self, const double *weights, const double *minus, double h, const double *base, double *out)
{
  for (int k = 0; k < self->n; k++)
    {
      double sum = 0.0;

      for (int j = 0; j < self->s; j++)
        sum += (weights[j] - (minus != NULL ? minus[j] : 0.0)) * self->K[(ptrdiff_t) j * self->n + k];
      out[k] = (base != NULL ? base[k] : 0.0) + h * sum;
    }
}

/* J is evaluated at the start of each step and used in all iterations of the step. With the
 * unknowns K the matrix depends on h, so that J cannot be reused in later steps as cheaply as in
 * ode-irk.c. With the residual r_i = f (t + c_i h, x0 + h Σ a_ij K_j) − M K_i the update solves (I
 * ⊗ M − h A ⊗ J) δ = r. */
OdeStatus
ode_irk_coupled_step (OdeIrkCoupled *self, OdeTry *step)
{
  const OdeTableau *tableau = self->tableau;
  const int n = self->n, s = self->s;
  const size_t order = (size_t) n * (size_t) s;
  OdeNewtonVerdict verdict;
  OdeStatus status = factor (self, step);

  if (status != ODE_DONE)
    return status;
  memset (self->K, 0, sizeof (double) * order);
  if (ode_matrix_mass_is_identity (self->matrix))
    for (int i = 0; i < s; i++)
      memcpy (self->K + (ptrdiff_t) i * n, step->f0, sizeof (double) * (size_t) n);
  ode_newton_begin (self->newton);
  do
    {
      for (int i = 0; i < s; i++)
        {
          double *residual = self->update + (ptrdiff_t) i * n;

          combine (self, tableau->A + (ptrdiff_t) i * s, NULL, step->h, step->x0, self->stage);
          status = ode_stepper_rhs (self->stepper, ODE_RHS_STAGES, step->t + tableau->c[i] * step->h, self->stage, residual);
          if (status != ODE_DONE)
            return status;
          ode_matrix_mass_times (self->matrix, self->K + (ptrdiff_t) i * n, self->product);
          for (int k = 0; k < n; k++)
            residual[k] -= self->product[k];
        }
      ode_lu_solve ((int) order, self->LU, self->pivot, self->update);
      for (size_t k = 0; k < order; k++)
        {
          self->K[k] += self->update[k];
          self->update[k] *= step->h; /* the convergence test measures the change h δK of the state */
        }
      verdict = ode_newton_judge (self->newton, ode_newton_norm (self->newton, s, self->update));
      if (self->stepper->trace != NULL)
        ode_trace_iterate (self->stepper, false, 1.0, 0, NULL, NULL);
    }
  while (verdict == ODE_NEWTON_CONTINUE);
  for (int i = 0; self->stepper->trace != NULL && i < s; i++)
    {
      combine (self, tableau->A + (ptrdiff_t) i * s, NULL, step->h, step->x0, self->stage);
      ode_trace_stage (self->stepper, i + 1, tableau->c[i], step->t + tableau->c[i] * step->h, self->stage, self->K + (ptrdiff_t) i * n);
    }
  if (verdict != ODE_NEWTON_CONVERGED)
    return ode_newton_status (verdict);
  /* Compute x1 = x0 + h Σ b_i K_i and e = h Σ (b_i − b̂_i) K_i. */
  combine (self, tableau->b, NULL, step->h, step->x0, step->x1);
  if (step->error != NULL && tableau->b_hat != NULL)
    combine (self, tableau->b, tableau->b_hat, step->h, NULL, step->error);
  return ODE_DONE;
}
