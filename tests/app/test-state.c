/* Tests state that must not be lost by undo, by rebuilding plots or by reopening a session: names and visibility of runs, and pinned
 * readouts. */
#include "plot-view-hit.h"
#include "wb-test.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-layer.h"
#include "wb-number-field.h"
#include "wb-menus.h"
#include "wb-plot-painter.h"
#include "wb-session-file.h"

static WbRunItem *
finished_run (WbWindow *window)
{
  wb_test_finish (wb_window_session (window));
  wb_test_spin ();
  return wb_session_current (wb_window_session (window));
}

static void
assert_undo (WbSession *session, const char *words)
{
  g_autofree char *now = wb_session_undo_text (session);

  g_assert_cmpstr (now, ==, words);
}

/* ---- runs ---- */

/* Each change of a run is one undo step. Its name is the label in the menu of the run. */
static void
test_runs (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  WbRunItem *run = finished_run (window);
  g_autofree char *name = g_strdup (wb_run_item_name (run)), *redo = NULL;
  int color = wb_run_item_color (run);

  wb_session_forget_history (session);
  assert_undo (session, NULL);
  wb_session_rename_run (session, run, name);
  assert_undo (session, NULL);
  wb_session_rename_run (session, run, "mine");
  assert_undo (session, "Rename");
  wb_session_color_run (session, run, color + 1);
  assert_undo (session, "Colour");
  wb_session_show_run (session, run, FALSE);
  assert_undo (session, "Hide");
  wb_session_pin_run (session, run, TRUE);
  assert_undo (session, "Keep visible");
  g_assert_true (wb_run_item_visible (run));

  wb_session_undo (session);
  g_assert_false (wb_run_item_pinned (run));
  g_assert_false (wb_run_item_visible (run));
  wb_session_undo (session);
  g_assert_true (wb_run_item_visible (run));
  wb_session_undo (session);
  g_assert_cmpint (wb_run_item_color (run), ==, color);
  g_assert_cmpstr (wb_run_item_name (run), ==, "mine");
  redo = wb_session_redo_text (session);
  g_assert_cmpstr (redo, ==, "Colour");
  wb_session_undo (session);
  g_assert_cmpstr (wb_run_item_name (run), ==, name);
  g_assert_false (wb_session_can_undo (session));
  for (int i = 0; i < 4; i++)
    wb_session_redo (session);
  g_assert_cmpstr (wb_run_item_name (run), ==, "mine");
  g_assert_cmpint (wb_run_item_color (run), ==, color + 1);
  g_assert_true (wb_run_item_pinned (run));
  wb_test_close (window);
}

/* Undo of a value takes back the run that was made with it, and redo brings it back. Undo of a name leaves later runs and the visibility of
 * runs as they are. */
static void
test_one_at_a_time (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  WbRunItem *run = finished_run (window), *last;

  wb_session_rename_run (session, run, "first");
  g_assert_true (wb_session_set (session, WB_PARAMETER, "mu", "3", NULL));
  finished_run (window);
  g_assert_false (wb_session_current (session) == run);
  g_assert_false (wb_run_item_visible (run));
  last = wb_session_current (session);
  wb_session_undo (session);
  g_assert_true (wb_session_current (session) == run);
  g_assert_true (wb_run_item_visible (run));
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 1);
  wb_session_redo (session);
  g_assert_true (wb_session_current (session) == last);
  g_assert_false (wb_run_item_visible (run));

  wb_session_rename_run (session, run, "second");
  wb_test_act (window, "win.reset");
  wb_session_undo (session);
  g_assert_cmpstr (wb_run_item_name (run), ==, "first");
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), ==, 3);
  g_assert_false (wb_run_item_visible (run));
  wb_test_close (window);
}

/* The undo menu shows the labels of the changed settings and values. */
static void
test_words (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  g_autofree char *label = NULL;
  GMenu *menu = g_menu_new ();

  g_assert_true (wb_session_set (session, WB_SETTING, "max_step", "0.5", NULL));
  assert_undo (session, "Maximum step");
  g_assert_true (wb_session_set (session, WB_TIME, "end", "3", NULL));
  assert_undo (session, "End");
  g_assert_true (wb_session_set (session, WB_PARAMETER, "mu", "3", NULL));
  assert_undo (session, "mu");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (wb_simulate_view_area (wb_window_simulate (window), 0)), "plot.log-y", NULL));
  assert_undo (session, "Logarithmic axis");
  wb_menus_name_history (wb_window_session (window), menu);
  g_menu_model_get_item_attribute (G_MENU_MODEL (menu), 0, "label", "s", &label);
  g_assert_cmpstr (label, ==, "_Undo: Logarithmic axis");
  g_object_unref (menu);
  wb_test_close (window);
}

/* ---- pinned readouts ---- */

static PlotView *
view_at (WbWindow *window, int index)
{
  return wb_plot_area_view (wb_simulate_view_area (wb_window_simulate (window), index));
}

static void
draw (WbWindow *window, int index)
{
  WbPlotArea *area = wb_simulate_view_area (wb_window_simulate (window), index);
  guint before;

  WAIT_FOR (wb_plot_painter_is_idle ());
  before = wb_plot_area_n_drawn (area);
  wb_plot_area_queue (area);
  WAIT_FOR (wb_plot_area_n_drawn (area) > before && wb_plot_painter_is_idle ());
}

/* Pins the readout of a stored point near the middle of a plot. */
static PlotHit
pin_something (WbWindow *window, int index)
{
  PlotHit hit = { PLOT_HIT_NOTHING };
  double x, y, width, height;

  /* Draw the plot first, because pixel positions refer to the last picture. */
  draw (window, index);
  plot_view_get_area (view_at (window, index), &x, &y, &width, &height);
  /* Some curves are computed on another thread. Wait until they are drawn. */
  for (int i = 1; i < 100 && (hit.kind < PLOT_HIT_ROW || hit.kind == PLOT_HIT_LINE); i++)
    plot_view_hit (view_at (window, index), x + width * (i / 10) / 10, y + height * (i % 10) / 10, 20, &hit);
  g_assert_cmpint (hit.kind, >=, PLOT_HIT_ROW);
  wb_plot_set_pin (wb_plot_set_of (wb_window_session (window)), index, &hit);
  return hit;
}

/* Checks that the pinned readout is drawn in a layer of the current view. */
static void
assert_pinned (WbWindow *window, int index, const PlotHit *hit)
{
  const PlotHit *pin = plot_view_pin (view_at (window, index));

  g_assert_nonnull (pin);
  draw (window, index);
  pin = plot_view_pin (view_at (window, index));
  if (pin->layer == NULL)
    g_error ("plot %d (%s): kind %d index %zu column %d x %.17g y %.17g has no layer", index,
             wb_plot_set_spec (wb_plot_set_of (wb_window_session (window)),
                               index)->kind->id, pin->kind, pin->index, pin->column, pin->x, pin->y);
  g_assert_cmpint (pin->kind, ==, hit->kind);
  g_assert_cmpuint (pin->index, ==, hit->index);
  g_assert_cmpfloat (pin->x, ==, hit->x);
  {
    g_autofree char *text = plot_view_readout (view_at (window, index), pin);

    g_assert_nonnull (text);
  }
}

static void
test_pins (void)
{
  WbWindow *window = wb_test_window ("bouncing-ball"), *other;
  WbSession *session = wb_window_session (window);
  int n = wb_plot_set_n (wb_plot_set_of (wb_window_session (window)));
  g_autofree PlotHit *hits = g_new0 (PlotHit, n);
  g_autofree char *text = NULL, *again = NULL;
  g_autoptr (GError) error = NULL;
  WbRunItem *run = finished_run (window);

  wb_session_forget_history (session);
  for (int i = 0; i < n; i++)
    if (wb_plot_set_spec (wb_plot_set_of (wb_window_session (window)), i)->kind != &plot_kind_motion)
      hits[i] = pin_something (window, i);
  g_assert_cmpint (hits[0].kind, !=, 0);
  assert_undo (session, "Pin readout");

  /* Renaming a run rebuilds the plots. Reopening rebuilds the whole session. */
  wb_session_rename_run (session, run, "pinned");
  text = wb_session_file_text (wb_window_session (window));
  g_assert_nonnull (strstr (text, "pin:\n"));
  other = wb_test_window (NULL);
  wb_session_file_load_text (text, "pins", wb_window_session (other), &error);
  g_assert_no_error (error);
  WAIT_FOR (wb_session_state (wb_window_session (other)) == SIM_RUN_FINISHED);
  for (int i = 0; i < n; i++)
    if (hits[i].kind != 0)
      {
        assert_pinned (window, i, &hits[i]);
        assert_pinned (other, i, &hits[i]);
      }
  wb_test_close (other);

  /* Another run does not have these points. When the first run is visible again, the readouts are drawn
   * again. */
  g_assert_true (wb_session_set (session, WB_INITIAL, "h", "7", NULL));
  finished_run (window);
  wb_session_set_current (session, run);
  assert_pinned (window, 0, &hits[0]);

  while (wb_session_can_undo (session))
    wb_session_undo (session);
  for (int i = 0; i < n; i++)
    g_assert_null (plot_view_pin (view_at (window, i)));
  again = wb_session_file_text (wb_window_session (window));
  g_assert_null (strstr (again, "pin:\n"));
  wb_session_redo (session);
  assert_pinned (window, 0, &hits[0]);
  wb_test_close (window);
}

/* A pinned readout belongs to a run. If two runs have equal rows, it is drawn on its own run while that run is
 * visible. */
static void
test_pins_of_runs (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  WbRunItem *first = finished_run (window);
  PlotHit hit = { .kind = PLOT_HIT_ROW, .index = 50, .run = wb_run_item_number (first) };

  hit.x = sim_trajectory_row (wb_run_item_trajectory (first), 50)[0];
  wb_plot_set_pin (wb_plot_set_of (wb_window_session (window)), 0, &hit);
  assert_pinned (window, 0, &hit);
  wb_session_reset (session);
  g_assert_true (finished_run (window) != first);
  g_assert_cmpfloat (sim_trajectory_row (wb_run_item_trajectory (wb_session_current (session)), 50)[0], ==, hit.x);
  draw (window, 0);
  g_assert_null (plot_view_pin (view_at (window, 0))->layer);
  wb_session_show_run (session, first, TRUE);
  assert_pinned (window, 0, &hit);
  g_assert_cmpint (plot_view_pin (view_at (window, 0))->layer->run, ==, hit.run);
  {
    g_autofree char *readout = plot_view_readout (view_at (window, 0), plot_view_pin (view_at (window, 0)));
    g_autofree char *begin = g_strdup_printf ("*x* (%s) = ", wb_run_item_name (first));

    g_assert_true (g_str_has_prefix (readout, begin));
  }
  wb_session_show_run (session, first, FALSE);
  draw (window, 0);
  g_assert_null (plot_view_pin (view_at (window, 0))->layer);
  g_assert_false (wb_plot_set_has_pins (wb_plot_set_of (wb_window_session (window))));
  wb_session_set_current (session, first);
  g_assert_true (wb_plot_set_has_pins (wb_plot_set_of (wb_window_session (window))));
  assert_pinned (window, 0, &hit);
  wb_test_close (window);
}

/* A readout on an unknown kind of object is refused. A readout at a point that the run never reaches is stored but not
 * drawn. */
static void
test_pins_without_point (void)
{
  static const char head[] = "stepwise_session: 1\nplots: [{type: time, pin: {of: ", tail[] = "}}]\nmodel:\n  file: decay.yaml\n  text: "
                                                                                              "|2\n    format: 1\n    name: Decay\n"
                             "    time: {end: 1}\n    states: {x: {initial: 1, derivative: -x}}\n";
  g_autofree char *nothing = g_strconcat (head, "cloud", tail, NULL), *far = g_strconcat (head,
                                                                                          "row, index: 1e12, column: 0, x: 4, y: "
                                                                                          "nan", tail, NULL);
  g_autoptr (GError) error = NULL;
  WbWindow *window = wb_test_window (NULL);

  g_assert_false (wb_session_file_load_text (nothing, "pins", wb_window_session (window), &error));
  g_assert_nonnull (strstr (error->message, "'cloud'"));
  g_clear_error (&error);
  g_assert_true (wb_session_file_load_text (far, "pins", wb_window_session (window), &error));
  g_assert_no_error (error);
  finished_run (window);
  g_assert_null (plot_view_pin (view_at (window, 0))->layer);
  wb_test_close (window);
}

/* ---- values ---- */

static void
collect_fields (GtkWidget *from, GPtrArray *fields)
{
  if (WB_IS_NUMBER_FIELD (from))
    g_ptr_array_add (fields, g_object_ref (from));
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    collect_fields (child, fields);
}

static void
type_in (GtkWidget *field, const char *text)
{
  GtkWidget *entry = wb_test_find (field, GTK_TYPE_TEXT, NULL);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}

static void
assert_shown (GtkWidget *field)
{
  GtkWidget *entry = wb_test_find (field, GTK_TYPE_TEXT, NULL);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (entry, gtk_editable_get_text (GTK_EDITABLE (entry)));
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  if (gtk_widget_get_mapped (entry) && width > gtk_widget_get_width (entry))
    g_error ("'%s' takes %d px of %d", gtk_editable_get_text (GTK_EDITABLE (entry)), width, gtk_widget_get_width (entry));
}

/* A number is shown with all its digits but no more, and reads back
 * exactly. */
static void
test_long_numbers (void)
{
  static const struct { const char *value, *shown; } rows[] = {
    { "0.00103", "0.00103" }, { "0.000103", "1.03×10⁻⁴" }, { "3e7", "3×10⁷" }, { "-2.00158510637908", "−2.00159" }, { "-0.00123456789",
        "−0.00123457" },
    { "2.5e-11", "2.5×10⁻¹¹" }, { "1e-5", "10⁻⁵" },
  };
  static const char *const pages[] = { "integrator", "parameters", "initial" };
  WbWindow *window = wb_test_window ("robertson");
  WbSession *session = wb_window_session (window);
  WbSettingsPanel *panel = wb_window_panel (window);
  g_autoptr (GPtrArray) fields = g_ptr_array_new_with_free_func (g_object_unref);
  int n_shown = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GtkWidget *field = g_object_ref_sink (wb_number_field_new ("s", FALSE, 0));
      double value;

      wb_number_field_set_text (WB_NUMBER_FIELD (field), rows[i].value);
      g_assert_cmpstr (wb_number_field_text (WB_NUMBER_FIELD (field)), ==, rows[i].shown);
      g_assert_true (wb_number_parse (rows[i].shown, &value));
      g_assert_cmpfloat (fabs (value / g_ascii_strtod (rows[i].value, NULL) - 1), <, 1e-5);
      g_object_unref (field);
    }
  g_assert_true (wb_session_set (session, WB_SETTING, "initial_step", "0.00103", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "min_step", "1.25e-11", NULL));
  for (guint p = 0; p < G_N_ELEMENTS (pages); p++)
    {
      wb_session_set_settings_page (session, pages[p]);
      gtk_test_widget_wait_for_draw (GTK_WIDGET (panel));
      g_ptr_array_set_size (fields, 0);
      collect_fields (GTK_WIDGET (panel), fields);
      for (guint i = 0; i < fields->len; i++)
        {
          assert_shown (fields->pdata[i]);
          n_shown += gtk_widget_get_mapped (fields->pdata[i]);
        }
    }
  g_assert_cmpint (n_shown, >=, 8);
  g_ptr_array_set_size (fields, 0);
  wb_test_close (window);
}

/* Returns the text of the label after the visible label with this text, or NULL. Free it with
 * g_free. */
static char *
shown_beside (GtkWidget *from, const char *label)
{
  if (GTK_IS_LABEL (from) && gtk_widget_get_mapped (from) && strcmp (gtk_label_get_text (GTK_LABEL (from)), label) == 0)
    return g_strdup (gtk_label_get_text (GTK_LABEL (gtk_widget_get_next_sibling (from))));
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      char *found = shown_beside (child, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Every field refuses a text that is not a number, keeps the text for correction, and states the reason. The session can be saved
 * meanwhile. */
static void
test_no_numbers (void)
{
  g_autofree char *long_text = g_strnfill (10000, '7'), *words = g_strnfill (10000, 'x');
  const char *const texts[] = { "abc", "nan", "inf", "-inf", "1e400", "1.2.3", "--1", "1,5,2", "1e", long_text, words };
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  g_autoptr (GPtrArray) fields = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *before = NULL;
  int width = gtk_widget_get_width (GTK_WIDGET (window));

  wb_session_set_settings_page (wb_window_session (window), "parameters");
  wb_session_set_settings_page (wb_window_session (window), "initial");
  wb_test_spin ();
  collect_fields (GTK_WIDGET (wb_window_panel (window)), fields);
  g_assert_cmpuint (fields->len, >, 5);
  before = wb_session_file_text (wb_window_session (window));
  for (guint i = 0; i < fields->len; i++)
    for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
      {
        GtkWidget *field = g_ptr_array_index (fields, i);
        g_autofree char *shown = g_strdup (wb_number_field_text (WB_NUMBER_FIELD (field))), *after = NULL;

        if (k == 0 && i == 0)
          g_assert_null (wb_test_find (field, GTK_TYPE_WIDGET, "wrong"));
        type_in (field, texts[k]);
        after = wb_session_file_text (wb_window_session (window));
        if (strcmp (after, before) != 0)
          g_error ("field %u (%s) takes %.20s: %s", i, shown, texts[k], wb_test_toast (window));
        g_assert_nonnull (wb_test_find (field, GTK_TYPE_WIDGET, "wrong"));
        g_assert_cmpstr (wb_number_field_text (WB_NUMBER_FIELD (field)), ==, texts[k]);
        g_assert_cmpuint (g_utf8_strlen (wb_test_toast (window), -1), <, 300);
        /* A field whose text was deleted shows the present value again. */
        type_in (field, "");
        g_assert_cmpstr (wb_number_field_text (WB_NUMBER_FIELD (field)), ==, shown);
        g_assert_null (wb_test_find (field, GTK_TYPE_WIDGET, "wrong"));
      }
  wb_test_spin ();
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), ==, width);
  g_assert_false (wb_session_can_undo (session));
  wb_test_close (window);
}

/* A field evaluates a constant expression. The weights of the states follow the
 * settings. The page behind the statistics has the counters of the run by
 * purpose. */
static void
test_expressions_weights_and_statistics (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  g_autoptr (GPtrArray) fields = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *count = NULL;
  char expected[64];
  GtkWidget *button, *popover;

  wb_session_set_settings_page (session, "initial");
  wb_test_spin ();
  wb_test_assert_value (session, WB_SETTING, "weights.x", "1");
  collect_fields (GTK_WIDGET (wb_window_panel (window)), fields);
  for (guint i = 0; i < fields->len; i++)
    if (gtk_widget_get_mapped (fields->pdata[i]))
      {
        /* The first field of the page is the initial value of x. */
        type_in (fields->pdata[i], "1/4");
        break;
      }
  wb_test_assert_value (session, WB_INITIAL, "x", "0.25");
  g_assert_true (wb_session_set (session, WB_SETTING, "weights.x", "8/2", NULL));
  wb_test_assert_value (session, WB_SETTING, "weights.x", "4");
  wb_test_assert_value (session, WB_SETTING, "weights.v", "1");
  g_assert_true (wb_session_set (session, WB_SETTING, "weights", "3", NULL));
  wb_test_assert_value (session, WB_SETTING, "weights.v", "3");

  wb_test_finish (session);
  button = wb_test_find (GTK_WIDGET (window), GTK_TYPE_MENU_BUTTON, _("All statistics"));
  g_assert_nonnull (button);
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  WAIT_FOR (gtk_widget_get_mapped (popover));
  plot_format_count ((guint64) wb_run_item_state (wb_session_current (session))->statistics.ode.rhs_by_purpose[ODE_RHS_STAGES], expected,
                     sizeof expected);
  count = shown_beside (popover, _("in accepted steps"));
  g_assert_cmpstr (count, ==, expected);
  /* There is no row for a counter that is zero. */
  g_assert_null (shown_beside (popover, _("projections of positions")));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  g_ptr_array_set_size (fields, 0);
  wb_test_close (window);
}

/* Any finite number is accepted. A run with it ends, or fails with a message. The session can be
 * reopened. */
static void
test_huge_numbers (void)
{
  static const char *const texts[] = { "1e308", "-1e308", "-0", "5e-324", "1.7976931348623157e308", "0", "−2·10⁻⁵", "1,5" };
  static const struct { WbKind kind; const char *key; } keys[] = {
    { WB_PARAMETER, "mu" }, { WB_INITIAL, "x" }, { WB_INITIAL, "v" }, { WB_TIME, "end" }, { WB_TIME, "start" },
  };

  WbWindow *window = wb_test_window ("van-der-pol"), *other = wb_test_window (NULL);
  WbSession *session = wb_window_session (window);

  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
      {
        g_autoptr (GError) error = NULL;
        g_autofree char *plain = NULL, *text = NULL;
        double value;

        g_assert_true (wb_number_parse (texts[i], &value));
        plain = wb_number_text (value);
        g_assert_true (wb_session_set (session, keys[k].kind, keys[k].key, plain, NULL));
        wb_session_run (session);
        for (gint64 end = g_get_monotonic_time () + G_USEC_PER_SEC / 20; g_get_monotonic_time () < end;)
          g_main_context_iteration (NULL, FALSE);
        wb_session_cancel (session);
        WAIT_FOR (wb_session_state (session) != SIM_RUN_RUNNING);
        text = wb_session_file_text (wb_window_session (window));
        if (!wb_session_file_load_text (text, "huge", wb_window_session (other), &error))
          g_error ("%s = %s: %s", keys[k].key, texts[i], error->message);
        /* Delete the runs one by one. */
        while (wb_session_current (session) != NULL && wb_session_state (session) != SIM_RUN_READY
               && g_list_model_get_n_items (wb_session_runs (session)) > 1)
          wb_session_remove_run (session, wb_session_current (session));
        wb_session_set (session, keys[k].kind, keys[k].key, NULL, NULL);
      }
  wb_test_close (other);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/state/each-change-of-a-run-is-one-undo-step", test_runs);
  g_test_add_func ("/state/undo-takes-back-the-runs-of-a-value-but-not-those-after-a-name", test_one_at_a_time);
  g_test_add_func ("/state/the-undo-menu-shows-the-labels-of-settings", test_words);
  g_test_add_func ("/state/pinning-a-readout-can-be-undone-and-is-saved", test_pins);
  g_test_add_func ("/state/a-pinned-readout-stays-on-its-own-run", test_pins_of_runs);
  g_test_add_func ("/state/a-pinned-point-that-no-longer-exists-is-kept-but-not-drawn", test_pins_without_point);
  g_test_add_func ("/state/a-number-field-refuses-text-that-is-not-a-number", test_no_numbers);
  g_test_add_func ("/state/fields-evaluate-expressions-and-all-statistics-are-shown", test_expressions_weights_and_statistics);
  g_test_add_func ("/state/numbers-with-many-digits-are-saved-and-read-without-loss", test_long_numbers);
  g_test_add_func ("/state/a-run-with-huge-numbers-succeeds-or-fails-with-a-message", test_huge_numbers);
  return g_test_run ();
}
