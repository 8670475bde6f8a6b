/* Reads a model and, if it is valid, checks its units and makes a short run of it. Running it again gives the same bits. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

#include "model-load.h"
#include "model-units.h"
#include "sim-simulator.h"

/* Largest number of states and of attempted steps of a run. */
#define MOST_STATES 2000
#define MOST_STEPS "60"

/* Runs the model and returns the states at the end, or NULL if there is no run. */
static double *
run (Model *model, SimStatus *status)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (SimConfig) config = sim_config_new ();
  ModelInstance instance = { .seed = 1, .random = TRUE };
  ModelSystem *system = model_system_new (model, &instance, &error);
  SimSimulator *simulator;
  double *x = NULL;
  int n;

  g_assert_true ((system == NULL) == (error != NULL));
  if (system == NULL || model_system_n_states (system) > MOST_STATES)
    {
      model_system_free (system);
      return NULL;
    }
  n = model_system_n_states (system);
  sim_config_apply_model (config, model, diagnostics);
  sim_config_set (config, "step_limit", MOST_STEPS, SIM_ORIGIN_COMMAND_LINE, NULL);
  double t_start = model_system_t_start (system), t_end = model_system_t_end (system);
  simulator = sim_simulator_new (sim_system_from_model (system), config, &error);
  g_assert_true ((simulator == NULL) == (error != NULL));
  if (simulator == NULL)
    return NULL;
  *status = sim_simulator_initialize (simulator, t_start, NULL, NULL, t_end, FALSE);
  if (status->reason == SIM_READY)
    *status = sim_simulator_advance_to (simulator, t_end);
  x = g_memdup2 (sim_simulator_x (simulator), sizeof (double) * (gsize) MAX (n, 1));
  if (n == 0)
    x[0] = 0;
  sim_simulator_free (simulator);
  return x;
}

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  return 0;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_text ((const char *) data, (gssize) size, "fuzz.yaml", sim_config_check_solver, diagnostics);
  g_autofree char *text = model_diagnostics_to_string (diagnostics);
  g_autofree double *first = NULL, *second = NULL;
  SimStatus a = { 0 }, b = { 0 };
  ModelUnitsReport report;

  g_assert_true ((model == NULL) == (model_diagnostics_n_errors (diagnostics) > 0));
  g_assert_true (g_utf8_validate (text, -1, NULL));
  if (model == NULL)
    return 0;
  model_units_check (model, diagnostics, &report);
  g_assert_cmpuint (model_diagnostics_n_errors (diagnostics), ==, 0);
  g_assert_true ((report.n_differ == 0) == (model_diagnostics_n_warnings (diagnostics) == 0) || report.n_differ == 0);
  first = run (model, &a);
  second = run (model, &b);
  g_assert_true ((first == NULL) == (second == NULL));
  if (first != NULL)
    {
      g_assert_cmpint (a.reason, ==, b.reason);
      g_assert_true (memcmp (&a.t, &b.t, sizeof a.t) == 0);
    }
  return 0;
}
