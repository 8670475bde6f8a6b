/* The function ℓ of velocity-implicit Euler (ode-velocity-implicit.c) and its
 * Jacobian. */
#include "ode-velocity-private.h"

#include <math.h>
#include <string.h>

/* Computes ℓ(y) into l[n_y] from x, which contains (q_k, y); self->point becomes (q⁺,
 * y). If q̇ depends on q (quaternions), it is first evaluated at (q_k, y), so that an
 * iteration needs two evaluations of f instead of one. */
OdeStatus
ode_velocity_evaluate_l (OdeVelocityImplicit *self, OdePurpose purpose, double t1, double h, const double *x0, const double *x, double *l)
{
  double *point = self->point;
  OdeStatus status;

  memcpy (point, x, sizeof (double) * (size_t) self->n);
  if (!self->paired)
    {
      status = ode_stepper_rhs (&self->base, purpose, t1, x, self->f);
      if (status != ODE_DONE)
        return status;
    }
  for (int k = 0; k < self->n_q; k++)
    {
      const int i = self->q_index[k];

      point[i] = x0[i] + h * (self->paired ? x[self->driver[k]] : self->f[i]);
    }
  status = ode_stepper_rhs (&self->base, purpose, t1, point, self->f);
  for (int k = 0; k < self->n_y; k++)
    l[k] = self->f[self->y_index[k]];
  return status;
}

/* Returns the entry J_ij of the system's Jacobian, which is stored densely or by a sparsity
 * pattern. The search is linear in the entries of a column, of which mechanisms have few. */
static double
entry (const OdeMatrix *matrix, int i, int j)
{
  const OdePattern *pattern = matrix->system->jacobian_pattern;

  if (pattern == NULL)
    return matrix->jacobian[(ptrdiff_t) j * matrix->n + i];
  for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
    if (pattern->row[k] == i)
      return matrix->jacobian[k];
  return 0.0;
}

/* Computes J_yy + h J_yq J_qy entry by entry and skips zeros of J_yq, which is sparse for most
 * mechanisms. J is the Jacobian of the system at (t1, x), with the positions at the start of the
 * step instead of q⁺; this changes I − h ∂ℓ/∂y only by O(h²). By the chain rule ∂ℓ/∂y = ∂f_y/∂y +
 * ∂f_y/∂q ∂q⁺/∂y with q⁺ = q_k + h f_q, so ∂q⁺/∂y = h J_qy. */
static OdeStatus
take_symbolic (OdeVelocityImplicit *self, double t, const double *x, double h)
{
  OdeStatus status = ode_matrix_evaluate (self->matrix, &self->base, t, x, NULL);

  for (int b = 0; status == ODE_DONE && b < self->n_y; b++)
    for (int a = 0; a < self->n_y; a++)
      {
        double sum = 0.0;

        for (int k = 0; k < self->n_q; k++)
          {
            const double through = entry (self->matrix, self->y_index[a], self->q_index[k]);

            if (through != 0.0)
              sum += through * entry (self->matrix, self->q_index[k], self->y_index[b]);
          }
        self->J[(ptrdiff_t) b * self->n_y + a] = entry (self->matrix, self->y_index[a], self->y_index[b]) + h * sum;
      }
  return status;
}

/* Computes ∂ℓ/∂y by differences. The increments are p max (|x|, p) with p = √1e-15
 * for forward and ∛1e-15 for central differences. These powers of the rounding
 * level balance rounding errors and truncation errors of first and second order. ℓ
 * contains q⁺, so each column includes the dependence through the positions. */
static OdeStatus
take_differences (OdeVelocityImplicit *self, double t1, const double *x0, double h)
{
  const bool central = self->base.settings.jacobian == ODE_JACOBIAN_CENTRAL;
  const double p = central ? 1.0e-5 : 3.1622776601683794e-8;
  OdeStatistics *statistics = self->base.statistics;
  const int64_t before = statistics->rhs_evaluations;
  double *moved = self->dx;
  OdeStatus status = ODE_DONE;

  statistics->jacobian_evaluations++;
  memcpy (moved, x0, sizeof (double) * (size_t) self->n);
  if (!central)
    status = ode_velocity_evaluate_l (self, ODE_RHS_JACOBIAN, t1, h, x0, moved, self->l);
  for (int b = 0; status == ODE_DONE && b < self->n_y; b++)
    {
      const int i = self->y_index[b];
      const double delta = fmax (fabs (x0[i]), p) * p;

      moved[i] = x0[i] + delta;
      status = ode_velocity_evaluate_l (self, ODE_RHS_JACOBIAN, t1, h, x0, moved, self->l_moved);
      if (central && status == ODE_DONE)
        {
          moved[i] = x0[i] - delta;
          status = ode_velocity_evaluate_l (self, ODE_RHS_JACOBIAN, t1, h, x0, moved, self->l);
        }
      moved[i] = x0[i];
      for (int a = 0; a < self->n_y; a++)
        self->J[(ptrdiff_t) b * self->n_y + a] = (self->l_moved[a] - self->l[a]) / (central ? 2.0 * delta : delta);
    }
  statistics->jacobian_rhs_evaluations += statistics->rhs_evaluations - before;
  return status;
}

/* Evaluates ∂ℓ/∂y at (t1, x) for h and stores t1, x and h, from which a
 * restored snapshot recomputes it. x may be x_at itself. */
OdeStatus
ode_velocity_take_jacobian (OdeVelocityImplicit *self, double t1, const double *x, double h)
{
  const OdeStepper *stepper = &self->base;
  OdeStatus status;

  if (x != self->x_at)
    memcpy (self->x_at, x, sizeof (double) * (size_t) self->n);
  self->t_at = t1;
  self->h_at = h;
  if (stepper->settings.jacobian == ODE_JACOBIAN_SYMBOLIC && stepper->system->jacobian != NULL)
    status = take_symbolic (self, t1, self->x_at, h);
  else
    status = take_differences (self, t1, self->x_at, h);

  double sum = 0.0;

  /* 0 · x is NaN exactly if x is not finite. */
  for (int k = 0; k < self->n_y * self->n_y; k++)
    sum += self->J[k] * 0.0;
  self->valid = self->fresh = status == ODE_DONE && sum == 0.0;
  self->jacobian_age = 0;
  return status == ODE_DONE && !self->valid ? ODE_RETRY_UNDEFINED : status;
}
