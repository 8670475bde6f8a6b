/* The stepping functions of Drake's IntegratorBase: one step to the nearest of three times, several steps to a time, and one fixed step
 * that ends exactly at a time. */
#pragma once

#include "ode-integrator.h"

/* The reason why a step ended. The numbers are equal to those of Drake's IntegratorBase::StepResult. */
typedef enum
{
  ODE_STEP_REACHED_PUBLISH_TIME = 1,
  ODE_STEP_REACHED_ZERO_CROSSING = 2, /* not used, because an integrator has no events */
  ODE_STEP_REACHED_UPDATE_TIME = 3,
  ODE_STEP_TIME_HAS_ADVANCED = 4,     /* the step ended before all three times */
  ODE_STEP_REACHED_BOUNDARY_TIME = 5,
  ODE_STEP_REACHED_STEP_LIMIT = 6,    /* the step failed with ODE_FAIL_STEP_LIMIT */
} OdeStepResult;

/* Returns a short English text for a result, in static memory. */
const char *ode_step_result_text (OdeStepResult result);

/* Takes one accepted step that does not go beyond any of three times (+inf: no such time) and sets *result. The step ends at the nearest
 * time or before it. If times are equal, the update has priority over the publish, and the publish over the boundary. A step to a publish
 * or update may be stretched, a step to the boundary may not (Drake's IntegrateNoFurtherThanTime). Does nothing if the nearest time is the
 * current one. Fails if a time is before the current one or all are infinite. */
OdeStatus ode_integrator_step_no_further (OdeIntegrator *integrator, double t_publish, double t_update, double t_boundary,
                                          OdeStepResult *result);
/* Takes as many steps as necessary to end exactly at t (Drake's IntegrateWithMultipleStepsToTime). On failure the state is that of the last
 * accepted step. */
OdeStatus ode_integrator_step_to (OdeIntegrator *integrator, double t);
/* Takes one step of the method, without error control or subdivision, and sets the time exactly to t (Drake's
 * IntegrateWithSingleFixedStepToTime). Only for fixed steps. Returns a status > 0 if the step did not converge; the state is then
 * unchanged. */
OdeStatus ode_integrator_step_fixed_to (OdeIntegrator *integrator, double t);
