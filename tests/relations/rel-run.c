#include "rel-run.h"

#include <math.h>
#include <string.h>

#include "model-load.h"

gboolean
rel_settings (SimConfig *config, const char *settings, GError **error)
{
  g_auto (GStrv) words = g_strsplit (settings != NULL ? settings : "", " ", -1);

  for (char **word = words; *word != NULL; word++)
    {
      char *equals = strchr (*word, '=');

      if (**word == '\0')
        continue;
      g_assert (equals != NULL);
      *equals = '\0';
      if (!sim_config_set (config, *word, equals + 1, SIM_ORIGIN_COMMAND_LINE, error))
        return FALSE;
    }
  return TRUE;
}

static void
clear_event (gpointer event)
{
  g_free (((RelEvent *)event)->name);
}

void
rel_run_free (RelRun *run)
{
  if (run == NULL)
    return;
  g_free (run->error);
  g_free (run->ended_by);
  g_free (run->message);
  g_clear_pointer (&run->names, g_ptr_array_unref);
  g_clear_pointer (&run->events, g_array_unref);
  g_free (run->values);
  g_free (run->start);
  g_free (run->sizes);
  g_free (run->types);
  g_free (run);
}

int
rel_run_column (const RelRun *run, const char *name)
{
  for (guint k = 0; k < run->names->len; k++)
    if (strcmp (run->names->pdata[k], name) == 0)
      return (int)k;
  return -1;
}

static SimSimulator *
open_simulator (Model *model, const SimConfig *config, double interval, SimTrajectory **trajectory, SimTrajectory **samples, ModelSystem **system, GError **error)
{
  const SimSamplingRule rule = { .sampling = SIM_SAMPLE_INTERVAL, .interval = interval };
  const ModelInstance instance = { .seed = 5, .fast_math = sim_config_get_boolean (config, "fast_math") };
  SimSimulator *simulator;

  *system = model_system_new (model, &instance, error);
  if (*system == NULL)
    return NULL;
  simulator = sim_simulator_new (sim_system_from_model (*system), config, error);
  if (simulator == NULL)
    return NULL;
  if (*trajectory == NULL)
    *trajectory = sim_trajectory_new (sim_simulator_system (simulator)->n_columns, 1 << 26);
  sim_simulator_add_sink (simulator, sim_sink_trajectory (*trajectory), NULL);
  sim_simulator_set_event_log (simulator, *trajectory);
  if (interval > 0)
    {
      g_clear_pointer (samples, sim_trajectory_unref);
      *samples = sim_trajectory_new (sim_simulator_system (simulator)->n_columns, 1 << 26);
      sim_simulator_add_sink (simulator, sim_sink_trajectory (*samples), &rule);
    }
  return simulator;
}

static void
take_columns (RelRun *run, ModelSystem *system, SimSimulator *simulator, const SimTrajectory *trajectory)
{
  int n = model_system_n_columns (system);

  run->names = g_ptr_array_new_with_free_func (g_free);
  run->values = g_new0 (double, n + 1);
  run->sizes = g_new0 (double, n + 1);
  run->types = g_new0 (ModelColumnType, n + 1);
  model_system_columns (system, run->t, sim_simulator_x (simulator), sim_simulator_d (simulator), run->values);
  for (int k = 0; k < n; k++)
    {
      const ModelColumn *column = model_system_column (system, k);
      double low = NAN, high = NAN;

      g_ptr_array_add (run->names, g_strdup (column->name));
      run->types[k] = column->type;
      sim_trajectory_range (trajectory, k, 0, sim_trajectory_n_rows (trajectory), &low, &high);
      run->sizes[k] = fmax (fmax (fabs (low), fabs (high)), fabs (run->values[k]));
    }
}

/* The least distance of two events that are both compared, relative to the run, and the factor up to which a distance is near to it. How many impacts there
 * are before a rest, or before a run ends because they accumulate, depends on rounding errors, so only those with larger distances are compared. */
#define DISTANT 1e-3
#define NEAR 2

/* Returns whether the event happens again within the least distance. */
static gboolean
accumulates (RelRun *run, const SimTrajectory *trajectory, gsize k)
{
  SimEventRecord record = sim_trajectory_event (trajectory, k);

  for (gsize i = k + 1; i < sim_trajectory_n_events (trajectory); i++)
    {
      SimEventRecord later = sim_trajectory_event (trajectory, i);
      double distance = (later.t - record.t) / (run->t - run->t_start);

      if (later.event != record.event)
        continue;
      run->at_edge = run->at_edge || (distance > DISTANT / NEAR && distance < DISTANT * NEAR);
      return distance < DISTANT;
    }
  return FALSE;
}

static void
take_events (RelRun *run, const SimSimulator *simulator, const SimTrajectory *trajectory)
{
  const SimSystem *system = sim_simulator_system (simulator);

  run->events = g_array_new (FALSE, FALSE, sizeof (RelEvent));
  g_array_set_clear_func (run->events, clear_event);
  for (gsize k = 0; k < sim_trajectory_n_events (trajectory); k++)
    {
      SimEventRecord record = sim_trajectory_event (trajectory, k);
      RelEvent event = { NULL, record.t };

      if (record.event < 0 || ((system->events[record.event].rests || run->reason == SIM_FAILED_RUN) && accumulates (run, trajectory, k)))
        continue;
      event.name = g_strdup (system->events[record.event].name);
      g_array_append_val (run->events, event);
    }
}

/* Takes the values of a run that went on after `end` from the sample there, which is dense output. */
static void
take_sample (RelRun *run, double end, const SimTrajectory *samples)
{
  const double near = 1e-12 * fmax (fabs (end), end - run->t_start);
  const double *row = NULL;

  for (gsize i = 0; i < sim_trajectory_n_rows (samples) && row == NULL; i++)
    if (fabs (sim_trajectory_row (samples, i)[0] - end) <= near)
      row = sim_trajectory_row (samples, i);
  if (row == NULL)
    return;
  memcpy (run->values, row + 1, sizeof (double) * run->names->len);
  run->t = end;
  run->reason = SIM_REACHED_END;
  run->ode_status = ODE_DONE;
  run->ended_by[0] = '\0';
  run->out_of_steps = FALSE;
}

RelRun *
rel_run (const char *text, const RelWay *way)
{
  RelRun *run = g_new0 (RelRun, 1);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_text (text, -1, "model.yaml", sim_config_check_solver, diagnostics);
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (SimTrajectory) trajectory = NULL, samples = NULL;
  g_autoptr (SimSimulator) simulator = NULL;
  g_autoptr (GError) error = NULL;
  ModelSystem *system = NULL;
  SimStatus status;
  double end;

  if (model == NULL)
    {
      run->error = model_diagnostics_to_string (diagnostics);
      return run;
    }
  sim_config_apply_model (config, model, diagnostics);
  sim_config_set_number (config, "step_limit", REL_MOST_STEPS, SIM_ORIGIN_COMMAND_LINE, NULL);
  if (!rel_settings (config, way->settings, &error))
    {
      run->error = g_strdup (error->message);
      return run;
    }
  simulator = open_simulator (model, config, way->samples, &trajectory, &samples, &system, &error);
  if (simulator == NULL)
    {
      run->error = g_strdup (error->message);
      return run;
    }
  run->t_start = model_system_t_start (system);
  end = isnan (way->end) ? model_system_t_end (system) : way->end;
  if (way->late > 0)
    end += way->late;
  status = sim_simulator_initialize (simulator, run->t_start, NULL, NULL, end, FALSE);
  run->start = g_new0 (double, model_system_n_columns (system) + 1);
  model_system_columns (system, run->t_start, sim_simulator_x (simulator), sim_simulator_d (simulator), run->start);
  if (status.reason != SIM_FAILED_RUN && way->split > run->t_start && way->split < end)
    {
      /* The snapshot is saved at the end of the last step that begins before the time, so that it changes no step. */
      while (status.reason != SIM_FAILED_RUN && status.reason != SIM_TERMINATED && sim_simulator_t (simulator) < way->split)
        status = sim_simulator_step (simulator, end);
      if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
        {
          g_autoptr (GBytes) snapshot = sim_simulator_save (simulator);
          gsize n_rows = sim_trajectory_n_rows (trajectory), n_events = sim_trajectory_n_events (trajectory);
          SimSimulator *second = open_simulator (model, config, way->samples, &trajectory, &samples, &system, &error);

          g_assert_no_error (error);
          sim_simulator_initialize (second, run->t_start, NULL, NULL, end, FALSE);
          sim_trajectory_truncate (trajectory, n_rows, n_events);
          if (!sim_simulator_restore (second, snapshot))
            g_error ("the snapshot cannot be restored");
          sim_simulator_free (simulator);
          simulator = second;
        }
    }
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    status = sim_simulator_advance_to (simulator, end);
  run->reason = status.reason;
  run->ode_status = status.ode_status;
  run->message = g_strdup (status.message);
  run->ended_by = g_strdup (status.event >= 0 ? sim_simulator_system (simulator)->events[status.event].name : "");
  run->t = sim_simulator_t (simulator);
  run->n_passed = sim_simulator_statistics (simulator).passed.n_steps;
  run->n_slides = (int)sim_simulator_statistics (simulator).slides;
  run->n_steps = sim_simulator_statistics_steps (simulator);
  run->out_of_steps = status.reason == SIM_FAILED_RUN && sim_simulator_statistics (simulator).ode.steps_attempted >= REL_MOST_STEPS;
  take_columns (run, system, simulator, trajectory);
  take_events (run, simulator, trajectory);
  if (way->late > 0)
    take_sample (run, end - way->late, samples);
  return run;
}
