/* Tests the studies of the dynamics of a model in the Laboratory with real pointer and key events. */
#include "wb-hands.h"

#include <math.h>
#include <string.h>

#include "lab-result-text.h"
#include "plot-study-dynamics.h"
#include "plot-view-hit.h"
#include "wb-lab-option-panel.h"
#include "wb-lab-sidebar.h"
#include "wb-session-file.h"

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
card_of (WbWindow *window, const char *id)
{
  return wb_lab_studies_page_card (wb_laboratory_view_studies (wb_window_laboratory (window)), wb_lab_studies_find (id));
}

static WbLabOptionPanel *
panel_of (WbWindow *window, const char *id)
{
  return WB_LAB_OPTION_PANEL (wb_test_find (GTK_WIDGET (card_of (window, id)), WB_TYPE_LAB_OPTION_PANEL, NULL));
}

static PlotView *
view_of (WbWindow *window, const char *id)
{
  return wb_plot_area_view (WB_PLOT_AREA (wb_lab_study_card_area (card_of (window, id))));
}

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

  WAIT_FOR (wb_study_state (study_at (window, k)) == WB_STUDY_DONE && !wb_study_is_stale (study_at (window, k)));
  return wb_study_result (study_at (window, k));
}

static GtkWidget *
row_of (WbWindow *window, const char *page)
{
  GtkWidget *sidebar = wb_test_find (GTK_WIDGET (window), WB_TYPE_LAB_SIDEBAR, NULL);
  GtkListBoxRow *row;

  for (int k = 0; sidebar != NULL && (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (wb_lab_sidebar_list (WB_LAB_SIDEBAR (sidebar))), k)) != NULL; k++)
    if (g_strcmp0 (g_object_get_data (G_OBJECT (row), "page"), page) == 0)
      return GTK_WIDGET (row);
  return NULL;
}

/* ---- pages of studies ---- */

/* A row of the sidebar opens the study of a model in full size and computes it with options that suit the model. Its command prints the same
 * numbers. */
static void
test_pages (void)
{
  static const struct { const char *id, *model, *number; } pages[] = {
    { "poincare", "duffing", "points" }, { "orbit", "fitzhugh-nagumo", "failed" }, { "lyapunov", "van-der-pol", "largest" },
  };

  if (!wb_hands_ready ())
    return;
  for (guint k = 0; k < G_N_ELEMENTS (pages); k++)
    {
      WbWindow *window = opened (pages[k].model, "method");
      g_autofree char *page = g_strconcat ("studies:", pages[k].id, NULL), *command = NULL, *out = NULL, *json = NULL;

      CLICK_UNTIL (row_of (window, page), strcmp (wb_laboratory_page (wb_laboratory_of (wb_window_session (window))), page) == 0);
      json = lab_result_json (pages[k].id, pages[k].model, computed (window, pages[k].id));
      g_assert_true (isfinite (lab_result_number (computed (window, pages[k].id), pages[k].number)));
      g_assert_nonnull (computed (window, pages[k].id)->sentence);
      g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (panel_of (window, pages[k].id))));
      wb_hands_picture (window, pages[k].id);
      command = wb_study_command (study_at (window, wb_lab_studies_find (pages[k].id)));
      out = wb_test_run_command (command, "--format json");
      g_assert_cmpstr (out, ==, json);
      wb_test_close (window);
    }
}

/* The strobe period of a driven model, the maxima of the first state of another one. */
static void
test_proposals (void)
{
  WbWindow *window = wb_test_window ("duffing");
  WbLabStudies *studies = studies_of (window);
  int poincare = wb_lab_studies_find ("poincare"), orbit = wb_lab_studies_find ("orbit");

  g_assert_cmpstr (wb_study_option (wb_lab_studies_study (studies, poincare), "strobe"), ==, "2*pi/omega");
  g_assert_null (wb_study_option (wb_lab_studies_study (studies, poincare), "section"));
  g_assert_true (wb_session_open_model (wb_window_session (window), "lorenz"));
  g_assert_null (wb_study_option (wb_lab_studies_study (studies, poincare), "strobe"));
  g_assert_cmpstr (wb_study_option (wb_lab_studies_study (studies, poincare), "section"), ==, "sigma*(y - x)");
  g_assert_cmpstr (wb_study_option (wb_lab_studies_study (studies, poincare), "direction"), ==, "falling");
  g_assert_cmpstr (wb_study_option (wb_lab_studies_study (studies, orbit), "vary"), ==, "sigma=0:20:240");
  wb_test_close (window);
}

/* A wrong text is marked while it is typed, with the reason below its entry; it is neither stored nor computed, and the mark goes with a right
 * text. Return after a right one computes the study. An option that only the computation refuses is marked by its key. */
static void
test_typed_options (void)
{
  WbWindow *window;
  WbField *field;
  int poincare = wb_lab_studies_find ("poincare");
  g_autofree char *before = NULL;

  if (!wb_hands_ready ())
    return;
  window = opened ("lorenz", "studies:poincare");
  computed (window, "poincare");
  field = wb_lab_option_panel_field (panel_of (window, "poincare"), "transient");
  before = g_strdup (wb_study_option (study_at (window, poincare), "transient"));
  gtk_widget_grab_focus (wb_field_control (field));
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("soon");
  WAIT_FOR (strstr (wb_field_reason (field), "soon") != NULL);
  wb_hands_picture (window, "poincare-wrong");
  wb_hands_type ("\n");
  g_assert_cmpstr (wb_study_option (study_at (window, poincare), "transient"), ==, before);
  g_assert_cmpint (wb_study_state (study_at (window, poincare)), ==, WB_STUDY_DONE);
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("20");
  WAIT_FOR (strcmp (wb_field_reason (field), "") == 0);
  wb_hands_type ("\n");
  WAIT_FOR (wb_study_is_current (study_at (window, poincare)));
  computed (window, "poincare");
  g_assert_cmpfloat (lab_table_number (lab_result_table (computed (window, "poincare"), "points"), 0, 0), >, 20);
  /* The section of the model and a strobe period exclude each other. */
  gtk_widget_grab_focus (wb_field_control (wb_lab_option_panel_field (panel_of (window, "poincare"), "strobe")));
  wb_hands_type ("2\n");
  field = wb_lab_option_panel_field (panel_of (window, "poincare"), "section");
  WAIT_FOR (wb_study_state (study_at (window, poincare)) == WB_STUDY_FAILED && *wb_field_reason (field) != '\0');
  /* Undo restores the option and removes the mark. */
  wb_test_act (window, "win.undo");
  WAIT_FOR (strcmp (wb_field_reason (field), "") == 0);
  g_assert_false (wb_study_has_option (study_at (window, poincare), "strobe"));
  wb_test_close (window);
}

static gboolean
has_y_label (WbWindow *window, const char *text)
{
  g_autofree char *description = plot_view_summary (view_of (window, "poincare"));

  return strstr (description, text) != NULL;
}

/* The lists of axes choose the plane of the section or the return map. */
static void
test_axes (void)
{
  WbWindow *window;
  GtkWidget *up;
  int across = PLOT_SECTION_AUTOMATIC, vertical = PLOT_SECTION_AUTOMATIC;

  if (!wb_hands_ready ())
    return;
  window = opened ("lorenz", "studies:poincare");
  computed (window, "poincare");
  plot_study_section_axes (computed (window, "poincare"), &across, &vertical);
  g_assert_cmpint (across, ==, 0);
  g_assert_cmpint (vertical, ==, 2); /* y = x on the section, so the plane is that of x and z */
  up = wb_lab_option_panel_axis (panel_of (window, "poincare"), 1);
  CHOOSE_UNTIL (up, "next point (return map)", has_y_label (window, "next x"));
  wb_hands_picture (window, "poincare-return");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (wb_lab_option_panel_axis (panel_of (window, "poincare"), 0)), 3);
  WAIT_FOR (has_y_label (window, "next z"));
  wb_test_close (window);
}

/* Escape cancels an orbit diagram. What is computed stays. */
static void
test_partial (void)
{
  WbWindow *window = opened ("lorenz", "studies");
  WbLabStudies *studies = studies_of (window);
  int orbit = wb_lab_studies_find ("orbit");

  wb_lab_studies_cancel (studies);
  wb_study_set_option (wb_lab_studies_study (studies, orbit), "vary", "rho=0.1:100:100000");
  wb_lab_studies_run (studies, wb_lab_studies_study (studies, orbit));
  WAIT_FOR (wb_study_result (wb_lab_studies_study (studies, orbit)) != NULL);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  g_assert_true (wb_test_press (GTK_WIDGET (window), GDK_KEY_Escape, 0));
  g_assert_cmpint (wb_study_state (wb_lab_studies_study (studies, orbit)), ==, WB_STUDY_STOPPED);
  g_assert_cmpint (lab_table_n_rows (lab_result_table (wb_study_result (wb_lab_studies_study (studies, orbit)), "points")), >, 0);
  wb_test_close (window);
}

/* ---- further orbits of a section ---- */

/* Clicks a place of the picture, in units of its axes. */
static void
click_place (WbWindow *window, double x, double y)
{
  GtkWidget *area = wb_lab_study_card_area (card_of (window, "poincare"));
  double px, py;

  plot_view_map (view_of (window, "poincare"), x, y, &px, &py);
  wb_hands_click (area, px, py);
}

static const char *
orbits_of (WbWindow *window)
{
  return wb_study_option (study_at (window, wb_lab_studies_find ("poincare")), "orbits");
}

/* A click starts another orbit of the energy of the present one. It is drawn in the picture, is in the command and in the session, and is one step of undo.
 * Delete removes it. Where no orbit of this energy is, a click says so and changes nothing. */
static void
test_orbits (void)
{
  const int poincare = wb_lab_studies_find ("poincare");
  WbWindow *window, *again;
  const LabTable *starts;
  double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
  g_autofree char *command = NULL, *out = NULL, *json = NULL, *text = NULL, *kept = NULL;

  if (!wb_hands_ready ())
    return;
  window = opened ("henon-heiles", "studies:poincare");
  wb_study_set_option (study_at (window, poincare), "keep", "40");
  wb_lab_studies_run (studies_of (window), study_at (window, poincare));
  computed (window, "poincare");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  for (int r = 0; r < lab_table_n_rows (lab_result_table (computed (window, "poincare"), "points")); r++)
    for (int axis = 0; axis < 2; axis++)
      {
        const double value = lab_table_number (lab_result_table (computed (window, "poincare"), "points"), r, 2 + axis); /* y and px */

        low[axis] = fmin (low[axis], value);
        high[axis] = fmax (high[axis], value);
      }
  for (int try = 0; orbits_of (window) == NULL && try < 5; try++)
    {
      click_place (window, 0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1]));
      wb_test_turn (0.3);
    }
  g_assert_nonnull (orbits_of (window));
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), "follows from energy") != NULL);
  starts = lab_result_table (computed (window, "poincare"), "orbits");
  g_assert_nonnull (starts);
  g_assert_cmpint (lab_table_n_rows (starts), ==, 1);
  {
    const LabTable *points = lab_result_table (computed (window, "poincare"), "points");
    const double y = lab_table_number (points, 0, 2), px = lab_table_number (points, 0, 3), py = lab_table_number (points, 0, 4);
    const double energy = (px * px + py * py + y * y) / 2 - y * y * y / 3; /* x is 0 */

    g_assert_cmpfloat_with_epsilon (lab_table_number (starts, 0, 2) / energy, 1, 1e-9);
  }
  wb_hands_picture (window, "poincare-orbits");
  command = wb_study_command (study_at (window, poincare));
  g_assert_nonnull (strstr (command, "orbits"));
  json = lab_result_json ("poincare", "henon-heiles", computed (window, "poincare"));
  out = wb_test_run_command (command, "--format json");
  g_assert_cmpstr (out, ==, json);
  /* no orbit of this energy */
  kept = g_strdup (orbits_of (window));
  {
    click_place (window, high[0], high[1]); /* the largest y together with the largest px of the orbit has a larger energy */
  }
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), "gives energy") != NULL);
  g_assert_cmpstr (orbits_of (window), ==, kept);
  /* session, undo, removal */
  text = wb_session_file_text (wb_window_session (window));
  again = wb_test_window ("duffing");
  g_assert_true (wb_session_file_load_text (text, "saved", wb_window_session (again), NULL));
  g_assert_cmpstr (orbits_of (again), ==, kept);
  wb_test_close (again);
  wb_test_act (window, "win.undo");
  g_assert_null (orbits_of (window));
  wb_test_act (window, "win.redo");
  g_assert_cmpstr (orbits_of (window), ==, kept);
  gtk_widget_activate_action (GTK_WIDGET (card_of (window, "poincare")), "study.remove-last", NULL);
  g_assert_null (orbits_of (window));
  g_assert_null (lab_result_table (computed (window, "poincare"), "orbits"));
  wb_test_close (window);
}

/* A driven model has no energy: an orbit starts at the clicked place. */
static void
test_orbits_of_driven (void)
{
  WbWindow *window;
  const LabTable *points;

  if (!wb_hands_ready ())
    return;
  window = opened ("duffing", "studies:poincare");
  computed (window, "poincare");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  for (int try = 0; orbits_of (window) == NULL && try < 5; try++)
    {
      click_place (window, 0.5, 0.25);
      wb_test_turn (0.3);
    }
  points = lab_result_table (computed (window, "poincare"), "further");
  g_assert_nonnull (points);
  g_assert_cmpfloat_with_epsilon (lab_table_number (points, 0, 2), 0.5, 0.02);
  g_assert_cmpfloat_with_epsilon (lab_table_number (points, 0, 3), 0.25, 0.02);
  wb_hands_picture (window, "poincare-driven");
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/dynamics/a-row-computes-a-study-of-the-model-and-its-command-prints-the-same", test_pages);
  g_test_add_func ("/app/dynamics/section-and-parameter-are-proposed-for-each-model", test_proposals);
  g_test_add_func ("/app/dynamics/a-wrong-option-has-its-reason-below-it", test_typed_options);
  g_test_add_func ("/app/dynamics/a-section-has-other-planes-and-the-return-map", test_axes);
  g_test_add_func ("/app/dynamics/escape-cancels-an-orbit-diagram-and-keeps-its-part", test_partial);
  g_test_add_func ("/app/dynamics/a-click-in-a-section-starts-an-orbit-of-the-same-energy", test_orbits);
  g_test_add_func ("/app/dynamics/a-click-in-a-stroboscopic-section-starts-an-orbit-there", test_orbits_of_driven);
  return g_test_run ();
}
