/* Tests the seals of session files: what verification says of runs that are repeated, of runs that differ, and of files that were changed. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "lab-session-run.h"
#include "lab-verify.h"
#include "model-load.h"
#include "model-tableau.h"
#include "ode-format.h"

/* ---- sessions ---- */

#define BALL \
  "format: 1\nname: Ball\ntime: {end: 5}\nparameters: {g: 9.81, c: 0.8}\n" \
  "states:\n  y: {initial: 10, derivative: v}\n  v: {initial: 0, derivative: -g}\n" \
  "discrete: {hits: 0}\n" \
  "events:\n  floor: {crossing: y, direction: falling, set: {v: -c*v, y: 0, hits: hits + 1}}\n"
#define WAVE "format: 1\nname: Wave\ntime: {end: 20}\nparameters: {k: 1}\nstates:\n  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -k*sin(x)}\n"
#define STIFF \
  "format: 1\nname: Stiff\ntime: {end: 30}\nparameters: {mu: 50}\nstates:\n  x: {initial: 2, derivative: v}\n  v: {initial: 0, derivative: mu*(1 - x^2)*v - x}\n"
#define TABLEAU "format: 1\nname: Ralston\nsource: \"Ralston, Math. Comp. 16 (1962) 431-437\"\nA: [[], [1/2], [0, 3/4]]\nb: [2/9, 1/3, 4/9]\n"

/* Appends a text as a YAML block, indented by four spaces. */
static void
append_block (GString *out, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (int k = 0; lines[k] != NULL; k++)
    if (*lines[k] != '\0')
      g_string_append_printf (out, "    %s\n", lines[k]);
}

/* Returns the text of a session with one run, whose mapping has these lines. */
static char *
session_text (const char *model, const char *run, const char *tableau)
{
  GString *out = g_string_new ("stepwise_session: 1\nruns:\n");

  g_string_append_printf (out, "  - name: First\n    number: 1\n%s", run);
  if (tableau != NULL)
    {
      g_string_append (out, "tableaus:\n  - name: mine\n    text: |2\n");
      append_block (out, "");
      {
        g_auto (GStrv) lines = g_strsplit (tableau, "\n", -1);

        for (int k = 0; lines[k] != NULL; k++)
          if (*lines[k] != '\0')
            g_string_append_printf (out, "      %s\n", lines[k]);
      }
    }
  g_string_append (out, "model:\n  file: none.yaml\n  text: |2\n");
  append_block (out, model);
  return g_string_free (out, FALSE);
}

/* A run that is made by commands, as in the window. */
typedef struct
{
  Model *model;
  LabValues *values;
  SimConfig *config;
  SimRun *run;
} Made;

static Made
make_run (const char *text, const char *integrator, const char *accuracy)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  Made made = { .model = model_load_text (text, -1, "none.yaml", sim_config_check_solver, diagnostics), .values = lab_values_new (),
                .config = sim_config_new () };
  g_autoptr (ModelSystem) system = NULL;

  if (made.model == NULL)
    {
      g_autofree char *problems = model_diagnostics_to_string (diagnostics);

      g_error ("%s", problems);
    }
  sim_config_apply_model (made.config, made.model, diagnostics);
  if (integrator != NULL)
    sim_config_set (made.config, "integrator", integrator, SIM_ORIGIN_LIVE, &error);
  g_assert_no_error (error);
  if (accuracy != NULL)
    sim_config_set (made.config, "accuracy", accuracy, SIM_ORIGIN_LIVE, &error);
  g_assert_no_error (error);
  system = lab_values_instance (made.values, made.model, made.config, &error);
  g_assert_no_error (error);
  made.run = lab_values_run (made.values, made.model, made.config, 0, model_system_t_end (system), &error);
  g_assert_no_error (error);
  return made;
}

static void
made_clear (Made *made)
{
  sim_run_free (made->run);
  lab_values_free (made->values);
  sim_config_free (made->config);
  model_unref (made->model);
}

static void
finish (SimRun *run)
{
  sim_run_start (run);
  sim_run_wait (run);
}

static void
steps (SimRun *run, int n)
{
  for (int k = 0; k < n; k++)
    {
      sim_run_step (run);
      sim_run_wait (run);
    }
}

/* Returns the lines of a run as the window writes them. */
static char *
run_lines (const Made *made, const char *settings)
{
  g_autoptr (GPtrArray) history = sim_run_history (made->run);
  GString *out = g_string_new (NULL);
  SimRunPoll poll;

  sim_run_poll (made->run, &poll);
  g_string_append_printf (out, "    steps: %" G_GINT64_FORMAT "\n    finished: %s\n    settings: {%s}\n", poll.statistics.steps_taken,
                          poll.state != SIM_RUN_FINISHED ? "false" : poll.status.reason == SIM_INTERRUPTED ? "stopped" : "true", settings);
  if (history->len > 0)
    g_string_append (out, "    changes:\n");
  for (guint k = 0; k < history->len; k++)
    {
      const SimRunChange *change = g_ptr_array_index (history, k);
      g_autofree char *accuracy = change->config != NULL ? sim_config_get (change->config, "accuracy") : NULL;
      g_autofree char *integrator = change->config != NULL ? sim_config_get (change->config, "integrator") : NULL;
      char value[ODE_FORMAT_SIZE];

      value[ode_format_double (value, change->value)] = '\0';
      g_string_append_printf (out, "      - {step: %" G_GINT64_FORMAT ", t: 0, ", change->step);
      if (change->config != NULL)
        g_string_append_printf (out, "settings: {integrator: %s, accuracy: %s}}\n", integrator, accuracy);
      else if (change->kind == SIM_RUN_CHANGE_END)
        g_string_append_printf (out, "end: %s}\n", value);
      else
        g_string_append_printf (out, "%s: %s, value: %s}\n", change->kind == SIM_RUN_CHANGE_STATE ? "state" : "parameter", change->name, value);
    }
  return g_string_free (out, FALSE);
}

/* Seals the text with the results of a run. */
static char *
seal (const char *text, const Made *made)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_seal_input_free);
  g_autoptr (GError) error = NULL;
  SimRunPoll poll;
  char *sealed;

  sim_run_poll (made->run, &poll);
  g_ptr_array_add (inputs, lab_seal_input_new (sim_run_trajectory (made->run), lab_seal_end_of (&poll), made->model,
                                               sim_config_get_boolean (made->config, "fast_math")));
  sealed = lab_seal_text (text, inputs, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (sealed, "seals:"));
  return sealed;
}

/* Verifies a text and returns what is found; the run is the first one. */
static LabVerification *
verify (const char *text, const LabVerifiedRun **run)
{
  g_autoptr (GError) error = NULL;
  LabVerification *found = lab_verify (text, "test.stepwise", NULL, &error);
  g_autofree char *said = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (found->runs->len, >, 0);
  *run = g_ptr_array_index (found->runs, 0);
  said = lab_verified_run_text (*run);
  g_test_message ("%s", said);
  return found;
}

static void
expect (const char *text, LabVerdict verdict, gboolean same)
{
  const LabVerifiedRun *run;
  g_autoptr (LabVerification) found = verify (text, &run);
  g_autofree char *said = lab_verified_run_text (run);

  g_assert_cmpstr (lab_verdict_name (run->verdict), ==, lab_verdict_name (verdict));
  g_assert_cmpint (run->same, ==, same);
  g_assert_cmpint (lab_verification_is_identical (found), ==, verdict == LAB_VERDICT_IDENTICAL);
  /* Only this verdict uses the word. */
  g_assert_cmpint (g_str_has_prefix (said, "identical: "), ==, verdict == LAB_VERDICT_IDENTICAL);
}

/* ---- the round trip ---- */

/* Makes a run by commands, seals it, and verifies it. */
static void
round_trip (const char *model, const char *integrator, void (*act) (SimRun *run), const char *tableau, LabVerdict verdict)
{
  Made made = make_run (model, integrator, NULL);
  g_autofree char *settings = integrator != NULL ? g_strdup_printf ("integrator: %s", integrator) : g_strdup ("");
  g_autofree char *lines = NULL, *text = NULL, *sealed = NULL;

  act (made.run);
  lines = run_lines (&made, settings);
  text = session_text (model, lines, tableau);
  sealed = seal (text, &made);
  expect (sealed, verdict, TRUE);
  expect (text, LAB_VERDICT_NOT_SEALED, FALSE);
  made_clear (&made);
}

static void
change_parameter (SimRun *run)
{
  steps (run, 7);
  sim_run_set_parameter (run, "g", 3.7);
  finish (run);
}

static void
change_end (SimRun *run)
{
  finish (run);
  sim_run_set_t_end (run, 9);
  finish (run);
}

static void
change_accuracy (SimRun *run)
{
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (GError) error = NULL;

  steps (run, 11);
  sim_config_set (config, "integrator", "dop853", SIM_ORIGIN_LIVE, &error);
  sim_config_set (config, "accuracy", "1e-9", SIM_ORIGIN_LIVE, &error);
  g_assert_true (sim_run_set_config (run, config, &error));
  finish (run);
}

static void
stop (SimRun *run)
{
  steps (run, 9);
  sim_run_stop (run);
}

static void
pause_run (SimRun *run)
{
  steps (run, 9);
}

static void
go_back (SimRun *run)
{
  steps (run, 9);
  g_assert_true (sim_run_step_back (run));
  steps (run, 3);
  sim_run_set_parameter (run, "k", 1.5);
  finish (run);
}

static void
test_events (void)
{
  round_trip (BALL, NULL, finish, NULL, LAB_VERDICT_IDENTICAL);
  round_trip (BALL, NULL, change_parameter, NULL, LAB_VERDICT_IDENTICAL);
  round_trip (BALL, "radau1", change_end, NULL, LAB_VERDICT_IDENTICAL);
}

static void
test_settings (void)
{
  round_trip (WAVE, "runge_kutta5", change_accuracy, NULL, LAB_VERDICT_IDENTICAL);
  round_trip (WAVE, "runge_kutta5", go_back, NULL, LAB_VERDICT_IDENTICAL);
  round_trip (STIFF, "radau5", finish, NULL, LAB_VERDICT_IDENTICAL);
  round_trip (STIFF, "rodas4", change_accuracy, NULL, LAB_VERDICT_IDENTICAL);
  round_trip (STIFF, "ndf", finish, NULL, LAB_VERDICT_IDENTICAL);
  round_trip (BALL, "ndf", change_end, NULL, LAB_VERDICT_IDENTICAL);
  round_trip (WAVE, "ndf", go_back, NULL, LAB_VERDICT_IDENTICAL);
}

static void
test_not_repeatable (void)
{
  round_trip (WAVE, NULL, stop, NULL, LAB_VERDICT_NOT_REPEATABLE);
  round_trip (WAVE, NULL, pause_run, NULL, LAB_VERDICT_NOT_REPEATABLE);
  round_trip ("format: 1\nname: Blow\ntime: {end: 3}\nstates: {x: {initial: 1, derivative: x^2}}\n", NULL, finish, NULL, LAB_VERDICT_NOT_REPEATABLE);
  if (ode_method_find ("cvode_bdf") != NULL)
    round_trip (STIFF, "cvode_bdf", finish, NULL, LAB_VERDICT_NOT_REPEATABLE);
}

/* The copy in the session is used, and not another tableau of the same name. */
static void
test_tableau (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *other = NULL;

  g_assert_nonnull (model_tableau_keep ("mine", TABLEAU, diagnostics));
  {
    Made made = make_run (WAVE, "mine", NULL);
    g_autofree char *lines = NULL, *text = NULL, *sealed = NULL;
    char *changed;

    finish (made.run);
    lines = run_lines (&made, "integrator: mine");
    text = session_text (WAVE, lines, TABLEAU);
    sealed = seal (text, &made);
    expect (sealed, LAB_VERDICT_IDENTICAL, TRUE);
    g_assert_nonnull (model_tableau_keep ("mine", "format: 1\nname: Other\nA: [[], [1]]\nb: [1/2, 1/2]\n", diagnostics));
    expect (sealed, LAB_VERDICT_IDENTICAL, TRUE);
    changed = strstr (sealed, "4/9");
    *changed = '5';
    expect (sealed, LAB_VERDICT_CHANGED, FALSE);
    made_clear (&made);
  }
}

/* ---- differences ---- */

/* Seals a run of another model with the text of this one, as if the program had computed otherwise. */
static char *
sealed_otherwise (const char *model, const char *other, const char *integrator, const char *settings, const char *accuracy, void (*act) (SimRun *run), Made *kept)
{
  Made made = make_run (other, integrator, accuracy);
  g_autofree char *lines = NULL, *text = NULL;
  char *sealed;

  act (made.run);
  lines = g_strdup_printf ("    steps: 0\n    finished: true\n    settings: {%s}\n", settings);
  text = session_text (model, lines, NULL);
  sealed = seal (text, &made);
  *kept = made;
  return sealed;
}

#define FIXED "integrator: runge_kutta4, max_step: 0.01"
#define WITH_STEPS "solver: {integrator: runge_kutta4, max_step: 0.01}\n"

/* The digits are those of a comparison of the two runs here: of the rows that the seal keeps, relative to the largest value of each column. */
static void
test_digits (void)
{
  static const struct { const char *k; double factor; } rows[] = { { "1.00000001", 1e-8 }, { "1.0001", 1e-4 }, { "1.01", 1e-2 } };

  for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
    {
      g_autofree char *other = g_strdup_printf ("format: 1\nname: Wave\ntime: {end: 20}\n" WITH_STEPS "parameters: {k: %s}\nstates:\n  x: {initial: 1, derivative: v}\n"
                                                "  v: {initial: 0, derivative: -k*sin(x)}\n", rows[row].k);
      Made was, is = make_run (WAVE WITH_STEPS, NULL, NULL);
      g_autofree char *sealed = sealed_otherwise (WAVE WITH_STEPS, other, NULL, "", NULL, finish, &was);
      const LabVerifiedRun *run;
      g_autoptr (LabVerification) found = verify (sealed, &run);
      SimTrajectory *a = sim_run_trajectory (was.run), *b;
      gsize n = sim_trajectory_n_rows (a);
      double worst = 0;

      finish (is.run);
      b = sim_run_trajectory (is.run);
      g_assert_cmpuint (sim_trajectory_n_rows (b), ==, n);
      g_assert_cmpuint (n, >, 1024);
      for (int column = 0; column <= 2; column++)
        {
          double size = 0, largest = 0;

          for (int k = 1; k <= 64; k++)
            {
              gsize index = (gsize) lround ((double) k * (double) n / 64) - 1;
              double u = sim_trajectory_row (a, index)[column], v = sim_trajectory_row (b, index)[column];

              size = fmax (size, fabs (u));
              largest = fmax (largest, fabs (u - v));
            }
          worst = fmax (worst, largest / size);
        }
      g_assert_cmpstr (lab_verdict_name (run->verdict), ==, "digits");
      g_assert_cmpint (run->difference.digits, ==, (int) floor (-log10 (worst)));
      g_assert_cmpfloat (worst, >, rows[row].factor / 10); /* the difference is visible */
      g_assert_cmpint (run->difference.step_from, <=, 1);
      g_assert_true (lab_verification_differs (found));
      made_clear (&was);
      made_clear (&is);
    }
}

static void
change_at_forty (SimRun *run)
{
  steps (run, 40);
  sim_run_set_parameter (run, "k", 2);
  finish (run);
}

/* The first step with other bits is named exactly for a run with at most as many rows as a seal has blocks, and as a range for a longer one. */
static void
test_first_step (void)
{
  static const struct { double end, h; int at_most; } rows[] = { { 5, 0.1, 0 }, { 2000, 0.1, 21 } };

  for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
    {
      g_autofree char *model = g_strdup_printf ("format: 1\nname: Wave\ntime: {end: %g}\nsolver: {integrator: explicit_euler, max_step: %g}\nparameters: {k: 1}\nstates:\n"
                                                "  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -k*x}\n", rows[row].end, rows[row].h);
      Made was;
      g_autofree char *sealed = sealed_otherwise (model, model, NULL, "", NULL, change_at_forty, &was);
      const LabVerifiedRun *run;
      g_autoptr (LabVerification) found = verify (sealed, &run);

      g_assert_cmpint (run->difference.step_from, <=, 41);
      g_assert_cmpint (run->difference.step_to, >=, 41);
      g_assert_cmpint (run->difference.step_to - run->difference.step_from, <=, rows[row].at_most);
      g_assert_true (run->difference.has_value);
      g_assert_cmpint (run->difference.value.step, >=, 41);
      g_assert_cmpfloat (run->difference.value.sealed, !=, run->difference.value.now);
      made_clear (&was);
    }
}

/* Runs with other steps have no rows in common. */
static void
test_other_steps (void)
{
  Made was;
  g_autofree char *sealed = sealed_otherwise (WAVE, WAVE, "runge_kutta5", "integrator: runge_kutta5", "1e-10", finish, &was);
  const LabVerifiedRun *run;
  g_autoptr (LabVerification) found = verify (sealed, &run);

  g_assert_cmpstr (lab_verdict_name (run->verdict), ==, "different");
  g_assert_cmpuint (run->difference.rows_now, !=, run->n_rows);
  g_assert_cmpint (run->difference.step_from, <=, 1);
  g_assert_true (run->difference.same_end);
  g_assert_cmpint (run->difference.end_digits, <, 10);
  made_clear (&was);
}

/* ---- files that were changed ---- */

/* Replaces a part of a text by one of the same length, and verifies it. */
static void
expect_changed (const char *sealed, const char *from, const char *what, char with, unsigned part)
{
  g_autofree char *text = g_strdup (sealed);
  char *place = strstr (strstr (text, from), what);
  const LabVerifiedRun *run;
  g_autoptr (LabVerification) found = NULL;

  g_assert_nonnull (place);
  place += strlen (what);
  *place = *place == with ? '3' : with;
  found = verify (text, &run);
  g_assert_cmpstr (lab_verdict_name (run->verdict), ==, "changed");
  g_assert_cmpuint (run->changed, ==, part);
  g_assert_true (lab_verification_differs (found));
}

static void
test_changed (void)
{
  Made made = make_run (WAVE, NULL, NULL);
  g_autofree char *lines = NULL, *text = NULL, *sealed = NULL, *version = NULL, *kept = NULL;

  steps (made.run, 4);
  sim_run_set_parameter (made.run, "k", 1.25);
  finish (made.run);
  lines = run_lines (&made, "step_limit: 9000000");
  text = session_text (WAVE, lines, NULL);
  sealed = seal (text, &made);
  expect_changed (sealed, "model:", "{end: ", '1', LAB_CHANGED_MODEL);
  expect_changed (sealed, "model:", "name: W", 'o', LAB_CHANGED_MODEL);
  expect_changed (sealed, "runs:", "step_limit: ", '8', LAB_CHANGED_SETTINGS);
  expect_changed (sealed, "runs:", "value: 1.2", '6', LAB_CHANGED_SETTINGS);
  expect_changed (sealed, "runs:", "step: ", '5', LAB_CHANGED_SETTINGS);
  expect_changed (sealed, "seals:", "rows_hash: ", 'x', LAB_CHANGED_RESULTS);
  expect_changed (sealed, "seals:", "events_hash: ", 'x', LAB_CHANGED_RESULTS);
  expect_changed (sealed, "seals:", "blocks: ", '/', LAB_CHANGED_RESULTS);
  expect_changed (sealed, "seals:", "kept:\n      - [", '9', LAB_CHANGED_RESULTS);
  expect_changed (sealed, "seals:", "version: ", '7', LAB_CHANGED_RESULTS);
  expect_changed (sealed, "seals:", "check: ", 'x', LAB_CHANGED_RESULTS);
  expect_changed (sealed, "seals:", "model: ", 'x', LAB_CHANGED_MODEL);
  expect_changed (sealed, "seals:", "settings: ", 'x', LAB_CHANGED_SETTINGS);

  /* The name of the run, its colour and comments are no part of it. */
  version = g_strdup (sealed);
  strstr (version, "name: First")[6] = 'f';
  expect (version, LAB_VERDICT_IDENTICAL, TRUE);
  made_clear (&made);
}

/* A file of data from which the model takes its points is no part of the session. Its change is named, at the first and at the last digit. */
static void
test_data (void)
{
  static const char model[] = "format: 1\nname: Table\ntime: {end: 4}\ntables: {drag: {file: drag.csv}}\nstates: {x: {initial: 0.1, derivative: drag(x)}}\n";
  static const char *const changed[] = { "0,0\n1,10\n2,41\n", "0,0\n1,10\n2,40.0000000001\n", "0,0\n1,10\n2,40\n3,40\n" };
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *before = g_get_current_dir (), *lines = NULL, *text = NULL, *sealed = NULL;
  Made made;

  g_assert_cmpint (g_chdir (folder), ==, 0); /* the session names the file without a folder */
  g_assert_true (g_file_set_contents ("drag.csv", "0,0\n1,10\n2,40\n", -1, NULL));
  made = make_run (model, NULL, NULL);
  finish (made.run);
  lines = run_lines (&made, "");
  text = session_text (model, lines, NULL);
  sealed = seal (text, &made);
  expect (sealed, LAB_VERDICT_IDENTICAL, TRUE);
  for (guint k = 0; k < G_N_ELEMENTS (changed); k++)
    {
      const LabVerifiedRun *run;
      g_autoptr (LabVerification) found = NULL;

      g_assert_true (g_file_set_contents ("drag.csv", changed[k], -1, NULL));
      found = verify (sealed, &run);
      g_assert_cmpstr (lab_verdict_name (run->verdict), ==, "changed");
      g_assert_cmpuint (run->changed, ==, LAB_CHANGED_DATA);
    }
  g_remove ("drag.csv");
  g_assert_cmpint (g_chdir (before), ==, 0);
  g_rmdir (folder);
  made_clear (&made);
}

/* Returns the text with another value of a key of the seal, and the check that belongs to it. */
static char *
resealed (const char *sealed, const char *key, const char *value)
{
  g_autofree char *start = g_strdup_printf ("\n    %s: ", key);
  const char *seals = strstr (sealed, "seals:"), *place = strstr (seals, start), *end = strchr (place + 1, '\n');
  g_autofree char *text = g_strdup_printf ("%.*s%s%s%s", (int) (place - sealed), sealed, start, value, end);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) document = model_yaml_parse (text, -1, "x", diagnostics);
  const ModelYaml *node = model_yaml_get (model_yaml_root (document), "seals")->items[0], *kept = model_yaml_get (node, "kept");
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  char *check;

  for (int k = 0; k < node->n_items; k++)
    if (node->items[k]->type == MODEL_YAML_SCALAR && strcmp (node->keys[k]->text, "check") != 0)
      {
        g_autofree char *a = g_strdup_printf ("%zu:%s%zu:%s", strlen (node->keys[k]->text), node->keys[k]->text, strlen (node->items[k]->text),
                                              node->items[k]->text);

        g_checksum_update (sum, (const guchar *) a, -1);
      }
  for (int k = 0; kept != NULL && k < kept->n_items; k++)
    for (int c = 0; c < kept->items[k]->n_items; c++)
      {
        g_autofree char *a = g_strdup_printf ("%zu:%s", strlen (kept->items[k]->items[c]->text), kept->items[k]->items[c]->text);

        g_checksum_update (sum, (const guchar *) a, -1);
      }
  check = strstr (strstr (text, "seals:"), "    check: ") + strlen ("    check: ");
  memcpy (check, g_checksum_get_string (sum), 64);
  return g_steal_pointer (&text);
}

/* A stranger's seal that checks may still be wrong. Another version or arithmetic is named. */
static void
test_resealed (void)
{
  static const struct { const char *key, *value, *said; } rows[] = {
    { "rows", "1125899906842624", "blocks" },  { "rows", "99999999999999999999", "whole number" }, { "rows", "-1", "whole number" },
    { "stride", "1", "has" },                  { "columns", "2147483646", "numbers" },               { "columns", "1", "list of 3 numbers" },
    { "blocks", "AAAA", "bytes" },             { "rows_hash", "12", "SHA-256" },                      { "end", "happy", "'happy'" },
  };
  Made made = make_run (WAVE, "explicit_euler", NULL);
  g_autofree char *lines = NULL, *text = NULL, *sealed = NULL, *version = NULL, *said = NULL;
  g_autoptr (LabVerification) found = NULL;
  const LabVerifiedRun *run;

  finish (made.run);
  lines = run_lines (&made, "integrator: explicit_euler");
  text = session_text (WAVE, lines, NULL);
  sealed = seal (text, &made);
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *wrong = resealed (sealed, rows[k].key, rows[k].value);
      g_autoptr (GError) error = NULL;

      if (strcmp (rows[k].key, "stride") == 0 && sim_trajectory_n_rows (sim_run_trajectory (made.run)) <= LAB_SEAL_MOST_BLOCKS)
        continue;
      g_assert_null (lab_verify (wrong, "test.stepwise", NULL, &error));
      g_assert_nonnull (error);
      if (strstr (error->message, rows[k].said) == NULL || !g_str_has_prefix (error->message, "test.stepwise:"))
        g_error ("row %u says: %s", k, error->message);
    }
  version = resealed (sealed, "version", "0.0.9");
  g_free (g_steal_pointer (&said));
  found = verify (version, &run);
  g_assert_cmpstr (lab_verdict_name (run->verdict), ==, "identical");
  said = lab_verified_run_text (run);
  g_assert_nonnull (strstr (said, "made by version 0.0.9"));
  g_assert_nonnull (strstr (said, "this is version"));
  made_clear (&made);
}

/* Lists that do not fit together, and keys that are repeated. */
static void
test_strange (void)
{
  static const struct { const char *text, *said; } rows[] = {
    { "stepwise_session: 1\nseals: 5\nruns: 7\n", "no model" },
    { "stepwise_session: 1\nstepwise_session: 1\n", "test.stepwise:2:" },
    { "not a session", "test.stepwise" },
  };
  Made made = make_run (WAVE, NULL, NULL);
  g_autofree char *lines = NULL, *text = NULL, *sealed = NULL, *without = NULL, *many = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LabVerification) found = NULL;
  const char *start, *end;

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autoptr (GError) wrong = NULL;

      g_assert_null (lab_verify (rows[k].text, "test.stepwise", NULL, &wrong));
      if (strstr (wrong->message, rows[k].said) == NULL)
        g_error ("row %u says: %s", k, wrong->message);
    }
  finish (made.run);
  lines = run_lines (&made, "");
  text = session_text (WAVE, lines, NULL);
  sealed = seal (text, &made);
  start = strstr (sealed, "runs:");
  end = strstr (sealed, "model:\n");
  without = g_strdup_printf ("%.*s%s", (int) (start - sealed), sealed, end);
  found = lab_verify (without, "test.stepwise", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (found->n_lost, ==, 1);
  g_assert_true (lab_verification_differs (found));
  {
    GString *list = g_string_new ("stepwise_session: 1\nruns:\n");

    for (int k = 0; k < 200; k++)
      g_string_append (list, "  - {name: a}\n");
    g_string_append (list, strstr (text, "model:\n"));
    many = g_string_free (list, FALSE);
  }
  g_assert_null (lab_verify (many, "test.stepwise", NULL, &error));
  g_assert_nonnull (strstr (error->message, "at most 100 runs"));
  made_clear (&made);
}

static gboolean
cancel_at_once (gpointer user, double fraction)
{
  return ++*(int *) user < 3;
}

/* A run without an end is cancelled. */
static void
test_cancelled (void)
{
  Made made = make_run (WAVE, NULL, NULL);
  g_autofree char *lines = g_strdup ("    steps: 0\n    finished: true\n    end: 1e12\n    settings: {step_limit: 0}\n"), *text = session_text (WAVE, lines, NULL);
  g_autofree char *sealed = NULL;
  int n = 0;
  LabProgress progress = { cancel_at_once, &n };
  g_autoptr (GError) error = NULL;

  finish (made.run);
  sealed = seal (text, &made);
  g_assert_null (lab_verify (sealed, "test.stepwise", &progress, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  made_clear (&made);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/verify/runs-with-events-and-changed-parameters-are-identical", test_events);
  g_test_add_func ("/verify/runs-with-changed-settings-and-stiff-methods-are-identical", test_settings);
  g_test_add_func ("/verify/a-run-that-cannot-be-repeated-exactly-is-named-and-not-called-identical", test_not_repeatable);
  g_test_add_func ("/verify/the-tableau-of-the-session-is-used", test_tableau);
  g_test_add_func ("/verify/the-digits-of-agreement-are-those-of-the-rows", test_digits);
  g_test_add_func ("/verify/the-first-step-that-differs-is-named", test_first_step);
  g_test_add_func ("/verify/a-run-with-other-steps-is-different", test_other_steps);
  g_test_add_func ("/verify/a-changed-character-is-noticed-and-its-part-named", test_changed);
  g_test_add_func ("/verify/a-changed-file-of-data-is-noticed", test_data);
  g_test_add_func ("/verify/a-wrong-seal-is-an-error-with-its-place-and-another-version-is-named", test_resealed);
  g_test_add_func ("/verify/lists-that-do-not-fit-together-are-reported", test_strange);
  g_test_add_func ("/verify/a-long-verification-is-cancelled", test_cancelled);
  return g_test_run ();
}
