/* Tests the chooser of integrators with real pointer and key events. */
#include "wb-hands.h"

#include "wb-compare-chips.h"
#include "wb-method-chooser.h"
#include "wb-method-popover.h"
#include "wb-preferences.h"
#include "wb-tooltip.h"

static WbMethodChooser *
chooser_of (WbWindow *window)
{
  return WB_METHOD_CHOOSER (wb_test_find (GTK_WIDGET (wb_window_panel (window)), WB_TYPE_METHOD_CHOOSER, NULL));
}

static GtkWidget *
popover_of (GtkWidget *from)
{
  return wb_test_find (from, WB_TYPE_METHOD_POPOVER, NULL);
}

static void
type_query (GtkWidget *popover, const char *query)
{
  GtkWidget *search = wb_test_find (popover, GTK_TYPE_SEARCH_ENTRY, NULL);

  wb_hands_type (query);
  WAIT_FOR (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (search)), query) == 0);
}

static const char *
integrator_of (WbWindow *window)
{
  return sim_config_method (wb_session_config (wb_window_session (window)))->id;
}

/* The search finds methods by their names in other systems, with or without dashes and spaces. Return chooses the first match. */
static void
test_names (void)
{
  static const struct { const char *typed, *id; } rows[] = {
    { "dormand-prince", "runge_kutta5" }, { "dormand prince", "runge_kutta5" }, { "runge-kutta 4", "runge_kutta4" },
    { "rk45", "runge_kutta5" },           { "ode45", "runge_kutta5" },          { "Tsit5", "tsitouras5" },
    { "ode23s", "ode23s" },               { "Radau", "radau" },                { "vern7", "verner76" },
    { "kvaerno", "kvaerno3" },            { "Rodas5", "rodas5p" },              { "stormer verlet", "stormer_verlet" },
    { "ode 23", "bogacki_shampine3" },    { "scipy rk23", "bogacki_shampine3" },
  };
  WbWindow *window;
  GtkWidget *popover;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("harmonic-oscillator");
  popover = popover_of (GTK_WIDGET (chooser_of (window)));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GtkWidget *head = wb_test_find (GTK_WIDGET (chooser_of (window)), GTK_TYPE_BUTTON, NULL);

      CLICK_UNTIL (head, gtk_widget_get_mapped (popover));
      type_query (popover, rows[i].typed);
      wb_hands_key (GDK_KEY_Return, 0);
      WAIT_FOR (!gtk_widget_get_mapped (popover));
      g_assert_cmpstr (integrator_of (window), ==, rows[i].id);
    }
  wb_test_close (window);
}

/* If nothing matches, the list states this, and Return has no effect. */
static void
test_no_match (void)
{
  WbWindow *window;
  GtkWidget *popover, *empty;
  g_autofree char *before = NULL;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("harmonic-oscillator");
  before = g_strdup (integrator_of (window));
  popover = popover_of (GTK_WIDGET (chooser_of (window)));
  CLICK_UNTIL (wb_test_find (GTK_WIDGET (chooser_of (window)), GTK_TYPE_BUTTON, NULL), gtk_widget_get_mapped (popover));
  type_query (popover, "xyzzy");
  empty = wb_test_find (popover, GTK_TYPE_LABEL, "methods-empty");
  WAIT_FOR (gtk_widget_get_mapped (empty));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (empty)), ==, "No integrator matches.");
  wb_hands_key (GDK_KEY_Return, 0);
  g_assert_cmpstr (integrator_of (window), ==, before);
  wb_hands_key (GDK_KEY_Escape, 0);
  WAIT_FOR (!gtk_widget_get_mapped (popover));
  wb_test_close (window);
}

/* Returns whether the surface of a popover is inside the surface of its window. */
static gboolean
is_inside (WbWindow *window, GtkWidget *popover)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (popover)), *outer = gtk_native_get_surface (GTK_NATIVE (window));
  int x = gdk_popup_get_position_x (GDK_POPUP (surface)), y = gdk_popup_get_position_y (GDK_POPUP (surface));

  return x >= 0 && y >= 0 && x + gdk_surface_get_width (surface) <= gdk_surface_get_width (outer)
         && y + gdk_surface_get_height (surface) <= gdk_surface_get_height (outer);
}

/* In Compare, Return adds the first match and Down selects the next one. The methods are grouped by family. The popover stays inside the
 * window. */
static void
test_compare (gconstpointer size)
{
  const int *wanted = size;
  WbWindow *window;
  GtkWidget *add, *popover;
  GListModel *entries;
  guint n;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("kepler");
  gtk_window_set_default_size (GTK_WINDOW (window), wanted[0], wanted[1]);
  wb_window_show_view (window, "compare");
  add = wb_test_find (GTK_WIDGET (wb_window_compare (window)), GTK_TYPE_BUTTON, "compare-add");
  WAIT_FOR (gtk_widget_get_mapped (add) && gtk_widget_get_width (GTK_WIDGET (window)) <= wanted[0]);
  popover = popover_of (GTK_WIDGET (wb_window_compare (window)));
  entries = wb_comparison_entries (wb_compare_view_comparison (wb_window_compare (window)));
  n = g_list_model_get_n_items (entries);
  wb_test_turn (0.3);
  for (int i = 0; i < 2; i++)
    {
      const char *ids[] = { "tsitouras5", "yoshida6" }, *queries[] = { "tsit5", "yoshida" };
      g_autoptr (WbCompareEntry) entry = NULL;

      /* The popover gets its place after it is mapped. If the window was still changing its size then, the next click opens it again. */
      CLICK_UNTIL (add, gtk_widget_get_mapped (popover) && is_inside (window, popover));
      g_assert_nonnull (wb_test_find (popover, G_TYPE_OBJECT, "method-heading"));
      type_query (popover, queries[i]);
      if (i == 1)
        wb_hands_key (GDK_KEY_Down, 0); /* moves the selection from Yoshida 4 to Yoshida 6 */
      wb_hands_key (GDK_KEY_Return, 0);
      WAIT_FOR (g_list_model_get_n_items (entries) == n + 1 + (guint) i);
      entry = g_list_model_get_item (entries, n + (guint) i);
      g_assert_cmpstr (wb_compare_entry_method (entry)->id, ==, ids[i]);
      WAIT_FOR (!gtk_widget_get_mapped (popover));
      wb_test_turn (0.2);
    }
  wb_test_close (window);
  wb_preferences_set_int ("window-width", 1440);
  wb_preferences_set_int ("window-height", 900);
}

/* A method that cannot solve the model is listed with the reason. Neither Return nor a click chooses it. */
static void
test_refused (void)
{
  WbWindow *window;
  GtkWidget *popover, *row;
  g_autofree char *before = NULL;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("lorenz");
  before = g_strdup (integrator_of (window));
  popover = popover_of (GTK_WIDGET (chooser_of (window)));
  CLICK_UNTIL (wb_test_find (GTK_WIDGET (chooser_of (window)), GTK_TYPE_BUTTON, NULL), gtk_widget_get_mapped (popover));
  type_query (popover, "yoshida8");
  row = wb_test_find (popover, GTK_TYPE_BOX, "refused");
  WAIT_FOR ((row = wb_test_find (popover, GTK_TYPE_BOX, "refused")) != NULL && gtk_widget_get_mapped (row));
  g_assert_nonnull (strstr (wb_tooltip_get (row), "positions and velocities"));
  wb_hands_click (row, NAN, NAN);
  wb_hands_key (GDK_KEY_Return, 0);
  g_assert_cmpstr (integrator_of (window), ==, before);
  wb_test_close (window);
}

int
main (int argc, char *argv[])
{
  static const int large[] = { 1440, 900 }, small[] = { 900, 600 };

  gtk_test_init (&argc, &argv);
  wb_test_init ();
  g_test_add_func ("/app/choose/names-of-other-systems-find-the-method", test_names);
  g_test_add_func ("/app/choose/a-search-without-a-match-shows-a-message", test_no_match);
  g_test_add_data_func ("/app/choose/the-keys-down-and-return-add-a-method-to-the-comparison", large, test_compare);
  g_test_add_data_func ("/app/choose/the-method-list-of-the-compare-view-fits-into-a-small-window", small, test_compare);
  g_test_add_func ("/app/choose/a-method-that-does-not-support-the-model-shows-the-reason", test_refused);
  return g_test_run ();
}
