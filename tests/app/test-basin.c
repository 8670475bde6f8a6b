/* Tests basins of attraction in the Ensemble view with real pointer and key events. */
#include "wb-hands.h"

#include <math.h>
#include <string.h>

#include "lab-basin.h"
#include "wb-ensemble-view.h"
#include "wb-export-ensemble.h"
#include "wb-study-new.h"
#include "wb-study-text.h"
#include "wb-study-trace.h"

/* A potential x⁴/4 − x²/2 with two wells and friction. The equations are odd, so opposite initial states end in opposite wells. */
static const char wells[] = "format: 1\nstudy: basin\nmodel: duffing\ntime: {end: 80}\nset: {gamma: 0}\n"
                            "options: {x: \"x=-2:2\", y: \"v=-2:2\", grid: \"64,64\"}\n";
static const char magnets[] = "format: 1\nstudy: basin\nmodel: magnetic-pendulum\ntime: {end: 100}\n"
                              "options: {x: \"x=-2.2:2.2\", y: \"y=-2.2:2.2\", grid: \"1000,1000\"}\n";

static WbStudy *
study_of (WbWindow *window)
{
  return wb_studies_selected (wb_studies_of (wb_window_session (window)));
}

static WbPlotArea *
map_of (WbWindow *window)
{
  return wb_ensemble_view_area (wb_window_ensemble (window), WB_ENSEMBLE_MAP);
}

static WbWindow *
window_with (const char *model, const char *text)
{
  WbWindow *window = wb_test_window (model);
  g_autoptr (WbStudy) study = wb_study_new (text, NULL, NULL);

  wb_window_show_view (window, "ensemble");
  g_assert_cmpstr (wb_study_error (study), ==, NULL);
  wb_studies_add (wb_studies_of (wb_window_session (window)), study);
  return window;
}

static const LabGrid *
grid_of (WbStudy *study)
{
  return wb_study_result (study) != NULL ? wb_study_result (study)->grids->pdata[0] : NULL;
}

static int
count (const LabGrid *grid, int code)
{
  int n = 0;

  for (int k = 0; k < grid->nx * grid->ny; k++)
    n += grid->codes[k] == code;
  return n;
}

static gboolean
shows (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (shows (child, text))
      return TRUE;
  return FALSE;
}

/* The picture has the cells of the result, both basins have the same size, and the key states their fractions. */
static void
test_picture (void)
{
  WbWindow *window;
  const LabGrid *grid;

  if (!wb_hands_ready ())
    return;
  window = window_with ("duffing", wells);
  g_assert_false (wb_ensemble_view_has (wb_window_ensemble (window), WB_ENSEMBLE_MAP));
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
  g_assert_true (wb_ensemble_view_has (wb_window_ensemble (window), WB_ENSEMBLE_MAP));
  grid = grid_of (study_of (window));
  g_assert_cmpint (count (grid, 0), ==, 2048);
  g_assert_cmpint (count (grid, 1), ==, 2048);
  for (int k = 0; k < 4096; k++)
    g_assert_cmpint (grid->codes[k], ==, 1 - grid->codes[4095 - k]);
  WAIT_FOR (shows (GTK_WIDGET (wb_window_ensemble (window)), "50.0 %"));
  wb_hands_picture (window, "basin-wells");
  wb_test_close (window);
}

/* A click draws the run that starts in the clicked cell. It ends in the well that the code of the cell means. */
static void
test_click (void)
{
  static const double places[][2] = { { 0.3, 0.3 }, { 0.7, 0.6 }, { 0.5, 0.2 } };
  WbWindow *window;
  const LabPath *path;

  if (!wb_hands_ready ())
    return;
  window = window_with ("duffing", wells);
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (map_of (window)));
  g_assert_null (wb_study_traced (study_of (window)));
  for (guint k = 0; k < G_N_ELEMENTS (places); k++)
    {
      GtkWidget *area = GTK_WIDGET (map_of (window));
      const LabPath *before = wb_study_traced (study_of (window));
      double x = NAN, well;
      int code;

      for (int try = 0; try < 20 && (wb_study_traced (study_of (window)) == NULL || wb_study_traced (study_of (window)) == before); try++)
        {
          wb_hands_click (area, places[k][0] * gtk_widget_get_width (area), places[k][1] * gtk_widget_get_height (area));
          for (int i = 0; i < 100 && wb_study_traced (study_of (window)) == before; i++)
            wb_test_turn (0.01);
        }
      path = wb_study_traced (study_of (window));
      g_assert_nonnull (path);
      g_assert_true (path != before);
      code = wb_study_traced_code (study_of (window));
      g_assert_true (code == 0 || code == 1);
      x = path->x[path->n - 1];
      well = g_array_index (((LabTable *) wb_study_result (study_of (window))->tables->pdata[0])->cells, LabCell, code * 2 * 5 + 3).value;
      g_assert_cmpfloat (fabs (x - well), <, 0.5);
      g_assert_cmpfloat (path->x[0], ==, path->x_start);
    }
  WAIT_FOR (shows (GTK_WIDGET (wb_window_ensemble (window)), "One run from"));
  wb_hands_picture (window, "basin-run");
  wb_test_close (window);
}

/* The first picture appears early, and each later one has more cells. Cancel acts at once. Run continues with the cells that are
 * computed. */
static void
test_growth (void)
{
  WbWindow *window;
  gint64 began, ended;
  double share;
  g_autoptr (GTimer) timer = NULL;

  if (!wb_hands_ready ())
    return;
  window = window_with ("magnetic-pendulum", magnets);
  timer = g_timer_new ();
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (grid_of (study_of (window)) != NULL && count (grid_of (study_of (window)), 0) > 0);
  g_test_message ("first picture after %.2f s", g_timer_elapsed (timer, NULL));
  g_assert_cmpint (grid_of (study_of (window))->nx, ==, 1000);
  WAIT_FOR (wb_study_progress (study_of (window)) > 0.005);
  began = g_get_monotonic_time ();
  wb_test_act (window, "win.ensemble-cancel");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_STOPPED);
  ended = g_get_monotonic_time ();
  g_test_message ("cancelled after %.0f ms", (double) (ended - began) / 1000);
  share = wb_study_progress (study_of (window));
  g_assert_cmpfloat (share, >, 0);
  g_assert_cmpfloat (share, <, 1);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (map_of (window)));
  wb_hands_picture (window, "basin-stopped");
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_progress (study_of (window)) > share);
  wb_test_act (window, "win.ensemble-cancel");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_STOPPED);
  wb_test_close (window);
}

/* The basin can be exported as a figure. The table of its result has a row for each attractor and for each fraction. */
static void
test_export (void)
{
  WbWindow *window;
  g_autofree char *title = NULL, *table = NULL;

  if (!wb_hands_ready ())
    return;
  window = window_with ("duffing", wells);
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
  title = wb_export_ensemble_title (wb_studies_of (wb_window_session (window)), WB_ENSEMBLE_MAP);
  g_assert_cmpstr (title, ==, "Basins of attraction");
  table = wb_ensemble_table_text (study_of (window), WB_ENSEMBLE_MAP, &wb_ensemble_shown (wb_studies_of (wb_window_session (window)))->choice);
  g_assert_nonnull (strstr (table, "\nA\t0.5\t"));
  g_assert_nonnull (strstr (table, "\nB\t0.5\t"));
  wb_test_close (window);
}

/* After a zoom to a quarter of the plane, the points that were computed before are known. So the result has them even if the study is
 * cancelled at once. */
static void
test_part (void)
{
  WbWindow *window;
  const LabGrid *grid;
  PlotRange x = { .low = -1, .high = 1 }, y = { .low = -1, .high = 1 };
  g_autofree char *text = NULL, *before = NULL;

  if (!wb_hands_ready ())
    return;
  window = window_with ("duffing", wells);
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
  before = g_strdup (wb_study_text (study_of (window)));
  text = wb_study_new_part_text (study_of (window), &x, &y);
  wb_study_change (study_of (window), text, "part");
  wb_study_run (study_of (window));
  wb_study_cancel (study_of (window));
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_STOPPED || wb_study_state (study_of (window)) == WB_STUDY_DONE);
  grid = grid_of (study_of (window));
  /* The new range is rounded to whole cells, so each edge differs from the visible one by less than a cell. */
  g_assert_cmpfloat_with_epsilon (grid->x_low, -1, 4.0 / 64);
  g_assert_cmpfloat_with_epsilon (grid->x_high, 1, 4.0 / 64);
  g_assert_cmpfloat (wb_study_progress (study_of (window)), >, 0.02);
  wb_test_act (window, "win.undo");
  g_assert_cmpstr (wb_study_text (study_of (window)), ==, before);
  wb_test_close (window);
}

/* The card of a region of attraction draws the certified set on the phase portrait. The key states the certificate and the fraction of the
 * true region. */
static void
test_region (void)
{
  static const char text[] = "format: 1\nstudy: roa\nmodel: reversed-van-der-pol\n";
  g_autofree char *solver = g_find_program_in_path ("csdp"), *title = NULL, *table = NULL;
  GtkWidget *view;
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  if (solver == NULL)
    {
      g_test_skip ("csdp is not installed");
      return;
    }
  window = window_with ("reversed-van-der-pol", text);
  view = GTK_WIDGET (wb_window_ensemble (window));
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
  g_assert_true (wb_ensemble_view_has (wb_window_ensemble (window), WB_ENSEMBLE_MAP));
  WAIT_FOR (shows (view, "Certified"));
  g_assert_true (shows (view, "The set covers 47.2 % of the true region."));
  /* The proven level is 2.304475259…; it is rounded down. */
  g_assert_true (shows (view, "proves the level 2.30447; the scan agrees"));
  g_assert_true (shows (view, "true boundary") && shows (view, "comes to rest") && shows (view, "escapes"));
  g_assert_false (shows (view, "set of degree 2"));
  title = wb_export_ensemble_title (wb_studies_of (wb_window_session (window)), WB_ENSEMBLE_MAP);
  g_assert_cmpstr (title, ==, "Region of attraction");
  table = wb_ensemble_table_text (study_of (window), WB_ENSEMBLE_MAP, &wb_ensemble_shown (wb_studies_of (wb_window_session (window)))->choice);
  g_assert_nonnull (strstr (table, "\nx^2\t1.5\n"));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (map_of (window)));
  wb_hands_picture (window, "region");
  wb_test_close (window);
}

/* A basin whose runs end too early says so, and its button computes it with a longer time. Undo restores the time. */
static void
test_longer (void)
{
  static const char early[] = "format: 1\nstudy: basin\nmodel: magnetic-pendulum\ntime: {end: 25}\n"
                              "options: {x: \"x=-2.2:2.2\", y: \"y=-2.2:2.2\", grid: \"8,8\"}\n";
  static const char *const end[] = { "time", "end", NULL };
  WbWindow *window;
  g_autofree char *longer = NULL, *undone = NULL;

  if (!wb_hands_ready ())
    return;
  window = window_with ("magnetic-pendulum", early);
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
  g_assert_cmpint (count (grid_of (study_of (window)), LAB_BASIN_UNDECIDED), ==, 64);
  WAIT_FOR (shows (GTK_WIDGET (window), "of the starts have reached no attractor by"));
  wb_hands_picture (window, "basin-early");
  CLICK_UNTIL (wb_test_label_with (GTK_WIDGET (window), "Compute up to"), wb_study_state (study_of (window)) != WB_STUDY_DONE
               || count (grid_of (study_of (window)), LAB_BASIN_UNDECIDED) < 64);
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE && !wb_study_is_stale (study_of (window)));
  longer = wb_study_text_get (wb_study_text (study_of (window)), end);
  g_assert_cmpstr (longer, ==, "100");
  g_assert_cmpint (count (grid_of (study_of (window)), LAB_BASIN_UNDECIDED), ==, 0);
  g_assert_false (shows (GTK_WIDGET (window), "have reached no attractor"));
  wb_test_act (window, "win.undo");
  undone = wb_study_text_get (wb_study_text (study_of (window)), end);
  g_assert_cmpstr (undone, ==, "25");
  wb_test_close (window);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv);
  wb_test_init ();
  g_test_add_func ("/app/basin/the-basins-of-two-symmetric-wells-have-equal-areas", test_picture);
  g_test_add_func ("/app/basin/a-click-draws-the-run-that-starts-in-the-clicked-cell", test_click);
  g_test_add_func ("/app/basin/the-picture-is-refined-and-a-cancelled-study-continues", test_growth);
  g_test_add_func ("/app/basin/basins-are-exported-as-figure-and-table", test_export);
  g_test_add_func ("/app/basin/after-a-zoom-the-points-computed-before-are-reused", test_part);
  g_test_add_func ("/app/basin/a-region-of-attraction-is-drawn-and-its-key-states-the-certificate", test_region);
  g_test_add_func ("/app/basin/runs-that-end-too-early-are-continued-by-a-button", test_longer);
  return g_test_run ();
}
