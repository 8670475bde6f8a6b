/* The history of the NDF method: the stored points, with the state that belongs to them, through steps, undone steps and snapshots.
 *
 * A step that ends at an event can be far shorter than the others. Points that are nearer to each other than a part of the step would multiply
 * rounding errors: they are not stored, and not read by a much longer step. */
#include "ode-ndf-private.h"

#include <math.h>
#include <string.h>

#define MIN_INT(a, b) ((a) < (b) ? (a) : (b))
/* Points nearer to each other than this part of a step are not used together. */
#define NEAR (1.0 / 64.0)

/* Collects the points that an attempt of size h from (t, x0) may read. Distances are sums of step sizes, not differences of rounded times: where x' is
 * large, the rounding error of a time moves the formula by more than a tolerance. s is rounded to integers if all steps are equal up to rounding, so that
 * equal steps give equal coefficients. */
void
ode_ndf_gather (OdeNdf *self, const OdeTry *step)
{
  self->past[0] = step->x0;
  self->s[0] = 0;
  self->n_past = 1;
  self->from = 0;
  double distance = 0;

  for (int j = 0; j < self->now.count; j++)
    {
      double s = -(distance += self->gap[j]) / step->h;

      if (j == 0 && s > -NEAR)
        continue;
      if (fabs (s - rint (s)) < 1e-9)
        s = rint (s);
      self->past[self->n_past] = self->x[j];
      self->s[self->n_past++] = s;
    }
}

/* Moves all slots by one place: forward to get a slot for a new point, backward to remove the newest one. Only pointers are moved. */
static void
rotate_history (OdeNdf *self, bool forward)
{
  const int first = forward ? ODE_NDF_SLOTS - 1 : 0, last = ODE_NDF_SLOTS - 1 - first, to_next = forward ? -1 : 1;
  double *x = self->x[first];

  for (int i = first; i != last; i += to_next)
    {
      self->x[i] = self->x[i + to_next];
      self->gap[i] = self->gap[i + to_next];
    }
  self->x[last] = x;
}

/* Stores the start of the accepted step, unless it is too near to the point before. The end is stored by the next step, because the integrator may still
 * project it. */
void
ode_ndf_accept (OdeStepper *stepper, const OdeTry *step)
{
  OdeNdf *self = (OdeNdf *) stepper;

  self->stored = self->now.count == 0 || self->gap[0] >= NEAR * step->h;
  self->gap_before = self->gap[0];
  self->now.failures = 0;
  ode_stage_solver_accept (&self->solver);
  if (!self->stored)
    {
      self->gap[0] += step->h;
      return;
    }
  rotate_history (self, true);
  memcpy (self->x[0], step->x0, sizeof (double) * (size_t) self->n);
  self->gap[0] = step->h;
  self->now.count = MIN_INT (self->now.count + 1, ODE_NDF_SLOTS);
}

/* The accepted step overwrote the oldest point, which is lost. There is one slot more than the formulas read, so that no point is missing. */
void
ode_ndf_undo (OdeStepper *stepper)
{
  OdeNdf *self = (OdeNdf *) stepper;

  self->now = self->before;
  if (self->stored)
    {
      rotate_history (self, false);
      self->now.count = MIN_INT (self->now.count, ODE_NDF_SLOTS - 1);
    }
  else
    self->gap[0] = self->gap_before;
  self->stored = false;
}

/* The layout is: the state, the distances, the points, the state of the solver. It contains everything that a later step reads. */
#define HEAD 7

size_t
ode_ndf_snapshot_size (const OdeStepper *stepper)
{
  const OdeNdf *self = (const OdeNdf *) stepper;

  return sizeof (double) * (HEAD + ODE_NDF_SLOTS + ODE_NDF_SLOTS * (size_t) self->n) + ode_stage_solver_snapshot_size (&self->solver);
}

void
ode_ndf_save (const OdeStepper *stepper, void *bytes)
{
  const OdeNdf *self = (const OdeNdf *) stepper;
  const OdeNdfState *now = &self->now;
  const double head[HEAD] = { now->order, now->count, now->steps, now->failures, now->order_last, now->error_last, now->h_last };
  double *at = bytes;

  memcpy (at, head, sizeof head);
  memcpy (at + HEAD, self->gap, sizeof self->gap);
  at += HEAD + ODE_NDF_SLOTS;
  for (int i = 0; i < ODE_NDF_SLOTS; i++, at += self->n)
    memcpy (at, self->x[i], sizeof (double) * (size_t) self->n);
  ode_stage_solver_save (&self->solver, at);
}

void
ode_ndf_restore (OdeStepper *stepper, const void *bytes)
{
  OdeNdf *self = (OdeNdf *) stepper;
  const double *at = bytes;

  self->now = (OdeNdfState) {
    .order = (int) at[0],
    .count = (int) at[1],
    .steps = (int) at[2],
    .failures = (int) at[3],
    .order_last = (int) at[4],
    .error_last = at[5],
    .h_last = at[6],
  };
  memcpy (self->gap, at + HEAD, sizeof self->gap);
  self->gap_before = self->gap[0];
  at += HEAD + ODE_NDF_SLOTS;
  for (int i = 0; i < ODE_NDF_SLOTS; i++, at += self->n)
    memcpy (self->x[i], at, sizeof (double) * (size_t) self->n);
  ode_stage_solver_restore (&self->solver, at);
}
