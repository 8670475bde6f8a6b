#include "ode-stepper.h"

#include <math.h>

OdeStatus
ode_stepper_rhs (OdeStepper *stepper, OdePurpose purpose, double t, const double *x, double *dxdt)
{
  stepper->statistics->rhs_by_purpose[purpose]++;
  stepper->statistics->rhs_evaluations++;
  return stepper->system->rhs (stepper->system->self, t, x, dxdt);
}

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

bool
ode_stepper_stop_asked (const OdeStepper *stepper)
{
  return stepper->settings.stop != NULL && atomic_load_explicit (stepper->settings.stop, memory_order_relaxed);
}
