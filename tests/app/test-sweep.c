/* Tests sweeps, orbit diagrams and several studies on one page of the Ensemble view with real pointer and key events. */
#include "wb-hands.h"

#include <math.h>
#include <string.h>

#include "lab-result.h"
#include "wb-ensemble-view.h"
#include "wb-export-ensemble.h"
#include "wb-study-command.h"
#include "wb-study-text.h"

/* q'' = −w² q with q(0) = 1 and q'(0) = 0 has the solution q = cos (w t). */
static const char line[] = "format: 1\nstudy: sweep\nmodel: harmonic-oscillator\ninitial: {q: 1, p: 0}\ntime: {end: 1}\nsolver: {accuracy: 1e-10}\n"
                           "vary: {w: \"1:3:21\"}\nrecord: {last: {final: q}, largest: {maximum: q}}\n";
static const char plane[] = "format: 1\nstudy: sweep\nmodel: harmonic-oscillator\ninitial: {p: 0}\ntime: {end: 1}\nsolver: {accuracy: 1e-10}\n"
                            "vary: {w: \"1:3:21\", q: \"-1:1:11\"}\nrecord: {last: {final: q}}\n";

static WbStudy *
study_of (WbWindow *window)
{
  return wb_studies_selected (wb_studies_of (wb_window_session (window)));
}

static void
add (WbWindow *window, const char *text)
{
  g_autoptr (WbStudy) study = wb_study_new (text, NULL, NULL);

  g_assert_cmpstr (wb_study_error (study), ==, NULL);
  wb_studies_add (wb_studies_of (wb_window_session (window)), study);
}

static WbWindow *
window_with (const char *model, const char *text)
{
  WbWindow *window = wb_test_window (model);

  wb_window_show_view (window, "ensemble");
  add (window, text);
  return window;
}

static void
run (WbWindow *window)
{
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
}

static const LabGrid *
grid_of (WbWindow *window)
{
  return wb_study_result (study_of (window))->grids->pdata[0];
}

/* The numbers of a sweep over one axis are those of the solution. The text beside the curve states the smallest and the largest one. */
static void
test_line (void)
{
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  window = window_with ("harmonic-oscillator", line);
  run (window);
  g_assert_true (wb_ensemble_view_has (wb_window_ensemble (window), WB_ENSEMBLE_MAP));
  g_assert_cmpint (grid_of (window)->nx, ==, 21);
  for (int i = 0; i < 21; i++)
    g_assert_cmpfloat (fabs (grid_of (window)->values[i] - cos (1 + 0.1 * i)), <, 1e-8);
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (wb_window_ensemble (window)), "21 values") != NULL);
  wb_hands_picture (window, "sweep-line");
  wb_test_close (window);
}

/* A click on a cell opens the run of that point. Its final value is the number of the cell. */
static void
test_click (void)
{
  WbWindow *window;
  WbSession *session;
  GtkWidget *area;
  SimTrajectory *trajectory;
  const double *start, *end;
  double w;
  int i, j;

  if (!wb_hands_ready ())
    return;
  window = window_with ("harmonic-oscillator", plane);
  session = wb_window_session (window);
  run (window);
  area = GTK_WIDGET (wb_ensemble_view_area (wb_window_ensemble (window), WB_ENSEMBLE_MAP));
  gtk_test_widget_wait_for_draw (area);
  for (int try = 0; try < 20 && g_strcmp0 (wb_session_view (session), "simulate") != 0; try++)
    {
      wb_hands_click (area, 0.6 * gtk_widget_get_width (area), 0.3 * gtk_widget_get_height (area));
      for (int k = 0; k < 200 && g_strcmp0 (wb_session_view (session), "simulate") != 0; k++)
        wb_test_turn (0.01);
    }
  g_assert_cmpstr (wb_session_view (session), ==, "simulate");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  trajectory = wb_run_item_trajectory (wb_session_current (session));
  start = sim_trajectory_row (trajectory, 0);
  end = sim_trajectory_row (trajectory, sim_trajectory_n_rows (trajectory) - 1);
  g_assert_true (model_system_get_parameter (wb_run_item_system (wb_session_current (session)), "w", &w));
  i = (int) lround ((w - 1) / 0.1);
  j = (int) lround ((start[1] + 1) / 0.2);
  g_assert_cmpfloat (fabs (w - lab_grid_x (grid_of (window), i)), <, 1e-12);
  g_assert_cmpfloat (fabs (end[1] - grid_of (window)->values[j * 21 + i]), <, 1e-9);
  g_assert_cmpfloat (fabs (end[1] - start[1] * cos (w)), <, 1e-8);
  wb_test_close (window);
}

/* The copied command prints the numbers that the window shows, even if the set-up is not saved. */
static void
test_command (void)
{
  WbWindow *window = window_with ("harmonic-oscillator", line);
  g_autofree char *command = NULL, *out = NULL;
  g_auto (GStrv) lines = NULL;

  run (window);
  command = wb_study_command (study_of (window));
  g_assert_nonnull (strstr (command, "stepwise-cli sweep 'harmonic-oscillator'"));
  out = wb_test_run_command (command, "--format csv");
  lines = g_strsplit (out, "\n", -1);
  g_assert_cmpstr (lines[0], ==, "w,last,largest");
  for (int i = 0; i < 21; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[1 + i], ",", -1);

      g_assert_cmpfloat (g_ascii_strtod (cells[1], NULL), ==, grid_of (window)->values[i]);
    }
  wb_test_close (window);
}

/* The exported table has a row for each point. */
static void
test_export (void)
{
  WbWindow *window = window_with ("harmonic-oscillator", plane);
  WbExportTable table = { .separator = ',', .decimal = '.' };
  g_autoptr (GError) error = NULL;
  g_autofree char *members = NULL, *shown = NULL;
  g_auto (GStrv) lines = NULL;

  run (window);
  members = wb_export_ensemble_text (wb_studies_of (wb_window_session (window)), &table, WB_EXPORT_MEMBERS, &error);
  g_assert_no_error (error);
  lines = g_strsplit (members, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 1 + 21 * 11 + 1);
  shown = wb_ensemble_table_text (study_of (window), WB_ENSEMBLE_MAP, &wb_ensemble_shown (wb_studies_of (wb_window_session (window)))->choice);
  g_assert_nonnull (strstr (shown, "w\tq\tlast\n1\t-1\t"));
  wb_test_close (window);
}

/* A cancelled sweep keeps its points, and Run computes the others. */
static void
test_cancel (void)
{
  static const char big[] = "format: 1\nstudy: sweep\nmodel: harmonic-oscillator\nsolver: {accuracy: 1e-11}\nvary: {w: \"1:3:200\", q: \"-1:1:200\"}\n"
                            "record: {last: {final: q}}\n";
  WbWindow *window = window_with ("harmonic-oscillator", big);
  int known;

  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_result (study_of (window)) != NULL);
  wb_test_act (window, "win.ensemble-cancel");
  WAIT_FOR (wb_study_state (study_of (window)) != WB_STUDY_RUNNING);
  known = lab_table_n_rows (lab_result_table (wb_study_result (study_of (window)), "points"));
  g_assert_cmpint (known, >, 0);
  if (known < 40000)
    g_assert_cmpint (wb_study_state (study_of (window)), ==, WB_STUDY_STOPPED);
  run (window);
  g_assert_cmpint (lab_table_n_rows (lab_result_table (wb_study_result (study_of (window)), "points")), ==, 40000);
  wb_test_close (window);
}

/* The user types the ends of an axis into its fields. An invalid end is not set, and the reason is shown. */
static void
test_axis (void)
{
  static const char *const path[] = { "vary", "w", NULL };
  WbWindow *window;
  GtkWidget *row, *field;
  g_autofree char *kept = NULL, *set = NULL, *undone = NULL;

  if (!wb_hands_ready ())
    return;
  window = window_with ("harmonic-oscillator", line);
  WAIT_FOR ((row = wb_test_label_with (GTK_WIDGET (window), "1 to 3 1/s, 21 values")) != NULL);
  CLICK_UNTIL (row, wb_hands_find (GTK_WIDGET (window), "from") != NULL);
  field = wb_test_find (gtk_widget_get_parent (wb_hands_find (GTK_WIDGET (window), "from")), GTK_TYPE_TEXT, NULL);
  gtk_widget_grab_focus (field);
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("5\n");
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), "the second end must be above the first") != NULL);
  kept = wb_study_text_get (wb_study_text (study_of (window)), path);
  g_assert_cmpstr (kept, ==, "1:3:21");
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("2\n");
  WAIT_FOR (wb_study_problem (study_of (window))->ensemble != NULL && g_array_index (wb_study_problem (study_of (window))->ensemble->varied, LabVary, 0).from == 2);
  set = wb_study_text_get (wb_study_text (study_of (window)), path);
  g_assert_cmpstr (set, ==, "2:3:21");
  wb_hands_picture (window, "sweep-axis");
  wb_test_act (window, "win.undo");
  undone = wb_study_text_get (wb_study_text (study_of (window)), path);
  g_assert_cmpstr (undone, ==, "1:3:21");
  wb_test_close (window);
}

/* A click on a point of an orbit diagram opens the run with that value of the parameter. */
static void
test_orbit (void)
{
  static const char text[] = "format: 1\nstudy: orbit\nmodel: rossler\noptions: {vary: \"c=2.5:4:16\", quantity: x, transient: 100, keep: 8}\n";
  WbWindow *window;
  WbSession *session;
  GtkWidget *area;
  double c;

  if (!wb_hands_ready ())
    return;
  window = window_with ("rossler", text);
  session = wb_window_session (window);
  run (window);
  g_assert_true (wb_ensemble_view_has (wb_window_ensemble (window), WB_ENSEMBLE_MAP));
  g_assert_cmpint (lab_table_n_rows (lab_result_table (wb_study_result (study_of (window)), "points")), ==, 16 * 8);
  area = GTK_WIDGET (wb_ensemble_view_area (wb_window_ensemble (window), WB_ENSEMBLE_MAP));
  gtk_test_widget_wait_for_draw (area);
  for (int try = 0; try < 20 && g_strcmp0 (wb_session_view (session), "simulate") != 0; try++)
    {
      wb_hands_click (area, 0.5 * gtk_widget_get_width (area), 0.5 * gtk_widget_get_height (area));
      for (int k = 0; k < 200 && g_strcmp0 (wb_session_view (session), "simulate") != 0; k++)
        wb_test_turn (0.01);
    }
  g_assert_cmpstr (wb_session_view (session), ==, "simulate");
  g_assert_true (model_system_get_parameter (wb_run_item_system (wb_session_current (session)), "c", &c));
  g_assert_cmpfloat (c, >, 2.9);
  g_assert_cmpfloat (c, <, 3.6);
  g_assert_cmpfloat (fabs ((c - 2.5) / 0.1 - round ((c - 2.5) / 0.1)), <, 1e-9);
  wb_test_close (window);
}

/* The picture of an orbit diagram grows while it is computed. A cancelled diagram keeps its points, and the picture says how many values of
 * the parameter are computed. */
static void
test_orbit_growth (void)
{
  static const char text[] = "format: 1\nstudy: orbit\nmodel: rossler\noptions: {vary: \"c=2.5:4:4000\", quantity: x, transient: 100, keep: 8}\n";
  WbWindow *window = window_with ("rossler", text);
  WbStudy *study = study_of (window);
  const LabResult *first;
  g_autofree char *wanted = NULL, *subtitle = NULL;
  int n, computed;

  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_result (study) != NULL);
  g_assert_cmpint (wb_study_state (study), ==, WB_STUDY_RUNNING);
  first = wb_study_result (study);
  n = lab_table_n_rows (lab_result_table (first, "points"));
  WAIT_FOR (lab_table_n_rows (lab_result_table (wb_study_result (study), "points")) > n);
  g_assert_cmpint (wb_study_state (study), ==, WB_STUDY_RUNNING);
  wb_test_act (window, "win.ensemble-cancel");
  WAIT_FOR (wb_study_state (study) == WB_STUDY_STOPPED);
  computed = (int) lab_result_number (wb_study_result (study), "computed");
  g_assert_cmpint (computed, >, 0);
  g_assert_cmpint (computed, <, 4000);
  g_assert_cmpint (lab_table_n_rows (lab_result_table (wb_study_result (study), "points")), ==, 8 * computed);
  subtitle = wb_study_subtitle (study);
  g_assert_nonnull (strchr (subtitle, '%'));
  wanted = g_strdup_printf ("%d of 4", computed); /* the thousands of the second number are separated */
  if (computed < 1000)
    g_assert_nonnull (strstr (plot_view_remark (wb_plot_area_view (wb_ensemble_view_area (wb_window_ensemble (window), WB_ENSEMBLE_MAP))), wanted));
  wb_hands_picture (window, "orbit-stopped");
  wb_test_close (window);
}

/* Only the selected study is shown and exported, however many have results. */
static void
test_page (void)
{
  WbExportPage page = { .width = 160, .height = 120, .text = 8, .theme = PLOT_THEME_PAPER, .resolution = 96, .settings = TRUE };
  WbExportTable table = { .separator = ',', .decimal = '.' };
  WbWindow *window = window_with ("harmonic-oscillator", plane);
  WbEnsembleView *view = wb_window_ensemble (window);
  WbStudies *studies = wb_studies_of (wb_window_session (window));
  g_autoptr (WbExportFigure) figure = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  int alone;

  run (window);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (wb_ensemble_view_area (view, WB_ENSEMBLE_MAP)));
  alone = gtk_widget_get_height (GTK_WIDGET (wb_ensemble_view_area (view, WB_ENSEMBLE_MAP)));
  add (window, line);
  run (window);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (wb_ensemble_view_area (view, WB_ENSEMBLE_MAP)));
  WAIT_FOR (gtk_widget_get_height (GTK_WIDGET (wb_ensemble_view_area (view, WB_ENSEMBLE_MAP))) > 0.9 * alone);
  wb_hands_picture (window, "two-studies");
  wb_ensemble_view_store_shown (view);
  page.plots = wb_ensemble_shown (studies)->cards;
  g_assert_cmphex (page.plots, ==, 1 << WB_ENSEMBLE_MAP);
  figure = wb_export_ensemble_figure (studies, &page, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (wb_export_figure_origin (figure)->settings, "1:3:21"));
  g_assert_null (strstr (wb_export_figure_origin (figure)->settings, "-1:1:11")); /* only the other study has this axis */
  text = wb_export_ensemble_text (studies, &table, WB_EXPORT_MEMBERS, &error);
  g_assert_no_error (error);
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  g_assert_true (g_str_has_prefix (lines[0], "member,outcome,"));
  g_assert_cmpuint (g_strv_length (lines), ==, 1 + 21);
  wb_test_close (window);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/sweep/a-curve-has-the-numbers-of-the-solution", test_line);
  g_test_add_func ("/app/sweep/a-click-on-a-cell-opens-the-run-with-its-values", test_click);
  g_test_add_func ("/app/sweep/the-copied-command-prints-the-shown-numbers", test_command);
  g_test_add_func ("/app/sweep/the-table-and-the-export-have-a-row-for-each-point", test_export);
  g_test_add_func ("/app/sweep/a-cancelled-sweep-continues-where-it-stopped", test_cancel);
  g_test_add_func ("/app/sweep/an-axis-is-edited-in-its-fields-and-a-wrong-end-is-refused", test_axis);
  g_test_add_func ("/app/sweep/a-point-of-an-orbit-diagram-opens-its-run", test_orbit);
  g_test_add_func ("/app/sweep/an-orbit-diagram-grows-and-keeps-its-points-when-cancelled", test_orbit_growth);
  g_test_add_func ("/app/sweep/only-the-selected-study-is-shown-and-exported", test_page);
  return g_test_run ();
}
