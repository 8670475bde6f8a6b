/* Tests models with wrong settings in their `solver` section. The file bad/NAME.yaml must give
 * the messages in bad/NAME.expected, whose lines have the form "line:column: message". The
 * wrong models in tests/model must give the same messages if their settings are checked too. */
#include "model-load.h"
#include "sim-config.h"

#include <string.h>

static void
test_bad_file (gconstpointer data)
{
  const char *path = data;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_file (path, sim_config_check_solver, diagnostics);
  g_autofree char *found = model_diagnostics_to_string (diagnostics);
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".yaml"));
  g_autofree char *expected_path = g_strconcat (stem, ".expected", NULL), *expected = NULL;
  g_autofree char *prefix = g_strconcat (path, ":", NULL);
  g_autoptr (GString) plain = g_string_new (found);

  g_assert_true (g_file_get_contents (expected_path, &expected, NULL, NULL));
  g_string_replace (plain, prefix, "", 0);
  g_assert_null (model);
  g_assert_cmpstr (plain->str, ==, expected);
}

static int
add_folder (const char *layer)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, layer, "bad", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  int n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".yaml"))
      {
        g_autofree char *test = g_strconcat ("/sim/an-invalid-solver-section-gives-the-expected-message-and-line/", layer, "/", name, NULL);

        g_test_add_data_func_full (test, g_build_filename (folder, name, NULL), test_bad_file, g_free);
        n++;
      }
  return n;
}

/* A valid setting that has no effect gives a note at the position of its value. */
static void
test_notes (void)
{
  static const char text[] = "format: 1\nname: Test\nstates: {x: {initial: 1, derivative: -x}}\n"
                             "solver: {integrator: runge_kutta4, jacobian: central, absolute_tolerance: {x: 1e-9}}\n";
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_text (text, -1, "test.yaml", sim_config_check_solver, diagnostics);
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autofree char *found = NULL;

  g_assert_cmpuint (diagnostics->len, ==, 0);
  sim_config_apply_model (config, model, diagnostics);
  found = model_diagnostics_to_string (diagnostics);
  g_assert_cmpuint (model_diagnostics_n_errors (diagnostics), ==, 0);
  g_assert_nonnull (strstr (found, "test.yaml:4:46:"));
  g_assert_nonnull (strstr (found, "test.yaml:4:79:"));
}

/* If an unknown key is similar to no setting, the message lists all settings. */
static void
test_unlike_key (void)
{
  static const char text[] = "format: 1\nname: Test\nstates: {x: {initial: 1, derivative: -x}}\nsolver: {accuracy: 1e-3, colour: red}\n";
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_text (text, -1, "test.yaml", sim_config_check_solver, diagnostics);
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);
  const ModelDiagnostic *found;

  g_assert_null (model);
  g_assert_cmpuint (diagnostics->len, ==, 1);
  found = diagnostics->pdata[0];
  g_assert_cmpint (found->line, ==, 4);
  g_assert_cmpint (found->column, ==, 26);
  for (int i = 0; i < n_rows; i++)
    g_assert_nonnull (strstr (found->message, rows[i].key));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (add_folder ("sim"), >=, 4);
  g_assert_cmpint (add_folder ("model"), >=, 60);
  g_test_add_func ("/sim/solver/a-setting-without-effect-is-reported-as-a-note-with-its-line", test_notes);
  g_test_add_func ("/sim/solver/the-message-for-an-unknown-key-lists-all-settings", test_unlike_key);
  return g_test_run ();
}
