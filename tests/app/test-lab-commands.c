/* Tests the item "Copy command" of the menus of the Laboratory with real clicks: stepwise-cli prints the same numbers with the copied command. */
#include "wb-hands.h"

#include <string.h>

#include "lab-result.h"
#include "lab-result-text.h"
#include "model-identity.h"
#include "wb-advice.h"
#include "wb-studies.h"
#include "wb-lab-plane-figure.h"

#define COPY "Copy command"
#define COPY_COMPLETE "Copy command of the complete study"

static gboolean
has_command (GtkWidget *widget)
{
  g_autofree char *text = wb_test_clipboard (widget);

  return g_str_has_prefix (text, "stepwise-cli ");
}

/* Chooses an item of the menu of a card. Returns the copied text. Free it with g_free. */
static char *
copied (GtkWidget *card, const char *item, const char *other)
{
  GtkWidget *button = wb_test_find (card, GTK_TYPE_MENU_BUTTON, NULL);

  g_assert_nonnull (button);
  wb_test_clear_clipboard (card);
  CLICK_UNTIL (button, wb_hands_find (button, item) != NULL);
  g_assert_null (wb_hands_find (button, other));
  CHOOSE_UNTIL (button, item, has_command (card));
  return wb_test_clipboard (card);
}

/* The command of the section prints only its return map. */
static void
test_section (void)
{
  WbWindow *window;
  WbLabPlanePage *page;
  const WbLabFound *found;
  GtkWidget *section;
  g_autofree char *command = NULL, *out = NULL, *json = NULL;
  g_autoptr (LabResult) result = lab_result_new ();

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("fitzhugh-nagumo");
  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "plane");
  g_assert_true (wb_window_show_view (window, "laboratory"));
  page = wb_laboratory_view_plane (wb_window_laboratory (window));
  WAIT_FOR (wb_lab_plane_page_found (page) != NULL && wb_lab_plane_page_found (page)->objects.returns != NULL && !wb_laboratory_view_is_busy (wb_window_laboratory (window)));
  found = wb_lab_plane_page_found (page);
  lab_returns_add (result, found->objects.returns, found->plane.flow, found->objects.equilibria);
  json = lab_result_json ("phase-plane", "fitzhugh-nagumo", result);
  section = wb_test_find (GTK_WIDGET (wb_lab_plane_page_section (page)), WB_TYPE_LAB_CARD, NULL);
  command = copied (section, COPY, COPY_COMPLETE);
  g_assert_nonnull (strstr (command, "only=section"));
  out = wb_test_run_command (command, "--format json");
  g_assert_cmpstr (out, ==, json);
  wb_test_close (window);
}

/* Returns whether the result of a study is that of the methods below, and not an older one. */
static gboolean
has_methods (WbLabStudies *studies, int index)
{
  g_autofree char *command = wb_study_command (wb_lab_studies_study (studies, index));

  return wb_study_result (wb_lab_studies_study (studies, index)) != NULL && strstr (command, "integrators=runge_kutta5,dop853,") != NULL;
}

/* The command of a cancelled study prints more numbers than the card has. The menu names it so until the study is complete. */
static void
test_cancelled (void)
{
  WbWindow *window;
  WbLabStudies *studies;
  GtkWidget *card;
  int dial = wb_lab_studies_find ("tolerance-dial");
  g_autofree char *command = NULL, *complete = NULL;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("arenstorf");
  studies = wb_lab_studies_of (wb_window_session (window));
  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "studies:tolerance-dial");
  g_assert_true (wb_window_show_view (window, "laboratory"));
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (wb_window_laboratory (window))));
  wb_lab_studies_cancel (studies);
  do /* the study may end before it is cancelled */
    {
      wb_study_set_option (wb_lab_studies_study (studies, dial), "integrators", "runge_kutta5,dop853,bogacki_shampine3,explicit_euler,runge_kutta4");
      wb_lab_studies_run (studies, wb_lab_studies_study (studies, dial));
      WAIT_FOR (has_methods (studies, dial) || !wb_lab_studies_is_busy (studies));
      wb_lab_studies_cancel (studies);
    }
  while (!has_methods (studies, dial) || !wb_study_is_partial (wb_lab_studies_study (studies, dial)));
  card = GTK_WIDGET (wb_lab_studies_page_card (wb_laboratory_view_studies (wb_window_laboratory (window)), dial));
  command = copied (card, COPY_COMPLETE, COPY);
  wb_study_set_option (wb_lab_studies_study (studies, dial), "integrators", "dop853");
  wb_lab_studies_run (studies, wb_lab_studies_study (studies, dial));
  WAIT_FOR (wb_study_state (wb_lab_studies_study (studies, dial)) == WB_STUDY_DONE);
  g_assert_false (wb_study_is_partial (wb_lab_studies_study (studies, dial)));
  complete = copied (card, COPY, COPY_COMPLETE);
  g_assert_nonnull (strstr (command, "integrators=runge_kutta5,dop853,"));
  g_assert_nonnull (strstr (complete, "integrators=dop853"));
  g_assert_null (strstr (complete, "runge_kutta5"));
  wb_test_close (window);
}

/* The command line cannot switch events off. The command says which event the window has switched off. */
static void
test_events_off (void)
{
  WbWindow *window = wb_test_window ("bouncing-ball");
  WbSession *session = wb_window_session (window);
  WbStudy *dial = wb_lab_studies_study (wb_lab_studies_of (session), wb_lab_studies_find ("tolerance-dial"));
  g_autofree char *all = NULL, *without = NULL;

  all = wb_study_command (dial);
  g_assert_null (strchr (all, '#'));
  g_assert_true (wb_session_set (session, WB_EVENT, "impact", "off", NULL));
  without = wb_study_command (dial);
  g_assert_true (g_str_has_suffix (without, " # not in this command: event impact is off"));
  wb_test_close (window);
}

/* The command has the settings of single states and of the method, and says if the window computes with another model than that of the file. */
static void
test_inputs (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  WbStudy *dial = wb_lab_studies_study (wb_lab_studies_of (session), wb_lab_studies_find ("tolerance-dial"));
  g_autofree char *with = NULL, *changed = NULL, *text = NULL;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = NULL;

  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "ndf", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "method.max_order", "2", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "absolute_tolerance.x", "1e-8", NULL));
  with = wb_study_command (dial);
  g_assert_nonnull (strstr (with, " --integrator 'ndf'"));
  g_assert_nonnull (strstr (with, " --method 'max_order=2'"));
  g_assert_nonnull (strstr (with, " --absolute-tolerance 'x=1e-8'"));
  g_assert_null (strchr (with, '#'));
  /* The command line refuses a setting without effect. */
  g_assert_true (wb_session_set (session, WB_SETTING, "norm", "rms", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "error_control", "false", NULL));
  changed = wb_study_command (dial);
  g_assert_null (strstr (changed, "--norm"));
  g_assert_nonnull (strstr (changed, " # not in this command: "));
  g_assert_nonnull (strstr (changed, "norm, which has no effect here"));
  g_assert_null (strstr (changed, "--absolute-tolerance"));
  g_assert_nonnull (strstr (changed, "; absolute_tolerance.x, which has no effect here"));
  g_clear_pointer (&changed, g_free);
  text = g_strconcat (model_text (wb_session_model (session)), "# changed\n", NULL);
  model = model_load_text (text, -1, model_file (wb_session_model (session)), sim_config_check_solver, diagnostics);
  wb_advice_use_model (session, model, "change");
  changed = wb_study_command (dial);
  g_assert_true (g_str_has_suffix (changed, "the model differs from its file"));
  g_clear_pointer (&changed, g_free);
  wb_study_set_step_limit (dial, 1234); /* an option is before the comment */
  changed = wb_study_command (dial);
  g_assert_nonnull (strstr (changed, " --step-limit 1234 # not in this command: "));
  wb_test_close (window);
}

/* The command of a study of the Ensemble view has the settings of its text for single states, and names those that the command line refuses. */
static void
test_study_text (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbStudy *study = wb_studies_add_new (wb_studies_of (wb_window_session (window)), "sweep");
  const char *const tolerance[] = { "solver", "absolute_tolerance", "x", NULL }, *const control[] = { "solver", "error_control", NULL };
  g_autofree char *with = NULL, *without = NULL;

  wb_study_put (study, tolerance, "1e-8", "tolerance");
  with = wb_study_command (study);
  g_assert_nonnull (strstr (with, " --absolute-tolerance 'x=1e-8'"));
  g_assert_null (strchr (with, '#'));
  wb_study_put (study, control, "false", "control");
  without = wb_study_command (study);
  g_assert_null (strstr (without, "--absolute-tolerance"));
  g_assert_true (g_str_has_suffix (without, " # not in this command: absolute_tolerance.x, which has no effect here"));
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/laboratory/command/the-command-of-the-section-prints-its-return-map", test_section);
  g_test_add_func ("/laboratory/command/the-command-of-a-cancelled-study-is-that-of-the-complete-study", test_cancelled);
  g_test_add_func ("/laboratory/command/the-command-names-events-that-are-off", test_events_off);
  g_test_add_func ("/laboratory/command/the-command-has-all-settings-and-names-another-model", test_inputs);
  g_test_add_func ("/laboratory/command/the-command-of-a-study-has-the-settings-of-its-text", test_study_text);
  return g_test_run ();
}
