/* Random walks: random actions, then as many undos, then as many redos. Each undo must make the session as it was before the change, and
 * each redo as it was before the undo. The whole session is compared, as text.
 *
 * Usage: test-undo-walk. Environment: WALK_SEEDS=N walks per model (default 1), WALK_FIRST=SEED, WALK_STEPS=N actions, WALK_MODEL=MODEL
 * in place of the two models, WALK_VERBOSE=1 prints the actions. A walk that fails is repeated with fewer actions, and the shortest one that still
 * fails is printed. */
#include <stdlib.h>
#include <string.h>

#include "random-log.h"
#include "walk-acts.h"
#include "wb-test-log.h"
#include "wb-comparison.h"
#include "wb-session-file.h"
#include "wb-session-private.h"
#include "wb-studies.h"
#include "wb-test.h"

#ifdef __SANITIZE_ADDRESS__
#define N_STEPS 5
#else
#define N_STEPS 8
#endif

/* ---- the state as text ---- */

/* Returns whether a line of a session file has a number that is not part of what undo restores: where the user looks, and how far a run has
 * come, which depends on what it did since. */
static gboolean
is_left_out (const char *line)
{
  static const char *const keys[] = { "view:", "settings_page:", "playhead:", "follow:", "x_range:", "y_range:", "plot_alone:", "reached:", "steps:",
                                      "finished:", "current:", "wall_seconds:", "waited_seconds:", "rate_reached:", "page:", "selected:", "results:", "time:", NULL };

  for (int k = 0; keys[k] != NULL; k++)
    if (g_str_has_prefix (line, keys[k]))
      return TRUE;
  return FALSE;
}

/* Returns whether a key begins a part of a session file that undo does not restore. */
static gboolean
is_part_left_out (const char *line)
{
  return strcmp (line, "changes:") == 0 || strcmp (line, "time_axis:") == 0 || strcmp (line, "microscope:") == 0;
}

/* Describes the session: the lines of its file, and the unfinished run, which is not in the file. */
static char *
describe (WbSession *session)
{
  g_autofree char *text = wb_session_file_text (session);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *out = g_string_new (NULL);
  int skipped = -1;

  for (char **line = lines; *line != NULL; line++)
    {
      int indent = (int) strspn (*line, " -");

      if (skipped >= 0 && (indent > skipped || **line == '\0'))
        continue;
      memset (*line, ' ', (size_t) indent); /* the first key of an entry of a list may be one that is left out */
      skipped = is_part_left_out (*line + indent) ? indent : -1;
      if (skipped < 0 && !is_left_out (*line + indent))
        g_string_append_printf (out, "%s\n", *line);
    }
  g_string_append_printf (out, "runs: %u, started: %d, log time: %d\n", g_list_model_get_n_items (wb_session_runs (session)),
                          wb_session_state (session) != SIM_RUN_READY,
                          wb_plot_set_axis (wb_plot_set_of (session)) != NULL && plot_time_axis_get_log (wb_plot_set_axis (wb_plot_set_of (session))));
  return g_string_free (out, FALSE);
}

/* Shows the lines in which two texts differ. */
static void
tell (const char *is, const char *should_be)
{
  g_auto (GStrv) a = g_strsplit (is, "\n", -1), b = g_strsplit (should_be, "\n", -1);
  int most = 12;

  for (int i = 0; (a[i] != NULL && b[i] != NULL) && most > 0; i++)
    if (strcmp (a[i], b[i]) != 0)
      g_test_message ("    line %d: is “%s”, should be “%s”", i, a[i], b[i]), most--;
  if (g_strv_length (a) != g_strv_length (b))
    g_test_message ("    %u lines, should be %u", g_strv_length (a), g_strv_length (b));
}

/* ---- walks ---- */

/* Returns the number of undos that are possible. A group of steps is one. */
static guint
n_undos (WbSession *session)
{
  guint n = 0, group = 0;

  for (guint i = 0; i < session->undo->len; i++)
    {
      const WbChange *change = g_ptr_array_index (session->undo, i);

      n += change->group == 0 || change->group != group;
      group = change->group;
    }
  return n;
}

/* A change that one undo reverts. */
typedef struct
{
  char *before, *after; /* the states before and after the change; before NULL: not known */
  gboolean of_session;  /* settings, values or runs were changed, so that undo also takes back the runs that were made since */
} Unit;

static void
unit_free (gpointer data)
{
  g_free (((Unit *) data)->before);
  g_free (((Unit *) data)->after);
  g_free (data);
}

/* Returns a state without its runs. */
static char *
without_runs (const char *state)
{
  g_auto (GStrv) lines = g_strsplit (state, "\n", -1);
  GString *out = g_string_new (NULL);
  gboolean inside = FALSE;

  for (char **line = lines; *line != NULL; line++)
    {
      inside = g_str_has_prefix (*line, "runs:") || (inside && **line == ' ');
      if (!inside && !g_str_has_prefix (*line, "stale:"))
        g_string_append_printf (out, "%s\n", *line);
    }
  return g_string_free (out, FALSE);
}

static gboolean
compare (WbSession *session, const char *wanted, gboolean with_runs, const char *action)
{
  g_autofree char *state = describe (session);
  g_autofree char *now = with_runs ? g_strdup (state) : without_runs (state);
  g_autofree char *expected = wanted == NULL || with_runs ? g_strdup (wanted) : without_runs (wanted);

  if (expected == NULL || strcmp (now, expected) == 0)
    return TRUE;
  g_test_message ("  after %s:", action);
  tell (now, expected);
  return FALSE;
}

/* Undoes everything and redoes everything. units: the changes, oldest first. */
static gboolean
back_and_forth (WbSession *session, GPtrArray *units)
{
  g_autoptr (GPtrArray) after = g_ptr_array_new_with_free_func (g_free);
  gboolean same = TRUE;

  for (guint i = units->len; same && i-- > 0 && wb_session_can_undo (session);)
    {
      const Unit *unit = g_ptr_array_index (units, i);
      g_autofree char *name = wb_session_undo_text (session), *action = g_strdup_printf ("undo of “%s”", name);

      g_ptr_array_add (after, describe (session));
      wb_session_undo (session);
      walk_settle (session);
      /* A change that is not one of the session leaves runs alone that were made since. */
      same = compare (session, unit->before, unit->of_session || g_strcmp0 (unit->after, g_ptr_array_index (after, after->len - 1)) == 0, action);
    }
  for (guint i = after->len; same && i-- > 0 && wb_session_can_redo (session);)
    {
      g_autofree char *name = wb_session_redo_text (session), *action = g_strdup_printf ("redo of “%s”", name);

      wb_session_redo (session);
      walk_settle (session);
      same = compare (session, g_ptr_array_index (after, i), TRUE, action);
    }
  return same;
}

/* Makes the actions of a walk that are not skipped, and undoes and redoes them twice. Returns whether all states were right. */
static gboolean
walk (const char *model, guint32 seed, const gboolean *skipped, int n, gboolean verbose)
{
  WbWindow *window = wb_test_window (model);
  WbSession *session = wb_window_session (window);
  g_autoptr (GPtrArray) units = g_ptr_array_new_with_free_func (unit_free);
  gboolean same;

  wb_window_show_view (window, "laboratory"); /* sets the step size of the Laboratory */
  wb_window_show_view (window, "simulate");
  walk_settle (session);
  wb_comparison_of (session); /* the file of a session has these parts only if they exist */
  wb_studies_of (session);
  wb_session_forget_history (session);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *state = skipped[i] ? NULL : describe (session), *action = NULL;
      guint n_before = n_undos (session);
      gpointer top = session->undo->len > 0 ? g_ptr_array_index (session->undo, session->undo->len - 1) : NULL;

      if (skipped[i])
        continue;
      action = walk_act (window, seed, i);
      walk_settle (session);
      if (verbose)
        g_test_message ("  %s%s", action, n_undos (session) > n_before ? "" : " (no step)");
      if (session->undo->len == 0 || g_ptr_array_index (session->undo, session->undo->len - 1) == top)
        continue;
      do
        {
          const WbChange *change = g_ptr_array_index (session->undo, session->undo->len - 1);
          Unit *unit = g_new0 (Unit, 1);

          unit->before = g_steal_pointer (&state);
          unit->after = describe (session);
          unit->of_session = change->copy != NULL || change->group != 0;
          g_ptr_array_add (units, unit);
        }
      while (units->len < n_undos (session));
      while (units->len > n_undos (session)) /* old steps were removed */
        g_ptr_array_remove_index (units, 0);
    }
  same = back_and_forth (session, units) && back_and_forth (session, units);
  wb_test_close (window);
  return same;
}

/* Finds the shortest beginning of a walk that fails, removes the actions that it does not need, and prints it. */
static void
shrink (const char *model, guint32 seed, int n)
{
  g_autofree gboolean *skipped = g_new0 (gboolean, n);
  int right = 0, least = n;

  while (least - right > 1)
    {
      int middle = (right + least) / 2;

      if (walk (model, seed, skipped, middle, FALSE))
        right = middle;
      else
        least = middle;
    }
  for (int i = least - 1; i-- > 0;)
    {
      skipped[i] = TRUE;
      if (walk (model, seed, skipped, least, FALSE))
        skipped[i] = FALSE;
    }
  g_test_message ("%s, seed %u: the shortest walk that fails:", model, seed);
  walk (model, seed, skipped, least, TRUE);
}

static int
number_of (const char *variable, int standard)
{
  return g_getenv (variable) != NULL ? atoi (g_getenv (variable)) : standard;
}

static void
test_model (gconstpointer data)
{
  const char *model = g_getenv ("WALK_MODEL") != NULL ? g_getenv ("WALK_MODEL") : data;
  int first = number_of ("WALK_FIRST", 1), seeds = number_of ("WALK_SEEDS", 1), n = number_of ("WALK_STEPS", N_STEPS);
  g_autofree gboolean *none = g_new0 (gboolean, n);

  for (int seed = first; seed < first + seeds; seed++)
    {
      g_test_message ("%s, seed %d", model, seed);
      if (walk (model, (guint32) seed, none, n, g_getenv ("WALK_VERBOSE") != NULL))
        continue;
      shrink (model, (guint32) seed, n);
      g_test_fail ();
    }
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  wb_test_excuse_also (random_log_is_excused);
  g_test_add_data_func ("/undo/walk/van-der-pol", "van-der-pol", test_model);
  g_test_add_data_func ("/undo/walk/bouncing-ball", "bouncing-ball", test_model);
  return g_test_run ();
}
