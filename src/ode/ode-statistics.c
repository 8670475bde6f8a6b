/* Sums the counters of several integrators. A change of the method during a
 * run replaces the integrator, and the new one counts from zero. The statistics of
 * the run are the sums over all its integrators. */
#include "ode-statistics.h"

#include <math.h>

void
ode_statistics_add (OdeStatistics *sum, const OdeStatistics *earlier)
{
  sum->steps_taken += earlier->steps_taken;
  sum->steps_attempted += earlier->steps_attempted;
  sum->rejected_error += earlier->rejected_error;
  sum->rejected_newton += earlier->rejected_newton;
  sum->rejected_undefined += earlier->rejected_undefined;
  sum->substep_failures += earlier->substep_failures;
  sum->shrinkages_error += earlier->shrinkages_error;
  sum->shrinkages_failure += earlier->shrinkages_failure;
  sum->rhs_evaluations += earlier->rhs_evaluations;
  for (int i = 0; i < ODE_RHS_N_PURPOSES; i++)
    sum->rhs_by_purpose[i] += earlier->rhs_by_purpose[i];
  sum->jacobian_evaluations += earlier->jacobian_evaluations;
  sum->jacobian_rhs_evaluations += earlier->jacobian_rhs_evaluations;
  sum->factorizations += earlier->factorizations;
  sum->newton_iterations += earlier->newton_iterations;
  sum->convergent_iterations += earlier->convergent_iterations;
  sum->divergent_iterations += earlier->divergent_iterations;
  sum->error_rhs_evaluations += earlier->error_rhs_evaluations;
  sum->error_jacobian_evaluations += earlier->error_jacobian_evaluations;
  sum->error_jacobian_rhs_evaluations += earlier->error_jacobian_rhs_evaluations;
  sum->error_factorizations += earlier->error_factorizations;
  sum->error_newton_iterations += earlier->error_newton_iterations;
  sum->projections += earlier->projections;
  sum->projections_q += earlier->projections_q;
  sum->projections_u += earlier->projections_u;
  sum->projection_failures += earlier->projection_failures;
  sum->projection_failures_q += earlier->projection_failures_q;
  sum->projection_failures_u += earlier->projection_failures_u;
  /* Step sizes are combined as extremes, not as sums. An integrator that has taken no step has NaN,
   * which fmin and fmax ignore. If the earlier integrator has taken no step, its sizes are
   * ignored. previous_step is the last step of the later integrator. */
  if (earlier->steps_taken == 0)
    return;
  sum->initial_step_taken = earlier->initial_step_taken;
  sum->smallest_step_taken = fmin (sum->smallest_step_taken, earlier->smallest_step_taken);
  sum->smallest_adapted_step = fmin (sum->smallest_adapted_step, earlier->smallest_adapted_step);
  sum->largest_step_taken = fmax (sum->largest_step_taken, earlier->largest_step_taken);
}
