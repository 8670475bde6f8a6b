/* Compares all models of the library with their files in tests/reference: values at given times and, for hybrid models, the times of
 * events. */
#include <math.h>
#include <string.h>

#include "model-library.h"
#include "model-yaml.h"
#include "sim-simulator.h"

/* A method with which a model is integrated. */
typedef struct
{
  const char *method; /* id of the method; NULL: the solver settings of the model */
  const char *accuracy;
  /* If positive: bound of the relative error. `accuracy` is then the relative tolerance, and the absolute tolerances are those of the
   * model. */
  double relative;
} Attempt;

typedef struct
{
  const char *name;
  Attempt attempts[4];
  int n_attempts;
} Family;

static const Family families[] = {
  { "non-stiff", { { "runge_kutta5", "1e-10", 0 }, { "dop853", "1e-10", 0 }, { "verner98", "1e-10", 0 } }, 3 },
  { "hybrid", { { "runge_kutta5", "1e-10", 0 }, { "dop853", "1e-10", 0 }, { "verner98", "1e-10", 0 } }, 3 },
  /* These methods are also used for models of another family whose reference has `also: stiff`. */
  { "stiff", { { "radau", "1e-8", 1e-5 }, { "rodas4", "1e-8", 1e-5 }, { "cvode_bdf", "1e-8", 1e-5 }, { "ndf", "1e-8", 1e-4 } }, 4 },
  /* Models with rotations are also integrated by a method whose results stay in the rotation group. */
  { "group", { { "munthe_kaas", "1e-10", 0 } }, 1 },
  { "dae", { { "radau", "1e-9", 1e-5 }, { "ndf", "1e-9", 1e-5 } }, 2 },
};

typedef struct
{
  char *path; /* path of the reference file */
  char *model;
  const Attempt *attempt;
} Case;

static void
case_free (gpointer data)
{
  Case *c = data;

  g_free (c->path);
  g_free (c->model);
  g_free (c);
}

static double
number_at (const ModelYaml *mapping, const char *key, double fallback)
{
  ModelYaml *node = model_yaml_get (mapping, key);
  double value = fallback;

  if (node != NULL && g_strcmp0 (node->text, "pi") == 0)
    return G_PI;
  if (node != NULL)
    g_assert_true (model_yaml_number (node, &value));
  return value;
}

static ModelYamlDocument *
load_reference (const char *path)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  ModelYamlDocument *document = model_yaml_load (path, diagnostics);

  if (document == NULL || diagnostics->len > 0)
    {
      g_autofree char *text = model_diagnostics_to_string (diagnostics);
      g_error ("%s", text);
    }
  return document;
}

static SimConfig *
make_config (const Model *model, const Attempt *attempt)
{
  SimConfig *config = sim_config_new ();
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GError) error = NULL;

  sim_config_apply_model (config, model, diagnostics);
  if (attempt->method == NULL)
    return config;
  sim_config_set (config, "integrator", attempt->method, SIM_ORIGIN_LIVE, &error);
  g_assert_no_error (error);
  sim_config_set (config, "error_control", "true", SIM_ORIGIN_LIVE, &error);
  g_assert_no_error (error);
  if (attempt->relative > 0)
    {
      sim_config_set (config, "relative_tolerance", attempt->accuracy, SIM_ORIGIN_LIVE, &error);
      if (sim_config_origin (config, "absolute_tolerance") == SIM_ORIGIN_PROFILE)
        sim_config_set (config, "absolute_tolerance", attempt->accuracy, SIM_ORIGIN_LIVE, &error);
    }
  else
    {
      /* Replace the tolerances that the model sets by the accuracy, because they would have priority
       * over it. */
      sim_config_set (config, "accuracy", attempt->accuracy, SIM_ORIGIN_LIVE, &error);
      if (sim_config_origin (config, "relative_tolerance") != SIM_ORIGIN_PROFILE)
        sim_config_set (config, "relative_tolerance", attempt->accuracy, SIM_ORIGIN_LIVE, &error);
      if (sim_config_origin (config, "absolute_tolerance") != SIM_ORIGIN_PROFILE)
        sim_config_set (config, "absolute_tolerance", attempt->accuracy, SIM_ORIGIN_LIVE, &error);
    }
  /* Remove the isolation window that the model sets, too. */
  if (sim_config_origin (config, "isolation") == SIM_ORIGIN_MODEL)
    sim_config_set (config, "isolation", "0", SIM_ORIGIN_LIVE, &error);
  g_assert_no_error (error);
  return config;
}

/* Returns the bound of the error: 1e3 × accuracy × error_amplification (the factor by which the problem
 * amplifies errors over its span), and at least `floor`. For stiff problems it is 1e3 × the relative
 * tolerance. */
static double
bound (const ModelYaml *root, const Attempt *attempt, double floor)
{
  if (attempt->relative > 0)
    return attempt->relative;
  return fmax (floor, 1e3 * g_ascii_strtod (attempt->accuracy, NULL) * number_at (root, "error_amplification", 1));
}

/* Returns the absolute tolerance of a state. */
static double
absolute_tolerance (const SimConfig *config, const char *name)
{
  g_autofree char *key = g_strconcat ("absolute_tolerance.", name, NULL);
  double own = sim_config_get_number (config, key);

  return isfinite (own) ? own : sim_config_get_number (config, "absolute_tolerance");
}

static void
compare_point (const ModelYaml *values, SimSimulator *simulator, ModelSystem *system, const SimConfig *config, const Case *c, double t,
               double tolerance)
{
  g_autofree double *columns = g_new (double, model_system_n_columns (system) + 1);

  model_system_columns (system, sim_simulator_t (simulator), sim_simulator_x (simulator), sim_simulator_d (simulator), columns);
  for (int i = 0; i < values->n_items; i++)
    {
      int column = model_system_find_column (system, values->keys[i]->text);
      double expected, error, scale;

      if (column < 0)
        g_error ("%s: '%s' is no column of the model", c->path, values->keys[i]->text);
      g_assert_true (model_yaml_number (values->items[i], &expected));
      /* Errors are relative for values above 1 and absolute below. States of stiff problems may be
       * far below 1, so their errors are relative to each component, down to its absolute
       * tolerance. */
      scale = c->attempt->relative > 0 ? fabs (expected) + absolute_tolerance (config, values->keys[i]->text) / tolerance
                                       : fmax (1, fabs (expected));
      error = fabs (columns[column] - expected) / scale;
      if (!(error <= tolerance))
        {
          g_test_message ("%s by %s: %s(%g) = %.17g, expected %.17g: error %.2e > %.2e", c->model, c->attempt->method,
                          values->keys[i]->text, t, columns[column], expected, error, tolerance);
          g_test_fail ();
        }
    }
}

/* The event log must contain each event of the reference at its time. */
static void
compare_events (const ModelYaml *events, const SimSystem *system, SimTrajectory *log, const Case *c, double tolerance)
{
  for (int i = 0; i < events->n_items; i++)
    {
      const char *name = model_yaml_get_text (events->items[i], "name", NULL);
      double t = number_at (events->items[i], "t", NAN), nearest = INFINITY;

      for (gsize k = 0; k < sim_trajectory_n_events (log); k++)
        {
          SimEventRecord record = sim_trajectory_event (log, k);
          if (record.event >= 0 && strcmp (system->events[record.event].name, name) == 0 && fabs (record.t - t) < fabs (nearest))
            nearest = record.t - t;
        }
      if (!(fabs (nearest) <= tolerance * fmax (1, fabs (t))))
        {
          g_test_message ("%s by %s: no event '%s' at t = %.17g; the nearest is off by %.2e > %.2e", c->model, c->attempt->method, name, t,
                          nearest, tolerance);
          g_test_fail ();
        }
    }
}

static void
test_reference (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (ModelYamlDocument) document = load_reference (c->path);
  const ModelYaml *root = model_yaml_root (document);
  const ModelYaml *points = model_yaml_get (root, "points"), *events = model_yaml_get (root, "events");
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_library_open (c->model, sim_config_check_solver, diagnostics);
  ModelInstance instance = { .fast_math = TRUE };
  g_autoptr (SimConfig) config = NULL;
  g_autoptr (SimSimulator) simulator = NULL;
  g_autoptr (SimTrajectory) log = NULL;
  g_autoptr (GError) error = NULL;
  ModelSystem *system;
  SimStatus status;
  double t_end;

  if (model == NULL)
    {
      g_autofree char *text = model_diagnostics_to_string (diagnostics);
      g_error ("%s", text);
    }
  if (c->attempt->method != NULL && ode_method_find (c->attempt->method) == NULL)
    {
      g_test_skip ("this build does not have that method");
      return;
    }
  system = model_system_new (model, &instance, &error);
  g_assert_no_error (error);
  config = make_config (model, c->attempt);
  t_end = model_system_t_end (system);
  if (points != NULL && points->n_items > 0)
    t_end = number_at (points->items[points->n_items - 1], "t", t_end);
  simulator = sim_simulator_new (sim_system_from_model (system), config, &error);
  /* CVODE supports neither algebraic equations nor mass matrices, and ndf no higher index. They must report this. */
  if (simulator == NULL && strcmp (model_yaml_get_text (root, "family", ""), "dae") == 0
      && (g_str_has_prefix (c->attempt->method, "cvode") || strcmp (c->attempt->method, "ndf") == 0))
    {
      g_assert_true (strstr (error->message, "a mass matrix or algebraic equations") != NULL || strstr (error->message, "of index 2 or 3") != NULL);
      return;
    }
  g_assert_no_error (error);
  log = sim_trajectory_new (model_system_n_columns (system), 64 << 20);
  sim_simulator_set_event_log (simulator, log);
  status = sim_simulator_initialize (simulator, model_system_t_start (system), NULL, NULL, t_end, FALSE);
  for (int p = 0; points != NULL && p < points->n_items && status.reason != SIM_FAILED_RUN; p++)
    {
      double t = number_at (points->items[p], "t", NAN);

      status = sim_simulator_advance_to (simulator, t);
      if (status.reason == SIM_FAILED_RUN)
        break;
      compare_point (model_yaml_get (points->items[p], "values"), simulator, system, config, c, t, bound (root, c->attempt, 1e-7));
    }
  if (status.reason == SIM_FAILED_RUN)
    {
      g_test_message ("%s by %s: %s", c->model, c->attempt->method, status.message);
      g_test_fail ();
      return;
    }
  if (events != NULL)
    compare_events (events, sim_simulator_system (simulator), log, c, bound (root, c->attempt, 1e-9));
}

/* Adds a test of one reference file for each method of the model's family. */
static void
add_family (const char *path, const char *model, const char *name)
{
  const Family *family = NULL;

  for (guint f = 0; f < G_N_ELEMENTS (families) && family == NULL; f++)
    if (strcmp (families[f].name, name) == 0)
      family = &families[f];
  if (family == NULL)
    g_error ("%s: unknown family '%s'", path, name);
  for (int a = 0; a < family->n_attempts; a++)
    {
      Case *c = g_new0 (Case, 1);
      g_autofree char *test = g_strdup_printf ("/references/runs-agree-with-the-reference-solution/%s/%s/%s", name, model,
                                               family->attempts[a].method);

      c->path = g_strdup (path);
      c->model = g_strdup (model);
      c->attempt = &family->attempts[a];
      g_test_add_data_func_full (test, c, test_reference, case_free);
    }
}

static void
add_cases (const char *path)
{
  g_autoptr (ModelYamlDocument) document = load_reference (path);
  const ModelYaml *root = model_yaml_root (document);
  const char *family = model_yaml_get_text (root, "family", ""), *model = model_yaml_get_text (root, "model", "");

  add_family (path, model, family);
  if (strcmp (model_yaml_get_text (root, "also", family), family) != 0)
    add_family (path, model, model_yaml_get_text (root, "also", ""));
}

/* All models of the library have a reference file that states how it was made. */
static void
test_all_have_references (void)
{
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, sim_config_check_solver);

  for (int i = 0; i < model_library_n_entries (library); i++)
    {
      const ModelEntry *entry = model_library_entry (library, i);
      g_autofree char *file = g_strconcat (entry->id, ".yaml", NULL);
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "reference", file, NULL);
      g_autoptr (ModelYamlDocument) document = NULL;

      if (entry->user)
        continue;
      if (entry->errors != NULL)
        {
          g_autofree char *text = model_diagnostics_to_string (entry->errors);
          g_error ("%s", text);
        }
      document = load_reference (path);
      g_assert_cmpstr (model_yaml_get_text (model_yaml_root (document), "model", NULL), ==, entry->id);
      g_assert_cmpuint (strlen (model_yaml_get_text (model_yaml_root (document), "made", "")), >, 10);
    }
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  g_autoptr (GDir) dir = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  g_test_init (&argc, &argv, NULL);
  folder = g_test_build_filename (G_TEST_DIST, "reference", NULL);
  dir = g_dir_open (folder, 0, NULL);
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".yaml"))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, g_ptr_array_index (names, i), NULL);
      add_cases (path);
    }
  g_test_add_func ("/references/every-model-has-a-reference", test_all_have_references);
  return g_test_run ();
}
