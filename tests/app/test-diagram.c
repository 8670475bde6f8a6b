/* Tests the bifurcation diagram of the Laboratory with real pointer and key events. */
#include "wb-hands.h"

#include <glib/gstdio.h>
#include <string.h>

#include "lab-diagram.h"
#include "lab-result-text.h"
#include "wb-field.h"
#include "wb-lab-diagram-panel.h"
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

static WbLabStudyCard *
card_of (WbWindow *window)
{
  return wb_lab_studies_page_card (wb_laboratory_view_studies (wb_window_laboratory (window)), wb_lab_studies_find ("continue"));
}

static WbLabDiagramPanel *
panel_of (WbWindow *window)
{
  return WB_LAB_DIAGRAM_PANEL (wb_test_find (GTK_WIDGET (card_of (window)), WB_TYPE_LAB_DIAGRAM_PANEL, NULL));
}

/* Returns the box with the list of parameters and the buttons of the diagram. */
static GtkWidget *
tools_of (WbWindow *window)
{
  return wb_lab_diagram_panel_tools (panel_of (window));
}

/* Opens the panel with the points. */
static void
open_panel (WbWindow *window)
{
  CLICK_UNTIL (wb_lab_diagram_panel_button (panel_of (window)), gtk_widget_get_mapped (GTK_WIDGET (panel_of (window))));
}

static const LabResult *
result_of (WbWindow *window)
{
  return wb_study_result (study_at (window, wb_lab_studies_find ("continue")));
}

static gboolean
is_done (WbWindow *window)
{
  int k = wb_lab_studies_find ("continue");

  return wb_study_state (study_at (window, k)) == WB_STUDY_DONE && !wb_study_is_stale (study_at (window, k));
}

/* Opens the diagram of the FitzHugh–Nagumo model over the current. The model gives the range of the current. */
static WbWindow *
opened (void)
{
  WbWindow *window = wb_test_window ("fitzhugh-nagumo");
  GtkWidget *parameter;

  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "studies:continue");
  g_assert_true (wb_window_show_view (window, "laboratory"));
  WAIT_FOR (is_done (window)); /* the diagram over the first parameter is computed */
  parameter = wb_test_find (tools_of (window), GTK_TYPE_DROP_DOWN, NULL);
  for (guint k = 0; k < 4; k++)
    {
      g_autoptr (GtkStringObject) name = g_list_model_get_item (gtk_drop_down_get_model (GTK_DROP_DOWN (parameter)), k);

      if (strcmp (gtk_string_object_get_string (name), "Iext") == 0)
        gtk_drop_down_set_selected (GTK_DROP_DOWN (parameter), k);
    }
  /* Click once only: a second click would start the computation again. */
  CLICK_UNTIL (wb_hands_find (tools_of (window), "Compute"),
               wb_lab_studies_is_busy (studies_of (window)) || (is_done (window) && strcmp (lab_diagram_parameter (result_of (window)), "Iext") == 0));
  WAIT_FOR (is_done (window));
  g_assert_cmpstr (lab_diagram_parameter (result_of (window)), ==, "Iext");
  open_panel (window);
  return window;
}

static double
number_of (WbSession *session, WbKind kind, const char *key)
{
  g_autofree char *text = wb_session_get (session, kind, key);

  return g_ascii_strtod (text, NULL);
}

/* The user selects a special point in the list and starts a run there. */
static void
test_list (void)
{
  WbWindow *window;
  WbSession *session;
  const LabTable *special;
  double p, v;

  if (!wb_hands_ready ())
    return;
  window = opened ();
  session = wb_window_session (window);
  special = lab_result_table (result_of (window), "special");
  /* The Hopf points are at 0.33128 and 1.41872. */
  g_assert_nonnull (wb_hands_find (GTK_WIDGET (panel_of (window)), "1.41872"));
  CLICK_UNTIL (wb_hands_find (wb_lab_diagram_panel_list (panel_of (window)), "0.331281"),
               strstr (wb_lab_diagram_panel_text (panel_of (window)), "Iext = 0.331281") != NULL);
  g_assert_true (g_str_has_prefix (wb_lab_diagram_panel_text (panel_of (window)), "subcritical Hopf\n"));
  wb_hands_picture (window, "diagram");
  p = lab_table_number (special, 1, 2);
  v = lab_table_number (special, 1, lab_table_column (special, "v"));
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (panel_of (window)), "Run from here"), strcmp (wb_session_view (session), "simulate") == 0);
  g_assert_cmpfloat (number_of (session, WB_PARAMETER, "Iext"), ==, p);
  g_assert_cmpfloat (number_of (session, WB_INITIAL, "v"), ==, v);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  wb_test_act (window, "win.undo");
  g_assert_false (wb_session_is_set (session, WB_PARAMETER, "Iext"));
  g_assert_false (wb_session_is_set (session, WB_INITIAL, "v"));
  wb_test_close (window);
}

/* Clicks at a point of the diagram in data units. */
static void
click_at (WbWindow *window, double p, double y)
{
  GtkWidget *area = wb_lab_study_card_area (card_of (window));
  double px, py;

  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  plot_view_map (wb_plot_area_view (WB_PLOT_AREA (area)), p, y, &px, &py);
  wb_hands_click (area, px, py);
}

/* Clicks at a point of the diagram until a condition holds. A thread draws the diagram. A click that comes before the diagram is drawn in
 * its present size uses scales that no longer hold, and it then misses the point. */
#define CLICK_AT_UNTIL(window, p, y, condition)                                                                            \
  G_STMT_START                                                                                                             \
  {                                                                                                                        \
    for (int try_ = 0; !(condition) && try_ < 20; try_++)                                                                  \
      {                                                                                                                    \
        click_at (window, p, y);                                                                                           \
        for (gint64 end_ = g_get_monotonic_time () + 2 * G_USEC_PER_SEC; !(condition) && g_get_monotonic_time () < end_;) \
          wb_test_turn (0.01);                                                                                             \
      }                                                                                                                    \
    g_assert_true (condition);                                                                                             \
  }                                                                                                                        \
  G_STMT_END

/* A click on a curve selects the nearest point of the curve. A click beside the curves selects none. */
static void
test_click (void)
{
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  window = opened ();
  /* The equilibrium at Iext = 0.2 is stable. From v − v³/3 + 0.2 = w and v + 0.7 = 0.8 w follows v = −1.0693. */
  CLICK_AT_UNTIL (window, 0.2, -1.0693, g_str_has_prefix (wb_lab_diagram_panel_text (panel_of (window)), "Stable equilibrium\nIext = 0."));
  /* The largest v of the stable cycle at Iext = 1 is near 1.94. */
  CLICK_AT_UNTIL (window, 1, 1.94, g_str_has_prefix (wb_lab_diagram_panel_text (panel_of (window)), "Stable cycle\n"));
  g_assert_nonnull (strstr (wb_lab_diagram_panel_text (panel_of (window)), "\nperiod = "));
  CLICK_AT_UNTIL (window, 0.7, 1, *wb_lab_diagram_panel_text (panel_of (window)) == '\0');
  /* The phase plane uses the parameter of the selected point. */
  CLICK_AT_UNTIL (window, 0.2, -1.0693, *wb_lab_diagram_panel_text (panel_of (window)) != '\0');
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (panel_of (window)), "Show the phase plane"),
               strcmp (wb_laboratory_page (wb_laboratory_of (wb_window_session (window))), "plane") == 0);
  g_assert_cmpfloat_with_epsilon (number_of (wb_window_session (window), WB_PARAMETER, "Iext"), 0.2, 0.05);
  g_assert_false (wb_session_is_set (wb_window_session (window), WB_INITIAL, "v"));
  wb_test_close (window);
}

/* A click some pixels beside the marker of a special point selects this point, in the plot and in the list, though points of the branch are
 * nearer. */
static void
test_click_marker (void)
{
  WbWindow *window;
  const LabTable *special;
  GtkListBox *list;
  int row = -1;
  LabDiagramPoint point;

  if (!wb_hands_ready ())
    return;
  window = opened ();
  special = lab_result_table (result_of (window), "special");
  for (int r = 0; r < lab_table_n_rows (special); r++)
    if (fabs (lab_table_number (special, r, 2) - 1.41872) < 1e-4 && strcmp (lab_table_text (special, r, 0), "hopf") == 0)
      row = r;
  g_assert_cmpint (row, >=, 0);
  point = lab_diagram_special (result_of (window), row, 0);
  list = GTK_LIST_BOX (wb_lab_diagram_panel_list (panel_of (window)));
  g_assert_null (gtk_list_box_get_selected_row (list));
  CLICK_AT_UNTIL (window, point.p + 0.01, point.y + 0.01, strstr (wb_lab_diagram_panel_text (panel_of (window)), "Iext = 1.41872") != NULL);
  g_assert_true (g_str_has_prefix (wb_lab_diagram_panel_text (panel_of (window)), "subcritical Hopf\n"));
  g_assert_nonnull (strstr (wb_lab_diagram_panel_text (panel_of (window)), "\nfrequency = "));
  g_assert_nonnull (gtk_list_box_get_selected_row (list));
  g_assert_cmpint (gtk_list_box_row_get_index (gtk_list_box_get_selected_row (list)), ==, row);
  /* A click on empty space removes the selection from both. */
  CLICK_AT_UNTIL (window, 0.7, 1, gtk_list_box_get_selected_row (list) == NULL);
  g_assert_cmpstr (wb_lab_diagram_panel_text (panel_of (window)), ==, "");
  wb_test_close (window);
}

static void
test_same_numbers (void)
{
  WbWindow *window;
  g_autofree char *command = NULL, *out = NULL, *json = NULL;

  if (!wb_hands_ready ())
    return;
  window = opened ();
  json = lab_result_json ("continue", "fitzhugh-nagumo", result_of (window));
  command = wb_study_command (study_at (window, wb_lab_studies_find ("continue")));
  out = wb_test_run_command (command, "--format json");
  g_assert_cmpstr (out, ==, json);
  wb_test_close (window);
}

/* Opens the session of a text in a window with another model, and waits for its diagram. */
static WbWindow *
reopened (const char *text)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  g_autoptr (GError) error = NULL;

  g_assert_true (wb_session_file_load_text (text, "saved", wb_window_session (window), &error));
  g_assert_no_error (error);
  WAIT_FOR (is_done (window));
  return window;
}

/* Returns the table that belongs to the window; NULL: none is open. */
static GtkWidget *
table_of (WbWindow *window)
{
  GListModel *windows = gtk_window_get_toplevels ();
  GtkWidget *table = NULL;

  for (guint k = 0; table == NULL && k < g_list_model_get_n_items (windows); k++)
    {
      g_autoptr (GtkWindow) other = g_list_model_get_item (windows, k);

      if (gtk_window_get_transient_for (other) == GTK_WINDOW (window))
        table = wb_test_find (GTK_WIDGET (other), GTK_TYPE_COLUMN_VIEW, NULL);
    }
  return table;
}

/* The figure, the numbers, the copied command, the table and the session of a diagram have its special point of this kind, whose text is shown. */
static void
check_outputs (WbWindow *window, const char *kind)
{
  static const char *const formats[] = { "svg", "csv", "json" };
  g_autofree char *json = lab_result_json ("continue", model_id (wb_session_model (wb_window_session (window))), result_of (window));
  g_autofree char *command = wb_study_command (study_at (window, wb_lab_studies_find ("continue")));
  g_autofree char *out = wb_test_run_command (command, "--format json"), *session = wb_session_file_text (wb_window_session (window));
  g_autofree char *words = g_strdup (wb_lab_diagram_panel_text (panel_of (window)));
  WbWindow *again;

  g_assert_cmpstr (out, ==, json);
  g_assert_nonnull (strstr (json, kind));
  wb_test_files_begin ();
  for (guint k = 0; k < G_N_ELEMENTS (formats); k++)
    {
      g_autofree char *text = NULL;

      g_assert_true (gtk_widget_activate_action (wb_lab_study_card_area (card_of (window)), "card.export", "s", formats[k]));
      WAIT_FOR (g_file_test (wb_test_files_chosen (), G_FILE_TEST_EXISTS) && g_str_has_suffix (wb_test_files_chosen (), formats[k]));
      g_assert_true (g_file_get_contents (wb_test_files_chosen (), &text, NULL, NULL));
      if (strcmp (formats[k], "json") == 0)
        g_assert_cmpstr (text, ==, json);
      else
        g_assert_nonnull (strstr (text, strcmp (formats[k], "csv") == 0 ? kind : "<svg"));
      g_remove (wb_test_files_chosen ());
    }
  wb_test_files_end ();
  g_assert_true (gtk_widget_activate_action (wb_lab_study_card_area (card_of (window)), "card.table", NULL));
  WAIT_FOR (table_of (window) != NULL);
  gtk_window_destroy (GTK_WINDOW (gtk_widget_get_root (table_of (window))));
  again = reopened (session);
  g_assert_cmpstr (wb_lab_diagram_panel_text (panel_of (again)), ==, words);
  wb_test_close (again);
}

/* Special points of cycles are in the list, in all outputs, and can be clicked in the plot. */
static void
test_cycle_points (void)
{
  /* r' = r (p + growth), φ' = 2. Without growth r = √p, and the linear part of z and w on the cycle is that of the kind at p = 0.25. With the coefficients
   * of the period doubling, vectors at the angle φ/2 grow at the rate r − 0.5. With growth r² − r⁴ the cycles of both signs of the root meet at p = −0.25. */
  static const struct { const char *growth, *others, *name, *kind; double p, x; } rows[] = {
    { "- x^2 - y^2", "  z: {initial: 0, derivative: z*(x^2 + y^2 - 0.25 - z^2)}\n", "pitchfork of cycles", "cycle_pitchfork", 0.25, 0.5 },
    { "- x^2 - y^2", "  z: {initial: 0, derivative: (x^2 + y^2 - 0.25)*z - 0.7*w}\n  w: {initial: 0, derivative: (x^2 + y^2 - 0.25)*w + 0.7*z}\n",
      "torus (Neimark–Sacker) point", "torus", 0.25, 0.5 },
    { "- x^2 - y^2", "  z: {initial: 0, derivative: x*z + y*w - z/2 - w - z*(z^2 + w^2)}\n  w: {initial: 0, derivative: y*z - x*w - w/2 + z - w*(z^2 + w^2)}\n",
      "period doubling", "period_doubling", 0.25, 0.5 },
    { "+ (x^2 + y^2) - (x^2 + y^2)^2", "", "fold of cycles", "fold", -0.25, G_SQRT2 / 2 },
  };

  if (!wb_hands_ready ())
    return;
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *yaml = g_strdup_printf ("format: 1\nname: Cycles\ntime: {end: 20}\nparameters: {p: {value: 0.5, range: [-0.5, 1]}}\nstates:\n"
                                               "  x: {initial: 1, derivative: x*(p %s) - 2*y}\n"
                                               "  y: {initial: 0, derivative: y*(p %s) + 2*x}\n%s", rows[k].growth, rows[k].growth, rows[k].others);
      g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *file = g_build_filename (folder, "cycles.yaml", NULL);
      WbWindow *window;
      GtkListBox *list;
      int row;

      g_assert_true (g_file_set_contents (file, yaml, -1, NULL));
      window = wb_test_window (file);
      wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "studies:continue");
      g_assert_true (wb_window_show_view (window, "laboratory"));
      WAIT_FOR (is_done (window));
      open_panel (window);
      CLICK_UNTIL (wb_hands_find (wb_lab_diagram_panel_list (panel_of (window)), rows[k].name),
                   g_str_has_prefix (wb_lab_diagram_panel_text (panel_of (window)), rows[k].name));
      g_assert_nonnull (strstr (wb_lab_diagram_panel_text (panel_of (window)), rows[k].p < 0 ? "\np = \342\210\2220.25" : "\np = 0.25"));
      g_assert_nonnull (strstr (wb_lab_diagram_panel_text (panel_of (window)), "\nperiod = 3.14159"));
      g_assert_cmpint (strstr (wb_lab_diagram_panel_text (panel_of (window)), "\nfrequency = 0.7") != NULL, ==, k == 1);
      list = GTK_LIST_BOX (wb_lab_diagram_panel_list (panel_of (window)));
      row = gtk_list_box_row_get_index (gtk_list_box_get_selected_row (list));
      CLICK_AT_UNTIL (window, -0.4, 0.6, gtk_list_box_get_selected_row (list) == NULL);
      CLICK_AT_UNTIL (window, rows[k].p + 0.005, rows[k].x, g_str_has_prefix (wb_lab_diagram_panel_text (panel_of (window)), rows[k].name));
      g_assert_cmpint (gtk_list_box_row_get_index (gtk_list_box_get_selected_row (list)), ==, row);
      wb_hands_picture (window, rows[k].kind);
      check_outputs (window, rows[k].kind);
      wb_test_close (window);
      g_remove (file);
      g_rmdir (folder);
    }
}

/* Opens the diagram of a model for which it cannot be computed, and expects a message with these words. */
static void
expect_failure (const char *model, WbStudyState state, const char *words)
{
  WbWindow *window = wb_test_window (model);
  int k = wb_lab_studies_find ("continue");

  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "studies:continue");
  g_assert_true (wb_window_show_view (window, "laboratory"));
  WAIT_FOR (wb_study_state (study_at (window, k)) == state);
  g_assert_nonnull (strstr (wb_lab_study_card_sentence (card_of (window)), words));
  wb_test_close (window);
}

static void
test_failures (void)
{
  expect_failure ("henon-heiles", WB_STUDY_FAILED, "needs the option 'vary'"); /* this model has no parameter */
  expect_failure ("duffing", WB_STUDY_UNSUITED, "depends on t");
}

/* The branches of equilibria appear while the cycles are followed, and stay when Escape cancels the computation. */
static void
test_escape (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  int k = wb_lab_studies_find ("continue");

  wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), "studies:continue");
  g_assert_true (wb_window_show_view (window, "laboratory"));
  WAIT_FOR (wb_study_state (study_at (window, k)) == WB_STUDY_RUNNING && result_of (window) != NULL);
  g_assert_nonnull (strstr (wb_lab_study_card_sentence (card_of (window)), "The cycles are being followed."));
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  g_assert_true (wb_test_press (GTK_WIDGET (window), GDK_KEY_Escape, 0));
  g_assert_cmpint (wb_study_state (study_at (window, k)), ==, WB_STUDY_STOPPED);
  g_assert_nonnull (result_of (window));
  g_assert_true (wb_study_is_partial (study_at (window, k)));
  g_assert_false (wb_lab_studies_is_busy (studies_of (window)));
  wb_test_close (window);
}

/* A session keeps the state on the vertical axis and the selected point, a special point as well as a point of a branch. */
static void
test_session (void)
{
  WbWindow *window;
  g_autofree char *text = NULL, *words = NULL, *text_of_branch = NULL, *words_of_branch = NULL;

  if (!wb_hands_ready ())
    return;
  window = opened ();
  /* The state w on the vertical axis. At Iext = 0.2 the equilibrium has w = −0.4616. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (wb_lab_diagram_panel_state_control (panel_of (window))), 1);
  CLICK_UNTIL (wb_hands_find (wb_lab_diagram_panel_list (panel_of (window)), "1.41872"), *wb_lab_diagram_panel_text (panel_of (window)) != '\0');
  words = g_strdup (wb_lab_diagram_panel_text (panel_of (window)));
  text = wb_session_file_text (wb_window_session (window));
  CLICK_AT_UNTIL (window, 0.2, -0.4616, g_str_has_prefix (wb_lab_diagram_panel_text (panel_of (window)), "Stable equilibrium\n"));
  words_of_branch = g_strdup (wb_lab_diagram_panel_text (panel_of (window)));
  text_of_branch = wb_session_file_text (wb_window_session (window));
  wb_test_close (window);

  window = reopened (text);
  g_assert_cmpint (wb_lab_diagram_panel_state (panel_of (window)), ==, 1);
  g_assert_cmpstr (wb_lab_diagram_panel_text (panel_of (window)), ==, words);
  g_assert_nonnull (gtk_list_box_get_selected_row (GTK_LIST_BOX (wb_lab_diagram_panel_list (panel_of (window)))));
  /* The choices belong to the model. */
  g_assert_true (wb_session_open_model (wb_window_session (window), "brusselator"));
  for (int k = 0; k < WB_N_LAB_DIAGRAM_CHOICES; k++)
    g_assert_null (wb_laboratory_diagram (wb_laboratory_of (wb_window_session (window)), k));
  wb_test_close (window);

  window = reopened (text_of_branch);
  g_assert_cmpstr (wb_lab_diagram_panel_text (panel_of (window)), ==, words_of_branch);
  g_assert_null (gtk_list_box_get_selected_row (GTK_LIST_BOX (wb_lab_diagram_panel_list (panel_of (window)))));
  wb_test_close (window);
}

/* Returns whether the whole widget is inside another one. */
static gboolean
is_inside (GtkWidget *widget, GtkWidget *around)
{
  graphene_rect_t box;

  return gtk_widget_compute_bounds (widget, around, &box) && box.origin.y >= -0.5 && box.origin.y + box.size.height <= (float) gtk_widget_get_height (around) + 0.5F;
}

/* In a small window with a selected point, the panel shows three rows of the list, and the wheel reaches the buttons below the point. */
static void
test_small (void)
{
  WbWindow *window;
  GtkWidget *list, *button, *scrolled;
  GtkAdjustment *adjustment;

  if (!wb_hands_ready ())
    return;
  window = opened ();
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (window)) <= 900 && gtk_widget_get_height (GTK_WIDGET (window)) <= 600);
  list = wb_lab_diagram_panel_list (panel_of (window));
  CLICK_UNTIL (wb_hands_find (list, "0.331281"), strstr (wb_lab_diagram_panel_text (panel_of (window)), "Iext = 0.331281") != NULL);
  scrolled = gtk_widget_get_ancestor (list, GTK_TYPE_SCROLLED_WINDOW);
  button = wb_hands_find (GTK_WIDGET (panel_of (window)), "Show the phase plane");
  WAIT_FOR (gtk_widget_get_mapped (button));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  for (int k = 0; k < 3; k++)
    g_assert_true (is_inside (GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), k)), scrolled));
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  for (int k = 0; k < 200 && gtk_adjustment_get_value (adjustment) < gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment); k++)
    {
      wb_hands_point (scrolled, NAN, NAN);
      wb_input_button (5, TRUE);
      wb_input_button (5, FALSE);
      wb_test_turn (0.02);
    }
  g_assert_true (is_inside (button, scrolled));
  wb_hands_picture (window, "diagram-small");
  CLICK_UNTIL (button, strcmp (wb_laboratory_page (wb_laboratory_of (wb_window_session (window))), "plane") == 0);
  wb_test_close (window);
}

/* An end of the range that is beyond the other one is marked while it is typed and not set. It is set when the other end makes it right. */
static void
test_range (void)
{
  WbWindow *window;
  WbField *from, *to;
  g_autofree char *before = NULL;
  int k = wb_lab_studies_find ("continue");

  if (!wb_hands_ready ())
    return;
  window = opened ();
  before = g_strdup (wb_study_option (study_at (window, k), "vary"));
  from = wb_test_field (GTK_WIDGET (panel_of (window)), "0");
  to = wb_test_field (GTK_WIDGET (panel_of (window)), "1");
  wb_test_type (from, "5");
  WAIT_FOR (strcmp (wb_field_reason (from), "the second end must be above the first") == 0 && gtk_widget_get_mapped (wb_field_why (from)));
  g_assert_false (wb_field_commit (from));
  g_assert_cmpstr (wb_study_option (study_at (window, k), "vary"), ==, before);
  wb_test_type (to, "6");
  g_assert_true (wb_field_commit (to));
  g_assert_true (g_str_has_suffix (wb_study_option (study_at (window, k), "vary"), "=5:6"));
  WAIT_FOR (*wb_field_reason (from) == '\0');
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/diagram/a-run-starts-at-a-special-point-of-the-list", test_list);
  g_test_add_func ("/app/diagram/a-click-selects-the-nearest-point-of-a-branch", test_click);
  g_test_add_func ("/app/diagram/a-click-on-a-marker-selects-the-special-point", test_click_marker);
  g_test_add_func ("/app/diagram/the-copied-command-prints-the-numbers-of-the-card", test_same_numbers);
  g_test_add_func ("/app/diagram/special-points-of-cycles-are-selected", test_cycle_points);
  g_test_add_func ("/app/diagram/a-diagram-that-cannot-be-computed-says-why", test_failures);
  g_test_add_func ("/app/diagram/a-wrong-end-of-the-range-is-marked-and-set-when-it-is-right", test_range);
  g_test_add_func ("/app/diagram/escape-cancels-the-computation-and-keeps-the-branches", test_escape);
  g_test_add_func ("/app/diagram/a-session-keeps-the-state-and-the-selected-point", test_session);
  /* The window keeps its size, so the test of a small window is the last one. */
  g_test_add_func ("/app/diagram/the-list-has-three-rows-in-a-small-window", test_small);
  return g_test_run ();
}
