/* Tests the autosave of sessions. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <string.h>

#include "wb-session-file.h"

/* Returns the path of the autosaved copy, or NULL if there is none. */
static char *
find_copy (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "stepwise", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, "autosave-") && g_str_has_suffix (name, ".stepwise"))
      return g_build_filename (folder, name, NULL);
  return NULL;
}

static gboolean
copy_holds (const char *words)
{
  g_autofree char *path = find_copy (), *text = NULL;

  return path != NULL && g_file_get_contents (path, &text, NULL, NULL) && strstr (text, words) != NULL;
}

/* The autosaved copy has the last state, even if the state changes quickly. */
static void
test_kept (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);

  g_assert_true (wb_session_set (session, WB_PARAMETER, "mu", "3.25", NULL));
  wb_session_file_autosave (wb_window_session (window));
  g_assert_true (wb_session_set (session, WB_PARAMETER, "mu", "4.75", NULL));
  wb_session_file_autosave (wb_window_session (window));
  WAIT_FOR (copy_holds ("4.75"));
  g_assert_false (copy_holds ("3.25"));
  /* The copy of a running process is not offered for recovery. */
  {
    g_autoptr (GPtrArray) left = wb_recovery_copies_find_left ();
    g_assert_cmpuint (left->len, ==, 0);
  }
  wb_test_close (window);
  wb_recovery_copies_wait ();
  g_assert_false (copy_holds (""));
}

static double
reached (void)
{
  g_autofree char *path = find_copy (), *text = NULL;
  const char *found = path != NULL && g_file_get_contents (path, &text, NULL, NULL) ? strstr (text, "reached: ") : NULL;

  return found != NULL ? g_ascii_strtod (found + strlen ("reached: "), NULL) : -1;
}

/* The progress of a run is saved even if the user changes nothing. */
static void
test_running (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  double first;

  g_assert_true (wb_session_set (session, WB_TIME, "end", "1e9", NULL));
  wb_session_set_rate (session, 1);
  wb_session_run (session);
  WAIT_FOR (reached () > 0);
  first = reached ();
  WAIT_FOR (reached () > first);
  wb_test_close (window);
}

/* If a window is closed while its copy is being written, no copy is left. */
static void
test_closed (void)
{
  for (int i = 0; i < 20; i++)
    {
      WbWindow *window = wb_test_window ("van-der-pol");

      wb_session_file_autosave (wb_window_session (window));
      g_usleep ((gulong) (i * 150));
      wb_test_close (window);
    }
  wb_recovery_copies_wait ();
  for (gint64 end = g_get_monotonic_time () + G_USEC_PER_SEC / 2; g_get_monotonic_time () < end;)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
  g_assert_false (copy_holds (""));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/autosave/the-last-state-is-saved-after-quick-changes", test_kept);
  g_test_add_func ("/autosave/the-progress-of-a-run-is-saved", test_running);
  g_test_add_func ("/autosave/closing-the-session-during-a-write-leaves-no-file", test_closed);
  return g_test_run ();
}
