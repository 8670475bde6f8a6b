/* The counters of an integrator since its initialization. The struct is plain data. */
#pragma once

#include <stdint.h>

#include "ode-attempt.h"

typedef struct
{
  int64_t steps_taken;
  int64_t steps_attempted;
  int64_t inner_steps; /* steps that CVODE took inside steps of fixed size; they count towards the step limit */
  int64_t rejected_error;
  int64_t rejected_newton;
  int64_t rejected_undefined;
  int64_t substep_failures; /* attempts whose nonlinear equations were not solved (Drake's name) */
  int64_t shrinkages_error;
  int64_t shrinkages_failure;
  int64_t rhs_evaluations; /* sum over rhs_by_purpose */
  int64_t rhs_by_purpose[ODE_RHS_N_PURPOSES];
  int64_t jacobian_evaluations;
  int64_t jacobian_rhs_evaluations;
  int64_t factorizations;
  int64_t newton_iterations;
  int64_t convergent_iterations; /* nonlinear iterations of attempts whose equations were solved (Simbody's name) */
  int64_t divergent_iterations;  /* nonlinear iterations of attempts whose equations were not solved */
  /* The counters of a separate error estimator, if the method has one. */
  int64_t error_rhs_evaluations;
  int64_t error_jacobian_evaluations;
  int64_t error_jacobian_rhs_evaluations;
  int64_t error_factorizations;
  int64_t error_newton_iterations;
  int64_t projections;         /* sum of the two following counters */
  int64_t projections_q;       /* projections that moved positions */
  int64_t projections_u;       /* projections that moved velocities and all other states */
  int64_t projection_failures; /* sum of the two following counters */
  int64_t projection_failures_q;
  int64_t projection_failures_u;
  double initial_step_taken;    /* NaN before the first step */
  double smallest_step_taken;   /* NaN before the first step */
  double smallest_adapted_step; /* smallest step that the controller chose. The first step, and steps shortened by an event or
                                 * the end time, do not count; NaN: none */
  double largest_step_taken;
  double previous_step;
} OdeStatistics;

/* Adds the counters of an earlier integrator of the same run to *sum. The initial step becomes that of the earlier integrator; smallest
 * and largest steps become the extremes of both. */
void ode_statistics_add (OdeStatistics *sum, const OdeStatistics *earlier);
