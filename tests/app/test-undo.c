/* Tests undo and redo of every kind of setting in random order, during runs and without a
 * run. */
#include "wb-test.h"

#include <math.h>

#include "model-identity.h"
#include "wb-advice.h"
#include "wb-comparison.h"
#include "wb-lab-studies.h"
#include "wb-laboratory.h"
#include "wb-session-private.h"
#include "wb-studies.h"

/* Under a sanitizer, thousands of runs would take minutes, so there are fewer. */
#ifdef __SANITIZE_ADDRESS__
#define N_SEEDS 1
#define N_CHANGES 30
#else
#define N_SEEDS 4
#define N_CHANGES 60
#endif

typedef struct { WbKind kind; const char *key; const char *texts[3]; } Key;

static const Key keys[] = {
  { WB_SETTING, "integrator", { "runge_kutta_merson", "cvode_bdf", NULL } }, { WB_SETTING, "accuracy", { "1e-07", "0.001", NULL } },
  { WB_SETTING, "max_step", { "0.25", "0.05", NULL } },                       { WB_SETTING, "norm", { "rms", "infinity", NULL } },
  { WB_SETTING, "controller", { "i", "predictive", NULL } },                  { WB_SETTING, "error_control", { "false", "true", NULL } },
  { WB_PARAMETER, "e", { "0.7", "0.5", NULL } },                              { WB_PARAMETER, "g", { "5", "12", NULL } },
  { WB_INITIAL, "h", { "2", "7", NULL } },                                    { WB_TIME, "end", { "4", "9", NULL } },
  { WB_EVENT, "impact", { "off", "on", NULL } },
};

/* Returns all values that can be set as one text. Free it with g_free. */
static char *
snapshot (WbSession *session)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *text = wb_session_get (session, keys[i].kind, keys[i].key);

      g_string_append_printf (all, "%s=%s%s\n", keys[i].key, text, wb_session_is_set (session, keys[i].kind, keys[i].key) ? " (set)" : "");
    }
  return g_string_free (all, FALSE);
}

/* Starts, pauses, steps or restarts runs, so that changes happen in every state of a
 * run. */
static void
stir (WbSession *session, GRand *rand)
{
  switch (g_rand_int_range (rand, 0, 6))
    {
    case 0: wb_session_run (session); break;
    case 1: wb_session_pause (session); break;
    case 2: wb_session_step (session); break;
    case 3: wb_session_reset (session); break;
    case 4: wb_session_run_to_end (session); break;
    default: break;
    }
  for (int i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);
}

static void
change (WbSession *session, GRand *rand)
{
  const Key *key = &keys[g_rand_int_range (rand, 0, G_N_ELEMENTS (keys))];
  g_autoptr (GError) error = NULL;

  if (g_rand_int_range (rand, 0, 12) == 0)
    wb_session_reset_all (session, g_rand_boolean (rand) ? 1u << WB_SETTING : 1u << WB_PARAMETER | 1u << WB_EVENT);
  else if (!wb_session_set (session, key->kind, key->key, key->texts[g_rand_int_range (rand, 0, 3)], &error))
    g_test_message ("refused: %s", error->message);
}

/* Undoes up to `most` changes and redoes them, with other actions in between. Checks that each state occurs again. most 0 means all
 * changes. */
static void
back_and_forth (WbSession *session, GRand *rand, guint most)
{
  g_autoptr (GPtrArray) met = g_ptr_array_new_with_free_func (g_free);

  while (met->len < most && wb_session_can_undo (session))
    {
      g_ptr_array_add (met, snapshot (session));
      wb_session_undo (session);
      stir (session, rand);
    }
  for (guint i = met->len; i-- > 0;)
    {
      g_autofree char *now = NULL;

      g_assert_true (wb_session_can_redo (session));
      wb_session_redo (session);
      now = snapshot (session);
      g_assert_cmpstr (now, ==, g_ptr_array_index (met, i));
      stir (session, rand);
    }
}

static void
test_any_order (gconstpointer seed)
{
  WbWindow *window = wb_test_window ("bouncing-ball");
  WbSession *session = wb_window_session (window);
  g_autoptr (GRand) rand = g_rand_new_with_seed (GPOINTER_TO_UINT (seed));
  g_autofree char *first = snapshot (session), *last = NULL, *again = NULL, *back = NULL;

  wb_session_set_rate (session, 5);
  for (int i = 0; i < N_CHANGES; i++)
    {
      change (session, rand);
      stir (session, rand);
      if (i % 15 == 14)
        back_and_forth (session, rand, g_rand_int_range (rand, 1, 8));
    }
  last = snapshot (session);
  back_and_forth (session, rand, G_MAXUINT);
  again = snapshot (session);
  g_assert_cmpstr (again, ==, last);
  while (wb_session_can_undo (session))
    wb_session_undo (session);
  back = snapshot (session);
  g_assert_cmpstr (back, ==, first);
  wb_test_close (window);
}

/* ---- signals ---- */

typedef struct { int n, kind; char *key; } Announced;

static void
on_setting_changed (WbSession *session, int kind, const char *key, Announced *announced)
{
  announced->n++;
  announced->kind = kind;
  g_free (announced->key);
  announced->key = g_strdup (key);
}

/* wb_session_depends predicts every value that a change affects. Each change emits one
 * signal. */
static void
check_announced (WbSession *session, Announced *announced, char *const *before)
{
  g_assert_cmpint (announced->n, ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *after = wb_session_get (session, keys[i].kind, keys[i].key);

      if (g_strcmp0 (after, before[i]) != 0)
        g_assert_true (wb_session_depends (keys[i].kind, keys[i].key, (WbKind) announced->kind, announced->key));
    }
}

static void
get_all (WbSession *session, char **texts)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_free (texts[i]);
      texts[i] = wb_session_get (session, keys[i].kind, keys[i].key);
    }
}

static void
test_announced_once (void)
{
  WbWindow *window = wb_test_window ("bouncing-ball");
  WbSession *session = wb_window_session (window);
  Announced announced = { 0 };
  char *before[G_N_ELEMENTS (keys)] = { 0 };
  gulong handler = g_signal_connect (session, "setting-changed", G_CALLBACK (on_setting_changed), &announced);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    for (guint k = 0; keys[i].texts[k] != NULL; k++)
      {
        g_autoptr (GError) error = NULL;
        g_autofree char *now = wb_session_get (session, keys[i].kind, keys[i].key);

        if (g_strcmp0 (now, keys[i].texts[k]) == 0)
          continue;
        get_all (session, before);
        announced.n = 0;
        g_assert_true (wb_session_set (session, keys[i].kind, keys[i].key, keys[i].texts[k], &error));
        g_assert_no_error (error);
        check_announced (session, &announced, before);
      }
  while (wb_session_can_undo (session))
    {
      get_all (session, before);
      announced.n = 0;
      wb_session_undo (session);
      check_announced (session, &announced, before);
    }
  g_assert_false (wb_session_depends (WB_SETTING, "norm", WB_SETTING, "accuracy"));
  g_assert_false (wb_session_depends (WB_SETTING, "accuracy", WB_PARAMETER, "accuracy"));
  g_assert_true (wb_session_depends (WB_SETTING, "norm", WB_SETTING, "profile"));
  g_assert_true (wb_session_depends (WB_INITIAL, "h", WB_PARAMETER, "g"));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_free (before[i]);
  g_free (announced.key);
  g_signal_handler_disconnect (session, handler);
  wb_test_close (window);
}

/* Undo of the removal of the selected integrator selects it again. Undo of another change leaves alone what the user selected since. */
static void
test_selected (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbSession *session = wb_window_session (window);
  WbComparison *comparison = wb_comparison_of (session);
  g_autoptr (WbCompareEntry) first = g_list_model_get_item (wb_comparison_entries (comparison), 0);
  g_autoptr (WbCompareEntry) second = g_list_model_get_item (wb_comparison_entries (comparison), 1);

  wb_comparison_select (comparison, first);
  wb_comparison_remove (comparison, first);
  g_assert_null (wb_comparison_selected (comparison));
  wb_session_undo (session);
  g_assert_true (wb_comparison_selected (comparison) == first);
  wb_comparison_set_visible (comparison, first, FALSE);
  wb_comparison_select (comparison, second);
  wb_session_undo (session);
  g_assert_true (wb_comparison_selected (comparison) == second);
  wb_test_close (window);
}

/* Another text of the model resets choices of the Laboratory and of the comparison; undo restores them, and redo resets them again. A file with
 * errors that is not opened resets nothing. */
static void
test_model_resets (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  WbLaboratory *laboratory = wb_laboratory_of (session);
  WbComparison *comparison = wb_comparison_of (session);
  WbLabStudies *studies = wb_lab_studies_of (session);
  WbStudy *study = wb_lab_studies_study (studies, wb_lab_studies_find ("poincare"));
  g_autoptr (WbCompareEntry) first = g_list_model_get_item (wb_comparison_entries (comparison), 0);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *text = g_strconcat (model_text (wb_session_model (session)), "# changed\n", NULL), *proposed = NULL;
  g_autoptr (Model) model = model_load_text (text, -1, model_file (wb_session_model (session)), sim_config_check_solver, diagnostics);
  guint n = g_list_model_get_n_items (wb_comparison_entries (comparison));

  wb_laboratory_set_step (laboratory, 0.01);
  wb_laboratory_set_step (laboratory, 0.02);
  wb_laboratory_commit_step (laboratory);
  wb_laboratory_set_plane (laboratory, WB_LAB_OPTION_SLICE, "0.5");
  wb_laboratory_commit_plane (laboratory);
  proposed = g_strdup (wb_study_option (study, "section"));
  wb_study_set_option (study, "section", "x");
  g_assert_cmpstr (proposed, !=, "x");
  wb_comparison_remove (comparison, first);

  g_assert_false (wb_session_open_model (session, "no-such-model"));
  g_assert_cmpfloat (wb_laboratory_step (laboratory), ==, 0.02);
  g_assert_cmpstr (wb_study_option (study, "section"), ==, "x");
  g_assert_cmpuint (g_list_model_get_n_items (wb_comparison_entries (comparison)), ==, n - 1);

  for (int i = 0; i < 2; i++)
    {
      if (i == 0)
        wb_advice_use_model (session, model, "change of the model");
      else
        wb_session_redo (session);
      g_assert_true (isnan (wb_laboratory_step (laboratory)));
      g_assert_null (wb_laboratory_plane (laboratory, WB_LAB_OPTION_SLICE));
      g_assert_cmpstr (wb_study_option (study, "section"), ==, proposed);
      g_assert_cmpuint (g_list_model_get_n_items (wb_comparison_entries (comparison)), ==, n);
      wb_session_undo (session);
      g_assert_cmpfloat (wb_laboratory_step (laboratory), ==, 0.02);
      g_assert_cmpstr (wb_laboratory_plane (laboratory, WB_LAB_OPTION_SLICE), ==, "0.5");
      g_assert_cmpstr (wb_study_option (study, "section"), ==, "x");
      g_assert_cmpuint (g_list_model_get_n_items (wb_comparison_entries (comparison)), ==, n - 1);
    }
  wb_test_close (window);
}

/* A new run hides the others without an undo step. Redo then returns to the look that the run had before the undo, not to that which the change
 * had given it. */
static void
test_look (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbSession *session = wb_window_session (window);
  WbRunItem *run;

  wb_session_run_to_end (session);
  wb_test_finish (session);
  run = wb_session_current (session);
  wb_session_show_run (session, run, FALSE);
  wb_session_show_run (session, run, TRUE);
  g_assert_true (wb_session_begin_run (session));
  g_assert_true (wb_session_current (session) != run && !wb_run_item_visible (run));
  wb_session_undo (session);
  g_assert_false (wb_run_item_visible (run));
  wb_session_redo (session);
  g_assert_false (wb_run_item_visible (run));
  wb_session_undo (session);
  wb_session_undo (session);
  g_assert_true (wb_run_item_visible (run));
  wb_session_redo (session);
  wb_session_redo (session);
  g_assert_false (wb_run_item_visible (run));
  wb_test_close (window);
}

/* Another text of the model leaves the list of studies alone, also where a study of the library was removed. */
static void
test_studies (void)
{
  WbWindow *window = wb_test_window ("bouncing-ball");
  WbSession *session = wb_window_session (window);
  WbStudies *studies = wb_studies_of (session);
  GListModel *list = wb_studies_list (studies);
  g_autoptr (WbStudy) shipped = g_list_model_get_item (list, 0);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *text = g_strconcat (model_text (wb_session_model (session)), "# changed\n", NULL);
  g_autoptr (Model) model = model_load_text (text, -1, model_file (wb_session_model (session)), sim_config_check_solver, diagnostics);
  guint n = g_list_model_get_n_items (list);

  g_assert_nonnull (shipped);
  wb_studies_remove (studies, shipped);
  wb_advice_use_model (session, model, "change of the model");
  {
    /* a second change, of a model that was read from a text */
    g_autofree char *again = g_strconcat (text, "# again\n", NULL);
    g_autoptr (Model) second = model_load_text (again, -1, model_file (model), sim_config_check_solver, diagnostics);

    g_assert_cmpstr (model_id (second), ==, "bouncing-ball");
    wb_advice_use_model (session, second, "change of the model");
    g_assert_cmpuint (g_list_model_get_n_items (list), ==, n - 1);
    wb_session_undo (session);
  }
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, n - 1);
  wb_session_undo (session);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, n - 1);
  wb_session_undo (session);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, n);
  wb_session_redo (session);
  wb_session_redo (session);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, n - 1);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/undo/a-removed-integrator-comes-back-selected", test_selected);
  g_test_add_func ("/undo/a-run-that-another-one-hid-stays-hidden-after-redo", test_look);
  g_test_add_func ("/undo/a-change-of-the-model-keeps-the-list-of-studies", test_studies);
  g_test_add_func ("/undo/a-change-of-the-model-restores-what-it-reset", test_model_resets);
  g_test_add_func ("/undo/each-change-emits-one-signal", test_announced_once);
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autofree char *name = g_strdup_printf ("/undo/random-sequences-of-undo-and-redo-restore-every-state/%u", seed);

      g_test_add_data_func (name, GUINT_TO_POINTER (seed), test_any_order);
    }
  return g_test_run ();
}
