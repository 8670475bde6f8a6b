/* Tests the pages of help, and the ways to them. */
#include "wb-hands.h"

#include <string.h>

#include "lab-registry.h"
#include "ode-methods.h"
#include "sim-config-rows.h"
#include "wb-help-view.h"
#include "wb-session-layout.h"
#include "wb-view.h"
#include "wb-widgets.h"

static void
assert_page (const char *prefix, const char *key)
{
  g_autofree char *id = g_strdup_printf ("%s:%s", prefix, key);

  if (wb_help_find (id) == NULL)
    g_error ("no page of help has the id %s", id);
}

/* Each view, setting, family of methods and study has a page, no page is empty, and each link leads to a page. */
static void
test_complete (void)
{
  const GPtrArray *entries = wb_help_entries ();
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  int n;
  const SimSettingRow *rows = sim_config_rows (&n);

  for (int i = 0; i < n; i++)
    assert_page ("setting", rows[i].key);
  for (const LabStudyKind *const *kind = lab_registry (); *kind != NULL; kind++)
    assert_page ("study", (*kind)->id);
  for (const WbView *const *view = wb_views (); *view != NULL; view++)
    if (*view != &wb_view_help)
      assert_page ("view", (*view)->id);
  for (int family = 0; family <= ODE_FAMILY_SWITCHING; family++)
    {
      gboolean found = FALSE;

      for (const WbHelpText *text = wb_help_families; text->key != NULL; text++)
        found = found || text->family == family;
      g_assert_true (found);
    }
  for (guint i = 0; i < entries->len; i++)
    {
      const WbHelpEntry *entry = g_ptr_array_index (entries, i);
      g_auto (GStrv) see = g_strsplit (entry->see != NULL ? entry->see : "", " ", -1);

      g_assert_true (g_hash_table_add (ids, entry->id));
      g_assert_cmpstr (entry->title, !=, "");
      g_assert_cmpint (strlen (entry->text), >, 20);
      for (int k = 0; see[k] != NULL; k++)
        if (*see[k] != '\0' && wb_help_find (see[k]) == NULL)
          g_error ("page %s has a link to %s, which does not exist", entry->id, see[k]);
    }
}

/* The search finds titles, texts and keys, whatever the case and the order of the words. */
static void
test_search (void)
{
  const WbHelpEntry *accuracy = wb_help_find ("setting:accuracy");

  g_assert_true (wb_help_matches (accuracy, "ACCUR"));
  g_assert_true (wb_help_matches (accuracy, "error target"));
  g_assert_true (wb_help_matches (wb_help_find ("setting:max_step"), "max_step"));
  g_assert_true (wb_help_matches (accuracy, ""));
  g_assert_false (wb_help_matches (accuracy, "accuracy pendulum"));
}

static WbHelpView *
help_of (WbWindow *window)
{
  return WB_HELP_VIEW (wb_test_find (GTK_WIDGET (window), WB_TYPE_HELP_VIEW, NULL));
}

static gboolean
shows (WbWindow *window, const char *id)
{
  return strcmp (wb_session_view (wb_window_session (window)), "help") == 0 && g_strcmp0 (wb_help_view_page (help_of (window)), id) == 0;
}

/* The action of F1 opens the page on the view, Escape returns to the view. A page of a setting has its value and its origin. */
static void
test_keys (void)
{
  WbWindow *window;
  double range, standard, y;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  g_assert_true (wb_session_set (wb_window_session (window), WB_SETTING, "accuracy", "1e-7", NULL));
  wb_test_finish (wb_window_session (window));
  g_assert_true (wb_window_show_view (window, "microscope"));
  wb_test_turn (0.2);
  wb_test_act (window, "win.help-here");
  WAIT_FOR (strcmp (wb_session_view (wb_window_session (window)), "help") == 0);
  g_assert_true (shows (window, "view:microscope"));
  wb_hands_key (GDK_KEY_Escape, 0);
  WAIT_FOR (strcmp (wb_session_view (wb_window_session (window)), "microscope") == 0);
  g_assert_true (wb_window_show_view (window, "simulate"));
  g_action_group_activate_action (G_ACTION_GROUP (window), "help", g_variant_new_string ("setting:accuracy"));
  WAIT_FOR (shows (window, "setting:accuracy"));
  g_assert_nonnull (wb_hands_find (GTK_WIDGET (window), "1e-7"));
  g_assert_nonnull (wb_hands_find (GTK_WIDGET (window), "changed in this window"));
  g_assert_nonnull (wb_hands_find (GTK_WIDGET (window), "--accuracy"));
  wb_test_turn (0.3);
  /* The range and the note on the default are in one column. */
  g_assert_true (gtk_widget_translate_coordinates (wb_hands_find (GTK_WIDGET (help_of (window)), "above 0"), GTK_WIDGET (window), 0, 0, &range, &y));
  g_assert_true (gtk_widget_translate_coordinates (wb_hands_find (GTK_WIDGET (help_of (window)), "the default value"), GTK_WIDGET (window), 0, 0, &standard, &y));
  g_assert_cmpfloat (range, ==, standard);
  wb_hands_picture (window, "help-setting");
  g_action_group_activate_action (G_ACTION_GROUP (window), "help", g_variant_new_string ("family:rosenbrock"));
  WAIT_FOR (shows (window, "family:rosenbrock"));
  wb_test_turn (0.3);
  wb_hands_picture (window, "help-family");
  g_assert_nonnull (wb_hands_find (GTK_WIDGET (window), "ROS3P"));
  g_assert_true (wb_help_view_go (help_of (window), -1));
  g_assert_true (shows (window, "setting:accuracy"));
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Contents"), shows (window, NULL));
  wb_test_turn (0.3);
  wb_hands_picture (window, "help-contents");
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (help_of (window)), "Microscope"), shows (window, "view:microscope"));
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  wb_test_turn (0.4);
  wb_hands_picture (window, "help-small");
  wb_test_close (window);
}

/* A row of the panel of settings has the page of its setting. */
static void
test_focus (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  GtkWidget *entry = NULL;
  gboolean found = FALSE;

  gtk_window_set_default_size (GTK_WINDOW (window), 1440, 900);
  WAIT_FOR (gtk_widget_get_width (GTK_WIDGET (window)) > 1300);
  for (int i = 0; i < 300 && !found; i++)
    {
      gtk_widget_child_focus (GTK_WIDGET (window), GTK_DIR_TAB_FORWARD);
      entry = gtk_window_get_focus (GTK_WINDOW (window));
      found = entry != NULL && g_str_has_prefix (wb_widget_help (entry) != NULL ? wb_widget_help (entry) : "", "setting:");
    }
  g_assert_true (found);
  wb_test_act (window, "win.help-here");
  g_assert_cmpstr (wb_help_view_page (help_of (window)), ==, wb_widget_help (entry));
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/help/each-view-setting-family-and-study-has-a-page", test_complete);
  g_test_add_func ("/help/the-search-finds-titles-texts-and-keys", test_search);
  g_test_add_func ("/help/f1-opens-the-page-on-the-view-and-escape-returns", test_keys);
  g_test_add_func ("/help/f1-opens-the-page-on-the-focused-setting", test_focus);
  return g_test_run ();
}
