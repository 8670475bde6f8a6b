/* Tests studies of many runs and the Ensemble view. */
#include "wb-test.h"

#include <math.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "lab-ensemble-run.h"
#include "wb-density.h"
#include "wb-ensemble-plots.h"
#include "wb-export-ensemble.h"
#include "wb-member-list.h"
#include "wb-session-file.h"
#include "wb-studies.h"
#include "wb-study-text.h"

static const char oscillator[] = "format: 1\nstudy: ensemble\nmodel: harmonic-oscillator\nmembers: 300\nseed: 7\nvary:\n  q: normal(1, 0.2)\n"
                                 "record:\n  largest: {maximum: q}\nfan:\n  q: 41\n";

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

/* ---- the text of a study ---- */

static void
test_text (void)
{
  const char *const theta[] = { "vary", "theta", NULL }, *const x[] = { "vary", "q", NULL }, *const seed[] = { "seed", NULL };
  const char *const largest[] = { "record", "largest", "maximum", NULL };
  g_autofree char *added = wb_study_text_set (oscillator, theta, "uniform(0, 1)"), *kept = wb_study_text_get (added, x);
  g_autofree char *got = wb_study_text_get (added, theta), *deep = wb_study_text_get (added, largest);
  g_autofree char *changed = wb_study_text_set (added, seed, "12"), *new_seed = wb_study_text_get (changed, seed);
  g_autofree char *one = wb_study_text_set (changed, theta, NULL), *gone = wb_study_text_get (one, theta), *none = wb_study_text_set (one, x, NULL);

  g_assert_cmpstr (got, ==, "uniform(0, 1)");
  g_assert_cmpstr (kept, ==, "normal(1, 0.2)");
  g_assert_cmpstr (deep, ==, "q");
  g_assert_cmpstr (new_seed, ==, "12");
  g_assert_null (gone);
  g_assert_nonnull (strstr (one, "vary"));
  g_assert_null (strstr (none, "vary"));
  g_assert_null (wb_study_text_set ("[1, 2]", seed, "1"));
}

/* Returns whether a pixel of a surface of the format A8 is filled. */
static gboolean
is_filled (cairo_surface_t *surface, double x, double y)
{
  return cairo_image_surface_get_data (surface)[(int) y * cairo_image_surface_get_stride (surface) + (int) x] > 127;
}

/* A choice is drawn as bars at its values. A value that is listed twice has a bar of twice the height. */
static void
test_choice (void)
{
  WbDistribution d = wb_distribution_parse ("choice(1, 3, 3)");
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 200, 100);
  cairo_t *cr = cairo_create (surface);
  double low, high, at[2];

  g_assert_cmpint (d.draw, ==, MODEL_DRAW_CHOICE);
  g_assert_cmpfloat (fabs (wb_distribution_probability (&d, 0) - 1. / 3), <, 1e-15);
  g_assert_cmpfloat (fabs (wb_distribution_probability (&d, 2) - 2. / 3), <, 1e-15);
  g_assert_true (wb_distribution_range (&d, &low, &high));
  for (int k = 0; k < 2; k++)
    at[k] = (1 + 2 * k - low) / (high - low) * 200;
  wb_distribution_draw_bars (&d, cr, 0, 200, 0, 100);
  cairo_surface_flush (surface);
  g_assert_true (is_filled (surface, at[0], 75));
  g_assert_false (is_filled (surface, at[0], 25));
  g_assert_true (is_filled (surface, at[1], 75));
  g_assert_true (is_filled (surface, at[1], 25));
  g_assert_false (is_filled (surface, (at[0] + at[1]) / 2, 75));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  /* The picture of a choice between more values than it can show stays empty. */
  d = wb_distribution_parse ("choice(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17)");
  g_assert_cmpint (d.draw, ==, MODEL_DRAW_NONE);
}

/* The integral of the density from the 5 % to the 95 % quantile is 0.9. It is computed by the midpoint rule. */
static void
test_density (void)
{
  static const char *const texts[] = { "normal(0.42, 0.14)", "uniform(0.4, 0.7)", "lognormal(0, 0.2)", "exponential(3)" };

  for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
    {
      WbDistribution d = wb_distribution_parse (texts[k]);
      double a = wb_distribution_quantile (&d, 0.05), b = wb_distribution_quantile (&d, 0.95), sum = 0, low, high;
      const int n = 20000;

      for (int i = 0; i < n; i++)
        sum += wb_distribution_density (&d, a + (b - a) * (i + 0.5) / n) * (b - a) / n;
      g_assert_cmpfloat (fabs (sum - 0.9), <, 1e-6);
      g_assert_true (wb_distribution_range (&d, &low, &high));
      g_assert_true (low < a && b < high);
    }
  g_assert_cmpint (wb_distribution_parse ("2*member").draw, ==, MODEL_DRAW_NONE);
  g_assert_cmpint (wb_distribution_parse ("normal(x, 1)").draw, ==, MODEL_DRAW_NONE);
}

/* ---- computing ---- */

/* The numbers of the picture equal those of lab_results_summarize, which computes them from the file by other code. */
static void
test_numbers (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  g_autoptr (GError) error = NULL;
  g_autoptr (LabResults) results = NULL;
  LabSummary summary[42];
  const WbEnsemblePicture *picture;
  double total = 0;

  add (window, oscillator);
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
  picture = wb_study_picture (study_of (window));
  g_assert_cmpuint (picture->n_done, ==, 300);
  g_assert_cmpuint (picture->counts[LAB_MEMBER_ENDED], ==, 300);
  g_assert_true (picture->exact);
  results = lab_results_open (wb_study_results (study_of (window)), &error);
  g_assert_no_error (error);
  g_assert_true (lab_results_summarize (results, 2, 42, summary, &error));
  g_assert_cmpfloat (picture->records[0].summary.q50, ==, summary[0].q50);
  g_assert_cmpfloat (picture->records[0].summary.q95, ==, summary[0].q95);
  for (int k = 0; k < 41; k++)
    {
      g_assert_cmpfloat (picture->fans[0].quantiles[k], ==, summary[1 + k].q05);
      g_assert_cmpfloat (picture->fans[0].quantiles[3 * 41 + k], ==, summary[1 + k].q75);
    }
  for (int k = 0; k < picture->records[0].n_bars; k++)
    total += picture->records[0].counts[k];
  g_assert_cmpfloat (total, ==, 300);
  wb_test_close (window);
}

/* The study of the cart and pole with exact arithmetic. */
static const char exact_cart[] = "format: 1\nstudy: ensemble\nmodel: cart-pole\nmembers: 100\nseed: 42\ntime: {end: 5}\nset: {limit: 15}\n"
                                 "vary: {theta: \"normal(0.42, 0.14)\", l: \"uniform(0.4, 0.7)\"}\nsolver: {accuracy: 1e-6, fast_math: false}\n"
                                 "record: {push: {maximum: abs(u)}}\nfan: {theta*180/pi: {times: 11}}\n";

/* A number that no run of the study has is marked while it is typed, and opens no run. */
static void
check_member_field (WbWindow *window, guint64 n_members)
{
  WbField *field = wb_test_field (GTK_WIDGET (window), "member");
  g_autofree char *beyond = g_strdup_printf ("%" G_GUINT64_FORMAT, n_members);

  wb_test_type (field, beyond);
  WAIT_FOR (strcmp (wb_field_reason (field), "a whole number from 0 to 99") == 0);
  g_signal_emit_by_name (wb_field_control (field), "activate");
  g_assert_cmpstr (wb_session_view (wb_window_session (window)), ==, "ensemble");
  wb_test_type (field, "3");
  WAIT_FOR (*wb_field_reason (field) == '\0');
}

/* A member that is opened as a run ends with the numbers of the study. Without fast arithmetic they have the same bits. With it, lanes use
 * other functions than a run, and the numbers differ by rounding errors. */
static void
test_replay (gconstpointer exact)
{
  WbWindow *window = wb_test_window ("cart-pole");
  const double tolerance = GPOINTER_TO_INT (exact) ? 0 : 1e-9;
  WbSession *session = wb_window_session (window);
  g_autoptr (GError) error = NULL;
  g_autofree double *columns = NULL;
  g_autofree char *reason = NULL;
  const WbStudyProblem *problem;
  SimTrajectory *trajectory;
  LabOutcome outcome;
  const double *row;

  wb_window_show_view (window, "ensemble");
  if (GPOINTER_TO_INT (exact))
    add (window, exact_cart);
  g_assert_nonnull (study_of (window));
  problem = wb_study_problem (study_of (window));
  if (GPOINTER_TO_INT (exact))
    check_member_field (window, problem->ensemble->n_members);
  columns = g_new0 (double, problem->ensemble->n_columns);
  g_assert_true (lab_ensemble_replay (problem->ensemble, 17, &outcome, &reason, columns, &error));
  g_action_group_activate_action (G_ACTION_GROUP (window), "ensemble-replay", g_variant_new_uint64 (17));
  WAIT_FOR (g_strcmp0 (wb_session_view (session), "simulate") == 0);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  trajectory = wb_run_item_trajectory (wb_session_current (session));
  row = sim_trajectory_row (trajectory, sim_trajectory_n_rows (trajectory) - 1);
  g_assert_cmpfloat (row[0], ==, columns[0]);
  /* Columns of the study: t, theta and l at the start, the recorded numbers, then the fan. The last value of the fan is theta at the end
   * in degrees. */
  g_assert_cmpfloat (fabs (row[2] * 180 / G_PI - columns[problem->ensemble->n_columns - 1]), <=, tolerance);
  g_assert_cmpfloat (sim_trajectory_row (trajectory, 0)[2], ==, columns[1]);
  wb_test_close (window);
}

/* ---- undo and session files ---- */

static void
test_undo (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbSession *session = wb_window_session (window);
  const char *const seed[] = { "seed", NULL }, *const x[] = { "vary", "q", NULL };
  g_autofree char *before = NULL;

  add (window, oscillator);
  before = g_strdup (wb_study_text (study_of (window)));
  wb_study_put (study_of (window), seed, "8", "Seed");
  wb_study_put (study_of (window), x, "uniform(0, 1)", "Random quantity");
  g_assert_cmpuint (wb_study_problem (study_of (window))->problem.instance.seed, ==, 8);
  wb_session_undo (session);
  wb_session_undo (session);
  g_assert_cmpstr (wb_study_text (study_of (window)), ==, before);
  g_assert_cmpuint (wb_study_problem (study_of (window))->problem.instance.seed, ==, 7);
  wb_session_redo (session);
  g_assert_cmpuint (wb_study_problem (study_of (window))->problem.instance.seed, ==, 8);
  wb_session_undo (session);
  wb_session_undo (session); /* undo the addition of the study */
  g_assert_null (study_of (window));
  wb_session_redo (session);
  g_assert_nonnull (study_of (window));
  wb_test_close (window);
}

static void
test_session (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  g_autofree char *path = wb_test_place ("studies.stepwise"), *text = NULL, *results = NULL;
  g_autoptr (GError) error = NULL;

  add (window, oscillator);
  wb_study_set_threads (study_of (window), 3);
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
  text = g_strdup (wb_study_text (study_of (window)));
  results = g_strdup (wb_study_results (study_of (window)));
  /* A study with results shows them unless the user has chosen the set-up. */
  g_assert_false (wb_studies_shows_setup (wb_studies_of (wb_window_session (window))));
  wb_studies_set_page (wb_studies_of (wb_window_session (window)), study_of (window), WB_STUDY_PAGE_SETUP);
  g_assert_true (wb_session_file_save (path, wb_window_session (window), &error));
  wb_test_close (window);
  window = wb_test_window (NULL);
  g_assert_true (wb_window_open_path (window, path));
  g_assert_nonnull (study_of (window));
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
  g_assert_cmpstr (wb_study_results (study_of (window)), ==, results);
  g_assert_cmpint (wb_study_threads (study_of (window)), ==, 3);
  g_assert_true (wb_studies_shows_setup (wb_studies_of (wb_window_session (window))));
  g_assert_cmpuint (wb_study_problem (study_of (window))->ensemble->n_members, ==, 300);
  wb_test_close (window);
}

/* ---- cancelling ---- */

static void
test_cancel (void)
{
  static const char big[] = "format: 1\nstudy: ensemble\nmodel: harmonic-oscillator\nmembers: 40000\nseed: 3\nvary:\n  q: normal(1, 0.2)\n"
                            "solver: {accuracy: 1e-10}\nrecord:\n  largest: {maximum: q}\n";
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  guint64 done;

  add (window, big);
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_picture (study_of (window)) != NULL && wb_study_picture (study_of (window))->n_done > 0);
  wb_test_act (window, "win.ensemble-cancel");
  WAIT_FOR (wb_study_state (study_of (window)) != WB_STUDY_RUNNING);
  g_assert_cmpstr (wb_study_error (study_of (window)), ==, NULL);
  done = wb_study_picture (study_of (window))->n_done;
  g_assert_cmpuint (done, >, 0);
  if (done < 40000)
    g_assert_cmpint (wb_study_state (study_of (window)), ==, WB_STUDY_STOPPED);
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
  g_assert_cmpuint (wb_study_picture (study_of (window))->n_done, ==, 40000);
  wb_test_close (window);
}

/* ---- texts with errors ---- */

static void
test_errors (void)
{
  g_autoptr (WbStudy) name = wb_study_new ("format: 1\nstudy: ensemble\nmodel: harmonic-oscillator\nvary: {xx: \"normal(0, 1)\"}\n", NULL, NULL);
  g_autoptr (WbStudy) deviation = wb_study_new ("format: 1\nstudy: ensemble\nmodel: harmonic-oscillator\nvary: {q: \"normal(0, -1)\"}\n", NULL, NULL);
  g_autoptr (WbStudy) yaml = wb_study_new ("format: [1", NULL, NULL);

  g_assert_cmpint (wb_study_state (name), ==, WB_STUDY_FAILED);
  g_assert_nonnull (strstr (wb_study_error (name), "4:"));
  g_assert_nonnull (strstr (wb_study_error (name), "'xx'"));
  g_assert_nonnull (strstr (wb_study_error (deviation), "deviation"));
  g_assert_cmpint (wb_study_state (yaml), ==, WB_STUDY_FAILED);
}

/* ---- the view ---- */

static void
test_view (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbEnsembleView *view;

  wb_window_show_view (window, "ensemble");
  view = wb_window_ensemble (window);
  g_assert_null (study_of (window));
  add (window, oscillator);
  g_assert_false (wb_ensemble_view_has (view, WB_ENSEMBLE_FAN));
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
  g_assert_true (wb_ensemble_view_has (view, WB_ENSEMBLE_FAN));
  g_assert_true (wb_ensemble_view_has (view, WB_ENSEMBLE_HISTOGRAM));
  wb_test_act (window, "win.study-remove");
  g_assert_false (wb_ensemble_view_has (view, WB_ENSEMBLE_FAN));
  wb_session_undo (wb_window_session (window));
  g_assert_true (wb_ensemble_view_has (view, WB_ENSEMBLE_FAN));
  wb_test_close (window);
}

/* ---- export ---- */

/* The exported rows equal those of the file of results. The caption of the figure states how it was
 * computed. */
static void
test_export (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbStudies *studies = wb_studies_of (wb_window_session (window));
  WbExportTable table = { .separator = ',', .decimal = '.', .settings = TRUE };
  WbExportPage page = { .plots = 3, .width = 160, .height = 80, .text = 9, .settings = TRUE, .resolution = 100 };
  g_autoptr (GError) error = NULL;
  g_autofree char *members = NULL, *quantiles = NULL, *none = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) cells = NULL;
  g_autofree double *columns = NULL;
  g_autofree char *reason = NULL;
  WbExportFigure *figure;
  LabOutcome outcome;

  wb_window_show_view (window, "ensemble");
  add (window, oscillator);
  none = wb_export_ensemble_text (studies, &table, WB_EXPORT_MEMBERS, &error);
  g_assert_null (none);
  g_clear_error (&error);
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
  members = wb_export_ensemble_text (studies, &table, WB_EXPORT_MEMBERS, &error);
  g_assert_no_error (error);
  lines = g_strsplit (members, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 303); /* caption, heading, 300 members, end */
  g_assert_nonnull (strstr (lines[0], "seed 7"));
  g_assert_nonnull (strstr (lines[0], "normal(1, 0.2)"));
  cells = g_strsplit (lines[2 + 123], ",", -1);
  columns = g_new0 (double, wb_study_problem (study_of (window))->ensemble->n_columns);
  g_assert_true (lab_ensemble_replay (wb_study_problem (study_of (window))->ensemble, 123, &outcome, &reason, columns, &error));
  g_assert_cmpstr (cells[0], ==, "123");
  g_assert_cmpstr (cells[1], ==, "reached end");
  g_assert_cmpfloat (g_ascii_strtod (cells[4], NULL), ==, columns[1]);
  g_assert_cmpfloat (g_ascii_strtod (cells[5], NULL), ==, columns[2]);
  quantiles = wb_export_ensemble_text (studies, &table, WB_EXPORT_QUANTILES, &error);
  g_assert_nonnull (strstr (quantiles, "t,q05,q25,q50,q75,q95\n"));
  figure = wb_export_ensemble_figure (studies, &page, &error);
  g_assert_no_error (error);
  wb_export_figure_unref (figure);
  wb_test_close (window);
}

/* ---- other studies of the registry ---- */

/* For q' = p, p' = −w² q the second row of A is (−w², 0). */
static void
test_registry (void)
{
  static const char text[] = "format: 1\nstudy: linearize\nmodel: harmonic-oscillator\nset: {w: 3}\n";
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  g_autofree char *shown = NULL;

  wb_window_show_view (window, "ensemble");
  add (window, text);
  g_assert_null (wb_study_result (study_of (window)));
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
  shown = wb_study_result_text (study_of (window));
  g_assert_nonnull (strstr (shown, "\np\t-9\t0\n")); /* a row of A */
  g_assert_false (wb_ensemble_view_has (wb_window_ensemble (window), WB_ENSEMBLE_FAN));
  wb_test_close (window);
}

/* ---- new studies ---- */

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

/* A new basin study has the ranges of two states. A new study of a region has its kind. Both set-ups are valid. An unknown kind adds
 * nothing. */
static void
test_new_kinds (void)
{
  WbWindow *window = wb_test_window ("reversed-van-der-pol");
  WbStudies *studies = wb_studies_of (wb_window_session (window));
  guint n = g_list_model_get_n_items (wb_studies_list (studies));

  gtk_widget_activate_action (GTK_WIDGET (window), "win.study-new-kind", "s", "basin");
  g_assert_cmpuint (g_list_model_get_n_items (wb_studies_list (studies)), ==, n + 1);
  g_assert_null (wb_study_error (wb_studies_selected (studies)));
  /* The range is twice the initial values −1.2 and −0.4, rounded up. */
  g_assert_nonnull (strstr (wb_study_text (wb_studies_selected (studies)), "x=-5:5"));
  g_assert_nonnull (strstr (wb_study_text (wb_studies_selected (studies)), "v=-1:1"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.study-new-kind", "s", "roa");
  g_assert_cmpstr (wb_study_problem (wb_studies_selected (studies))->file->study, ==, "roa");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.study-new-kind", "s", "unknown");
  g_assert_cmpuint (g_list_model_get_n_items (wb_studies_list (studies)), ==, n + 2);
  wb_test_act (window, "win.undo");
  g_assert_cmpuint (g_list_model_get_n_items (wb_studies_list (studies)), ==, n + 1);
  wb_test_close (window);
}

/* The equilibrium of the predator–prey model is a centre, so the card of the region of attraction shows a reason. The card of basins shows
 * none. */
static void
test_reason (void)
{
  WbWindow *window = wb_test_window ("lotka-volterra");
  GtkWidget *view = GTK_WIDGET (wb_window_ensemble (window));

  wb_window_show_view (window, "ensemble");
  WAIT_FOR (shows (view, "no point of rest was found") || shows (view, "is not stable"));
  g_assert_true (shows (view, "400 × 400 initial states"));
  g_assert_false (shows (view, "polynomial models"));
  wb_test_close (window);
}

/* Members that fail do not change the scale of the others, and the list names their start values. The axis can be logarithmic. */
static void
test_failed (void)
{
  static const char growing[] = "format: 1\nstudy: ensemble\nmodel: finite-time-blow-up\nmembers: 60\nseed: 3\nvary:\n  y: uniform(0.5, 1.3)\nfan:\n  y: 21\n";
  WbWindow *window = wb_test_window ("finite-time-blow-up");
  WbPlotArea *fan;
  g_autoptr (GtkWidget) list = NULL;
  g_autoptr (PlotView) view = NULL;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 400, 300);
  cairo_t *cr = cairo_create (surface);
  double low, high;
  gboolean log_x, log_y;

  wb_window_show_view (window, "ensemble");
  add (window, growing);
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
  g_assert_cmpuint (wb_study_picture (study_of (window))->counts[LAB_MEMBER_FAILED], >, 3);
  fan = wb_ensemble_view_area (wb_window_ensemble (window), WB_ENSEMBLE_FAN);
  WAIT_FOR (wb_plot_area_view (fan) != NULL);
  view = wb_ensemble_plot_new (study_of (window), WB_ENSEMBLE_FAN, &(WbEnsembleChoice) { 0 });
  plot_view_draw (view, cr, 400, 300, 1);
  plot_view_get_y_range (view, &low, &high);
  list = g_object_ref_sink (wb_member_list_new (wb_studies_of (wb_window_session (window)), study_of (window), LAB_MEMBER_FAILED));
  g_assert_nonnull (wb_test_find (list, GTK_TYPE_LABEL, "member-start"));
  g_assert_true (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (wb_test_find (list, GTK_TYPE_LABEL, "member-start"))), "y = 1."));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fan), "ensemble.log", NULL));
  plot_view_get_log (wb_plot_area_view (fan), &log_x, &log_y);
  g_assert_true (log_y && !log_x);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  wb_test_close (window);
}

/* A study file is opened as other files are: by the command line, by Open and by dropping it. A file of another name is recognised by its text. A
 * wrong one is reported and changes nothing. */
static void
test_open (void)
{
  g_autofree char *text = NULL, *path = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), "models", "chaos", "rossler.study.yaml", NULL);
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *renamed = g_build_filename (folder, "a.yaml", NULL);
  g_autofree char *wrong = g_build_filename (folder, "b.study.yaml", NULL);
  WbWindow *window = wb_test_window ("van-der-pol");
  GListModel *list = wb_studies_list (wb_studies_of (wb_window_session (window)));

  g_assert_true (wb_window_open_path (window, path));
  g_assert_cmpstr (wb_session_view (wb_window_session (window)), ==, "ensemble");
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 1);
  g_assert_cmpstr (model_id (wb_session_model (wb_window_session (window))), ==, "van-der-pol"); /* a study has its own model */
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL) && g_file_set_contents (renamed, text, -1, NULL));
  g_assert_true (wb_window_open_path (window, renamed));
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 2);
  g_assert_true (g_file_set_contents (wrong, "format: 1\nstudy: unknown\n", -1, NULL));
  g_assert_false (wb_window_open_path (window, wrong));
  g_assert_nonnull (strstr (wb_test_toast (window), "b.study.yaml:2:"));
  g_remove (wrong);
  g_assert_cmpint (mkfifo (wrong, 0600), ==, 0);
  g_assert_false (wb_window_open_path (window, wrong));
  g_assert_nonnull (strstr (wb_test_toast (window), "pipe or a device"));
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 2);
  g_remove (renamed);
  g_remove (wrong);
  g_rmdir (folder);
  wb_test_close (window);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/ensemble/setting-one-value-of-a-study-file-keeps-the-other-values", test_text);
  g_test_add_func ("/app/ensemble/a-study-file-is-opened-as-other-files-are", test_open);
  g_test_add_func ("/app/ensemble/densities-agree-with-their-quantiles", test_density);
  g_test_add_func ("/app/ensemble/a-choice-is-drawn-as-bars-at-its-values", test_choice);
  g_test_add_func ("/app/ensemble/the-picture-shows-the-numbers-of-the-results-file", test_numbers);
  g_test_add_data_func ("/app/ensemble/a-member-opened-as-a-run-has-the-numbers-of-the-study/fast", GINT_TO_POINTER (0), test_replay);
  g_test_add_data_func ("/app/ensemble/a-member-opened-as-a-run-has-the-numbers-of-the-study/exact", GINT_TO_POINTER (1), test_replay);
  g_test_add_func ("/app/ensemble/each-change-of-a-set-up-can-be-undone", test_undo);
  g_test_add_func ("/app/ensemble/a-session-keeps-its-studies-and-finds-their-results", test_session);
  g_test_add_func ("/app/ensemble/a-cancelled-study-continues-where-it-stopped", test_cancel);
  g_test_add_func ("/app/ensemble/errors-in-a-study-are-reported-with-line-and-name", test_errors);
  g_test_add_func ("/app/ensemble/cards-without-content-are-hidden", test_view);
  g_test_add_func ("/app/ensemble/exported-rows-equal-the-rows-of-the-results-file", test_export);
  g_test_add_func ("/app/ensemble/a-study-that-is-not-an-ensemble-shows-its-numbers", test_registry);
  g_test_add_func ("/app/ensemble/a-new-study-of-each-kind-has-a-valid-set-up", test_new_kinds);
  g_test_add_func ("/app/ensemble/a-kind-of-study-that-the-model-does-not-support-shows-the-reason", test_reason);
  g_test_add_func ("/app/ensemble/failed-members-keep-the-scale-and-have-start-values", test_failed);
  return g_test_run ();
}
