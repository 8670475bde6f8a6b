/* Tests windows that are opened and closed at difficult moments, many changes in quick succession, and extreme numbers. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "wb-digits-badge.h"
#include "wb-equations.h"
#include "wb-export-window.h"
#include "wb-number-field.h"
#include "wb-plot-view.h"
#include "wb-style.h"
#include "wb-title-strip.h"

/* ---- closing at difficult moments ---- */

static void
begin_comparison (WbWindow *window)
{
  g_assert_true (wb_window_show_view (window, "compare"));
  WAIT_FOR (wb_comparison_is_running (wb_compare_view_comparison (wb_window_compare (window))));
}

static void
begin_digits (WbWindow *window)
{
  GtkWidget *badge = wb_test_find (GTK_WIDGET (window), WB_TYPE_DIGITS_BADGE, NULL);

  wb_test_finish (wb_window_session (window));
  wb_test_spin ();
  wb_digits_badge_check (WB_DIGITS_BADGE (badge));
}

static void
begin_export (WbWindow *window)
{
  WbExportWindow *export;
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "stepwise-life.pdf", NULL);

  wb_test_finish (wb_window_session (window));
  export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));
  gtk_window_present (GTK_WINDOW (export));
  wb_test_spin ();
  wb_export_window_set_format (export, WB_EXPORT_PDF);
  wb_export_window_save (export, path);
}

static void
begin_fast_run (WbWindow *window)
{
  g_assert_true (wb_session_set (wb_window_session (window), WB_TIME, "end", "1e9", NULL));
  wb_test_act (window, "win.run-to-end");
  WAIT_FOR (wb_session_state (wb_window_session (window)) == SIM_RUN_RUNNING);
  wb_session_run_nearby (wb_window_session (window));
  wb_test_turn (0.05);
}

static void
begin_zoom (WbWindow *window)
{
  for (int i = 0; i < 5; i++)
    {
      PlotTimeAxis *axis = wb_plot_set_axis (wb_simulate_view_plots (wb_window_simulate (window)));
      double low, high;

      plot_time_axis_get_view (axis, &low, &high);
      plot_time_axis_set_view (axis, 1 + (low - 1) * 0.8, 1 + (high - 1) * 0.8);
      wb_window_refresh (window);
    }
}

static void
begin_lecture (WbWindow *window)
{
  wb_session_set_lecture (wb_window_session (window), TRUE);
  wb_session_set_lecture (wb_window_session (window), FALSE);
}

static void
test_closed (gconstpointer data)
{
  void (*begin) (WbWindow *window) = data;

  for (int i = 0; i < 3; i++)
    {
      WbWindow *window = wb_test_window ("lorenz");

      begin (window);
      wb_test_turn (0.01 * i);
      wb_test_close (window);
      wb_test_turn (0.05);
    }
  {
    g_autofree char *path = g_build_filename (g_get_tmp_dir (), "stepwise-life.pdf", NULL);

    g_remove (path);
  }
}

/* Closes the window before the first frame, and before the list of models was
 * read. */
static void
test_closed_at_once (void)
{
  for (int i = 0; i < 6; i++)
    {
      WbWindow *window = wb_window_new (NULL);

      gpointer left = window;

      g_object_add_weak_pointer (G_OBJECT (window), &left);
      if (i > 1)
        g_assert_true (wb_window_open_path (window, "van-der-pol"));
      if (i > 3)
        wb_test_act (window, "win.run");
      if (i % 2)
        {
          gtk_window_present (GTK_WINDOW (window));
          gtk_window_close (GTK_WINDOW (window));
        }
      else
        gtk_window_destroy (GTK_WINDOW (window)); /* gtk_window_close has no effect on a window that was never shown */
      WAIT_FOR (left == NULL);
    }
}

static void
test_closed_with_dialogs (void)
{
  /* The file chooser of GTK leaks memory if it is closed while it reads a folder. */
#ifdef __SANITIZE_ADDRESS__
  static const char *const actions[] = { "win.model-text", "win.show-help-overlay", "win.export" };
#else
  static const char *const actions[] = { "win.model-text", "win.show-help-overlay", "win.export", "win.open", "win.save-as",
                                         "win.save-events" };
#endif

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      WbWindow *window = wb_test_window ("bouncing-ball");

      gtk_widget_activate_action (GTK_WIDGET (window), actions[i], NULL);
      wb_test_turn (0.1);
      wb_test_close (window);
      wb_test_turn (0.05);
      g_assert_cmpuint (g_list_model_get_n_items (gtk_window_get_toplevels ()), ==, 0);
    }
}

/* The menu of plots is built when it opens. It has the plots of the model that is open then. */
static void
test_plots_menu (void)
{
  static const char *const models[] = { "lorenz", "van-der-pol" };
  WbWindow *window = wb_test_window (NULL);
  GtkWidget *strip = wb_test_find (GTK_WIDGET (window), WB_TYPE_TITLE_STRIP, NULL);
  GtkWidget *button = gtk_widget_get_last_child (gtk_widget_get_first_child (strip));

  g_assert_true (GTK_IS_MENU_BUTTON (button));
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      GtkPopover *before = gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)); /* the popover exists longer than its menu, because the
                                                                                    * pointer may be over it */

      g_assert_true ((before != NULL) == (i > 0));
      if (before != NULL)
        g_object_ref (before);
      g_assert_true (wb_window_open_path (window, models[i]));
      g_assert_true (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)) == before);
      gtk_menu_button_popup (GTK_MENU_BUTTON (button));
      g_assert_true (GTK_IS_POPOVER_MENU (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button))));
      g_assert_true (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)) != before);
      g_clear_object (&before);
      WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)))));
      gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
      WAIT_FOR (!gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)))));
      wb_test_spin ();
    }
  wb_test_close (window);
}

/* All deleted runs can be restored. Those deleted first are freed meanwhile and computed again. */
static void
test_deleted (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  GListModel *runs = wb_session_runs (session);
  gpointer first = NULL;
  guint n = 0;

  for (int i = 0; i < 12; i++)
    {
      wb_test_finish (session);
      wb_test_act (window, "win.reset");
    }
  for (int i = 0; i < 12; i++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (runs, 0);

      if (i == 0)
        {
          first = run;
          g_object_add_weak_pointer (G_OBJECT (run), &first);
        }
      wb_session_remove_run (session, run);
    }
  WAIT_FOR (first == NULL);
  g_assert_cmpuint (g_list_model_get_n_items (runs), ==, 1);
  for (n = 0; wb_session_can_undo (session); n++)
    wb_test_act (window, "win.undo");
  g_assert_cmpuint (n, ==, 12);
  g_assert_cmpuint (g_list_model_get_n_items (runs), ==, 13);
  wb_test_close (window);
}

static GtkWidget *
initial_field (WbWindow *window)
{
  GtkWidget *panel = GTK_WIDGET (wb_window_panel (window)), *stack = wb_test_find (panel, GTK_TYPE_STACK, NULL);

  wb_session_set_settings_page (wb_window_session (window), "initial");
  wb_test_spin ();
  return wb_test_find (gtk_stack_get_visible_child (GTK_STACK (stack)), WB_TYPE_NUMBER_FIELD, NULL);
}

/* A number that was typed but not committed is not applied to the next model. */
static void
test_typed (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  GtkWidget *text = wb_test_find (initial_field (window), GTK_TYPE_TEXT, NULL);

  gtk_widget_grab_focus (text);
  gtk_editable_set_text (GTK_EDITABLE (text), "0.375");
  g_assert_true (wb_window_open_path (window, "lorenz"));
  wb_test_turn (0.1);
  g_assert_false (wb_session_is_set (session, WB_INITIAL, "x"));
  /* If the field exists longer, moving the focus away commits the number. */
  text = wb_test_find (initial_field (window), GTK_TYPE_TEXT, NULL);
  gtk_widget_grab_focus (text);
  wb_test_turn (0.05);
  gtk_editable_set_text (GTK_EDITABLE (text), "0.375");
  gtk_widget_grab_focus (GTK_WIDGET (wb_simulate_view_area (wb_window_simulate (window), 0)));
  WAIT_FOR (wb_session_is_set (session, WB_INITIAL, "x"));
  wb_test_close (window);
}

/* ---- many quick changes ---- */

static void
test_models (void)
{
  static const char *const models[] = {
    "lorenz", "bouncing-ball", "kepler", "robertson", "double-pendulum", "heat-equation", "hodgkin-huxley", "pendulum-index3",
        "ring-modulator",
    "noise-driven-oscillator", "rigid-body-attitude", "stick-slip", "three-body", "van-der-pol", "zeno-two-tank", "brusselator-1d-20",
        "pleiades",
    "diode-circuit", "thermostat", "wave-equation",
  };
  WbWindow *window = wb_test_window (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      if (!wb_window_open_path (window, models[i]))
        continue;
      wb_test_act (window, "win.run-to-end");
      wb_test_turn (0.02 + 0.01 * (i % 4));
    }
  g_assert_nonnull (wb_session_model (wb_window_session (window)));
  wb_test_close (window);
}

/* Changes the method and the size of the window two hundred times during a fast run. A run that has just started is not replaced when its
 * settings change. */
static void
test_methods (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);
  int n;
  const OdeMethod *const *methods = ode_methods (&n);

  g_assert_true (wb_session_set (session, WB_TIME, "end", "1e7", NULL));
  wb_test_act (window, "win.run-to-end");
  for (int i = 0; i < 200; i++)
    {
      g_assert_cmpint (wb_session_state (session), !=, SIM_RUN_READY);
      wb_session_set (session, WB_SETTING, "integrator", methods[(i * 7) % n]->id, NULL);
      gtk_window_set_default_size (GTK_WINDOW (window), 720 + (i * 97) % 900, 480 + (i * 53) % 500);
      wb_test_turn (0.005);
    }
  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "runge_kutta5", NULL));
  wb_test_act (window, "win.cancel");
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  wb_test_close (window);
}

/* ---- numbers ---- */

static void
test_numbers (void)
{
  static const char *const texts[] = { "1e308", "-1e308", "1e-308", "0", "-0", "4.9e-324" };
  static const char *const none[] = { "", " ", "nan", "inf", "1e999", "-1e999", "1,000,000", "--1", "0x", "٣" };
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  double value;

  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    if (wb_number_parse (none[i], &value))
      g_error ("'%s' was read as %g", none[i], value);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (int k = 0; k < 4; k++)
      {
        wb_session_reset_all (session, WB_PARAMETER);
        wb_session_reset_all (session, WB_INITIAL);
        wb_session_reset_all (session, WB_SETTING);
        wb_session_set (session, k == 0 ? WB_PARAMETER : k == 1 ? WB_INITIAL : WB_SETTING,
                        k == 0 ? "mu" : k == 1 ? "x" : k == 2 ? "max_step" : "min_step",
                        texts[i], NULL);
        wb_test_act (window, "win.run-to-end");
        wb_test_turn (0.05);
        wb_test_act (window, "win.cancel");
        WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED || wb_session_state (session) == SIM_RUN_READY);
      }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      wb_session_set (session, WB_TIME, "end", texts[i], NULL);
      wb_test_act (window, "win.run-to-end");
      wb_test_turn (0.05);
      wb_test_act (window, "win.cancel");
      wb_test_turn (0.02);
    }
  wb_test_close (window);
}

/* The painter may still draw a run that the session has removed, because each plot owns a reference to
 * it. */
static void
test_plots_keep_their_run (void)
{
  WbWindow *window = wb_test_window ("bouncing-ball");
  WbSession *session = wb_window_session (window);
  WbSimulateView *simulate = wb_window_simulate (window);
  g_autoptr (PlotTimeAxis) axis = plot_time_axis_new (0, 1, "s");
  WbRunItem *left;
  GPtrArray *views = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_view_free);

  wb_test_act (window, "win.reset");
  left = wb_session_current (session);
  g_object_add_weak_pointer (G_OBJECT (left), (gpointer *) &left);
  for (int i = 0; i < wb_plot_set_n (wb_simulate_view_plots (simulate)); i++)
    g_ptr_array_add (views, wb_plot_view_new (wb_plot_set_spec (wb_simulate_view_plots (simulate), i), left, axis,
                                              wb_session_runs (session), NULL));
  wb_window_open_model (window, "lorenz");
  wb_test_spin ();
  g_assert_true (wb_session_current (session) != left);
  g_assert_nonnull (left);
  g_ptr_array_unref (views);
  g_assert_null (left);
  wb_test_close (window);
}

/* ---- menus of widgets that are removed ---- */

/* Opens the menu of a button and returns it. */
static GtkWidget *
open_menu (GtkWidget *button)
{
  GtkWidget *popover;

  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  WAIT_FOR (gtk_widget_get_mapped (popover));
  return popover;
}

/* The menu of a removed widget is closed at once, but its surface exists longer, because the pointer may be over
 * it. */
static void
assert_retired (GtkWidget *popover)
{
  WAIT_FOR (!gtk_widget_get_mapped (popover));
  wb_test_spin ();
  g_assert_true (gtk_widget_get_realized (popover));
}

static void
test_menus_that_go (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSimulateView *view = wb_window_simulate (window);
  WbComparison *comparison;
  GtkWidget *chip, *popovers[2];
  int n = wb_plot_set_n (wb_simulate_view_plots (view));

  popovers[0] = g_object_ref (open_menu (wb_test_find (GTK_WIDGET (view), GTK_TYPE_MENU_BUTTON, "plot-menu")));
  g_action_group_activate_action (G_ACTION_GROUP (window), "plot-remove", g_variant_new_int32 (0));
  g_assert_cmpint (wb_plot_set_n (wb_simulate_view_plots (view)), ==, n - 1);
  assert_retired (popovers[0]);

  g_assert_true (wb_window_show_view (window, "compare"));
  comparison = wb_compare_view_comparison (wb_window_compare (window));
  WAIT_FOR (wb_comparison_result (comparison) != NULL && !wb_comparison_is_running (comparison));
  wb_test_spin ();
  chip = wb_test_find (GTK_WIDGET (window), GTK_TYPE_BOX, "compare-chip");
  popovers[1] = g_object_ref (open_menu (wb_test_find (chip, GTK_TYPE_MENU_BUTTON, NULL)));
  {
    g_autoptr (WbCompareEntry) entry = g_list_model_get_item (wb_comparison_entries (comparison), 0);

    wb_comparison_remove (comparison, entry);
    /* The entry is removed while a button is pressed on it. */
    wb_comparison_select (comparison, entry);
    g_assert_true (wb_comparison_selected (comparison) != entry);
  }
  assert_retired (popovers[1]);
  wb_test_close (window);
  for (int i = 0; i < 2; i++)
    {
      g_assert_false (gtk_widget_get_realized (popovers[i]));
      g_object_unref (popovers[i]);
    }
}

/* A widget may exist longer than its window, for example because the pointer is over it. It does not react to changes of the style
 * then. */
static void
test_style_after_end (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  GtkWidget *equations = g_object_ref (wb_test_find (GTK_WIDGET (window), WB_TYPE_EQUATIONS, NULL));

  wb_test_close (window);
  wb_style_set_choice (WB_STYLE_DARK);
  wb_style_set_choice (WB_STYLE_SYSTEM);
  g_assert_null (gtk_widget_get_root (equations));
  g_object_unref (equations);
}

/* Over D-Bus, actions may get any index, so invalid ones must do no harm. */
static void
test_no_such_plot (void)
{
  static const char *const actions[] = {
    "plot-fit", "plot-data", "plot-export", "plot-copy-data", "plot-copy", "plot-alone", "plot-up", "plot-down", "plot-remove",
        "focus-plot",
  };
  static const int wrong[] = { -1, 99, G_MAXINT, G_MININT };
  WbWindow *window = wb_test_window ("van-der-pol");
  int n = wb_plot_set_n (wb_plot_set_of (wb_window_session (window)));

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    for (guint k = 0; k < G_N_ELEMENTS (wrong); k++)
      {
        g_assert_true (g_action_group_has_action (G_ACTION_GROUP (window), actions[i]));
        g_action_group_activate_action (G_ACTION_GROUP (window), actions[i], g_variant_new_int32 (wrong[k]));
        wb_test_spin ();
      }
  g_assert_cmpint (wb_plot_set_n (wb_plot_set_of (wb_window_session (window))), ==, n);
  wb_test_close (window);
}

/* If the model refuses values, there is no instance from which plots can be made. An accuracy that is not a power of ten is shown with all
 * its digits. */
static void
test_odd_values (void)
{
  static const char *const texts[] = {
    "format: 1\nname: One\nparameters: {k: 2}\nstates: {x: {initial: 1, derivative: -k*x}}\n",
    "format: 1\nname: Two\nparameters: {c: 2}\nstates: {x: {initial: 1, derivative: -c*x}}\n",
  };
  g_autofree char *folder = g_dir_make_tmp ("stepwise-life-XXXXXX", NULL), *path = wb_test_write (folder, "model.yaml", texts[0]);
  static const char *const accuracies[] = { "0.00025", "1.25e-7", "16", "1e300", "1e-300", "0.99" };
  WbWindow *window = wb_test_window ("bouncing-ball");
  WbSession *session = wb_window_session (window);
  int n;

  for (guint i = 0; i < G_N_ELEMENTS (accuracies); i++)
    {
      GtkWidget *value;

      g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", accuracies[i], NULL));
      wb_test_spin ();
      value = wb_test_find (GTK_WIDGET (wb_window_panel (window)), GTK_TYPE_LABEL, "row-value");
      g_assert_nonnull (value);
      g_test_message ("%s: %s", accuracies[i], gtk_label_get_label (GTK_LABEL (value)));
      g_assert_true (g_str_has_suffix (gtk_label_get_label (GTK_LABEL (value)), "</span>"));
    }
  g_assert_true (wb_window_open_path (window, path));
  n = wb_plot_set_n (wb_plot_set_of (wb_window_session (window)));
  g_assert_true (wb_session_set (session, WB_PARAMETER, "k", "3", NULL));
  g_assert_true (g_file_set_contents (path, texts[1], -1, NULL));
  wb_session_reload (session);
  g_assert_null (wb_session_system (session));
  wb_test_act (window, "win.plots-default");
  g_assert_cmpint (wb_plot_set_n (wb_plot_set_of (wb_window_session (window))), ==, n);
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  static const struct { const char *name; void (*begin) (WbWindow *window); } moments[] = {
    { "comparison", begin_comparison }, { "digits", begin_digits }, { "export", begin_export },  { "fast-run", begin_fast_run },
    { "zoom", begin_zoom }, { "lecture", begin_lecture },
  };

  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
    {
      g_autofree char *name = g_strconcat ("/life/the-window-can-be-closed-at-any-moment/", moments[i].name, NULL);

      g_test_add_data_func (name, moments[i].begin, test_closed);
    }
  g_test_add_func ("/life/a-window-can-be-closed-before-its-first-frame", test_closed_at_once);
  g_test_add_func ("/life/a-window-with-open-dialogs-can-be-closed", test_closed_with_dialogs);
  g_test_add_func ("/life/the-plots-menu-lists-quantities-of-the-open-model", test_plots_menu);
  g_test_add_func ("/life/deleted-runs-can-be-restored", test_deleted);
  g_test_add_func ("/life/a-number-being-typed-is-not-applied-to-the-next-model", test_typed);
  g_test_add_func ("/life/models-can-be-opened-in-quick-succession", test_models);
  g_test_add_func ("/life/a-run-is-not-freed-while-its-plot-is-drawn", test_plots_keep_their_run);
  g_test_add_func ("/life/two-hundred-changes-of-method-and-window-size-do-not-stop-the-run", test_methods);
  g_test_add_func ("/life/extreme-settings-are-displayed-and-invalid-numbers-are-refused", test_numbers);
  g_test_add_func ("/life/the-menu-of-a-destroyed-list-row-causes-no-crash", test_menus_that_go);
  g_test_add_func ("/life/actions-on-plots-that-do-not-exist-do-nothing", test_no_such_plot);
  g_test_add_func ("/life/a-style-change-is-not-sent-to-widgets-without-a-window", test_style_after_end);
  g_test_add_func ("/life/plots-still-work-after-a-parameter-value-was-refused", test_odd_values);
  return g_test_run ();
}
