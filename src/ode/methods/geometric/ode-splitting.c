/* Splitting methods for separable systems q' = v, v' = a(q, t). The vector
 * field is the sum of two fields, whose flows are computed exactly:
 *
 *   drift:  q ← q + h v,         v fixed        (D, flow exp(hD))
 *   kick:   v ← v + h a(q, t),   q, t fixed     (K, flow exp(hK))
 *
 * A method composes these flows over fractions of h, exp(h k_1 K) exp(h d_1 D) exp(h
 * k_2 K) …; by the Baker–Campbell–Hausdorff formula the fractions determine the
 * terms of the product in which it differs from exp(h (K + D)) (Hairer, Lubich
 * and Wanner, Geometric Numerical Integration, 2nd ed. 2006, III.4 and III.5).
 * Every kick and every drift is a shear with Jacobian determinant 1; for a =
 * −∇U both are symplectic, and so is any composition, whatever its coefficients
 * are. The energy error of a composition stays bounded over exponentially long times
 * for analytic U and small h (IX.8).
 *
 * A palindromic composition is time-reversible: the step with −h is the
 * inverse.
 *
 * Time is treated like a position with velocity 1: it advances with the
 * drifts, so that a(q, t) is evaluated at the time that belongs to q. A system
 * whose forces depend on v is refused.
 *
 * There is no history. f1 of an accepted step is f0 of the next step. */
#include "ode-splitting.h"

#include <math.h>
#include <string.h>

typedef struct
{
  OdeStepper base;
  const OdeSplitting *splitting;
  double *dxdt; /* n_states numbers: the slopes, of which kicks use the accelerations */
} Splitting;

/* The slope buffer follows the struct in the same block. */
static size_t
splitting_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (Splitting) + (size_t) system->n_states * sizeof (double);
}

static bool
splitting_init (OdeStepper *stepper, char *error, size_t error_size)
{
  Splitting *self = (Splitting *) stepper;

  self->splitting = stepper->method->data;
  self->dxdt = (double *) (self + 1);
  return true;
}

/* Computes q ← q + h v for all pairs. */
static void
drift (const OdeSystem *system, double *x, double h)
{
  for (int i = 0; i < system->n_pairs; i++)
    x[system->pairs[i].position] += h * x[system->pairs[i].velocity];
}

/* Computes v ← v + h a with the accelerations in dxdt. */
static void
kick (const OdeSystem *system, double *x, const double *dxdt, double h)
{
  for (int i = 0; i < system->n_pairs; i++)
    x[system->pairs[i].velocity] += h * dxdt[system->pairs[i].velocity];
}

/* Reports a kick or drift by a fraction of h to the listener; `moved` is
 * the sum of the drift fractions up to this move. */
static void
report_move (OdeStepper *stepper, const OdeTry *step, OdeTraceKind kind, int stage, double fraction, double moved, const double *force)
{
  ode_trace_event (stepper, kind, stage + 1, 0, fraction, step->t + step->h * moved, stepper->system->n_states, step->x1, force);
}

/* Applies the stages in order to x1, in place. force points to a slope whose
 * accelerations are valid at the current positions, or is NULL: a drift
 * invalidates it, a kick does not. Therefore a method that begins with a
 * kick uses the slope at the start for this kick. If the last stage ends with a
 * kick, the first kick of the next step has the same accelerations (first
 * same as last); such a method with n kicks costs n − 1 evaluations.
 *
 * In f1, q' is set to v1, because the velocities may have changed after the
 * evaluation; the accelerations do not depend on velocities. Invariant: Σ kick
 * = Σ drift = 1. */
static OdeStatus
splitting_attempt (OdeStepper *stepper, OdeTry *step)
{
  Splitting *self = (Splitting *) stepper;
  const OdeSplitting *s = self->splitting;
  const OdeSystem *system = stepper->system;
  const double *force = NULL; /* slope at the current positions, NULL if it is not known */
  const bool traced = stepper->trace != NULL;
  double h = step->h, moved = 0, *x = step->x1;
  OdeStatus status;

  memcpy (x, step->x0, (size_t) system->n_states * sizeof *x);
  if (!s->drift_first && (status = ode_stepper_start_slope (stepper, step)) != ODE_DONE)
    return status;
  if (!s->drift_first)
    force = step->f0;

  for (int i = 0; i < s->n_stages; i++)
    {
      if (s->drift_first && s->drift[i] != 0)
        {
          drift (system, x, h * s->drift[i]);
          moved += s->drift[i];
          force = NULL;
          if (traced)
            report_move (stepper, step, ODE_TRACE_DRIFT, i, s->drift[i], moved, NULL);
        }
      if (s->kick[i] != 0)
        {
          if (force == NULL)
            {
              /* If the sum of the fractions is 1 except for rounding errors, the time is
               * exactly t + h, so that a stage at the end has the same time as the
               * start of the next step. 1e-14 is larger than the rounding error of 17
               * terms of size 1, and far smaller than the distance of any other partial
               * sum from 1. */
              double fraction = fabs (moved - 1) < 1e-14 ? 1 : moved;

              status = ode_stepper_rhs (stepper, ODE_RHS_STAGES, step->t + h * fraction, x, self->dxdt);
              if (status != ODE_DONE)
                return status;
              force = self->dxdt;
            }
          kick (system, x, force, h * s->kick[i]);
          if (traced)
            report_move (stepper, step, ODE_TRACE_KICK, i, s->kick[i], moved, force);
        }
      if (!s->drift_first && s->drift[i] != 0)
        {
          drift (system, x, h * s->drift[i]);
          moved += s->drift[i];
          force = NULL;
          if (traced)
            report_move (stepper, step, ODE_TRACE_DRIFT, i, s->drift[i], moved, NULL);
        }
    }

  step->f1 = NULL;
  if (force == self->dxdt)
    {
      memcpy (step->f1_buffer, force, (size_t) system->n_states * sizeof *force);
      for (int i = 0; i < system->n_pairs; i++)
        step->f1_buffer[system->pairs[i].position] = x[system->pairs[i].velocity];
      step->f1 = step->f1_buffer;
    }
  return ODE_DONE;
}

const OdeStepperClass ode_splitting_class = {
  .size = splitting_size,
  .init = splitting_init,
  .attempt = splitting_attempt,
};
