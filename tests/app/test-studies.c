/* Tests the studies of the Laboratory with real pointer and key events. */
#include "wb-hands.h"

#include <glib/gstdio.h>
#include <string.h>

#include "lab-result-text.h"
#include "wb-lab-controller-panel.h"
#include "wb-lab-sidebar.h"
#include "wb-lab-window-scale.h"
#include "wb-laboratory-file.h"
#include "wb-session-file.h"
#include "wb-test-files.h"

static WbLabStudies *
studies_of (WbWindow *window)
{
  return wb_lab_studies_of (wb_window_session (window));
}

static WbStudy *
study_at (WbWindow *window, int index)
{
  return wb_lab_studies_study (studies_of (window), index);
}

static WbLabStudiesPage *
page_of (WbWindow *window)
{
  return wb_laboratory_view_studies (wb_window_laboratory (window));
}

/* Opens a page of the Laboratory. */
static WbWindow *
opened (const char *model, const char *page)
{
  WbWindow *window = wb_test_window (model);

  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), page);
  g_assert_true (wb_window_show_view (window, "laboratory"));
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (wb_window_laboratory (window))));
  return window;
}

static const LabResult *
computed (WbWindow *window, const char *id)
{
  int k = wb_lab_studies_find (id);

  WAIT_FOR (wb_study_state (study_at (window, k)) == WB_STUDY_DONE);
  return wb_study_result (study_at (window, k));
}

/* ---- rows and cards ---- */

static GtkWidget *
row_of (WbWindow *window, const char *page)
{
  GtkWidget *sidebar = wb_test_find (GTK_WIDGET (window), WB_TYPE_LAB_SIDEBAR, NULL);
  GtkListBoxRow *row;

  if (sidebar == NULL)
    return NULL;
  for (int k = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (wb_lab_sidebar_list (WB_LAB_SIDEBAR (sidebar))), k)) != NULL; k++)
    if (g_strcmp0 (g_object_get_data (G_OBJECT (row), "page"), page) == 0)
      return GTK_WIDGET (row);
  return NULL;
}

static gboolean
row_is_visible (WbWindow *window, const char *page)
{
  return gtk_widget_get_mapped (row_of (window, page));
}

/* The arrow of a heading, a click on a heading without a page, and the arrow keys fold and unfold the rows of the sidebar. A page that opens
 * unfolds its heading. */
static void
test_fold (void)
{
  WbWindow *window;
  WbLaboratory *laboratory;
  GtkWidget *heading, *arrow, *model;

  if (!wb_hands_ready ())
    return;
  window = opened ("van-der-pol", "method");
  laboratory = wb_laboratory_of (wb_window_session (window));
  heading = row_of (window, "studies");
  arrow = wb_test_find (heading, GTK_TYPE_BUTTON, NULL);
  CLICK_UNTIL (arrow, !row_is_visible (window, "studies:cloud"));
  g_assert_cmpstr (wb_laboratory_page (laboratory), ==, "method");
  g_assert_true (row_is_visible (window, "plane"));
  CLICK_UNTIL (heading, strcmp (wb_laboratory_page (laboratory), "studies") == 0);
  g_assert_false (row_is_visible (window, "studies:cloud"));
  wb_laboratory_set_page (laboratory, "studies:cloud");
  WAIT_FOR (row_is_visible (window, "studies:cloud") && row_is_visible (window, "studies:controller"));
  gtk_widget_grab_focus (heading);
  wb_hands_key (GDK_KEY_Left, 0);
  WAIT_FOR (!row_is_visible (window, "studies:cloud"));
  wb_hands_key (GDK_KEY_Right, 0);
  WAIT_FOR (row_is_visible (window, "studies:cloud"));
  g_assert_cmpstr (wb_laboratory_page (laboratory), ==, "studies:cloud");
  /* The heading of the model opens no page. */
  model = gtk_widget_get_prev_sibling (row_of (window, "plane"));
  CLICK_UNTIL (model, !row_is_visible (window, "plane"));
  CLICK_UNTIL (model, row_is_visible (window, "plane"));
  g_assert_cmpstr (wb_laboratory_page (laboratory), ==, "studies:cloud");
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_rows (void)
{
  WbWindow *window;
  WbLaboratory *laboratory;
  WbLabStudyCard *card;

  if (!wb_hands_ready ())
    return;
  window = opened ("van-der-pol", "method");
  laboratory = wb_laboratory_of (wb_window_session (window));
  CLICK_UNTIL (row_of (window, "studies"), strcmp (wb_laboratory_page (laboratory), "studies") == 0);
  card = wb_lab_studies_page_card (page_of (window), 0);
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (card)));
  /* A click on a row shows the study in full size and computes it. Escape shows all cards again. */
  CLICK_UNTIL (row_of (window, "studies:cost-ledger"), strcmp (wb_laboratory_page (laboratory), "studies:cost-ledger") == 0);
  computed (window, "cost-ledger");
  WAIT_FOR (!gtk_widget_get_mapped (GTK_WIDGET (card)));
  wb_hands_picture (window, "study-large");
  WAIT_FOR (!wb_lab_studies_is_busy (studies_of (window))); /* otherwise Escape would cancel the study */
  wb_hands_key (GDK_KEY_Escape, 0);
  WAIT_FOR (strcmp (wb_laboratory_page (laboratory), "studies") == 0);
  /* Enter on a card shows its study in full size. */
  card = wb_lab_studies_page_card (page_of (window), wb_lab_studies_find ("tolerance-dial"));
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (card)));
  gtk_widget_grab_focus (GTK_WIDGET (card));
  wb_hands_key (GDK_KEY_Return, 0);
  WAIT_FOR (strcmp (wb_laboratory_page (laboratory), "studies:tolerance-dial") == 0);
  computed (window, "tolerance-dial");
  wb_test_close (window);
}

/* ---- window and command line give the same numbers ---- */

static void
test_same_numbers (void)
{
  WbWindow *window = opened ("van-der-pol", "studies");
  WbSession *session = wb_window_session (window);
  static const char *const ids[] = { "controller", "cost-ledger", "refinement", "dense-output", "method-map", "cloud", "modified-equation" };

  g_assert_true (wb_session_set (session, WB_PARAMETER, "mu", "2", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-4", NULL));
  for (guint k = 0; k < G_N_ELEMENTS (ids); k++)
    {
      int index = wb_lab_studies_find (ids[k]);
      g_autofree char *command = NULL, *out = NULL, *json = NULL;

      wb_lab_studies_run (studies_of (window), study_at (window, index));
      json = lab_result_json (ids[k], "van-der-pol", computed (window, ids[k]));
      command = wb_study_command (study_at (window, index));
      out = wb_test_run_command (command, "--format json");
      g_assert_cmpstr (out, ==, json);
    }
  wb_test_close (window);
}

/* ---- all studies ---- */

static gboolean
has_ended (WbWindow *window, int k)
{
  WbStudyState state = wb_study_state (study_at (window, k));

  return state == WB_STUDY_DONE || state == WB_STUDY_UNSUITED || state == WB_STUDY_FAILED;
}

/* The button Run all computes each study that suits the model. A later change of the model makes their results older, but for a study that gives the
 * changed parameter values of its own. */
static void
test_run_all (void)
{
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  window = opened ("harmonic-oscillator", "studies");
  WAIT_FOR (!wb_lab_studies_is_busy (studies_of (window)));
  g_assert_null (wb_study_result (study_at (window, wb_lab_studies_find ("orbit"))));
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Run all"), wb_lab_studies_is_busy (studies_of (window)));
  for (int k = 0; k < wb_lab_studies_n (); k++)
    {
      WAIT_FOR (has_ended (window, k));
      g_test_message ("%s: %s", wb_lab_studies_kind (k)->id, wb_study_error (study_at (window, k)) != NULL ? wb_study_error (study_at (window, k)) : "");
      if (strcmp (wb_lab_studies_kind (k)->id, "index-ladder") == 0)
        g_assert_cmpint (wb_study_state (study_at (window, k)), ==, WB_STUDY_UNSUITED);
      else if (!wb_lab_studies_is_of_model (k))
        g_assert_cmpint (wb_study_state (study_at (window, k)), ==, WB_STUDY_DONE);
    }
  g_assert_nonnull (wb_study_result (study_at (window, wb_lab_studies_find ("orbit"))));
  wb_hands_picture (window, "run-all");
  g_assert_true (wb_session_set (wb_window_session (window), WB_PARAMETER, "w", "3", NULL));
  for (int k = 0; k < wb_lab_studies_n (); k++)
    if (wb_study_result (study_at (window, k)) != NULL)
      g_assert_cmpint (wb_study_is_stale (study_at (window, k)), ==, wb_lab_studies_kind (k)->sets == NULL);
  wb_hands_picture (window, "run-all-older");
  wb_test_close (window);
}

/* ---- controller ---- */

static void
test_controller (void)
{
  WbWindow *window;
  WbSession *session;
  GtkWidget *panel, *slider, *button;
  int index = wb_lab_studies_find ("controller");
  double before;

  if (!wb_hands_ready ())
    return;
  window = opened ("van-der-pol", "studies:controller");
  session = wb_window_session (window);
  computed (window, "controller");
  panel = wb_test_find (GTK_WIDGET (window), WB_TYPE_LAB_CONTROLLER_PANEL, NULL);
  button = wb_lab_controller_panel_button (WB_LAB_CONTROLLER_PANEL (panel));
  slider = wb_lab_controller_panel_slider (WB_LAB_CONTROLLER_PANEL (panel), WB_LAB_SAFETY);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "Measure");
  before = lab_result_number (wb_study_result (study_at (window, index)), "accepted_predicted");
  /* A smaller safety factor predicts more steps. */
  gtk_widget_grab_focus (slider);
  for (int k = 0; k < 5; k++)
    wb_hands_key (GDK_KEY_Left, 0);
  WAIT_FOR (wb_study_option (study_at (window, index), "safety") != NULL);
  WAIT_FOR (wb_study_state (study_at (window, index)) == WB_STUDY_DONE && !wb_study_is_stale (study_at (window, index))
            && lab_result_number (wb_study_result (study_at (window, index)), "accepted_predicted") > before);
  CLICK_UNTIL (button, wb_lab_studies_is_busy (studies_of (window)) || strcmp (gtk_button_get_label (GTK_BUTTON (button)), "Use in the run") == 0);
  WAIT_FOR (strcmp (gtk_button_get_label (GTK_BUTTON (button)), "Use in the run") == 0);
  wb_hands_picture (window, "study-controller");
  CLICK_UNTIL (button, strcmp (sim_config_method (wb_session_config (session))->id, "") != 0
                       && sim_config_origin (wb_session_config (session), "safety") == SIM_ORIGIN_LIVE);
  {
    g_autofree char *controller = sim_config_get (wb_session_config (session), "controller");

    g_assert_cmpstr (controller, ==, "predictive");
  }
  wb_test_act (window, "win.undo");
  g_assert_cmpint (sim_config_origin (wb_session_config (session), "safety"), !=, SIM_ORIGIN_LIVE);
  wb_test_close (window);
}

/* ---- knobs ---- */

static void
test_knob (void)
{
  WbWindow *window;
  WbLabStudyCard *card;
  int index = wb_lab_studies_find ("tolerance-dial");
  double before;
  g_autofree char *sentence = NULL;

  if (!wb_hands_ready ())
    return;
  window = opened ("harmonic-oscillator", "studies:tolerance-dial");
  computed (window, "tolerance-dial");
  card = wb_lab_studies_page_card (page_of (window), index);
  sentence = g_strdup (wb_lab_study_card_sentence (card));
  before = lab_result_number (wb_study_result (study_at (window, index)), "asked");
  gtk_widget_grab_focus (wb_lab_study_card_knob (card));
  wb_hands_key (GDK_KEY_Right, 0); /* the accuracies become higher to the right */
  WAIT_FOR (lab_result_number (wb_study_result (study_at (window, index)), "asked") < before);
  WAIT_FOR (strcmp (wb_lab_study_card_sentence (card), sentence) != 0);
  /* The command has the selected value. Changing the value starts no computation. */
  g_assert_false (wb_lab_studies_is_busy (studies_of (window)));
  {
    g_autofree char *command = wb_study_command (study_at (window, index));

    g_assert_nonnull (strstr (command, "--option at="));
  }
  /* A click in the plot moves the knob to that position. */
  before = lab_result_number (wb_study_result (study_at (window, index)), "asked");
  wb_hands_click (wb_lab_study_card_area (card), 0.6 * gtk_widget_get_width (wb_lab_study_card_area (card)), 200);
  WAIT_FOR (lab_result_number (wb_study_result (study_at (window, index)), "asked") != before);
  wb_test_close (window);
}

static void
test_time_window (void)
{
  WbWindow *window;
  GtkWidget *scale;
  int index = wb_lab_studies_find ("dense-output");
  double low, high, from, x;

  if (!wb_hands_ready ())
    return;
  window = opened ("harmonic-oscillator", "studies:dense-output");
  computed (window, "dense-output");
  scale = wb_test_find (GTK_WIDGET (wb_lab_studies_page_card (page_of (window), index)), WB_TYPE_LAB_WINDOW_SCALE, NULL);
  WAIT_FOR (gtk_widget_get_mapped (scale));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window)); /* wait for the final size */
  /* The bar shows the whole run, and in it the window of the result. The upper end of the window is dragged to the middle of the run. */
  wb_lab_window_scale_get (WB_LAB_WINDOW_SCALE (scale), &low, &high);
  g_assert_cmpfloat (low, ==, lab_result_number (wb_study_result (study_at (window, index)), "from"));
  g_assert_cmpfloat (high, ==, lab_result_number (wb_study_result (study_at (window, index)), "to"));
  g_assert_cmpfloat (high - low, <, 5);
  from = low;
  x = 6 + high / 50 * (gtk_widget_get_width (scale) - 12); /* the span is 50 s */
  wb_hands_drag (scale, x, 11, gtk_widget_get_width (scale) / 2, 11);
  wb_lab_window_scale_get (WB_LAB_WINDOW_SCALE (scale), &low, &high);
  g_assert_cmpfloat (low, ==, from);
  g_assert_cmpfloat_with_epsilon (high, 25, 1);
  WAIT_FOR (wb_study_option (study_at (window, index), "to") != NULL);
  WAIT_FOR (wb_study_state (study_at (window, index)) == WB_STUDY_DONE && !wb_study_is_stale (study_at (window, index)));
  {
    const LabTable *errors = lab_result_table (wb_study_result (study_at (window, index)), "errors");

    g_assert_cmpfloat (lab_table_number (errors, lab_table_n_rows (errors) - 1, 0), <=, high);
  }
  wb_hands_key (GDK_KEY_Right, 0);
  WAIT_FOR ((wb_lab_window_scale_get (WB_LAB_WINDOW_SCALE (scale), &low, &high), low > from));
  wb_test_close (window);
}

/* ---- session and undo ---- */

/* Arrow keys move a slider. One undo restores the option, and the prediction is computed again. */
static void
test_undo_option (void)
{
  WbWindow *window;
  WbLabStudies *studies;
  GtkWidget *panel, *slider;
  int index = wb_lab_studies_find ("controller");
  double before;

  if (!wb_hands_ready ())
    return;
  window = opened ("van-der-pol", "studies:controller");
  studies = studies_of (window);
  before = lab_result_number (computed (window, "controller"), "accepted_predicted");
  panel = wb_test_find (GTK_WIDGET (window), WB_TYPE_LAB_CONTROLLER_PANEL, NULL);
  slider = wb_lab_controller_panel_slider (WB_LAB_CONTROLLER_PANEL (panel), WB_LAB_SAFETY);
  gtk_widget_grab_focus (slider);
  for (int k = 0; k < 5; k++)
    wb_hands_key (GDK_KEY_Left, 0);
  WAIT_FOR (wb_study_option (wb_lab_studies_study (studies, index), "safety") != NULL);
  WAIT_FOR (!wb_lab_studies_is_busy (studies) && !wb_study_is_stale (wb_lab_studies_study (studies, index))
            && lab_result_number (wb_study_result (wb_lab_studies_study (studies, index)), "accepted_predicted") > before);
  /* On a slow machine, the keys may be too far apart in time to count as one gesture. */
  for (int k = 0; k < 6 && wb_study_option (wb_lab_studies_study (studies, index), "safety") != NULL; k++)
    wb_test_act (window, "win.undo");
  g_assert_null (wb_study_option (wb_lab_studies_study (studies, index), "safety"));
  WAIT_FOR (!wb_lab_studies_is_busy (studies) && !wb_study_is_stale (wb_lab_studies_study (studies, index))
            && lab_result_number (wb_study_result (wb_lab_studies_study (studies, index)), "accepted_predicted") == before);
  wb_test_act (window, "win.redo");
  g_assert_nonnull (wb_study_option (wb_lab_studies_study (studies, index), "safety"));
  wb_test_close (window);
}

/* A table that is opened or dropped becomes the data of the fit, which is computed with it; undo restores the table before. */
static void
test_data (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "stepwise-measured.csv", NULL);
  int index = wb_lab_studies_find ("fit");
  WbWindow *window;
  WbStudy *study;

  if (!wb_hands_ready ())
    return;
  g_assert_true (g_file_set_contents (path, "t,conc\n0,0\n0.5,5\n1,8\n3,8.5\n7,6.4\n12,4.7\n", -1, NULL));
  window = opened ("theophylline", "studies:fit");
  study = study_at (window, index);
  g_assert_cmpstr (wb_study_option (study, "data"), ==, "theophylline.csv");
  g_assert_cmpfloat (lab_result_number (computed (window, "fit"), "points"), ==, 11);
  wb_hands_picture (window, "fit");
  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "method");
  g_assert_true (wb_window_open_path (window, path));
  g_assert_cmpstr (wb_laboratory_page (wb_laboratory_of (wb_window_session (window))), ==, "studies:fit");
  g_assert_cmpstr (wb_study_option (study, "data"), ==, path);
  WAIT_FOR (!wb_lab_studies_is_busy (studies_of (window)) && !wb_study_is_stale (study) && lab_result_number (wb_study_result (study), "points") == 6);
  wb_test_act (window, "win.undo");
  g_assert_cmpstr (wb_study_option (study, "data"), ==, "theophylline.csv");
  WAIT_FOR (!wb_lab_studies_is_busy (studies_of (window)) && !wb_study_is_stale (study) && lab_result_number (wb_study_result (study), "points") == 11);
  wb_test_close (window);
  g_unlink (path);
}

/* An opened session shows the same study with the same options, and computes each study again that had a result. */
static void
test_session (void)
{
  WbWindow *window = opened ("van-der-pol", "studies:controller");
  WbLabStudies *studies = studies_of (window);
  WbLaboratory *laboratory = wb_laboratory_of (wb_window_session (window));
  int controller = wb_lab_studies_find ("controller"), dense = wb_lab_studies_find ("dense-output"), diagram = wb_lab_studies_find ("continue");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL, *again = NULL, *vary = NULL;
  double predicted;

  wb_study_set_option (wb_lab_studies_study (studies, controller), "controller", "pi");
  wb_study_set_option (wb_lab_studies_study (studies, dense), "to", "7.5");
  wb_study_set_option (wb_lab_studies_study (studies, diagram), "vary", "mu=0.5:3");
  wb_laboratory_set_axis (laboratory, "work-precision", "steps");
  wb_lab_studies_run (studies, wb_lab_studies_study (studies, controller));
  WAIT_FOR (!wb_lab_studies_is_busy (studies) && !wb_study_is_stale (wb_lab_studies_study (studies, controller)));
  predicted = lab_result_number (computed (window, "controller"), "accepted_predicted");
  text = wb_session_file_text (wb_window_session (window));
  g_assert_nonnull (strstr (text, "page: studies:controller"));
  wb_test_close (window);

  window = wb_test_window ("harmonic-oscillator");
  studies = studies_of (window);
  g_assert_true (wb_session_file_load_text (text, "saved", wb_window_session (window), &error));
  g_assert_no_error (error);
  laboratory = wb_laboratory_of (wb_window_session (window));
  g_assert_cmpstr (wb_laboratory_page (laboratory), ==, "studies:controller");
  g_assert_cmpstr (wb_laboratory_axis (laboratory, "work-precision"), ==, "steps");
  g_assert_cmpstr (wb_study_option (wb_lab_studies_study (studies, controller), "controller"), ==, "pi");
  g_assert_cmpstr (wb_study_option (wb_lab_studies_study (studies, dense), "to"), ==, "7.5");
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (wb_lab_studies_page_card (page_of (window), controller))));
  g_assert_cmpfloat (lab_result_number (computed (window, "controller"), "accepted_predicted"), ==, predicted);
  vary = g_strdup (wb_study_option (wb_lab_studies_study (studies, diagram), "vary"));
  g_assert_cmpstr (vary, ==, "mu=0.5:3");
  WAIT_FOR (!wb_lab_studies_is_busy (studies));
  again = wb_session_file_text (wb_window_session (window));
  g_assert_cmpstr (strstr (again, "\nlaboratory:"), ==, strstr (text, "\nlaboratory:"));
  wb_test_close (window);
}

/* ---- cancel ---- */

static void
test_escape (void)
{
  WbWindow *window = opened ("arenstorf", "studies");
  WbLabStudies *studies = studies_of (window);
  int dial = wb_lab_studies_find ("tolerance-dial");
  const LabResult *result;

  /* These methods need enough time for a run at each accuracy that the study can be cancelled. */
  wb_study_set_option (wb_lab_studies_study (studies, dial), "integrators", "runge_kutta5,dop853,bogacki_shampine3,explicit_euler,runge_kutta4");
  wb_lab_studies_run (studies, wb_lab_studies_study (studies, dial));
  wb_lab_studies_run (studies, wb_lab_studies_study (studies, wb_lab_studies_find ("cost-ledger")));
  g_assert_cmpint (wb_study_state (wb_lab_studies_study (studies, wb_lab_studies_find ("cost-ledger"))), ==, WB_STUDY_WAITING);
  WAIT_FOR (wb_study_result (wb_lab_studies_study (studies, dial)) != NULL);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  if (wb_lab_studies_is_busy (studies))
    g_assert_true (wb_test_press (GTK_WIDGET (window), GDK_KEY_Escape, 0));
  g_assert_false (wb_lab_studies_is_busy (studies));
  result = wb_study_result (wb_lab_studies_study (studies, dial));
  g_assert_nonnull (result);
  g_assert_cmpint (lab_table_n_rows (lab_result_table (result, "rows")), >, 0);
  wb_test_close (window);
}

static void
test_failure (void)
{
  WbWindow *window = opened ("van-der-pol", "studies");
  int index = wb_lab_studies_find ("modified-equation");

  wb_study_set_option (study_at (window, index), "step", "0.2");
  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "studies:modified-equation");
  wb_lab_studies_run (studies_of (window), study_at (window, index));
  WAIT_FOR (wb_study_state (study_at (window, index)) == WB_STUDY_FAILED);
  g_assert_true (g_str_has_prefix (wb_lab_study_card_sentence (wb_lab_studies_page_card (page_of (window), index)), "The method fails in step "));
  wb_test_close (window);
}

/* A study for one model offers to open it, and runs when it is open. */
static void
test_unsuited (void)
{
  WbWindow *window;
  WbLabStudyCard *card;
  GtkWidget *button;
  int index = wb_lab_studies_find ("index-ladder");

  if (!wb_hands_ready ())
    return;
  window = opened ("van-der-pol", "studies:index-ladder");
  WAIT_FOR (wb_study_state (study_at (window, index)) == WB_STUDY_UNSUITED);
  card = wb_lab_studies_page_card (page_of (window), index);
  g_assert_true (g_str_has_prefix (wb_lab_study_card_sentence (card), "This study needs the model 'index-ladder'"));
  button = wb_lab_study_card_other_model (card);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "Open the model Index ladder");
  WAIT_FOR (gtk_widget_get_mapped (button));
  wb_hands_picture (window, "study-unsuited");
  CLICK_UNTIL (button, strcmp (model_id (wb_session_model (wb_window_session (window))), "index-ladder") == 0);
  computed (window, "index-ladder");
  WAIT_FOR (!gtk_widget_get_visible (button));
  wb_test_close (window);
}

/* Another method that suits the study makes it available again. */
static void
test_unsuited_method (void)
{
  WbWindow *window = opened ("van-der-pol", "studies:controller");
  int index = wb_lab_studies_find ("controller");

  computed (window, "controller");
  g_assert_true (wb_session_set (wb_window_session (window), WB_SETTING, "integrator", "explicit_euler", NULL));
  wb_lab_studies_run (studies_of (window), study_at (window, index));
  WAIT_FOR (wb_study_state (study_at (window, index)) == WB_STUDY_UNSUITED);
  g_assert_null (wb_lab_study_card_other_model (wb_lab_studies_page_card (page_of (window), index)));
  g_assert_true (wb_session_set (wb_window_session (window), WB_SETTING, "integrator", "runge_kutta5", NULL));
  g_assert_cmpint (wb_study_state (study_at (window, index)), ==, WB_STUDY_NEW);
  g_assert_null (wb_study_error (study_at (window, index)));
  wb_test_close (window);
}

static void
test_older (void)
{
  WbWindow *window = opened ("harmonic-oscillator", "studies:refinement");
  int index = wb_lab_studies_find ("refinement");

  computed (window, "refinement");
  g_assert_false (wb_study_is_stale (study_at (window, index)));
  g_assert_true (wb_session_set (wb_window_session (window), WB_PARAMETER, "w", "3", NULL));
  g_assert_true (wb_study_is_stale (study_at (window, index)));
  /* The result stays that of its model when another model is opened. */
  g_assert_true (wb_session_open_model (wb_window_session (window), "lorenz"));
  g_assert_nonnull (strstr (wb_study_remark (study_at (window, index)), "armonic"));
  wb_test_close (window);
}

static void
test_refinement_key (void)
{
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("harmonic-oscillator");
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  wb_test_act (window, "win.check-refinement"); /* actions have no keys in a window without an application */
  WAIT_FOR (g_strcmp0 (wb_session_view (wb_window_session (window)), "laboratory") == 0);
  g_assert_cmpfloat (lab_result_number (computed (window, "refinement"), "predicted"), >, 0);
  wb_test_close (window);
}

/* A link in a lesson opens a study. It computes the study again if the lesson has changed the model. */
static void
test_lesson_link (void)
{
  WbWindow *window = opened ("van-der-pol", "studies:controller");
  int index = wb_lab_studies_find ("controller");

  computed (window, "controller");
  g_assert_cmpstr (wb_study_result_model (study_at (window, index)), ==, "van-der-pol");
  g_assert_true (wb_window_open_lesson (window, "boldness-of-a-step", 0));
  WAIT_FOR (g_strcmp0 (wb_session_view (wb_window_session (window)), "simulate") == 0);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson-link", "i", 0));
  g_assert_cmpstr (wb_session_view (wb_window_session (window)), ==, "laboratory");
  g_assert_cmpstr (wb_laboratory_page (wb_laboratory_of (wb_window_session (window))), ==, "studies:controller");
  WAIT_FOR (strcmp (wb_study_result_model (study_at (window, index)), "van-der-pol") != 0);
  computed (window, "controller");
  g_assert_false (wb_study_is_stale (study_at (window, index)));
  wb_test_close (window);
}

/* ---- export, and the layout ---- */

static void
test_export (void)
{
  static const char *const formats[] = { "svg", "pdf", "png", "csv", "json" };
  WbWindow *window = opened ("harmonic-oscillator", "studies:refinement");
  WbLabStudyCard *card = wb_lab_studies_page_card (page_of (window), wb_lab_studies_find ("refinement"));
  g_autofree char *json = lab_result_json ("refinement", "harmonic-oscillator", computed (window, "refinement"));

  wb_test_files_begin ();
  for (guint k = 0; k < G_N_ELEMENTS (formats); k++)
    {
      g_autofree char *text = NULL;
      gsize length = 0;

      g_assert_true (gtk_widget_activate_action (wb_lab_study_card_area (card), "card.export", "s", formats[k]));
      g_assert_true (g_str_has_suffix (wb_test_files_chosen (), formats[k]));
      WAIT_FOR (g_file_test (wb_test_files_chosen (), G_FILE_TEST_EXISTS));
      g_assert_true (g_file_get_contents (wb_test_files_chosen (), &text, &length, NULL));
      g_assert_cmpuint (length, >, 50);
      if (strcmp (formats[k], "json") == 0)
        g_assert_cmpstr (text, ==, json);
      if (strcmp (formats[k], "csv") == 0)
        g_assert_nonnull (strstr (text, "predicted,"));
    }
  wb_test_files_end ();
  wb_test_close (window);
}

/* The button of the page writes all results to one file: the plots in one figure, the numbers as a list. */
static void
test_export_all (void)
{
  WbWindow *window = opened ("harmonic-oscillator", "studies:refinement");
  GtkWidget *page;
  g_autofree char *refinement = g_strchomp (lab_result_json ("refinement", "harmonic-oscillator", computed (window, "refinement"))), *text = NULL, *ledger = NULL;
  g_autofree char *figure = NULL;

  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "studies:cost-ledger");
  ledger = g_strchomp (lab_result_json ("cost-ledger", "harmonic-oscillator", computed (window, "cost-ledger")));
  page = GTK_WIDGET (wb_window_laboratory (window));
  wb_test_files_begin ();
  g_assert_true (gtk_widget_activate_action (page, "studies.export", "s", "json"));
  WAIT_FOR (g_file_test (wb_test_files_chosen (), G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (wb_test_files_chosen (), &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "[\n{") && g_str_has_suffix (text, "}\n]\n"));
  g_assert_nonnull (strstr (text, refinement));
  g_assert_nonnull (strstr (text, ledger));
  g_assert_true (gtk_widget_activate_action (page, "studies.export", "s", "svg"));
  WAIT_FOR (g_file_test (wb_test_files_chosen (), G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (wb_test_files_chosen (), &figure, NULL, NULL));
  g_assert_nonnull (strstr (figure, "840")); /* the width of two columns */
  wb_test_files_end ();
  wb_test_close (window);
}

static void
test_columns (void)
{
  WbWindow *window = opened ("harmonic-oscillator", "studies");

  WAIT_FOR (wb_lab_studies_page_n_columns (page_of (window)) == 3);
  gtk_window_set_default_size (GTK_WINDOW (window), 1100, 800);
  WAIT_FOR (wb_lab_studies_page_n_columns (page_of (window)) == 2);
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  WAIT_FOR (wb_lab_studies_page_n_columns (page_of (window)) <= 2);
  /* The smallest width of the window depends on its layout, so the window becomes narrow in several steps. */
  for (int k = 0; k < 50 && wb_lab_studies_page_n_columns (page_of (window)) != 1; k++)
    {
      gtk_window_set_default_size (GTK_WINDOW (window), 720 + k % 2, 600);
      wb_test_turn (0.1);
    }
  g_assert_cmpint (wb_lab_studies_page_n_columns (page_of (window)), ==, 1);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/studies/headings-fold-their-rows", test_fold);
  g_test_add_func ("/app/studies/rows-and-enter-open-a-study-and-escape-closes-it", test_rows);
  g_test_add_func ("/app/studies/the-copied-command-prints-the-numbers-of-the-card", test_same_numbers);
  g_test_add_func ("/app/studies/run-all-computes-every-study-that-suits-the-model", test_run_all);
  g_test_add_func ("/app/studies/the-steps-of-a-controller-are-predicted-and-measured-and-it-can-be-used", test_controller);
  g_test_add_func ("/app/studies/the-knob-moves-by-keys-and-clicks-without-a-computation", test_knob);
  g_test_add_func ("/app/studies/dragging-the-time-window-computes-the-errors-inside-it", test_time_window);
  g_test_add_func ("/app/studies/undo-restores-an-option-and-computes-again", test_undo_option);
  g_test_add_func ("/app/studies/a-table-that-is-opened-is-fitted", test_data);
  g_test_add_func ("/app/studies/a-session-file-stores-the-page-the-options-and-the-results", test_session);
  g_test_add_func ("/app/studies/escape-cancels-a-study-and-keeps-its-partial-result", test_escape);
  g_test_add_func ("/app/studies/a-study-that-fails-says-why", test_failure);
  g_test_add_func ("/app/studies/a-study-of-one-model-opens-it", test_unsuited);
  g_test_add_func ("/app/studies/another-method-makes-a-study-available-again", test_unsuited_method);
  g_test_add_func ("/app/studies/a-result-keeps-its-model-and-is-marked-as-older", test_older);
  g_test_add_func ("/app/studies/a-key-checks-the-run-by-refinement", test_refinement_key);
  g_test_add_func ("/app/studies/a-link-of-a-lesson-computes-its-study", test_lesson_link);
  g_test_add_func ("/app/studies/results-are-exported-as-figures-and-numbers", test_export);
  g_test_add_func ("/app/studies/all-results-are-exported-to-one-file", test_export_all);
  g_test_add_func ("/app/studies/the-number-of-columns-follows-the-width", test_columns);
  return g_test_run ();
}
