/* The shipped models against their references: end values and event times at accuracy 1e-10.
 *
 * A point is right within max (1e-7, 1e3·accuracy·amplification), an event time within max (1e-9, 1e3·accuracy·amplification),
 * relative above 1: a thousand local errors of the size asked for, as the problem's own growth of perturbations carries them. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "model-yaml.h"
#include "sim-simulator.h"

#define ACCURACY 1e-10

typedef struct
{
  char *model;     /* path */
  char *reference; /* path */
  const char *method;
} Case;

static double
error_of (double value, double exact)
{
  return fabs (value - exact) / fmax (1, fabs (exact));
}

/* Numbers of references have more digits than a double takes; they are rounded here. */
static double
number_at (const ModelYaml *mapping, const char *key, double fallback)
{
  const char *text = model_yaml_get_text (mapping, key, NULL);
  if (g_strcmp0 (text, "pi") == 0)
    return G_PI;
  return text != NULL ? g_ascii_strtod (text, NULL) : fallback;
}

static int
column_of (const ModelSystem *system, const char *name)
{
  int column = model_system_find_column (system, name);
  if (column < 0)
    g_test_message ("the model has no column '%s'", name);
  return column;
}

static int
check_point (SimSimulator *simulator, const ModelYaml *point, double tolerance)
{
  const SimSystem *sim = sim_simulator_system (simulator);
  const ModelSystem *system = sim_system_model (sim);
  const ModelYaml *values = model_yaml_get (point, "values");
  g_autofree double *row = g_new (double, (gsize) sim->n_columns + 1);
  int n_wrong = 0;
  sim->columns (sim->self, sim_simulator_t (simulator), sim_simulator_x (simulator), sim_simulator_d (simulator), row);
  for (int i = 0; values != NULL && i < values->n_items; i++)
    {
      int column = column_of (system, values->keys[i]->text);
      double exact = g_ascii_strtod (values->items[i]->text, NULL);
      double error = column >= 0 ? error_of (row[column], exact) : INFINITY;
      if (error <= tolerance)
        continue;
      g_test_message ("%s at t = %g: %.17g instead of %.17g, error %.3g over %.3g", values->keys[i]->text, sim_simulator_t (simulator),
                      column >= 0 ? row[column] : NAN, exact, error, tolerance);
      n_wrong++;
    }
  return n_wrong;
}

/* The k-th event of a name against the k-th record of that name. Names that the model does not have belong to the reference alone. */
static int
check_events (SimSimulator *simulator, const SimTrajectory *log, const ModelYaml *events, double tolerance)
{
  const SimSystem *system = sim_simulator_system (simulator);
  int n_wrong = 0;
  for (int event = 0; event < system->n_events; event++)
    {
      gsize at = 0;
      for (int i = 0; events != NULL && i < events->n_items; i++)
        {
          double t = number_at (events->items[i], "t", NAN);
          if (g_strcmp0 (model_yaml_get_text (events->items[i], "name", ""), system->events[event].name) != 0
              || t > sim_simulator_t (simulator))
            continue;
          while (at < sim_trajectory_n_events (log) && sim_trajectory_event (log, at).event != event)
            at++;
          double found = at < sim_trajectory_n_events (log) ? sim_trajectory_event (log, at++).t : INFINITY;
          if (error_of (found, t) <= tolerance)
            continue;
          g_test_message ("event %s at t = %.17g instead of %.17g, error %.3g over %.3g", system->events[event].name, found, t,
                          error_of (found, t), tolerance);
          n_wrong++;
        }
    }
  return n_wrong;
}

static SimSimulator *
open_simulator (const Case *one)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (Model) model = model_load_file (one->model, diagnostics);
  g_autofree char *said = model_diagnostics_to_string (diagnostics);
  if (model == NULL)
    {
      g_test_message ("%s", said);
      g_test_fail ();
      return NULL;
    }
  const ModelInstance instance = { .fast_math = TRUE };
  ModelSystem *system = model_system_new (model, &instance, &error);
  g_assert_no_error (error);
  g_autoptr (SimConfig) config = sim_config_new ();
  sim_config_apply_model (config, model, diagnostics);
  g_autofree char *accuracy = g_strdup_printf ("%g", ACCURACY);
  sim_config_set (config, "integrator", one->method, SIM_ORIGIN_COMMAND_LINE, &error);
  g_assert_no_error (error);
  sim_config_set (config, "accuracy", accuracy, SIM_ORIGIN_COMMAND_LINE, &error);
  /* What a model says of tolerances and steps suits its own method. */
  static const char *const own[] = { "relative_tolerance", "absolute_tolerance", "max_step", "initial_step", "error_control" };
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    sim_config_set (config, own[i], NULL, SIM_ORIGIN_MODEL, NULL);
  SimSimulator *simulator = sim_simulator_new (sim_system_from_model (system), config, &error);
  g_assert_no_error (error);
  return simulator;
}

static void
test_model (gconstpointer data)
{
  const Case *one = data;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) document = model_yaml_load (one->reference, diagnostics);
  g_assert_nonnull (document);
  const ModelYaml *root = model_yaml_root (document);
  const ModelYaml *points = model_yaml_get (root, "points");
  double amplification = fmax (1, number_at (root, "error_amplification", 1));
  double tolerance = 1e3 * ACCURACY * amplification;
  SimSimulator *simulator = open_simulator (one);
  if (simulator == NULL)
    return;
  g_autoptr (SimTrajectory) log = sim_trajectory_new (sim_simulator_system (simulator)->n_columns, 1 << 26);
  const SimSamplingRule sparse = { SIM_SAMPLE_COUNT, 0, 2 };
  sim_simulator_add_sink (simulator, sim_sink_trajectory (log), &sparse);
  sim_simulator_set_event_log (simulator, log);
  ModelSystem *system = sim_system_model (sim_simulator_system (simulator));
  double t_end = model_system_t_end (system);
  for (int i = 0; points != NULL && i < points->n_items; i++)
    t_end = fmax (t_end, number_at (points->items[i], "t", t_end));
  SimStatus status = sim_simulator_initialize (simulator, model_system_t_start (system), NULL, NULL, t_end, FALSE);
  int n_wrong = 0;
  for (int i = 0; points != NULL && i < points->n_items && status.reason <= SIM_REACHED_END; i++)
    {
      status = sim_simulator_advance_to (simulator, number_at (points->items[i], "t", NAN));
      if (status.reason == SIM_REACHED_END || status.reason == SIM_TERMINATED)
        n_wrong += check_point (simulator, points->items[i], fmax (1e-7, tolerance));
    }
  if (status.reason <= SIM_REACHED_END && sim_simulator_t (simulator) < t_end)
    status = sim_simulator_advance_to (simulator, t_end);
  n_wrong += status.reason != SIM_REACHED_END && status.reason != SIM_TERMINATED;
  sim_simulator_finish (simulator, NULL);
  n_wrong += check_events (simulator, log, model_yaml_get (root, "events"), fmax (1e-9, tolerance));
  if (n_wrong > 0)
    {
      g_test_message ("%s: %s", one->model, status.message);
      g_test_fail ();
    }
  sim_simulator_free (simulator);
}

/* stem → path of every model below folder. */
static void
find_models (const char *folder, GHashTable *models)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        find_models (path, models);
      else if (g_str_has_suffix (name, ".yaml"))
        g_hash_table_insert (models, g_strndup (name, strlen (name) - strlen (".yaml")), g_steal_pointer (&path));
    }
}

static void
add_cases (const char *stem, const char *model, const char *reference)
{
  static const char *const methods[] = { "runge_kutta5", "dop853", "verner98" };
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) document = model_yaml_load (reference, diagnostics);
  const char *family = document != NULL ? model_yaml_get_text (model_yaml_root (document), "family", "") : "";
  if (strcmp (family, "non-stiff") != 0 && strcmp (family, "hybrid") != 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      Case *one = g_new0 (Case, 1);
      one->model = g_strdup (model);
      one->reference = g_strdup (reference);
      one->method = methods[i];
      g_autofree char *path = g_strdup_printf ("/sim/models/%s/%s", stem, methods[i]);
      g_test_add_data_func (path, one, test_model);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  const char *root = g_getenv ("STEPWISE_DATA_DIR");
  g_autoptr (GHashTable) models = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *folder = g_build_filename (root != NULL ? root : ".", "models", NULL);
  find_models (folder, models);
  g_autoptr (GList) stems = g_list_sort (g_hash_table_get_keys (models), (GCompareFunc) strcmp);
  for (GList *l = stems; l != NULL; l = l->next)
    {
      g_autofree char *name = g_strconcat (l->data, ".yaml", NULL);
      g_autofree char *reference = g_build_filename (root != NULL ? root : ".", "tests", "reference", name, NULL);
      if (g_file_test (reference, G_FILE_TEST_EXISTS))
        add_cases (l->data, g_hash_table_lookup (models, l->data), reference);
    }
  return g_test_run ();
}
