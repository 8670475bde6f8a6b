/* Counters of an integrator since its initialization. Plain data. */
#pragma once

#include "ode-attempt.h"

typedef struct
{
  long steps_taken;
  long steps_attempted;
  long rejected_error;
  long rejected_newton;
  long rejected_undefined;
  long substep_failures;   /* attempts that did not converge (Drake's name) */
  long shrinkages_error;
  long shrinkages_failure;
  long rhs_evaluations;    /* sum of rhs_by_purpose */
  long rhs_by_purpose[ODE_RHS_N_PURPOSES];
  long jacobian_evaluations;
  long jacobian_rhs_evaluations;
  long factorizations;
  long newton_iterations;
  /* the same for the error estimator alone, where a method has a separate one */
  long error_rhs_evaluations;
  long error_jacobian_evaluations;
  long error_jacobian_rhs_evaluations;
  long error_factorizations;
  long error_newton_iterations;
  long projections;
  long projection_failures;
  double initial_step_taken;    /* NaN before the first step */
  double smallest_step_taken;   /* NaN before the first step */
  double smallest_adapted_step; /* NaN: none; smallest step the controller chose: neither the first one, which
                                 * was given, nor one cut by an end or event */
  double largest_step_taken;
  double previous_step;
} OdeStatistics;
