/* Says what the result of a run may miss: errors that add up, another accuracy than the one that was set, changes between steps, unstable fixed steps, and
 * values that events lost. */
#include "lab-run-notes.h"

#include <math.h>

#include "lab-estimate.h"
#include "lab-unstable-step.h"

/* The number of steps from which the sum of their errors is reported. */
#define MANY_STEPS 100

static void add (GPtrArray *notes, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add (GPtrArray *notes, const char *format, ...)
{
  va_list list;

  va_start (list, format);
  g_ptr_array_add (notes, g_strdup_vprintf (format, list));
  va_end (list);
}

/* Adds that errors add up, if the method estimates the error of the formula with which it goes on. That error, and not only its estimate,
 * is then as large as the accuracy permits in every step. The other methods go on with the more accurate one of two formulas, whose errors
 * are smaller than the estimate. Some estimates are of this kind, or are zero, only for linear equations. */
static void
add_estimate (GPtrArray *notes, SimSimulator *simulator, const SimConfig *config, const double *x_start)
{
  const OdeMethod *method = sim_config_method (config);
  gint64 n_steps = sim_simulator_statistics (simulator).ode.steps_taken;
  LabEstimate estimate, for_linear;
  gboolean is_linear;

  if (!sim_config_controls_error (config))
    return;
  estimate = lab_estimate_find (method, FALSE);
  for_linear = lab_estimate_find (method, TRUE);
  is_linear = for_linear != estimate
              && lab_estimate_is_linear (sim_simulator_system (simulator)->ode, sim_simulator_t (simulator), x_start, sim_simulator_x (simulator));
  if (is_linear && for_linear == LAB_ESTIMATE_ZERO)
    add (notes, "warning: the error estimate of %s is zero for these linear equations, so no tolerance has controlled its steps; rodas4 controls them",
         method->id);
  else if (for_linear == LAB_ESTIMATE_ZERO)
    add (notes, "warning: the error estimate of %s is zero for linear equations, so no tolerance has controlled the errors of states whose equations are "
                "linear", method->id);
  if (is_linear)
    estimate = for_linear;
  if (estimate == LAB_ESTIMATE_ERROR && n_steps >= MANY_STEPS)
    add (notes,
         "%s keeps the error of each step within the tolerance, and the errors of %" G_GINT64_FORMAT
         " steps may add up; for this accuracy a method of a "
         "higher order may need fewer steps",
         method->id, n_steps);
}

/* Adds that the method uses another accuracy than the one that was set. */
static void
add_accuracy (GPtrArray *notes, const SimSimulator *simulator, const SimConfig *config)
{
  double asked = sim_config_get_number (config, "accuracy"), used = sim_simulator_accuracy_in_use (simulator);

  if (!sim_config_controls_error (config) || sim_config_origin (config, "accuracy") == SIM_ORIGIN_PROFILE || !(asked > 0) || !(used > 0)
      || fabs (asked - used) <= 1e-12 * asked)
    return;
  if (used > asked)
    add (notes, "the accuracy %g is below the rounding of the states, and %.3g is used", asked, used);
  else
    add (notes, "the accuracy %g is too loose for the error estimate of the method, and %g is used", asked, used);
}

/* Adds that fixed steps let a component grow that the model does not let grow, at the start of the run and at its end. One of both suffices if the
 * Jacobian is not known at the other: at an end that is not finite, or at the start if discrete states have changed since. */
static void
add_unstable (GPtrArray *notes, SimSimulator *simulator, const ModelSystem *system, const SimConfig *config, double t_start, const double *x_start)
{
  SimStatistics statistics = sim_simulator_statistics (simulator);
  const OdeSystem *ode = sim_simulator_system (simulator)->ode;
  const OdeMethod *method = sim_config_method (config);
  double h = statistics.ode.largest_step_taken;
  g_autofree char *at_start = NULL, *at_end = NULL;
  gboolean start_known = FALSE, end_known = FALSE;

  if (sim_config_controls_error (config) || !(h > 0))
    return;
  if (model_system_n_discrete (system) == 0)
    at_start = lab_unstable_step_sentence (ode, method, t_start, x_start, h, statistics.ode.steps_taken, &start_known);
  at_end = lab_unstable_step_sentence (ode, method, sim_simulator_t (simulator), sim_simulator_x (simulator), h, statistics.ode.steps_taken,
                                       &end_known);
  if ((at_start != NULL || !start_known) && (at_end != NULL || !end_known) && (at_start != NULL || at_end != NULL))
    add (notes, "warning: %s", at_start != NULL ? at_start : at_end);
}

/* Adds what steps of the run passed over, and the setting with which they do not. */
static void
add_passed (GPtrArray *notes, SimSimulator *simulator)
{
  SimStatistics statistics = sim_simulator_statistics (simulator);
  g_autofree char *sentence = NULL;

  if (statistics.passed.n_steps == 0)
    return;
  sentence = sim_passed_sentence (&statistics.passed, sim_simulator_system (simulator)->ode->names);
  add (notes, "warning: %s", sentence);
  g_ptr_array_add (notes, sim_passed_cure (&statistics.passed));
}

/* Adds how many events set a state that a later event at the same time set, too. */
static void
add_overwritten (GPtrArray *notes, const SimSimulator *simulator, const ModelSystem *system, const SimTrajectory *trajectory)
{
  int event, state;
  double t;
  gint64 n = sim_simulator_overwritten (simulator, &event, &t, &state);
  g_autofree char *count = trajectory != NULL ? g_strdup_printf ("%" G_GINT64_FORMAT " of %" G_GSIZE_FORMAT, n, sim_trajectory_n_events (trajectory))
                                              : g_strdup_printf ("%" G_GINT64_FORMAT, n);

  if (n > 0) /* states and discrete states are the first columns */
    add (notes,
         "%s events set a state that a later one at the same time set, too, and their value is lost; the first is '%s' at t = %.9g with the state %s",
         count, sim_simulator_system (simulator)->events[event].name, t, model_system_column (system, state)->name);
}

GPtrArray *
lab_run_notes (SimSimulator *simulator, const ModelSystem *system, const SimStatus *run, double t_start, const double *x_start,
               const SimTrajectory *trajectory)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);
  const SimConfig *config = sim_simulator_config (simulator);

  if (run->reason == SIM_REACHED_END)
    add_estimate (notes, simulator, config, x_start);
  add_accuracy (notes, simulator, config);
  add_passed (notes, simulator);
  add_unstable (notes, simulator, system, config, t_start, x_start);
  add_overwritten (notes, simulator, system, trajectory);
  return notes;
}
