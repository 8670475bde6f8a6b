/* Decides which order conditions of a Runge–Kutta method hold within rounding errors: Σ_i b_i Φ_i (τ) = 1/γ (τ) for
 * each tree τ (Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, theorem II.2.13). A residual is compared
 * with the error that the rounding of the coefficients can cause, not with one tolerance for all, because the
 * coefficients of some methods are large. */
#include "lab-order-conditions.h"

#include <float.h>
#include <math.h>

/* Largest residual that counts as a slip in a coefficient. Conditions that a method is not meant to satisfy have larger ones in each order. */
#define SLIP 1e-6

/* Computes the residuals and their bounds for the weights b and, if the method has an embedded one, b̂. */
gboolean
lab_order_conditions_init (LabOrderConditions *self, const OdeTableau *tableau, int order)
{
  const double *weights[] = { tableau->b, tableau->b_hat };

  *self = (LabOrderConditions) { .trees = ode_trees_new (order) };
  if (self->trees == NULL)
    return FALSE;
  self->n = ode_trees_count (self->trees, order);
  for (int which = 0; which < 2 && weights[which] != NULL; which++)
    {
      self->residuals[which] = g_new (double, self->n);
      self->bounds[which] = g_new (double, self->n);
      self->known[which] = ode_tableau_residuals (self->trees, tableau, weights[which], self->residuals[which])
                           && ode_tableau_rounding (self->trees, tableau, weights[which], self->bounds[which]);
      if (self->known[which])
        continue;
      lab_order_conditions_clear (self);
      return FALSE;
    }
  return TRUE;
}

void
lab_order_conditions_clear (LabOrderConditions *self)
{
  for (int which = 0; which < 2; which++)
    {
      g_free (self->residuals[which]);
      g_free (self->bounds[which]);
    }
  ode_trees_free (self->trees);
  *self = (LabOrderConditions) { 0 };
}

/* A condition holds if its residual is within the bound that rounded coefficients of the method explain. */
gboolean
lab_order_conditions_hold (const LabOrderConditions *self, gboolean embedded, int tree)
{
  int which = embedded ? 1 : 0;

  return self->known[which] && fabs (self->residuals[which][tree]) <= self->bounds[which][tree];
}

/* Returns the largest order up to which all conditions hold; trees are sorted by order. */
int
lab_order_conditions_verified (const LabOrderConditions *self, gboolean embedded)
{
  for (int k = 0; k < self->n; k++)
    if (!lab_order_conditions_hold (self, embedded, k))
      return ode_trees_order (self->trees, k) - 1;
  return ode_trees_order (self->trees, self->n - 1);
}

/* Returns the order that the method would have without slips in its coefficients: a residual below SLIP is meant to
 * be zero. */
int
lab_order_conditions_intended (const LabOrderConditions *self, gboolean embedded)
{
  for (int k = 0; k < self->n; k++)
    if (!(fabs (self->residuals[embedded ? 1 : 0][k]) <= SLIP))
      return ode_trees_order (self->trees, k) - 1;
  return ode_trees_order (self->trees, self->n - 1);
}

/* The condition is c_i = Σ_j a_ij (ibid., section II.1), within four roundings of the terms. */
gboolean
lab_tableau_adds_up (const OdeTableau *tableau, int i, double *sum)
{
  double size = 1;

  *sum = 0;
  for (int j = 0; j < tableau->n_stages; j++)
    {
      *sum += tableau->A[i * tableau->n_stages + j];
      size += fabs (tableau->A[i * tableau->n_stages + j]);
    }
  return fabs (*sum - tableau->c[i]) <= 4 * DBL_EPSILON * size;
}
