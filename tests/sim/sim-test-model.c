/* Runs a model whose YAML text is in a test. */
#include "sim-test-model.h"

#include <stdarg.h>

#include "model-library.h"

static TestModel
open_model (Model *model, GPtrArray *diagnostics, va_list settings)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *said = model_diagnostics_to_string (diagnostics);
  g_assert_cmpstr (said, ==, "");
  const ModelInstance instance = { .seed = 5 };
  TestModel run = { .system = model_system_new (model, &instance, &error) };
  g_assert_no_error (error);
  g_autoptr (SimConfig) config = sim_config_new ();
  sim_config_apply_model (config, model, diagnostics);
  for (const char *key = va_arg (settings, const char *); key != NULL; key = va_arg (settings, const char *))
    {
      sim_config_set (config, key, va_arg (settings, const char *), SIM_ORIGIN_COMMAND_LINE, &error);
      g_assert_no_error (error);
    }
  run.simulator = sim_simulator_new (sim_system_from_model (run.system), config, &error);
  g_assert_no_error (error);
  run.trajectory = sim_trajectory_new (sim_simulator_system (run.simulator)->n_columns, 1 << 28);
  sim_simulator_add_sink (run.simulator, sim_sink_trajectory (run.trajectory), NULL);
  sim_simulator_set_event_log (run.simulator, run.trajectory);
  return run;
}

TestModel
test_model_open (const char *yaml, ...)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_text (yaml, -1, "test.yaml", sim_config_check_solver, diagnostics);
  va_list settings;
  va_start (settings, yaml);
  TestModel run = open_model (model, diagnostics, settings);
  va_end (settings);
  return run;
}

TestModel
test_model_open_shipped (const char *id, ...)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_library_open (id, sim_config_check_solver, diagnostics);
  va_list settings;
  va_start (settings, id);
  TestModel run = open_model (model, diagnostics, settings);
  va_end (settings);
  return run;
}

void
test_model_close (TestModel *run)
{
  sim_simulator_free (run->simulator);
  sim_trajectory_unref (run->trajectory);
}

double
test_model_value (const TestModel *run, gsize row, const char *column)
{
  int index = model_system_find_column (run->system, column);
  g_assert_cmpint (index, >=, 0);
  return sim_trajectory_row (run->trajectory, row)[1 + index];
}

double
test_model_now (const TestModel *run, const char *column)
{
  const SimSystem *system = sim_simulator_system (run->simulator);
  g_autofree double *values = g_new (double, (gsize) system->n_columns + 1);
  int index = model_system_find_column (run->system, column);
  g_assert_cmpint (index, >=, 0);
  system->columns (system->self, sim_simulator_t (run->simulator), sim_simulator_x (run->simulator), sim_simulator_d (run->simulator),
                   values);
  return values[index];
}

gboolean
test_model_event (const TestModel *run, const char *event, gsize *k)
{
  const SimSystem *system = sim_simulator_system (run->simulator);
  for (; *k < sim_trajectory_n_events (run->trajectory); (*k)++)
    {
      int index = sim_trajectory_event (run->trajectory, *k).event;
      if (index >= 0 && g_strcmp0 (system->events[index].name, event) == 0)
        return TRUE;
    }
  return FALSE;
}

double
test_model_length_error (const TestModel *run)
{
  double x = test_model_now (run, "x"), y = test_model_now (run, "y");
  return x * x + y * y - 1;
}
