/* Tests comparisons of integrators and the Compare view. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "lab-comparison.h"
#include "model-library.h"
#include "plot-layer.h"
#include "plot-run.h"
#include "wb-compare-plots.h"
#include "wb-compare-cells.h"
#include "wb-compare-table.h"
#include "wb-digits-badge.h"
#include "wb-export-comparison.h"
#include "wb-plot-painter.h"
#include "wb-preferences.h"
#include "wb-wrap.h"

/* ---- comparisons ---- */

static LabComparison *
comparison_of (const char *name, double turns, LabComparisonRule rule, double value, const char *const *ids)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_library_open (name, sim_config_check_solver, diagnostics);
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (GError) error = NULL;
  LabComparisonTerms terms = { .rule = rule, .value = value };
  LabProblem problem = { .model = model, .config = config, .t_start = 0, .t_end = turns * 2 * G_PI };
  const OdeMethod *methods[8];
  int n = 0;
  LabComparison *comparison;

  g_assert_nonnull (model);
  sim_config_apply_model (config, model, diagnostics);
  sim_config_set (config, "weighting", "mixed", SIM_ORIGIN_LIVE, NULL);
  for (; ids[n] != NULL; n++)
    {
      methods[n] = ode_method_find (ids[n]);
      g_assert_nonnull (methods[n]);
    }
  comparison = lab_comparison_run (&problem, methods, n, &terms, NULL, &error);
  g_assert_no_error (error);
  return comparison;
}

/* Compares methods on ten orbits with e = 0.6, with 2000 evaluations for each method. Each error must be between half and
 * twice the expected one. The ranking of the methods agrees with Hairer, Lubich and Wanner, Geometric Numerical Integration,
 * section I.2. */
static void
test_cost (void)
{
  static const char *const ids[] = { "explicit_euler", "semi_explicit_euler", "stormer_verlet", "runge_kutta4", "runge_kutta5", NULL };
  static const struct { double energy, position; LabBehaviour behaviour; } expected[] = {
    { 1.1, 20, LAB_BEHAVIOUR_SPIRALS_OUT_GAINS },   { 0.107, 1.68, LAB_BEHAVIOUR_BOUNDED_PRECESSES },
    { 0.0074, 1.03, LAB_BEHAVIOUR_BOUNDED_PRECESSES },  { 0.067, 1.9, LAB_BEHAVIOUR_LOSES_EVERY },
    { 9e-4, 0.07, LAB_BEHAVIOUR_FOLLOWS_ORBIT },
  };
  g_autoptr (LabComparison) comparison = comparison_of ("kepler", 10, LAB_COMPARISON_COST, 2000, ids);

  g_assert_true (comparison->reference_known);
  g_assert_cmpstr (comparison->invariant_name, ==, "energy");
  /* The period is 2π. The reference has 400 samples per revolution, and crossings are found by linear interpolation between
   * them. */
  g_assert_cmpfloat (fabs (comparison->period - 2 * G_PI), <, 1e-4);
  for (int i = 0; i < comparison->n_entries; i++)
    {
      const LabComparisonEntry *result = &comparison->entries[i];

      g_assert_null (result->refused);
      g_assert_cmpint (result->outcome, ==, LAB_COMPARISON_MET);
      /* The search for the step size ends within 2 % of the cost. Fixed steps divide the span into equal
       * parts. */
      g_assert_cmpfloat (fabs (result->run.statistics.ode.rhs_evaluations / 2000.0 - 1), <=, 0.04);
      g_assert_cmpfloat (result->largest_invariant_error, >, expected[i].energy / 2);
      g_assert_cmpfloat (result->largest_invariant_error, <, expected[i].energy * 2);
      g_assert_cmpfloat (result->final_position_error, >, expected[i].position / 2);
      g_assert_cmpfloat (result->final_position_error, <, expected[i].position * 2);
      g_assert_cmpint (result->behaviour, ==, expected[i].behaviour);
      g_assert_cmpfloat (result->t[result->n - 1], ==, comparison->t_end);
    }
  /* The two methods have one and four stages. */
  g_assert_cmpfloat (fabs (comparison->entries[0].h * 2000 - comparison->t_end), <, 1e-9);
  g_assert_cmpfloat (fabs (comparison->entries[3].h * 500 - comparison->t_end), <, 1e-9);
}

static void
test_step (void)
{
  static const char *const ids[] = { "explicit_euler", "runge_kutta4", "runge_kutta5", NULL };
  g_autoptr (LabComparison) comparison = comparison_of ("kepler", 2, LAB_COMPARISON_STEP, 0.02, ids);

  for (int i = 0; i < comparison->n_entries; i++)
    {
      g_assert_true (comparison->entries[i].fixed);
      g_assert_cmpfloat (comparison->entries[i].h, <=, 0.02);
      g_assert_cmpfloat (comparison->entries[i].h, >, 0.0199); /* 4π / 629 */
      g_assert_cmpint (comparison->entries[i].run.statistics.ode.steps_taken, ==, 629);
    }
  g_assert_cmpfloat (comparison->entries[0].final_position_error, >, comparison->entries[1].final_position_error);
}

static void
test_accuracy (void)
{
  static const char *const ids[] = { "runge_kutta4", "stormer_verlet", "runge_kutta5", NULL };
  g_autoptr (LabComparison) comparison = comparison_of ("kepler", 1, LAB_COMPARISON_ACCURACY, 1e-4, ids),
      tight = comparison_of ("kepler", 1, LAB_COMPARISON_ACCURACY, 1e-15, ids + 2);

  /* Local errors accumulate, so the method needs a smaller tolerance than the requested
   * error. */
  g_assert_false (comparison->entries[2].fixed);
  g_assert_cmpfloat (comparison->entries[2].accuracy, <, 1e-4);
  g_assert_cmpint (tight->entries[0].outcome, ==, LAB_COMPARISON_TIGHTEST);
  for (int i = 0; i < 3; i++)
    {
      g_assert_cmpint (comparison->entries[i].outcome, ==, LAB_COMPARISON_MET);
      /* The search ends within a factor of 1.5² of the requested error in the worst state. The distance combines two
       * states. */
      g_assert_cmpfloat (comparison->entries[i].final_position_error, <, 4e-4);
      g_assert_cmpfloat (comparison->entries[i].final_position_error, >, 1e-5);
    }
}

static gboolean
cancel_at_once (gpointer user, double share)
{
  return FALSE;
}

static void
test_cancel (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_library_open ("kepler", sim_config_check_solver, diagnostics);
  g_autoptr (SimConfig) config = sim_config_new ();
  g_autoptr (GError) error = NULL;
  const OdeMethod *method = ode_method_find ("explicit_euler");
  LabProblem problem = { .model = model, .config = config, .t_start = 0, .t_end = 60 };
  LabProgress progress = { cancel_at_once, NULL };

  g_assert_null (lab_comparison_run (&problem, &method, 1, &(LabComparisonTerms) { LAB_COMPARISON_COST, 2000, NULL, NULL, NULL },
                                     &progress, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (lab_comparison_run (&problem, &method, 1, &(LabComparisonTerms) { LAB_COMPARISON_COST, -1, NULL, NULL, NULL }, NULL,
                                     &error));
  g_assert_error (error, SIM_ERROR, SIM_ERROR_VALUE);
}

/* In the Lorenz system errors grow by a factor of e in about 1.1 s. They grow from 1e-16
 * to 1e-6 in about 25 s. Then two high-accuracy runs disagree, and the reference
 * ends. */
static void
test_chaos (void)
{
  static const char *const ids[] = { "runge_kutta4", NULL }, *const better[] = { "dop853", NULL };
  g_autoptr (LabComparison) comparison = comparison_of ("lorenz", 8, LAB_COMPARISON_COST, 8000, ids),
      dear = comparison_of ("lorenz", 8, LAB_COMPARISON_COST, 100000, better);

  g_assert_true (comparison->reference_known && comparison->reference_diverges);
  g_assert_cmpfloat (comparison->reference_end, >, 12);
  g_assert_cmpfloat (comparison->reference_end, <, 35);
  g_assert_cmpfloat (sim_trajectory_row (comparison->reference, sim_trajectory_n_rows (comparison->reference) - 1)[0], ==,
                     comparison->reference_end);
  g_assert_true (isnan (comparison->period));
  for (gsize i = 0; i < comparison->entries[0].n; i++)
    g_assert_cmpint (isnan (comparison->entries[0].position_error[i]), ==, comparison->entries[0].t[i] > comparison->reference_end);
  g_assert_true (isfinite (comparison->entries[0].final_position_error));
  g_assert_cmpint (comparison->entries[0].behaviour, ==, LAB_BEHAVIOUR_LEAVES);
  g_assert_cmpfloat (comparison->entries[0].t_left, >, 1);
  g_assert_cmpfloat (comparison->entries[0].t_left, <, comparison->reference_end);
  g_assert_cmpint (dear->entries[0].behaviour, ==, LAB_BEHAVIOUR_FOLLOWS_TO);
  g_assert_true (isnan (dear->entries[0].t_left));
}

/* If the reference is known for only a fiftieth of the time span, no errors are
 * computed. */
static void
test_long_chaos (void)
{
  static const char *const ids[] = { "runge_kutta4", NULL };
  g_autoptr (LabComparison) comparison = comparison_of ("lorenz", 160, LAB_COMPARISON_COST, 40000, ids);

  g_assert_false (comparison->reference_known);
  g_assert_nonnull (strstr (comparison->reference_source, "no reference solution"));
  g_assert_true (isnan (comparison->entries[0].final_position_error));
  g_assert_cmpint (comparison->entries[0].behaviour, ==, LAB_BEHAVIOUR_UNKNOWN);
}

/* If a run does not have the requested cost, step or error, its row states this, and a sentence gives the reason. Other rows have no such
 * text. */
static void
test_outcomes (void)
{
  static const struct { LabComparisonRule rule; double value; LabComparisonOutcome outcome; const char *words, *sentence; } rows[] = {
    { LAB_COMPARISON_COST, 2000, LAB_COMPARISON_MET, "", NULL },
    { LAB_COMPARISON_COST, 2000, LAB_COMPARISON_LOOSEST, "at its loosest accuracy", "more than 2\u2009000 evaluations" },
    { LAB_COMPARISON_COST, 2000, LAB_COMPARISON_TIGHTEST, "at its tightest accuracy", "fewer than 2\u2009000 evaluations" },
    { LAB_COMPARISON_COST, 2000, LAB_COMPARISON_NEAREST, "at the nearest setting found",
      "2\u2009000 evaluations: the number changes in jumps" },
    { LAB_COMPARISON_ACCURACY, 0.1, LAB_COMPARISON_LOOSEST, "at its loosest accuracy", "as loose as 0.1" },
    { LAB_COMPARISON_ACCURACY, 0.1, LAB_COMPARISON_NEAREST, "at the nearest setting found", "an error of 0.1" },
    { LAB_COMPARISON_STEP, 0.1, LAB_COMPARISON_OWN_STEPS, "with its own step sizes", "chooses its steps itself" },
  };
  g_autoptr (WbCompareEntry) entry = wb_compare_entry_new (ode_method_find ("runge_kutta5"), 1);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LabComparison comparison = { .rule = rows[i].rule, .value = rows[i].value };
      LabComparisonEntry result = { .outcome = rows[i].outcome, .behaviour = LAB_BEHAVIOUR_LEAVES };
      g_autofree char *text = NULL, *why = NULL;

      wb_compare_entry_set_result (entry, &result);
      text = wb_compare_entry_behaviour_text (entry, &comparison);
      why = wb_compare_entry_why (entry, &comparison);
      g_assert_true (g_str_has_suffix (text, rows[i].words));
      g_assert_cmpint (strstr (text, " · ") != NULL, ==, rows[i].words[0] != '\0');
      if (rows[i].sentence == NULL)
        g_assert_null (why);
      else
        g_assert_nonnull (strstr (why, rows[i].sentence));
    }
}

static void
test_refusal (void)
{
  static const char *const ids[] = { "stormer_verlet", "runge_kutta5", NULL };
  g_autoptr (LabComparison) comparison = comparison_of ("lorenz", 0.2, LAB_COMPARISON_COST, 500, ids);

  g_assert_nonnull (comparison->entries[0].refused); /* the model has no positions and velocities */
  g_assert_null (comparison->entries[1].refused);
}

/* ---- the view ---- */

static void
test_view (void)
{
  WbWindow *window = wb_test_window ("kepler");
  WbCompareView *view = wb_window_compare (window);
  WbComparison *comparison = wb_compare_view_comparison (view);
  GListModel *entries = wb_comparison_entries (comparison);
  g_autofree char *text = NULL;
  guint n = g_list_model_get_n_items (entries);

  g_assert_cmpuint (n, >=, 5);
  g_assert_null (wb_comparison_result (comparison));
  g_assert_true (wb_window_show_view (window, "compare"));
  WAIT_FOR (wb_comparison_result (comparison) != NULL);
  wb_test_spin ();
  g_assert_false (wb_comparison_is_stale (comparison));
  for (int i = 0; i < 3; i++)
    g_assert_nonnull (wb_plot_area_view (wb_compare_view_area (view, i)));
  text = wb_compare_cells_text (comparison);
  g_assert_nonnull (strstr (text, "spirals out, energy grows"));

  /* Hide, remove and add entries. */
  {
    g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, 0);

    wb_comparison_set_visible (comparison, entry, FALSE);
    wb_test_spin ();
    g_assert_false (wb_compare_entry_visible (entry));
    wb_comparison_remove (comparison, entry);
    wb_test_spin ();
    g_assert_cmpuint (g_list_model_get_n_items (entries), ==, n - 1);
    g_assert_true (wb_comparison_add (comparison, ode_method_find ("explicit_euler")));
    g_assert_false (wb_comparison_add (comparison, ode_method_find ("explicit_euler")));
    g_assert_false (wb_comparison_is_stale (comparison)); /* the result still has its run */
    g_assert_true (wb_comparison_add (comparison, ode_method_find ("midpoint")));
    g_assert_true (wb_comparison_is_stale (comparison));
  }
  wb_session_undo (wb_window_session (window));
  g_assert_false (wb_comparison_is_stale (comparison));
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (view), "stale"));
  /* A value that is set back makes the result current again. A change during the computation makes its result an old one. */
  wb_comparison_set_value (comparison, 3000);
  g_assert_true (wb_comparison_is_stale (comparison));
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (view), "stale"));
  wb_comparison_set_value (comparison, 2000);
  g_assert_false (wb_comparison_is_stale (comparison));
  wb_comparison_run (comparison);
  wb_comparison_set_value (comparison, 3000);
  WAIT_FOR (!wb_comparison_is_running (comparison));
  g_assert_true (wb_comparison_is_stale (comparison));
  g_assert_nonnull (wb_test_label_with (GTK_WIDGET (view), "of the settings before"));
  wb_comparison_run (comparison);
  g_assert_true (wb_comparison_is_running (comparison));
  WAIT_FOR (!wb_comparison_is_running (comparison));
  g_assert_false (wb_comparison_is_stale (comparison));
  wb_test_close (window);
}

/* A wrong value of the rule is marked while it is typed, and nothing is computed with it. Spaces between groups of digits belong to a right one. */
static void
test_value (void)
{
  WbWindow *window = wb_test_window ("kepler");
  WbComparison *comparison = wb_compare_view_comparison (wb_window_compare (window));
  WbField *field = wb_test_field (GTK_WIDGET (wb_window_compare (window)), "value");
  GtkWidget *control = wb_field_control (field);
  double before = wb_comparison_value (comparison);

  g_assert_true (wb_window_show_view (window, "compare"));
  WAIT_FOR (wb_comparison_result (comparison) != NULL && !wb_comparison_is_running (comparison));
  g_assert_cmpint (wb_comparison_rule (comparison), ==, LAB_COMPARISON_COST);
  for (guint k = 0; k < 2; k++)
    {
      wb_test_type (field, (const char *[]) { "nine", "9" }[k]);
      WAIT_FOR (strcmp (wb_field_reason (field), (const char *[]) { "A number is needed.", "a whole number from 10 to 1000000000" }[k]) == 0);
      g_assert_true (gtk_widget_get_mapped (wb_field_why (field)) && gtk_widget_has_css_class (control, "error"));
      g_signal_emit_by_name (control, "activate");
      g_assert_false (wb_comparison_is_running (comparison));
      g_assert_cmpfloat (wb_comparison_value (comparison), ==, before);
    }
  wb_test_type (field, "12 345.6");
  WAIT_FOR (*wb_field_reason (field) == '\0' && !gtk_widget_get_mapped (wb_field_why (field)));
  g_signal_emit_by_name (control, "activate");
  g_assert_true (wb_comparison_is_running (comparison));
  g_assert_cmpfloat (wb_comparison_value (comparison), ==, 12346);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (control)), ==, "12\u2009346");
  /* The rule is changed while nothing is computed. */
  wb_comparison_cancel (comparison);
  WAIT_FOR (!wb_comparison_is_running (comparison));
  wb_test_spin ();
  /* Steps have the size of the times of the model. */
  wb_comparison_set_rule (comparison, LAB_COMPARISON_STEP);
  wb_test_spin ();
  wb_test_type (field, "-1");
  WAIT_FOR (strcmp (wb_field_reason (field), "A number above 0 is needed.") == 0);
  wb_test_type (field, "1e-15");
  g_assert_true (wb_field_commit (field));
  g_assert_cmpfloat (wb_comparison_value (comparison), ==, 1e-15);
  wb_comparison_cancel (comparison);
  wb_test_close (window);
}

/* Returns how similar the colour at a point of a drawn view is to another colour, from 0 to
 * 1. */
static double
nearness (PlotView *view, double x, double y, PlotColor wanted)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 640, 450);
  cairo_t *cr = cairo_create (surface);
  double px, py, best = 0;
  int stride = cairo_image_surface_get_stride (surface);

  wb_plot_painter_hold (); /* makes pending changes and waits until no thread draws the view */
  while (plot_view_draw (view, cr, 640, 450, 1))
    ;
  cairo_surface_flush (surface);
  plot_view_map (view, x, y, &px, &py);
  for (int i = -1; i <= 1; i++)
    for (int k = -1; k <= 1; k++)
      {
        const guint8 *pixel = cairo_image_surface_get_data (surface) + ((int) py + i) * stride + 4 * ((int) px + k);
        double off = fabs (pixel[2] / 255.0 - wanted.r) + fabs (pixel[1] / 255.0 - wanted.g) + fabs (pixel[0] / 255.0 - wanted.b);

        best = fmax (best, 1 - off / 3);
      }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return best;
}

/* A run that leaves the view shows its last revolution inside the view at full opacity, but only after it
 * has left. A run that stays inside shows its current revolution. The sun is a disc with a rim in its
 * colour. */
static void
test_orbit (void)
{
  WbWindow *window = wb_test_window ("kepler");
  WbCompareView *view = wb_window_compare (window);
  WbComparison *comparison = wb_compare_view_comparison (view);
  g_autoptr (WbCompareEntry) euler = NULL;
  PlotView *plane;
  PlotColor color, amber;
  const PlotTheme *theme;
  SimTrajectory *trajectory;
  double x, y;
  int n_notes = 0;

  g_assert_true (wb_window_show_view (window, "compare"));
  WAIT_FOR (wb_comparison_result (comparison) != NULL);
  wb_test_spin ();
  euler = g_list_model_get_item (wb_comparison_entries (comparison), 0);
  g_assert_cmpstr (wb_compare_entry_method (euler)->id, ==, "explicit_euler");
  trajectory = wb_compare_entry_result (euler)->trajectory;
  /* After a quarter of the period this point of the run is above the sun, well inside the view. The run leaves the view after about half a
   * period. */
  x = plot_run_value (trajectory, 0, 0.12 * 2 * G_PI);
  y = plot_run_value (trajectory, 1, 0.12 * 2 * G_PI);
  plane = wb_plot_area_view (wb_compare_view_area (view, 0));
  theme = plot_view_theme (plane);
  color = theme->series[wb_compare_entry_color (euler) - 1];
  for (int i = 0; i < plot_view_n_layers (plane); i++)
    n_notes += strcmp (plot_view_layer (plane, i)->class->name, "note") == 0;
  g_assert_cmpint (n_notes, ==, 1);

  wb_compare_transport_set_time (wb_compare_view_transport (view), 0.02 * 2 * G_PI);
  wb_test_spin ();
  /* A similarity of 1 means equal colours. The similarity of white to this red is
   * 0.49. */
  g_assert_cmpfloat (nearness (plane, x, y, color), <, 0.8);
  wb_compare_transport_set_time (wb_compare_view_transport (view), 7 * 2 * G_PI);
  wb_test_spin ();
  g_assert_cmpfloat (nearness (plane, x, y, color), >, 0.93);
  amber = plot_theme_light_shade (theme, 1);
  g_assert_cmpfloat (nearness (plane, 0, 0, amber), >, 0.98);
  g_assert_cmpfloat (nearness (plane, 0, 0, theme->series[1]), <, 0.95);
  wb_test_close (window);
}

/* If the reference ends before the comparison, the table states the time of its errors, and a line above the plots states the
 * reason. */
static void
test_part_of_reference (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbCompareView *view = wb_window_compare (window);
  const LabComparison *comparison;
  GListModel *columns;
  GtkWidget *message;

  g_assert_true (wb_window_show_view (window, "compare"));
  WAIT_FOR (wb_comparison_result (wb_compare_view_comparison (view)) != NULL);
  for (int k = 0; k < 5; k++)
    wb_test_spin ();
  comparison = wb_comparison_result (wb_compare_view_comparison (view));
  g_assert_true (comparison->reference_known && comparison->reference_end < comparison->t_end);
  g_autofree char *time = wb_compare_time_text (comparison, comparison->reference_end),
      *title = g_strconcat ("State error at ", time, NULL);
  columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (wb_test_find (GTK_WIDGET (view), GTK_TYPE_COLUMN_VIEW, "compare-table")));
  g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 6);
  g_assert_cmpstr (gtk_column_view_column_get_title (column), ==, title);
  message = wb_test_find (GTK_WIDGET (view), GTK_TYPE_LABEL, "compare-message");
  g_assert_true (gtk_widget_get_mapped (message));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (message)), time));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (wb_compare_view_area (view, WB_COMPARE_POSITION))));
  wb_test_close (window);
}

/* If there is no reference, the columns and the card of the errors are hidden. */
static void
test_no_errors (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbCompareView *view = wb_window_compare (window);
  GListModel *columns;
  GtkWidget *table;

  g_assert_true (wb_session_set (wb_window_session (window), WB_TIME, "end", "1000", NULL));
  g_assert_true (wb_window_show_view (window, "compare"));
  WAIT_FOR (wb_comparison_result (wb_compare_view_comparison (view)) != NULL);
  for (int k = 0; k < 5; k++)
    wb_test_spin ();
  g_assert_false (wb_comparison_result (wb_compare_view_comparison (view))->reference_known);
  table = wb_test_find (GTK_WIDGET (view), GTK_TYPE_COLUMN_VIEW, "compare-table");
  columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (table));
  g_assert_cmpuint (g_list_model_get_n_items (columns), ==, 7);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (wb_compare_view_area (view, WB_COMPARE_POSITION))));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (wb_compare_view_area (view, WB_COMPARE_ORBIT))), >, gtk_widget_get_width (table) - 40);
  /* After a model with a reference is opened, they are visible again with their scales. */
  g_assert_true (wb_window_open_path (window, "kepler"));
  WAIT_FOR (wb_comparison_result (wb_compare_view_comparison (view)) != NULL);
  for (int k = 0; k < 5; k++)
    wb_test_spin ();
  g_assert_cmpuint (g_list_model_get_n_items (columns), ==, 9);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (wb_compare_view_area (view, WB_COMPARE_POSITION))));
  wb_test_close (window);
}

/* Returns the number of labels with shortened text. */
static int
n_cut (GtkWidget *from)
{
  int n = GTK_IS_LABEL (from) && gtk_widget_get_mapped (from) && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (from)));

  if (n > 0)
    g_test_message ("“%s” is cut", gtk_label_get_text (GTK_LABEL (from)));
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += n_cut (child);
  return n;
}

/* Returns whether the visible part of a widget is within the width of another
 * widget. */
static gboolean
is_within (GtkWidget *widget, GtkWidget *outer)
{
  graphene_rect_t box;

  g_assert_true (gtk_widget_compute_bounds (widget, outer, &box));
  return box.origin.x >= -1 && box.origin.x + box.size.width <= gtk_widget_get_width (outer) + 1;
}

/* At several window widths, no cell of the table is shortened, and all chips are inside the
 * window. */
static void
test_widths (void)
{
  static const int widths[] = { 1440, 1280, 1100 };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      WbWindow *window = wb_window_new (NULL);
      WbCompareView *view;
      GtkWidget *table, *chips;

      gtk_window_set_default_size (GTK_WINDOW (window), widths[i], 800);
      gtk_window_present (GTK_WINDOW (window));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
      g_assert_true (wb_window_open_path (window, "kepler"));
      g_assert_true (wb_window_show_view (window, "compare"));
      view = wb_window_compare (window);
      WAIT_FOR (wb_comparison_result (wb_compare_view_comparison (view)) != NULL);
      for (int k = 0; k < 5; k++)
        wb_test_spin ();
      table = wb_test_find (GTK_WIDGET (view), GTK_TYPE_COLUMN_VIEW, "compare-table");
      g_assert_nonnull (table);
      g_assert_cmpint (n_cut (table), ==, 0);
      chips = wb_test_find (GTK_WIDGET (view), WB_TYPE_WRAP, NULL);
      for (GtkWidget *chip = gtk_widget_get_first_child (chips); chip != NULL; chip = gtk_widget_get_next_sibling (chip))
        g_assert_true (is_within (chip, GTK_WIDGET (window)));
      wb_test_close (window);
    }
  wb_preferences_set_int ("window-width", 1440);
  wb_preferences_set_int ("window-height", 900);
}

/* Returns the visible label with this text, or NULL. */
static GtkWidget *
label_of (GtkWidget *from, const char *text)
{
  if (GTK_IS_LABEL (from) && gtk_widget_get_mapped (from) && strcmp (gtk_label_get_text (GTK_LABEL (from)), text) == 0)
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = label_of (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* While the first comparison is computed, the card of the orbit states this, and no card is empty. Afterwards all six rows of the table are
 * visible without scrolling. The button that adds an integrator is in the row of the first chip. */
static void
test_usual_size (void)
{
  WbWindow *window = wb_test_window ("kepler");
  WbCompareView *view = wb_window_compare (window);
  WbComparison *comparison = wb_compare_view_comparison (view);
  GtkWidget *table, *chips, *add, *first;
  GtkAdjustment *scrolled;
  graphene_rect_t add_box, first_box;

  g_assert_true (wb_window_show_view (window, "compare"));
  g_assert_true (wb_comparison_is_running (comparison) && wb_comparison_result (comparison) == NULL);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (wb_compare_view_area (view, WB_COMPARE_ORBIT))));
  g_assert_nonnull (label_of (GTK_WIDGET (view), "The runs are being computed…"));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (wb_compare_view_area (view, WB_COMPARE_INVARIANT))));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (wb_compare_view_area (view, WB_COMPARE_POSITION))));
  WAIT_FOR (wb_comparison_result (comparison) != NULL);
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (wb_compare_view_area (view, WB_COMPARE_POSITION))));
  g_assert_null (label_of (GTK_WIDGET (view), "The runs are being computed…"));
  wb_test_turn (0.3);

  g_assert_cmpuint (g_list_model_get_n_items (wb_comparison_entries (comparison)), ==, 6);
  table = wb_test_find (GTK_WIDGET (view), GTK_TYPE_COLUMN_VIEW, "compare-table");
  g_assert_nonnull (table);
  scrolled = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (table));
  g_assert_cmpfloat (gtk_adjustment_get_page_size (scrolled), >, 0);
  g_assert_cmpfloat (gtk_adjustment_get_upper (scrolled), <=, gtk_adjustment_get_page_size (scrolled));
  g_assert_true (is_within (table, GTK_WIDGET (window)));
  add = wb_test_find (GTK_WIDGET (view), GTK_TYPE_BUTTON, "compare-add");
  chips = gtk_widget_get_ancestor (add, WB_TYPE_WRAP);
  first = gtk_widget_get_first_child (chips);
  g_assert_true (gtk_widget_compute_bounds (add, chips, &add_box) && gtk_widget_compute_bounds (first, chips, &first_box));
  g_assert_cmpfloat (add_box.origin.y, <, first_box.origin.y + first_box.size.height);
  wb_test_close (window);
}

/* Returns the SVG text of a figure of a comparison with all its plots. Free it with g_free. */
static char *
figure_of (WbComparison *comparison, PlotThemeId theme)
{
  WbExportPage page = { .plots = 7, .width = 178, .height = 104, .text = 8, .theme = theme, .resolution = 100 };
  g_autoptr (GError) error = NULL;
  g_autoptr (WbExportFigure) figure = wb_export_comparison_figure (comparison, &page, &error);
  g_autoptr (GBytes) bytes = figure != NULL ? wb_export_figure_bytes (figure, PLOT_FORMAT_SVG, NULL, &error) : NULL;

  g_assert_no_error (error);
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* The figure of a comparison has the titles of all plots in each theme, and does not depend on the playhead. */
static void
test_figure (void)
{
  static const char *const titles[] = { "Orbit<", "Energy error<", "Position error<" };
  WbWindow *window = wb_test_window ("kepler");
  WbCompareView *view = wb_window_compare (window);
  WbComparison *comparison = wb_compare_view_comparison (view);
  WbCompareTransport *transport = wb_compare_view_transport (view);

  wb_window_show_view (window, "compare");
  WAIT_FOR (wb_comparison_result (comparison) != NULL);
  for (PlotThemeId theme = PLOT_THEME_PAPER; theme <= PLOT_THEME_GREY; theme++)
    {
      g_autofree char *early = NULL, *late = NULL;

      wb_compare_transport_set_time (transport, wb_comparison_result (comparison)->t_start + 2);
      early = figure_of (comparison, theme);
      wb_compare_transport_set_time (transport, wb_comparison_result (comparison)->t_start + 5);
      late = figure_of (comparison, theme);
      g_assert_cmpstr (early, ==, late);
      for (guint k = 0; k < G_N_ELEMENTS (titles); k++)
        g_assert_nonnull (strstr (early, titles[k]));
    }
  wb_test_close (window);
}

static void
test_transport (void)
{
  WbWindow *window = wb_test_window ("kepler");
  WbCompareView *view = wb_window_compare (window);
  WbCompareTransport *transport = wb_compare_view_transport (view);
  const LabComparison *comparison;

  wb_window_show_view (window, "compare");
  WAIT_FOR (wb_comparison_result (wb_compare_view_comparison (view)) != NULL);
  comparison = wb_comparison_result (wb_compare_view_comparison (view));
  g_assert_cmpfloat (wb_compare_transport_time (transport), ==, comparison->t_end);
  g_assert_true (wb_compare_transport_key (transport, GDK_KEY_Home, 0));
  g_assert_cmpfloat (wb_compare_transport_time (transport), ==, comparison->t_start);
  /* The axis of the error plots counts revolutions. */
  wb_compare_transport_set_time (transport, comparison->t_start + 2 * comparison->period);
  {
    PlotTimeAxis *axis = plot_view_time_axis (wb_plot_area_view (wb_compare_view_area (view, 2)));

    g_assert_cmpfloat (fabs (plot_time_axis_playhead (axis) - 2), <, 1e-9);
    /* Dragging the playhead in a plot moves the playhead of the transport. */
    plot_time_axis_set_playhead (axis, 3);
    g_assert_cmpfloat (fabs (wb_compare_transport_time (transport) - comparison->t_start - 3 * comparison->period), <, 1e-9);
  }
  wb_compare_transport_set_playing (transport, TRUE);
  WAIT_FOR (wb_compare_transport_time (transport) > comparison->t_start + 3.001 * comparison->period);
  wb_compare_transport_set_playing (transport, FALSE);
  g_assert_false (wb_compare_transport_is_playing (transport));
  g_assert_true (wb_compare_transport_key (transport, GDK_KEY_End, 0));
  g_assert_cmpfloat (wb_compare_transport_time (transport), ==, comparison->t_end);
  wb_test_close (window);
}

/* Returns the error that the badge reports for a run with this accuracy. The file of the pendulum has reference values. */
static double
obtained (WbWindow *window, const char *accuracy)
{
  WbSession *session = wb_window_session (window);
  WbDigitsBadge *badge = WB_DIGITS_BADGE (wb_test_find (GTK_WIDGET (window), WB_TYPE_DIGITS_BADGE, NULL));

  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", accuracy, NULL));
  if (wb_session_state (session) != SIM_RUN_READY)
    wb_session_reset (session);
  wb_digits_badge_check (badge); /* there is no run to check yet */
  g_assert_false (wb_digits_badge_is_busy (badge));
  wb_session_run_to_end (session);
  WAIT_FOR ((wb_session_poll (session), wb_session_state (session) == SIM_RUN_FINISHED));
  g_assert_true (isnan (wb_digits_badge_obtained (badge)));
  wb_digits_badge_check (badge);
  WAIT_FOR (!wb_digits_badge_is_busy (badge));
  return wb_digits_badge_obtained (badge);
}

static void
test_digits (void)
{
  WbWindow *window = wb_test_window ("pendulum");
  double loose = obtained (window, "1e-3"), tight = obtained (window, "1e-9");

  g_assert_cmpfloat (tight, <, loose);
  g_assert_cmpfloat (tight, >, 0);
  /* If the accuracies differ by a factor of 10⁶, the errors differ by at least 10³. They do not differ by the same factor, because they
   * grow with time at different rates. */
  g_assert_cmpfloat (tight, <, 1e-3 * loose);
  wb_test_close (window);
}

/* Without a model the Compare view offers to open one. */
static void
test_empty (void)
{
  WbWindow *window = wb_test_window (NULL);
  GtkWidget *page, *orbit;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.view", "s", "compare");
  wb_test_spin ();
  page = wb_test_find (GTK_WIDGET (wb_window_compare (window)), GTK_TYPE_BOX, "empty-page");
  orbit = wb_test_find (GTK_WIDGET (wb_window_compare (window)), WB_TYPE_PLOT_AREA, NULL);
  g_assert_true (gtk_widget_get_mapped (page));
  g_assert_false (gtk_widget_get_mapped (orbit));
  g_assert_true (wb_window_open_path (window, "kepler"));
  wb_test_spin ();
  g_assert_false (gtk_widget_get_visible (page));
  g_assert_true (gtk_widget_get_mapped (orbit));
  wb_test_close (window);
}

/* Returns the title of the column of final errors. */
static const char *
error_title (WbWindow *window)
{
  WbComparison *comparison = wb_compare_view_comparison (wb_window_compare (window));
  GtkWidget *table = wb_test_find (GTK_WIDGET (wb_window_compare (window)), GTK_TYPE_COLUMN_VIEW, NULL);
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (table));

  WAIT_FOR (!wb_comparison_is_running (comparison) && wb_comparison_result (comparison) != NULL);
  wb_test_spin ();
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      const char *title = gtk_column_view_column_get_title (column);

      if (title != NULL && g_str_has_prefix (title, "Final "))
        return title;
    }
  return NULL;
}

/* The titles of the error columns name the quantity. An epidemic has no position, for example. */
static void
test_error_names (void)
{
  WbWindow *window = wb_test_window ("kepler");

  gtk_widget_activate_action (GTK_WIDGET (window), "win.view", "s", "compare");
  g_assert_cmpstr (error_title (window), ==, "Final position error");
  g_assert_true (wb_window_open_path (window, "sir"));
  wb_test_spin ();
  g_assert_cmpstr (error_title (window), ==, "Final state error");
  wb_test_close (window);
}

/* Correct digits are counted relative to the size of a state. If the amplitude is 1e-6 and the error almost 1e-6, no digit is
 * correct. */
static void
test_digits_small (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "small.yaml", NULL);
  WbWindow *window;
  GtkWidget *label;

  g_assert_true (g_file_set_contents (path, "format: 1\nname: Small\ntime: {end: 20}\n"
                                            "states: {x: {initial: 1e-6, derivative: v}, v: {initial: 0, derivative: -x}}\n", -1, NULL));
  window = wb_test_window (path);
  g_assert_cmpfloat (obtained (window, "1e-3"), >, 1e-5);
  label = wb_test_find (wb_test_find (GTK_WIDGET (window), WB_TYPE_DIGITS_BADGE, NULL), GTK_TYPE_LABEL, "badge");
  g_assert_true (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (label)), "3 digits requested, "));
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* If the impact event of a ball is disabled, the ball falls freely, and so does its reference
 * solution. */
static void
test_digits_events_off (void)
{
  WbWindow *window = wb_test_window ("bouncing-ball");

  g_assert_true (wb_session_set (wb_window_session (window), WB_EVENT, "impact", "off", NULL));
  g_assert_cmpfloat (obtained (window, "1e-6"), <, 1e-9);
  wb_test_close (window);
}

/* The comparison is cancelled when another model is opened or the window is closed. */
static void
test_interrupted (void)
{
  WbWindow *window = wb_test_window ("kepler");
  WbComparison *comparison = wb_compare_view_comparison (wb_window_compare (window));

  wb_window_show_view (window, "compare");
  wb_comparison_set_value (comparison, 1e6);
  wb_comparison_run (comparison);
  g_assert_true (wb_window_open_path (window, "pendulum"));
  wb_test_spin ();
  wb_comparison_run (comparison);
  wb_comparison_cancel (comparison);
  g_assert_false (wb_comparison_is_running (comparison));
  wb_comparison_run (comparison);
  wb_test_close (window);
}

/* From this initial state no method can take a step. */
static void
test_no_row (void)
{
  WbWindow *window = wb_test_window ("double-pendulum");
  WbSession *session = wb_window_session (window);
  WbComparison *comparison = wb_compare_view_comparison (wb_window_compare (window));
  int n_empty = 0;

  g_assert_true (wb_session_set (session, WB_INITIAL, "omega1", "1e300", NULL));
  wb_window_show_view (window, "compare");
  WAIT_FOR (!wb_comparison_is_running (comparison) && (wb_comparison_result (comparison) != NULL
                                                       || wb_comparison_error (comparison) != NULL));
  wb_test_spin ();
  for (guint i = 0; i < g_list_model_get_n_items (wb_comparison_entries (comparison)); i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (wb_comparison_entries (comparison), i);
      const LabComparisonEntry *result = wb_compare_entry_result (entry);

      n_empty += result != NULL && result->trajectory != NULL && sim_trajectory_n_rows (result->trajectory) == 0;
    }
  g_assert_cmpint (n_empty, >, 0);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/comparison/with-equal-cost-methods-are-ranked-as-in-the-literature", test_cost);
  g_test_add_func ("/comparison/with-equal-steps-every-run-uses-the-requested-step-size", test_step);
  g_test_add_func ("/comparison/with-equal-accuracy-every-run-has-the-requested-error", test_accuracy);
  g_test_add_func ("/comparison/a-cancelled-comparison-has-no-result", test_cancel);
  g_test_add_func ("/comparison/errors-of-a-chaotic-model-are-computed-as-long-as-the-reference-is-known", test_chaos);
  g_test_add_func ("/comparison/no-errors-are-computed-if-the-reference-is-known-only-for-a-short-time", test_long_chaos);
  g_test_add_func ("/comparison/a-method-that-does-not-support-the-model-reports-the-reason", test_refusal);
  g_test_add_func ("/compare/a-table-row-states-why-the-requested-cost-or-accuracy-was-missed", test_outcomes);
  g_test_add_func ("/compare/the-view-shows-plots-the-table-and-the-selected-entry", test_view);
  g_test_add_func ("/compare/a-wrong-value-of-the-rule-is-marked-while-it-is-typed", test_value);
  g_test_add_func ("/compare/the-plot-of-a-run-that-leaves-the-visible-range-shows-its-last-visible-revolution", test_orbit);
  g_test_add_func ("/compare/the-table-states-the-time-at-which-errors-are-measured", test_part_of_reference);
  g_test_add_func ("/compare/without-a-reference-error-columns-are-hidden", test_no_errors);
  g_test_add_func ("/compare/no-table-cell-is-truncated-at-any-window-width", test_widths);
  g_test_add_func ("/compare/no-card-is-empty-during-the-computation-and-six-rows-are-visible-after-it", test_usual_size);
  g_test_add_func ("/compare/the-figure-has-all-titles-and-no-playhead", test_figure);
  g_test_add_func ("/compare/the-playhead-can-be-played-stepped-and-moved-to-both-ends", test_transport);
  g_test_add_func ("/compare/without-a-model-the-view-offers-to-open-one", test_empty);
  g_test_add_func ("/compare/error-columns-have-the-name-of-the-quantity", test_error_names);
  g_test_add_func ("/compare/the-digits-badge-reports-the-obtained-error", test_digits);
  g_test_add_func ("/compare/correct-digits-are-counted-relative-to-the-largest-value-of-a-state", test_digits_small);
  g_test_add_func ("/compare/the-reference-for-correct-digits-has-the-same-events-disabled", test_digits_events_off);
  g_test_add_func ("/compare/opening-another-model-or-closing-the-window-cancels-the-comparison", test_interrupted);
  g_test_add_func ("/compare/runs-without-a-valid-initial-state-show-empty-plots", test_no_row);
  return g_test_run ();
}
