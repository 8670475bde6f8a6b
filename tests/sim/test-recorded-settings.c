/* Recorded messages and values of all settings with right and wrong texts, of settings that a method cannot use, and of damaged configuration
 * files. CONTRIBUTING.md says when recorded-settings.txt may be made anew, with --record FILE. */
#include "recorded.h"

#include <math.h>
#include <string.h>

#include "model-yaml.h"
#include "sim-config.h"

static RecordedTable *table;

typedef struct
{
  const char *name, *key, *text;
} Case;

static const char *const texts[] = {
  "", "0", "1", "-1", "2", "1e-6", "0.5", "1e400", "1e-400", "nan", "inf", "abc", "true", "false", "yes", "pi/4", "2*3", "1/0", "x+1", "[1, 2]", "1, 2, 3",
  "0.7, -0.4", "1,2,3,4", "{tableau: rk4}", "tableau: rk4", "drake", "Drake", "rms", "radau5", "dopri", "dopri5", "runge_kutta_4", "interpolate", "interpolated",
  "none", "1e9", "1e13", "3.7", "1 2", "0x10", "1e", "symbolc", "pid", "ppi", "projection",
  "a text that is far too long to be shown in full, because it has more than a hundred characters, of which most are not of any use at all",
};

/* Sets one key to every text, and reads its value. */
static RecordedRow *
run_key (gconstpointer data, double noise, guint32 seed)
{
  const Case *of = data;
  RecordedRow *row = recorded_row_new (of->name);

  for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
    {
      g_autoptr (SimConfig) config = sim_config_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *field = g_strdup_printf ("t%u", k);

      if (!sim_config_set (config, of->key, texts[k], SIM_ORIGIN_COMMAND_LINE, &error))
        recorded_row_text (row, field, error->message);
      else
        {
          g_autofree char *value = sim_config_get (config, of->key), *yaml = sim_config_to_yaml (config, FALSE);
          g_autofree char *both = g_strdup_printf ("%s|%d|%s", value, sim_config_origin (config, of->key), yaml);
          recorded_row_text (row, field, both);
        }
    }
  return row;
}

static void
test_texts (void)
{
  static const char *const others[] = { "method.tableau", "method.max_order", "absolute_tolerance.x", "weights.x", "accurcy", "integrator.x", "max-step", "Accuracy",
                                        "method.nothing", "absolute_tolerance." };
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);

  for (int k = 0; k < n_rows + (int) G_N_ELEMENTS (others); k++)
    {
      const char *key = k < n_rows ? rows[k].key : others[k - n_rows];
      g_autofree char *name = g_strconcat ("texts/", key, NULL);
      const Case of = { name, key, NULL };

      recorded_table_row (table, name, run_key, &of);
    }
  recorded_table_check (table, "texts/");
}

/* Writes the constants of a setting that its users read. */
static RecordedRow *
run_setting (gconstpointer data, double noise, guint32 seed)
{
  const Case *of = data;
  const SimSettingRow *setting = sim_config_row (of->key);
  RecordedRow *row = recorded_row_new (of->name);
  g_autofree char *range = g_strdup_printf ("%g,%g", setting->minimum, setting->maximum);

  recorded_row_counts (row, "constants", 6, (const gint64[]){ setting->group, setting->unit, setting->type, setting->log_scale, setting->has_entries,
                                                              setting->needs });
  recorded_row_text (row, "range", range);
  recorded_row_text (row, "group", sim_config_group_label (setting->group));
  for (int profile = 0; profile < SIM_N_PROFILES; profile++)
    recorded_row_text (row, "default", sim_config_row_default (setting, (SimProfile) profile));
  for (const SimChoice *choice = setting->choices; choice != NULL && choice->word != NULL; choice++)
    {
      g_autofree char *text = g_strdup_printf ("%s,%d", choice->word, choice->value);
      recorded_row_text (row, "choice", text);
    }
  return row;
}

static void
test_rows (void)
{
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);

  for (int k = 0; k < n_rows; k++)
    {
      g_autofree char *name = g_strconcat ("rows/", rows[k].key, NULL);
      const Case of = { name, rows[k].key, NULL };

      recorded_table_row (table, name, run_setting, &of);
    }
  recorded_table_check (table, "rows/");
}

/* Writes why a configuration cannot use each of the settings, and the settings of the integrator. */
static RecordedRow *
run_use (gconstpointer data, double noise, guint32 seed)
{
  static const char *const names[] = { "x", "y", "u[1]", "u[2]" };
  const Case *of = data;
  RecordedRow *row = recorded_row_new (of->name);
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = g_strsplit (of->text, " ", -1);
  OdeSettings s;
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);
  double weights[4] = { 1, 1, 1, 1 };
  gboolean any = FALSE;

  for (int k = 0; words[k] != NULL && error == NULL; k++)
    {
      char *value = strchr (words[k], '=');
      *value = '\0';
      sim_config_set (config, words[k], value + 1, SIM_ORIGIN_COMMAND_LINE, &error);
    }
  if (error == NULL)
    sim_config_check_method (config, NULL, &error);
  if (error != NULL)
    recorded_row_text (row, "refused", error->message);
  g_clear_error (&error);
  for (int k = 0; k < n_rows; k++)
    {
      g_autofree char *why = sim_config_unusable (config, rows[k].key);
      if (why != NULL)
        recorded_row_text (row, rows[k].key, why);
    }
  if (!sim_config_weights (config, names, 4, weights, &any, &error))
    recorded_row_text (row, "weights", error->message);
  g_clear_error (&error);
  if (!sim_config_to_ode (config, names, 4, 0, 5, &s, &error))
    {
      recorded_row_text (row, "to-ode", error->message);
      return row;
    }
  const double numbers[] = { s.accuracy, s.relative_tolerance, s.absolute_tolerance, s.safety, s.min_shrink, s.max_grow, s.gains[0], s.gains[1], s.gains[2], s.max_step,
                             s.min_step, s.initial_step, s.stretch, s.constraint_tolerance, weights[0], weights[1], weights[2], weights[3],
                             s.absolute_per_state != NULL ? s.absolute_per_state[0] : 0, s.absolute_per_state != NULL ? s.absolute_per_state[1] : 0,
                             s.absolute_per_state != NULL ? s.absolute_per_state[3] : 0 };
  const gint64 counts[] = { s.norm, s.weighting, s.error_control, s.error_control_explicit, s.controller, s.throw_on_min_step, s.subdivide_fixed, s.drake_floor,
                            s.initial_step_tenth_of_max, s.projection, s.project_every_step, s.project_interpolated, s.stabilization, s.renormalize, s.jacobian,
                            s.reuse_jacobian, s.full_newton, s.hermite_dense, s.drake_implicit, s.step_limit, s.n_options, any, sim_config_controls_error (config) };
  recorded_row_counts (row, "settings", G_N_ELEMENTS (counts), counts);
  for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
    {
      g_autofree char *key = g_strdup_printf ("n%u", k);
      recorded_row_number (row, key, numbers[k]);
    }
  return row;
}

static void
test_use (void)
{
  static const char *const methods[] = { "explicit_euler", "dopri5", "runge_kutta4", "verlet", "adaptive_verlet", "radau5", "rodas4", "sdirk4", "implicit_euler",
                                         "adams_bashforth4", "bdf2", "munthe_kaas", "rkc2", "bulirsch_stoer", "auto", "leapfrog", "gauss4" };
  static const char *const settings[] = {
    "error_control=true", "error_control=false", "error_control=false max_step=0.1", "profile=drake", "profile=simbody accuracy=1e-3", "profile=rbd",
    "relative_tolerance=1e-4 weights=2", "absolute_tolerance.x=1e-3 weights.u=0.5", "absolute_tolerance.z=1", "weights.q=1", "method.tableau=rk4",
    "profile=drake max_step=0.05 min_step=1e-3", "gains=0.5,0.1", "max_step=0.02 initial_step=0.5", "jacobian=central full_newton=true", "controller=pid safety=0.8",
  };

  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    for (guint k = 0; k < G_N_ELEMENTS (settings); k++)
      {
        g_autofree char *name = g_strdup_printf ("use/%s/%u", methods[m], k), *text = g_strdup_printf ("integrator=%s %s", methods[m], settings[k]);
        const Case of = { name, NULL, text };

        recorded_table_row (table, name, run_use, &of);
      }
  recorded_table_check (table, "use/");
}

/* ---- configuration files ---- */

static RecordedRow *
run_file (gconstpointer data, double noise, guint32 seed)
{
  const Case *of = data;
  RecordedRow *row = recorded_row_new (of->name);
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  gboolean done = sim_config_load_text (config, of->text, "settings.yaml", diagnostics);
  g_autofree char *said = model_diagnostics_to_string (diagnostics), *valid = g_utf8_make_valid (said, -1), *yaml = sim_config_to_yaml (config, FALSE);

  recorded_row_counts (row, "done", 1, (const gint64[]){ done });
  recorded_row_text (row, "says", valid);
  recorded_row_text (row, "yaml", yaml);
  return row;
}

static void
test_files (void)
{
  static const char *const lines[] = {
    "profile: drake", "integrator: radau5", "accuracy: 1e-5", "accuracy: abc", "method: {tableau: rk4}", "method: rk4", "method: [a]", "method: {nothing: 1}",
    "absolute_tolerance: {x: 1e-5, y: 2}", "absolute_tolerance: 1e-4", "absolute_tolerance: {x: abc}", "weights: {x: -1}", "weights: [1, 2]", "max_step: 0.1",
    "max_step:", "maxstep: 1", "norm: rms", "norm: l2", "gains: [0.7, 0.4]", "gains: 0.5", "gains: [a]", "error_control: no", "error_control: maybe", "samples: 11",
    "samples: 1.5", "publish: exact", "integrator: nothing", "integrator: bdf2", "- a list", "a text", "accuracy: 1e-5\naccuracy: 1e-6", "seed: 12345678901234567890",
    "accuracy: {a: 1}", "isolation_method: brent", "jacobian: central", "integrator: munthe_kaas\nmethod: {tableau: gill4}", "sample_every: 2*pi", "# nothing",
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint k = 0; k < 160; k++)
    {
      g_autoptr (GString) text = g_string_new (lines[k % G_N_ELEMENTS (lines)]);
      g_autofree char *name = g_strdup_printf ("files/%u", k);

      for (guint i = 0; i < k / G_N_ELEMENTS (lines); i++)
        g_string_append_printf (text, "\n%s", lines[g_rand_int_range (random, 0, G_N_ELEMENTS (lines))]);
      g_string_append (text, k % 2 == 0 ? "\n" : "");
      const Case of = { name, NULL, text->str };
      recorded_table_row (table, name, run_file, &of);
    }
  recorded_table_check (table, "files/");
}

int
main (int argc, char **argv)
{
  int status;

  table = recorded_table_open (&argc, &argv, "sim", "recorded-settings.txt");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/recorded-settings/texts-of-settings-have-the-recorded-values-and-messages", test_texts);
  g_test_add_func ("/sim/recorded-settings/settings-have-the-recorded-ranges-and-defaults", test_rows);
  g_test_add_func ("/sim/recorded-settings/methods-use-the-recorded-settings", test_use);
  g_test_add_func ("/sim/recorded-settings/configuration-files-have-the-recorded-messages", test_files);
  status = g_test_run ();
  recorded_table_close (table);
  return status;
}
