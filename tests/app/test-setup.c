/* Tests the set-up of studies in the Ensemble view with real pointer and key events. */
#include "wb-hands.h"

#include <math.h>
#include <string.h>

#include "lab-ensemble-run.h"
#include "plot-text.h"
#include "wb-density.h"
#include "wb-density-field.h"
#include "wb-ensemble-view.h"
#include "wb-study-text.h"

static WbStudy *
study_of (WbWindow *window)
{
  return wb_studies_selected (wb_studies_of (wb_window_session (window)));
}

static WbWindow *
window_with (const char *model, const char *text)
{
  WbWindow *window = wb_test_window (model);
  g_autoptr (WbStudy) study = wb_study_new (text, NULL, NULL);

  wb_window_show_view (window, "ensemble");
  g_assert_cmpstr (wb_study_error (study), ==, NULL);
  wb_studies_add (wb_studies_of (wb_window_session (window)), study);
  wb_test_spin ();
  return window;
}

static char *
option_of (WbWindow *window, const char *key)
{
  const char *const path[] = { "options", key, NULL };

  return wb_study_text_get (wb_study_text (study_of (window)), path);
}

/* Returns the field in the row with this label. */
static GtkWidget *
field_of (WbWindow *window, const char *label, GType type)
{
  GtkWidget *title = wb_test_label_with (GTK_WIDGET (window), label);

  g_assert_nonnull (title);
  return wb_test_find (gtk_widget_get_parent (title), type, NULL);
}

static const char region[] = "format: 1\nstudy: roa\nmodel: reversed-van-der-pol\noptions: {degree: 2}\n";

/* The name of a random quantity is shown whole, on two lines if necessary. */
static void
test_name (void)
{
  static const char text[] = "format: 1\nstudy: ensemble\nmodel: cart-pole\nmembers: 10\nvary: {l: \"uniform(0.4, 0.7)\"}\n";
  WbWindow *window = window_with ("cart-pole", text);
  GtkWidget *label;

  WAIT_FOR ((label = wb_test_label_with (GTK_WIDGET (window), "Length of the pole (m)")) != NULL && gtk_widget_get_width (label) > 0);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))));
  wb_test_close (window);
}

/* Options have labels. A choice can be made with the keyboard, and it is one undo step. */
static void
test_options (void)
{
  WbWindow *window;
  GtkWidget *drop;
  g_autofree char *chosen = NULL, *undone = NULL;

  if (!wb_hands_ready ())
    return;
  window = window_with ("reversed-van-der-pol", region);
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), "Implicit form") != NULL);
  g_assert_nonnull (wb_test_label_with (GTK_WIDGET (window), "Candidate"));
  g_assert_null (wb_test_label_with (GTK_WIDGET (window), "candidate"));
  drop = field_of (window, "Implicit form", GTK_TYPE_DROP_DOWN);
  gtk_widget_grab_focus (drop);
  wb_hands_key (GDK_KEY_space, 0);
  wb_hands_key (GDK_KEY_Up, 0);
  wb_hands_key (GDK_KEY_Return, 0);
  WAIT_FOR ((g_free (chosen), chosen = option_of (window, "implicit")) != NULL);
  g_assert_cmpstr (chosen, ==, "true");
  wb_hands_picture (window, "options-of-a-region");
  wb_test_act (window, "win.undo");
  undone = option_of (window, "implicit");
  g_assert_null (undone);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (drop)), ==, 1);
  wb_test_close (window);
}

/* A value that is not valid is not set. The reason is shown below its field until the value is valid. */
static void
test_mistake (void)
{
  WbWindow *window;
  GtkWidget *entry;
  g_autofree char *kept = NULL, *set = NULL;

  if (!wb_hands_ready ())
    return;
  window = window_with ("reversed-van-der-pol", region);
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), "Degree") != NULL);
  entry = field_of (window, "Degree", GTK_TYPE_ENTRY);
  wb_hands_click (entry, NAN, NAN);
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("four\n");
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), "a whole number") != NULL);
  kept = option_of (window, "degree");
  g_assert_cmpstr (kept, ==, "2");
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("4\n");
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), "a whole number") == NULL);
  set = option_of (window, "degree");
  g_assert_cmpstr (set, ==, "4");
  wb_test_close (window);
}

/* ---- the page of the set-up ---- */

static const char oscillator[] = "format: 1\nstudy: ensemble\nmodel: harmonic-oscillator\nmembers: 200\nseed: 7\nvary:\n  q: normal(1, 0.2)\n"
                                 "record:\n  largest: {maximum: q}\nfan:\n  q: 41\n";

static char *
text_at (WbWindow *window, const char *section, const char *key)
{
  const char *const path[] = { section, key, NULL };

  return wb_study_text_get (wb_study_text (study_of (window)), path);
}

static WbDistribution
distribution_of (WbWindow *window, const char *name)
{
  g_autofree char *text = text_at (window, "vary", name);

  return wb_distribution_parse (text != NULL ? text : "");
}

/* Dragging a handle of a density changes the standard deviation, and one undo restores the deviation from before the drag. */
static void
test_drag (void)
{
  WbWindow *window;
  WbDensityField *field;
  WbDistribution before, after;
  double x, y;

  if (!wb_hands_ready ())
    return;
  window = window_with ("harmonic-oscillator", oscillator);
  WAIT_FOR (wb_studies_shows_setup (wb_studies_of (wb_window_session (window))));
  WAIT_FOR (wb_test_find (GTK_WIDGET (wb_window_ensemble (window)), WB_TYPE_DENSITY_FIELD, NULL) != NULL);
  field = WB_DENSITY_FIELD (wb_test_find (GTK_WIDGET (wb_window_ensemble (window)), WB_TYPE_DENSITY_FIELD, NULL));
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (field)) && gtk_widget_get_width (GTK_WIDGET (field)) > 0);
  g_assert_cmpint (wb_density_field_n_handles (field), ==, 2);
  before = distribution_of (window, "q");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (field));
  wb_density_field_handle (field, 1, &x, &y);
  wb_hands_drag (GTK_WIDGET (field), x, y, x + 20, y);
  WAIT_FOR (distribution_of (window, "q").a[1] != before.a[1]);
  after = distribution_of (window, "q");
  g_assert_cmpfloat (after.a[0], ==, before.a[0]);
  g_assert_cmpfloat (after.a[1], >, before.a[1]);
  wb_hands_picture (window, "setup-ensemble");
  wb_test_act (window, "win.undo");
  g_assert_cmpfloat (distribution_of (window, "q").a[1], ==, before.a[1]);
  wb_test_close (window);
}

/* The keys Left and Right move the selected handle. */
static void
test_handle_keys (void)
{
  WbWindow *window;
  GtkWidget *field;

  if (!wb_hands_ready ())
    return;
  window = window_with ("harmonic-oscillator", oscillator);
  WAIT_FOR ((field = wb_test_find (GTK_WIDGET (wb_window_ensemble (window)), WB_TYPE_DENSITY_FIELD, NULL)) != NULL && gtk_widget_get_mapped (field));
  gtk_widget_grab_focus (field);
  wb_hands_key (GDK_KEY_Right, 0);
  WAIT_FOR (distribution_of (window, "q").a[0] > 1);
  g_assert_cmpfloat (distribution_of (window, "q").a[1], ==, 0.2);
  wb_hands_key (GDK_KEY_Down, 0);
  wb_hands_key (GDK_KEY_Left, 0);
  WAIT_FOR (distribution_of (window, "q").a[1] < 0.2);
  wb_test_close (window);
}

/* The expression of an output is checked during typing. If it is valid, Return stores it in the study. */
static void
test_output (void)
{
  static const char *const path[] = { "record", "largest", "maximum", NULL };
  WbWindow *window;
  GtkWidget *entry;
  g_autofree char *kept = NULL, *set = NULL;

  if (!wb_hands_ready ())
    return;
  window = window_with ("harmonic-oscillator", oscillator);
  WAIT_FOR (wb_hands_find (GTK_WIDGET (wb_window_ensemble (window)), "Outputs") != NULL);
  entry = wb_test_find (GTK_WIDGET (wb_window_ensemble (window)), GTK_TYPE_ENTRY, "expression");
  g_assert_nonnull (entry);
  wb_hands_click (entry, NAN, NAN);
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("q*zz");
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (wb_window_ensemble (window)), "'zz'") != NULL);
  kept = wb_study_text_get (wb_study_text (study_of (window)), path);
  g_assert_cmpstr (kept, ==, "q");
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("q*p\n");
  WAIT_FOR (g_strcmp0 ((g_free (set), set = wb_study_text_get (wb_study_text (study_of (window)), path)), "q*p") == 0);
  g_assert_null (wb_test_label_with (GTK_WIDGET (wb_window_ensemble (window)), "'zz'"));
  wb_test_close (window);
}

/* A click on the card of another kind changes the kind of the study but keeps its model and outputs. One undo restores the kind. */
static void
test_kind (void)
{
  WbWindow *window;
  GtkWidget *label;
  g_autofree char *before = NULL;

  if (!wb_hands_ready ())
    return;
  window = window_with ("harmonic-oscillator", oscillator);
  before = g_strdup (wb_study_text (study_of (window)));
  WAIT_FOR ((label = wb_hands_find (GTK_WIDGET (wb_window_ensemble (window)), "Sweep")) != NULL);
  CLICK_UNTIL (label, strcmp (wb_study_problem (study_of (window))->file->study, "sweep") == 0);
  g_assert_cmpstr (wb_study_error (study_of (window)), ==, NULL);
  g_assert_true (wb_study_problem_is_sweep (wb_study_problem (study_of (window))));
  g_assert_cmpstr (g_array_index (wb_study_problem (study_of (window))->ensemble->records, LabRecord, 0).name, ==, "largest");
  WAIT_FOR (wb_hands_find (GTK_WIDGET (wb_window_ensemble (window)), "Axes") != NULL);
  wb_hands_picture (window, "setup-sweep");
  wb_test_act (window, "win.undo");
  g_assert_cmpstr (wb_study_text (study_of (window)), ==, before);
  wb_test_close (window);
}

/* The card of a kind that the model does not support has the reason. The reason depends on the values: with mu < 0 the linear part at the point of rest is
 * not stable. The card of the kind of the study itself has no reason. */
static void
test_reason (void)
{
  static const char stable[] = "format: 1\nstudy: ensemble\nmodel: reversed-van-der-pol\nmembers: 10\nvary: {x: \"uniform(-1, 1)\"}\n";
  static const char unstable[] = "format: 1\nstudy: ensemble\nmodel: reversed-van-der-pol\nset: {mu: -1}\nmembers: 10\nvary: {x: \"uniform(-1, 1)\"}\n";
  WbWindow *window = window_with ("reversed-van-der-pol", stable);
  GtkWidget *view = GTK_WIDGET (wb_window_ensemble (window));

  for (int k = 0; k < 2; k++)
    {
      wb_study_change (study_of (window), unstable, "mu");
      g_assert_cmpstr (wb_study_error (study_of (window)), ==, NULL);
      WAIT_FOR (wb_test_label_with (view, "is not stable") != NULL);
      wb_test_act (window, "win.undo");
      WAIT_FOR (wb_test_label_with (view, "is not stable") == NULL);
    }
  wb_study_change (study_of (window), unstable, "mu");
  WAIT_FOR (wb_test_label_with (view, "is not stable") != NULL);
  wb_study_change (study_of (window), region, "kind");
  WAIT_FOR (wb_test_label_with (view, "is not stable") == NULL);
  wb_test_close (window);
}

/* A standard deviation that is not positive is refused, and the row says which values are allowed. */
static void
test_argument (void)
{
  WbWindow *window;
  GtkWidget *label, *field;

  if (!wb_hands_ready ())
    return;
  window = window_with ("harmonic-oscillator", oscillator);
  WAIT_FOR ((label = wb_hands_find (GTK_WIDGET (wb_window_ensemble (window)), "deviation")) != NULL);
  field = wb_test_find (gtk_widget_get_parent (label), GTK_TYPE_TEXT, NULL);
  gtk_widget_grab_focus (field);
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("-1\n");
  WAIT_FOR (wb_hands_find (GTK_WIDGET (wb_window_ensemble (window)), "the deviation must be positive") != NULL);
  g_assert_cmpfloat (distribution_of (window, "q").a[1], ==, 0.2);
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("0.3\n");
  WAIT_FOR (distribution_of (window, "q").a[1] == 0.3);
  g_assert_null (wb_hands_find (GTK_WIDGET (wb_window_ensemble (window)), "the deviation must be positive"));
  wb_test_close (window);
}

/* A study without results shows its set-up. A run shows the results, and a toggle returns to the set-up with a preview. */
static void
test_pages (void)
{
  WbWindow *window;
  WbEnsembleView *view;
  GtkWidget *label;

  if (!wb_hands_ready ())
    return;
  window = window_with ("harmonic-oscillator", oscillator);
  view = wb_window_ensemble (window);
  WAIT_FOR (wb_hands_find (GTK_WIDGET (view), "Outputs") != NULL);
  wb_test_act (window, "win.ensemble-run");
  WAIT_FOR (wb_study_state (study_of (window)) == WB_STUDY_DONE);
  WAIT_FOR (wb_hands_find (GTK_WIDGET (view), "Outputs") == NULL);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (wb_ensemble_view_area (view, WB_ENSEMBLE_HISTOGRAM))));
  WAIT_FOR ((label = wb_hands_find (GTK_WIDGET (view), "Set up")) != NULL);
  CLICK_UNTIL (label, wb_studies_shows_setup (wb_studies_of (wb_window_session (window))));
  WAIT_FOR (wb_hands_find (GTK_WIDGET (view), "Outputs") != NULL);
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (wb_ensemble_view_area (view, WB_ENSEMBLE_FAN))));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (wb_ensemble_view_area (view, WB_ENSEMBLE_HISTOGRAM))));
  wb_hands_picture (window, "setup-preview");
  wb_test_close (window);
}

/* The button draws the random quantities of the first ten members. They are the values of the study, marked on the density and listed; a
 * click on a member opens its run. A change of the study removes the marks. */
static void
test_ten_starts (void)
{
  WbWindow *window;
  WbSession *session;
  GtkWidget *field, *draw;
  const char *const seed[] = { "seed", NULL };
  double values[10];
  g_autofree char *first = NULL;

  if (!wb_hands_ready ())
    return;
  window = window_with ("harmonic-oscillator", oscillator);
  session = wb_window_session (window);
  wb_studies_set_page (wb_studies_of (session), study_of (window), WB_STUDY_PAGE_SETUP); /* another test may have results of this study */
  WAIT_FOR ((field = wb_test_find (GTK_WIDGET (wb_window_ensemble (window)), WB_TYPE_DENSITY_FIELD, NULL)) != NULL && gtk_widget_get_mapped (field));
  WAIT_FOR ((draw = wb_hands_find (GTK_WIDGET (window), "Draw ten starts")) != NULL);
  CLICK_UNTIL (draw, wb_density_field_n_marks (WB_DENSITY_FIELD (field)) == 10);
  g_assert_true (lab_ensemble_draw (wb_study_problem (study_of (window))->ensemble, 0, 10, values, NULL));
  first = plot_text_value (values[9], 4, NULL);
  WAIT_FOR (wb_hands_find (GTK_WIDGET (window), first) != NULL);
  wb_hands_picture (window, "ten-starts");
  wb_study_put (study_of (window), seed, "5", "Seed");
  WAIT_FOR (wb_density_field_n_marks (WB_DENSITY_FIELD (field)) == 0);
  CLICK_UNTIL (draw, wb_density_field_n_marks (WB_DENSITY_FIELD (field)) == 10);
  g_assert_true (lab_ensemble_draw (wb_study_problem (study_of (window))->ensemble, 0, 10, values, NULL));
  /* On a slow machine the list may be closed by then, so it is opened again. */
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "member 3") != NULL ? wb_hands_find (GTK_WIDGET (window), "member 3") : draw,
               g_strcmp0 (wb_session_view (session), "simulate") == 0);
  WAIT_FOR (wb_session_current (session) != NULL && sim_trajectory_n_rows (wb_run_item_trajectory (wb_session_current (session))) > 0);
  g_assert_cmpfloat (sim_trajectory_row (wb_run_item_trajectory (wb_session_current (session)), 0)[1], ==, values[3]);
  wb_test_close (window);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/setup/the-name-of-a-random-quantity-is-whole", test_name);
  g_test_add_func ("/app/setup/options-have-labels-and-are-chosen-with-the-keyboard", test_options);
  g_test_add_func ("/app/setup/a-wrong-value-is-not-set-and-the-reason-is-below-its-field", test_mistake);
  g_test_add_func ("/app/setup/a-dragged-handle-changes-the-deviation-in-one-step-of-undo", test_drag);
  g_test_add_func ("/app/setup/arrow-keys-move-the-handles-of-a-density", test_handle_keys);
  g_test_add_func ("/app/setup/an-expression-is-checked-while-it-is-typed", test_output);
  g_test_add_func ("/app/setup/a-reason-against-a-kind-is-that-of-the-present-values", test_reason);
  g_test_add_func ("/app/setup/another-kind-keeps-the-outputs-and-can-be-undone", test_kind);
  g_test_add_func ("/app/setup/a-wrong-argument-is-not-set-and-the-row-says-what-is-right", test_argument);
  g_test_add_func ("/app/setup/the-set-up-is-shown-until-there-are-results", test_pages);
  g_test_add_func ("/app/setup/ten-starts-are-drawn-marked-and-opened", test_ten_starts);
  return g_test_run ();
}
