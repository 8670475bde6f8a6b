#include "ode-splitting.h"

#include <math.h>
#include <string.h>

typedef struct
{
  OdeStepper base;
  const OdeSplitting *splitting;
  double *dxdt; /* n_states */
} Splitting;

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

static void
drift (const OdeSystem *system, double *x, double h)
{
  for (int i = 0; i < system->n_pairs; i++)
    x[system->pairs[i].position] += h * x[system->pairs[i].velocity];
}

static void
kick (const OdeSystem *system, double *x, const double *dxdt, double h)
{
  for (int i = 0; i < system->n_pairs; i++)
    x[system->pairs[i].velocity] += h * dxdt[system->pairs[i].velocity];
}

/* Forces depend on positions and time alone, so the slope at the start serves the first kick, and where the last stage ends with a
 * kick its force is that of the next step's first. Time moves with the drifts, as a position with velocity 1 would. */
static OdeStatus
splitting_attempt (OdeStepper *stepper, OdeTry *step)
{
  Splitting *self = (Splitting *) stepper;
  const OdeSplitting *s = self->splitting;
  const OdeSystem *system = stepper->system;
  const double *force = NULL; /* slope at the present positions, where known */
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
        }
      if (s->kick[i] != 0)
        {
          if (force == NULL)
            {
              /* fractions that add up to 1 but for rounding mean the end itself */
              double fraction = fabs (moved - 1) < 1e-14 ? 1 : moved;

              status = ode_stepper_rhs (stepper, ODE_RHS_STAGES, step->t + h * fraction, x, self->dxdt);
              if (status != ODE_DONE)
                return status;
              force = self->dxdt;
            }
          kick (system, x, force, h * s->kick[i]);
        }
      if (!s->drift_first && s->drift[i] != 0)
        {
          drift (system, x, h * s->drift[i]);
          moved += s->drift[i];
          force = NULL;
        }
    }

  step->f1 = NULL;
  if (force == self->dxdt)
    {
      memcpy (step->f1_room, force, (size_t) system->n_states * sizeof *force);
      for (int i = 0; i < system->n_pairs; i++)
        step->f1_room[system->pairs[i].position] = x[system->pairs[i].velocity];
      step->f1 = step->f1_room;
    }
  return ODE_DONE;
}

const OdeStepperClass ode_splitting_class = {
  .size = splitting_size,
  .init = splitting_init,
  .attempt = splitting_attempt,
};
