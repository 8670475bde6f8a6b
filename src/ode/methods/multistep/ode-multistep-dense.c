/* Evaluates dense output of the multistep methods: the polynomial through the points of the formula, or the cubic Hermite polynomial of
 * the last step. */
#include "ode-multistep-private.h"

#include <string.h>

/* Returns whether dense output of the last step is the polynomial through the points of its formula: for BDF of order 4 and more, and for
 * systems with a mass matrix, whose slopes are not available. */
static bool
has_polynomial (const OdeMultistep *self)
{
  return self->base.system->mass_pattern != NULL || (self->data->kind == ODE_MULTISTEP_BDF && self->data->n_steps > 3);
}

/* Returns the number of stored points before the start of the last step. */
static int
n_older (const OdeMultistep *self)
{
  /* After acceptance history[0] is the start itself, unless the step was very short. */
  return self->count - (self->stored ? 1 : 0);
}

/* The first steps, which a one-step method makes, have too few points before them. */
bool
ode_multistep_dense_suffices (const OdeStepper *stepper)
{
  const OdeMultistep *self = (const OdeMultistep *) stepper;

  return !has_polynomial (self) || n_older (self) >= self->data->n_steps - 1;
}

/* Evaluates the Lagrange polynomial through the new point, the old one and those before that the formula reads. Its degree
 * is the order k of the formula, and its error O(h^(k+1)). The interpolant is continuous, but its slope is not. */
static OdeStatus
dense_polynomial (OdeMultistep *self, double theta, double *x)
{
  const double *points[ODE_MULTISTEP_SLOTS + 2] = { self->x1, self->x0 };
  double s[ODE_MULTISTEP_SLOTS + 2] = { 1.0, 0.0 }, weight;
  int count = 2;

  for (int j = self->stored ? 1 : 0; j < self->count && count < self->data->n_steps + 1; j++)
    {
      points[count] = self->x[j];
      s[count++] = (self->t[j] - self->t0) / self->h;
    }
  memset (x, 0, sizeof (double) * (size_t) self->n);
  for (int j = 0; j < count; j++)
    {
      weight = 1.0;
      for (int l = 0; l < count; l++)
        if (l != j)
          weight *= (theta - s[l]) / (s[j] - s[l]);
      for (int i = 0; i < self->n; i++)
        x[i] += weight * points[j][i];
    }
  return ODE_DONE;
}

/* Without a polynomial evaluates the cubic Hermite polynomial, of order
 * 3. It needs the slope at x1, which the next step needs too and which is
 * evaluated at most once per step (f_end_known). */
OdeStatus
ode_multistep_dense (OdeStepper *stepper, double theta, double *x)
{
  OdeMultistep *self = (OdeMultistep *) stepper;
  OdeStatus status;

  if (has_polynomial (self))
    return dense_polynomial (self, theta, x);
  status = ode_stepper_dense_slope (stepper, &self->f_end_known, self->t0 + self->h, self->x1, self->f_end);
  if (status != ODE_DONE)
    return status;
  for (int i = 0; i < self->n; i++)
    self->R[i] = self->h * self->f0[i];
  ode_stage_cubic (self->n, theta, self->x0, self->x1, self->R, self->f_end, self->h, x);
  return ODE_DONE;
}
