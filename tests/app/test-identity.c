/* Tests what a result is compared with in order to know whether it is old: the identity of a snapshot. No display is needed. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>

#include "lab-registry.h"
#include "model-load.h"
#include "model-tableau.h"
#include "wb-study.h"

static const char model_text_of_test[] = "format: 1\n"
                                         "name: Test\n"
                                         "constants: { N: 2 }\n"
                                         "parameters: { a: 1, b: 1 }\n"
                                         "tables: { f: { file: points.csv } }\n"
                                         "states:\n"
                                         "  x: { initial: 1, derivative: -a*x + f(t) }\n"
                                         "  y: { initial: 1, derivative: -b*y }\n"
                                         "events: { hit: { crossing: x - 0.5, set: { x: 1 } } }\n"
                                         "time: { end: 3 }\n";

static Model *
load (const char *folder, const char *text, const char *points)
{
  g_autofree char *path = g_build_filename (folder, "test.yaml", NULL), *data = g_build_filename (folder, "points.csv", NULL);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Model *model;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (g_file_set_contents (data, points, -1, NULL));
  model = model_load_file (path, NULL, diagnostics);
  g_assert_nonnull (model);
  g_remove (path);
  g_remove (data);
  return model;
}

/* What a snapshot is made of. */
typedef struct
{
  Model *model;
  SimConfig *config;
  LabValues *values;
  double t_start, t_end;
} Input;

static char *
identity_of (const Input *input)
{
  g_autoptr (WbSnapshot) snapshot = wb_snapshot_new (input->model, input->config, input->values, input->t_start, input->t_end);

  return wb_snapshot_identity (snapshot);
}

static void
put (GHashTable *table, const char *name, const char *text)
{
  g_hash_table_insert (table, g_strdup (name), g_strdup (text));
}

static void
keep_tableau (const char *b)
{
  g_autofree char *text = g_strdup_printf ("format: 1\nname: M\nA: [[0, 0], [1/2, 0]]\nb: [%s]\n", b);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();

  g_assert_nonnull (model_tableau_keep ("folder/kept.yaml", text, diagnostics));
}

static void
change (Input *input, int k, Model *const other[2])
{
  static const struct
  {
    const char *key, *text;
    SimOrigin origin;
  } settings[] = {
    { "accuracy", "1e-7", SIM_ORIGIN_LIVE },
    { "accuracy", "1e-7", SIM_ORIGIN_CONFIG },
    { "weights.x", "3", SIM_ORIGIN_LIVE },
    { "integrator", "radau5", SIM_ORIGIN_LIVE },
  };

  if (k < (int)G_N_ELEMENTS (settings))
    {
      g_assert_true (sim_config_set (input->config, settings[k].key, settings[k].text, settings[k].origin, NULL));
      return;
    }
  switch (k - (int)G_N_ELEMENTS (settings))
    {
    case 0:
      put (input->values->parameters, "a", "2");
      break;
    case 1:
      put (input->values->parameters, "b", "2");
      break;
    case 2:
      put (input->values->initials, "x", "2");
      break;
    case 3:
      put (input->values->constants, "N", "3");
      break;
    case 4:
      put (input->values->events_off, "hit", "");
      break;
    case 5:
      input->t_start = 0.5;
      break;
    case 6:
      input->t_end = 4;
      break;
    case 7:
      input->values->is_member = TRUE;
      break;
    case 8:
      input->values->is_member = TRUE;
      input->values->member = 1;
      break;
    case 9:
      input->model = other[0];
      break;
    case 10:
      input->model = other[1];
      break;
    default:
      g_assert_not_reached ();
    }
}
#define N_CHANGES 15

/* Everything on which a result depends is in the identity, each under a name of its own; equal inputs have the same. */
static void
test_everything (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *text = g_strdup_printf ("%s# another text\n", model_text_of_test);
  g_autoptr (Model) model = load (folder, model_text_of_test, "0 0\n9 0\n");
  g_autoptr (Model) other_text = load (folder, text, "0 0\n9 0\n");
  g_autoptr (Model) other_data = load (folder, model_text_of_test, "0 0\n9 1\n");
  g_autoptr (Model) same = load (folder, model_text_of_test, "0 0\n9 0\n");
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Model *const other[2] = { other_text, other_data };

  for (int k = -1; k < N_CHANGES; k++)
    {
      Input input = { k == -1 ? same : model, sim_config_new (), lab_values_new (), 0, 3 };
      g_autofree char *before = identity_of (&input), *rate = NULL;

      if (k >= 0)
        change (&input, k, other);
      g_hash_table_add (seen, identity_of (&input));
      g_assert_true (g_hash_table_contains (seen, before)); /* the input before the change is that of k = −1 */
      sim_config_set (input.config, "realtime_rate", "2", SIM_ORIGIN_LIVE, NULL);
      rate = identity_of (&input);
      g_assert_true (g_hash_table_contains (seen, rate));
      sim_config_free (input.config);
      lab_values_free (input.values);
    }
  g_assert_cmpuint (g_hash_table_size (seen), ==, N_CHANGES + 1);
  g_rmdir (folder);
}

/* A tableau of the same name with other coefficients is another method. */
static void
test_tableau (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_text ("format: 1\nname: T\nstates: { x: { initial: 1, derivative: -x } }\ntime: { end: 1 }\n", -1,
                                             "t.yaml", NULL, diagnostics);
  Input input = { model, sim_config_new (), lab_values_new (), 0, 1 };
  char *identity[2];

  for (int k = 0; k < 2; k++)
    {
      keep_tableau (k == 0 ? "0, 1" : "1/4, 3/4");
      g_assert_true (sim_config_set (input.config, "integrator", "folder/kept.yaml", SIM_ORIGIN_LIVE, NULL));
      identity[k] = identity_of (&input);
    }
  g_assert_cmpstr (identity[0], !=, identity[1]);
  g_free (identity[0]);
  g_free (identity[1]);
  sim_config_free (input.config);
  lab_values_free (input.values);
}

/* The result of a study is old after any change of the session, also of the weight of one state, and current again after undo. */
static void
test_study (void)
{
  static const struct
  {
    WbKind kind;
    const char *key, *text;
  } changes[] = {
    { WB_PARAMETER, "mu", "2" },
    { WB_SETTING, "accuracy", "1e-7" },
    { WB_SETTING, "weights.x", "3" },
    { WB_TIME, "end", "3" },
  };
  g_autoptr (WbSession) session = wb_session_new ();
  g_autoptr (WbStudy) study = NULL;

  g_assert_true (wb_session_open_model (session, "van-der-pol"));
  study = wb_study_new_of_session (session, lab_registry_find ("equilibria"));
  wb_study_run (study);
  while (wb_study_state (study) == WB_STUDY_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (wb_study_state (study), ==, WB_STUDY_DONE);
  for (guint k = 0; k < G_N_ELEMENTS (changes); k++)
    {
      g_assert_true (wb_session_set (session, changes[k].kind, changes[k].key, changes[k].text, NULL));
      g_assert_false (wb_study_is_current (study));
      wb_session_undo (session);
      g_assert_true (wb_study_is_current (study));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/identity/of-a-snapshot-contains-everything-on-which-a-result-depends", test_everything);
  g_test_add_func ("/identity/of-a-snapshot-contains-the-coefficients-of-a-tableau", test_tableau);
  g_test_add_func ("/identity/the-result-of-a-study-is-old-after-each-change-and-current-after-undo", test_study);
  return g_test_run ();
}
