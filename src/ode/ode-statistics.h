/* The counters of an integrator since its initialization. The struct is plain data. */
#pragma once

#include "ode-attempt.h"

typedef struct
{
  long steps_taken;
  long steps_attempted;
  long inner_steps;        /* steps that CVODE took inside steps of fixed size; they count towards the step limit */
  long rejected_error;
  long rejected_newton;
  long rejected_undefined;
  long substep_failures;   /* attempts whose nonlinear equations were not solved (Drake's name) */
  long shrinkages_error;
  long shrinkages_failure;
  long rhs_evaluations;    /* sum over rhs_by_purpose */
  long rhs_by_purpose[ODE_RHS_N_PURPOSES];
  long jacobian_evaluations;
  long jacobian_rhs_evaluations;
  long factorizations;
  long newton_iterations;
  long convergent_iterations; /* nonlinear iterations of attempts whose equations were solved (Simbody's name) */
  long divergent_iterations;  /* nonlinear iterations of attempts whose equations were not solved */
  /* The counters of a separate error estimator, if the method has one. */
  long error_rhs_evaluations;
  long error_jacobian_evaluations;
  long error_jacobian_rhs_evaluations;
  long error_factorizations;
  long error_newton_iterations;
  long projections;           /* sum of the two following counters */
  long projections_q;         /* projections that moved positions */
  long projections_u;         /* projections that moved velocities and all other states */
  long projection_failures;   /* sum of the two following counters */
  long projection_failures_q;
  long projection_failures_u;
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
