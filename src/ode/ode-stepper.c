/* The part that all methods share: allocates a stepper, evaluates and counts the right-hand side, and evaluates the
 * slopes that an interpolant needs. */
#include "ode-stepper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a cache line; the arrays of a stepper start at multiples of it. */
#define ALIGNMENT 64

/* The function always returns false, so that an init function can return its result. */
bool
ode_stepper_refuse_memory (const OdeStepper *stepper, char *error, size_t error_size)
{
  return ode_message_refuse (stepper->settings.translate, error, error_size, "out of memory");
}

/* Allocates a stepper and all its vectors as one block, whose size its class computes.
 * aligned_alloc requires a multiple of the alignment. All bytes are set to zero,
 * so that the function clear also works if init failed. */
OdeStepper *
ode_stepper_new (const OdeStepper *head, char *error, size_t error_size)
{
  const OdeStepperClass *klass = head->klass;
  size_t size = klass->size (head->method, head->system, &head->settings);
  OdeStepper *stepper = aligned_alloc (ALIGNMENT, (size + ALIGNMENT - 1) & ~(size_t) (ALIGNMENT - 1));

  if (stepper == NULL)
    {
      ode_stepper_refuse_memory (head, error, error_size);
      return NULL;
    }
  memset (stepper, 0, size);
  *stepper = *head;
  if (klass->init == NULL || klass->init (stepper, error, error_size))
    return stepper;
  ode_stepper_free (stepper);
  return NULL;
}

void
ode_stepper_free (OdeStepper *stepper)
{
  if (stepper == NULL)
    return;
  if (stepper->klass->clear != NULL)
    stepper->klass->clear (stepper);
  free (stepper);
}

/* A method that contains other methods, such as step doubling or switching,
 * passes its settings to them before each attempt, because settings may change
 * between steps. */
void
ode_stepper_follow (OdeStepper *part, const OdeStepper *whole)
{
  part->settings = whole->settings;
  part->accuracy = whole->accuracy;
  part->trace = whole->trace;
}

/* Returns whether settings.look ended the run. */
static bool
is_ended (const OdeStepper *stepper)
{
  const OdeSettings *settings = &stepper->settings;

  return settings->look != NULL && stepper->system->n_states >= ODE_LOOK_STATES && !settings->look (settings->look_user);
}

/* All steppers evaluate the right-hand side by this function. Therefore the counts by
 * purpose add up to the total count, and an iteration inside an attempt ends
 * when the limit of evaluations is reached. */
OdeStatus
ode_stepper_rhs (OdeStepper *stepper, OdePurpose purpose, double t, const double *x, double *dxdt)
{
  if (stepper->rhs_limit != NULL && stepper->statistics->rhs_evaluations >= *stepper->rhs_limit)
    return ODE_RETRY_WORK;
  if (is_ended (stepper))
    return ODE_STOPPED;
  stepper->statistics->rhs_by_purpose[purpose]++;
  stepper->statistics->rhs_evaluations++;
  return stepper->system->rhs (stepper->system->self, t, x, dxdt);
}

/* The interpolants of some methods need f at the ends of the step. f is evaluated for the first interpolated point; `known` avoids a
 * second evaluation. */
OdeStatus
ode_stepper_dense_slope (OdeStepper *stepper, bool *known, double t, const double *x, double *f)
{
  OdeStatus status = ODE_DONE;

  if (!*known && (status = ode_stepper_rhs (stepper, ODE_RHS_DENSE, t, x, f)) == ODE_DONE)
    *known = true;
  return status;
}

/* Newton's method and CVODE use a relative tolerance. If only an absolute one
 * is given, it is used for both. */
double
ode_stepper_relative_tolerance (const OdeStepper *stepper)
{
  const OdeSettings *settings = &stepper->settings;

  if (!isnan (settings->relative_tolerance))
    return settings->relative_tolerance;
  if (!isnan (settings->absolute_tolerance))
    return settings->absolute_tolerance;
  return stepper->accuracy;
}

/* Another thread sets the flag. The flag protects no other data, so relaxed memory order
 * suffices. */
bool
ode_stepper_stop_asked (const OdeStepper *stepper)
{
  return (stepper->settings.stop != NULL && atomic_load_explicit (stepper->settings.stop, memory_order_relaxed)) || is_ended (stepper);
}

/* A factorization returns false in both cases. If a stop is requested just after a singular matrix
 * was found, the status is ODE_STOPPED, which is also true. */
OdeStatus
ode_stepper_singular (const OdeStepper *stepper)
{
  return ode_stepper_stop_asked (stepper) ? ODE_STOPPED : ODE_RETRY_SINGULAR;
}

static bool
look (void *stepper)
{
  return !ode_stepper_stop_asked (stepper);
}

OdeLook
ode_stepper_look_of (int order)
{
  return order >= ODE_LOOK_STATES ? look : NULL;
}
