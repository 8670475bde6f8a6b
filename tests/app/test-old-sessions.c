/* Opens session files that older versions wrote (tests/old-files) and compares what the window writes of them with what they say: each value is still there,
 * and each run reaches the same time again. */
#include "wb-test.h"

#include <math.h>
#include <string.h>

#include "model-yaml.h"
#include "wb-comparison.h"
#include "wb-session-file.h"

/* Values that a newer version may write otherwise: times of the clock; ranges and shares, which follow what is drawn; and seals, which are made when a session is saved. */
static const char *const free_keys[] = { "wall_seconds", "waited_seconds", "rate_reached", "x_range", "y_range", "share", "color", "seals", NULL };

/* Version 0.1.0 had another step control. A run that was stopped is computed again with the same number of steps, which end at another time; the playhead follows its end. */
static const char *const free_keys_0_1_0[] = { "reached", "steps", "t", "playhead", NULL };

/* Runs are computed again, and the C library may compute other last digits. */
#define TOLERANCE 1e-9

static gboolean is_0_1_0;

static gboolean
is_free (const char *key)
{
  return g_strv_contains (free_keys, key) || (is_0_1_0 && g_strv_contains (free_keys_0_1_0, key));
}

static gboolean
same_text (const char *old, const char *now)
{
  char *old_end, *now_end;
  double a = g_ascii_strtod (old, &old_end), b = g_ascii_strtod (now, &now_end);

  if (strcmp (old, now) == 0)
    return TRUE;
  return *old != '\0' && *old_end == '\0' && *now_end == '\0' && fabs (a - b) <= TOLERANCE * fmax (1, fabs (a));
}

/* Returns the item of a list at the same place, or, in a list of studies, that of the same study: later versions have further studies. */
static const ModelYaml *
item_like (const ModelYaml *list, int place, const ModelYaml *item)
{
  const char *study = model_yaml_get_text (item, "study", NULL);

  for (int k = 0; study != NULL && k < list->n_items; k++)
    if (strcmp (model_yaml_get_text (list->items[k], "study", ""), study) == 0)
      return list->items[k];
  return study == NULL && place < list->n_items ? list->items[place] : NULL;
}

static gboolean
is_of_studies (const ModelYaml *list)
{
  return list->n_items > 0 && model_yaml_get (list->items[0], "study") != NULL;
}

/* Compares a value of the old file with that at the same place in the new text. */
static void
compare (const char *file, const char *place, const ModelYaml *old, const ModelYaml *now)
{
  if (now == NULL || now->type != old->type)
    g_error ("%s: %s is lost", file, place);
  if (old->type == MODEL_YAML_SCALAR)
    {
      if (!same_text (old->text, now->text))
        g_error ("%s: %s is %s, not %s", file, place, now->text, old->text);
      return;
    }
  if (old->keys == NULL && old->n_items != now->n_items && !is_of_studies (old))
    g_error ("%s: %s has %d items, not %d", file, place, now->n_items, old->n_items);
  for (int i = 0; i < old->n_items; i++)
    {
      const char *key = old->keys != NULL ? old->keys[i]->text : NULL;
      g_autofree char *inner = key != NULL ? g_strdup_printf ("%s.%s", place, key) : g_strdup_printf ("%s[%d]", place, i);

      if (key == NULL || !is_free (key))
        compare (file, inner, old->items[i], key != NULL ? model_yaml_get (now, key) : item_like (now, i, old->items[i]));
    }
}

static ModelYamlDocument *
parse (const char *text, const char *file)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  ModelYamlDocument *document = model_yaml_parse (text, -1, file, diagnostics);

  g_assert_cmpint (model_diagnostics_n_errors (diagnostics), ==, 0);
  return document;
}

static void
test_version (gconstpointer data)
{
  const char *version = data;
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "old-files", version, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  int n = 0;

  g_assert_nonnull (dir);
  is_0_1_0 = strcmp (version, "0.1.0") == 0;
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL), *old_text = NULL, *now_text = NULL;
      g_autoptr (ModelYamlDocument) old = NULL, now = NULL;
      WbWindow *window;
      WbSession *session;

      if (!g_str_has_suffix (name, ".stepwise"))
        continue;
      g_test_message ("%s", name);
      window = wb_test_window (NULL);
      session = wb_window_session (window);
      g_assert_true (wb_window_open_path (window, path));
      for (guint i = 0; i < g_list_model_get_n_items (wb_session_runs (session)); i++)
        {
          g_autoptr (WbRunItem) run = g_list_model_get_item (wb_session_runs (session), i);

          WAIT_FOR ((wb_run_item_poll (run), wb_run_item_state (run)->state != SIM_RUN_RUNNING));
        }
      if (wb_comparison_peek (session) != NULL)
        WAIT_FOR (!wb_comparison_is_running (wb_comparison_of (session)));
      g_assert_true (g_file_get_contents (path, &old_text, NULL, NULL));
      now_text = wb_session_file_text (session);
      old = parse (old_text, name);
      now = parse (now_text, name);
      compare (name, "", model_yaml_root (old), model_yaml_root (now));
      wb_session_set_lecture (session, FALSE);
      wb_test_close (window);
      n++;
    }
  g_assert_cmpint (n, >=, g_str_has_prefix (version, "2026-11-30-") ? 1 : 8);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  g_test_add_data_func ("/old-sessions/a-session-keeps-its-values/0.1.0", "0.1.0", test_version);
  g_test_add_data_func ("/old-sessions/a-session-keeps-its-values/2026-11-30", "2026-11-30", test_version);
  g_test_add_data_func ("/old-sessions/a-session-keeps-its-values/1.0.0", "1.0.0", test_version);
  g_test_add_data_func ("/old-sessions/a-session-keeps-its-values/2026-11-30-sealed", "2026-11-30-sealed", test_version);
  g_test_add_data_func ("/old-sessions/a-session-keeps-its-values/2026-11-30-texts", "2026-11-30-texts", test_version);
  return g_test_run ();
}
