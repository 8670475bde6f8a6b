/* Lists the counters of a run by name, for the command line, lessons and scripts. */
#include "lab-statistics.h"

#include "expr-program.h"
#include "model-system.h"

static const char *
status_id (SimReason reason)
{
  switch (reason)
    {
    case SIM_TERMINATED: return "terminated";
    case SIM_FAILED_RUN: return "failed";
    case SIM_INTERRUPTED: return "interrupted";
    default: return "reached_end";
    }
}

/* Returns why not all steps were checked for changes of the right-hand side that they passed over, or "". */
static const char *
why_unchecked (SimSimulator *simulator, const SimConfig *config, const SimStatistics *statistics)
{
  if (statistics->passed.n_checked >= statistics->steps_taken)
    return "";
  if (!sim_config_get_boolean (config, "ranges"))
    return "the setting ranges is false";
  if (sim_simulator_system (simulator)->ode->mass_pattern != NULL)
    return "equations with a mass matrix or algebraic unknowns are not checked";
  if (sim_config_get_choice (config, "isolation_method") == SIM_ISOLATE_DRAKE)
    return "isolation method drake does not check steps";
  return "short steps, motions along a surface, and steps that bounds do not decide";
}

GArray *
lab_statistics (SimSimulator *simulator, const SimConfig *config, const SimStatus *run, const SimStatistics *statistics)
{
  const SimSystem *system = sim_simulator_system (simulator);
  const char *worst = statistics->worst_state >= 0 && system->ode->names != NULL ? system->ode->names[statistics->worst_state] : "";
  const LabStatistic rows[] = {
    { "status", "Status", LAB_STATISTIC_TEXT, 0, status_id (run->reason) },
    { "message", "Message", LAB_STATISTIC_TEXT, 0, run->message },
    { "t", "Time reached", LAB_STATISTIC_NUMBER, run->t, NULL },
    { "wall_seconds", "Wall time (s)", LAB_STATISTIC_NUMBER, statistics->wall_seconds, NULL },
    { "steps_taken", "Steps accepted", LAB_STATISTIC_COUNT, statistics->ode.steps_taken, NULL },
    { "steps_attempted", "Steps attempted", LAB_STATISTIC_COUNT, statistics->ode.steps_attempted, NULL },
    { "rejected_error", "Rejected by error", LAB_STATISTIC_COUNT, statistics->ode.rejected_error, NULL },
    { "rejected_newton", "Rejected by Newton", LAB_STATISTIC_COUNT, statistics->ode.rejected_newton, NULL },
    { "rejected_undefined", "Rejected, model undefined", LAB_STATISTIC_COUNT, statistics->ode.rejected_undefined, NULL },
    { "cut_by_event", "Cut at an event", LAB_STATISTIC_COUNT, statistics->cut_by_event, NULL },
    { "cut_by_switch", "Cut at a switch", LAB_STATISTIC_COUNT, statistics->cut_by_switch, NULL },
    { "attempts_stopped", "Ended without a result", LAB_STATISTIC_COUNT, (double)statistics->stopped, NULL },
    { "switches", "Steps that end at a switch", LAB_STATISTIC_COUNT, (double)statistics->switches, NULL },
    { "slides", "Motions along a surface", LAB_STATISTIC_COUNT, (double)statistics->slides, NULL },
    { "switches_released", "Times switches accumulated", LAB_STATISTIC_COUNT, (double)statistics->releases, NULL },
    { "uncontrolled_states", "States below their tolerances", LAB_STATISTIC_COUNT, statistics->uncontrolled, NULL },
    { "steps_checked", "Steps checked for changes", LAB_STATISTIC_COUNT, (double)statistics->passed.n_checked, NULL },
    { "steps_not_checked", "  not checked", LAB_STATISTIC_TEXT, 0, why_unchecked (simulator, config, statistics) },
    { "rhs_evaluations", "Right-hand sides", LAB_STATISTIC_COUNT, statistics->ode.rhs_evaluations, NULL },
    { "rhs_stages", "  of accepted steps", LAB_STATISTIC_COUNT, (double)statistics->ode.rhs_by_purpose[ODE_RHS_STAGES], NULL },
    { "rhs_rejected", "  of rejected attempts", LAB_STATISTIC_COUNT, (double)statistics->ode.rhs_by_purpose[ODE_RHS_REJECTED], NULL },
    { "rhs_error", "  for error estimates", LAB_STATISTIC_COUNT, (double)statistics->ode.rhs_by_purpose[ODE_RHS_ERROR], NULL },
    { "rhs_jacobian", "  for Jacobians", LAB_STATISTIC_COUNT, (double)statistics->ode.rhs_by_purpose[ODE_RHS_JACOBIAN], NULL },
    { "rhs_events", "  for events", LAB_STATISTIC_COUNT, (double)statistics->ode.rhs_by_purpose[ODE_RHS_EVENTS], NULL },
    { "rhs_dense", "  for dense output", LAB_STATISTIC_COUNT, (double)statistics->ode.rhs_by_purpose[ODE_RHS_DENSE], NULL },
    { "rhs_startup", "  at the start", LAB_STATISTIC_COUNT, (double)statistics->ode.rhs_by_purpose[ODE_RHS_STARTUP], NULL },
    { "jacobian_evaluations", "Jacobians", LAB_STATISTIC_COUNT, statistics->ode.jacobian_evaluations, NULL },
    { "jacobian_rhs_evaluations", "RHS of Jacobians", LAB_STATISTIC_COUNT, statistics->ode.jacobian_rhs_evaluations, NULL },
    { "factorizations", "Factorizations", LAB_STATISTIC_COUNT, statistics->ode.factorizations, NULL },
    { "linear_algebra", "Linear algebra", LAB_STATISTIC_TEXT, 0, statistics->linear_algebra },
    { "newton_iterations", "Newton iterations", LAB_STATISTIC_COUNT, statistics->ode.newton_iterations, NULL },
    { "convergent_iterations", "Convergent iterations", LAB_STATISTIC_COUNT, statistics->ode.convergent_iterations, NULL },
    { "divergent_iterations", "Divergent iterations", LAB_STATISTIC_COUNT, statistics->ode.divergent_iterations, NULL },
    { "error_rhs_evaluations", "Estimator, right-hand sides", LAB_STATISTIC_COUNT, statistics->ode.error_rhs_evaluations, NULL },
    { "error_jacobian_evaluations", "Estimator, Jacobians", LAB_STATISTIC_COUNT, statistics->ode.error_jacobian_evaluations, NULL },
    { "error_jacobian_rhs_evaluations", "Estimator, RHS of Jacobians", LAB_STATISTIC_COUNT, statistics->ode.error_jacobian_rhs_evaluations,
      NULL },
    { "error_factorizations", "Estimator, factorizations", LAB_STATISTIC_COUNT, statistics->ode.error_factorizations, NULL },
    { "error_newton_iterations", "Estimator, Newton iterations", LAB_STATISTIC_COUNT, statistics->ode.error_newton_iterations, NULL },
    { "shrinkages_error", "Steps shrunk by error", LAB_STATISTIC_COUNT, statistics->ode.shrinkages_error, NULL },
    { "shrinkages_failure", "Steps shrunk by failure", LAB_STATISTIC_COUNT, statistics->ode.shrinkages_failure, NULL },
    { "substep_failures", "Substep failures", LAB_STATISTIC_COUNT, statistics->ode.substep_failures, NULL },
    { "projections", "Projections", LAB_STATISTIC_COUNT, statistics->ode.projections, NULL },
    { "projections_q", "Projections of positions", LAB_STATISTIC_COUNT, statistics->ode.projections_q, NULL },
    { "projections_u", "Projections of velocities", LAB_STATISTIC_COUNT, statistics->ode.projections_u, NULL },
    { "projection_failures_q", "Failed, of positions", LAB_STATISTIC_COUNT, statistics->ode.projection_failures_q, NULL },
    { "projection_failures_u", "Failed, of velocities", LAB_STATISTIC_COUNT, statistics->ode.projection_failures_u, NULL },
    { "publishes", "Publishes", LAB_STATISTIC_COUNT, statistics->publishes, NULL },
    { "discrete_updates", "Discrete updates", LAB_STATISTIC_COUNT, statistics->discrete_updates, NULL },
    { "unrestricted_updates", "Unrestricted updates", LAB_STATISTIC_COUNT, statistics->unrestricted_updates, NULL },
    { "witness_events", "Witness events", LAB_STATISTIC_COUNT, statistics->witness_events, NULL },
    { "witness_iterations", "  iterations", LAB_STATISTIC_COUNT, statistics->witness_iterations, NULL },
    { "initial_step_taken", "First step", LAB_STATISTIC_NUMBER, statistics->ode.initial_step_taken, NULL },
    { "smallest_step_taken", "Smallest step", LAB_STATISTIC_NUMBER, statistics->ode.smallest_step_taken, NULL },
    { "smallest_adapted_step", "Smallest adapted step", LAB_STATISTIC_NUMBER, statistics->ode.smallest_adapted_step, NULL },
    { "largest_step_taken", "Largest step", LAB_STATISTIC_NUMBER, statistics->ode.largest_step_taken, NULL },
    { "accuracy_in_use", "Accuracy in use", LAB_STATISTIC_NUMBER, sim_simulator_accuracy_in_use (simulator), NULL },
    { "actual_realtime_rate", "Real-time rate", LAB_STATISTIC_NUMBER, statistics->actual_realtime_rate, NULL },
    { "worst_state", "Limiting state", LAB_STATISTIC_TEXT, 0, worst },
    { "integrator", "Integrator", LAB_STATISTIC_TEXT, 0, sim_config_method (config)->id },
    { "model", "Model", LAB_STATISTIC_TEXT, 0, model_id (model_system_model (sim_system_model (system))) },
    { "arithmetic", "Arithmetic", LAB_STATISTIC_TEXT, 0,
      expr_arithmetic (sim_config_get_boolean (config, "fast_math") ? EXPR_PROGRAM_FUSED : 0) },
    { "version", "Version", LAB_STATISTIC_TEXT, 0, STEPWISE_VERSION },
  };
  GArray *array = g_array_new (FALSE, FALSE, sizeof (LabStatistic));

  return g_array_append_vals (array, rows, G_N_ELEMENTS (rows));
}

/* Appends an object about steps that passed over a change of the right-hand side, if there are any. */
static void
add_passed (LabJson *json, SimSimulator *simulator, const SimPassed *passed)
{
  const SimSystem *system = sim_simulator_system (simulator);
  g_autofree char *sentence = NULL, *cure = NULL, *both = NULL;

  if (passed->n_steps == 0)
    return;
  sentence = sim_passed_sentence (passed, system->ode->names);
  cure = sim_passed_cure (passed);
  both = g_strdup_printf ("%s. %s.", sentence, cure);
  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_space (json, " ");
  lab_json_text (json, "kind", "passed_over");
  lab_json_text (json, "text", both);
  lab_json_space (json, "\n      ");
  lab_json_text (json, "state", system->ode->names != NULL ? system->ode->names[passed->state] : "");
  lab_json_count (json, "steps", passed->n_steps);
  lab_json_number (json, "t_from", passed->t0);
  lab_json_number (json, "t_to", passed->t1);
  lab_json_number (json, "change_from", passed->from);
  lab_json_number (json, "change_to", passed->to);
  lab_json_number (json, "missed", passed->missed);
  lab_json_number (json, "tolerances", passed->tolerances);
  lab_json_number (json, "max_step", passed->max_step);
  lab_json_space (json, " ");
  lab_json_end (json);
}

void
lab_statistics_json (LabJson *json, const char *key, SimSimulator *simulator, const SimConfig *config, const SimStatus *run)
{
  SimStatistics statistics = sim_simulator_statistics (simulator);
  g_autoptr (GArray) rows = lab_statistics (simulator, config, run, &statistics);

  lab_json_object (json, key, LAB_JSON_LINES);
  for (guint i = 0; i < rows->len; i++)
    {
      const LabStatistic *row = &g_array_index (rows, LabStatistic, i);

      if (row->type == LAB_STATISTIC_TEXT)
        lab_json_text (json, row->key, row->text);
      else if (row->type == LAB_STATISTIC_COUNT)
        lab_json_count (json, row->key, (gint64) row->number);
      else
        lab_json_number (json, row->key, row->number);
    }
  lab_json_array (json, "warnings", LAB_JSON_LINES);
  add_passed (json, simulator, &statistics.passed);
  lab_json_end (json);
  lab_json_end (json);
}
