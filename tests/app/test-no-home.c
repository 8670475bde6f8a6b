/* Tests a user whose folders for configuration, state, data and cache cannot be
 * created. Each kind of data that cannot be saved is reported once, and everything else
 * works. */
#include "wb-test.h"

#include <string.h>

#include "wb-session-file.h"

static void
test_window (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);

  WAIT_FOR (!wb_model_browser_is_scanning (wb_window_browser (window)));
  wb_test_finish (session);
  wb_session_file_autosave (wb_window_session (window));
  WAIT_FOR (strstr (wb_test_toast (window), "cannot be saved") != NULL);
  {
    g_autoptr (GPtrArray) left = wb_recovery_copies_find_left ();
    g_assert_cmpuint (left->len, ==, 0);
  }
  wb_session_message (wb_window_session (window), "said");
  for (int i = 0; i < 3; i++)
    {
      wb_session_file_autosave (wb_window_session (window));
      for (gint64 end = g_get_monotonic_time () + G_USEC_PER_SEC / 5; g_get_monotonic_time () < end;)
        g_main_context_iteration (NULL, FALSE);
    }
  g_assert_cmpstr (wb_test_toast (window), ==, "said");
  wb_test_close (window);
}

/* An opened file is added to the recent files if these can be stored. A new model is refused, because there is no folder for
 * it. */
static void
test_files (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  g_autofree char *path = g_strdup (model_path (wb_session_model (wb_window_session (window))));

  g_assert_true (wb_window_open_path (window, path));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.new-model", NULL));
  WAIT_FOR (strstr (wb_test_toast (window), "new-model.yaml") != NULL);
  g_assert_cmpstr (model_path (wb_session_model (wb_window_session (window))), ==, path);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/no-home/autosave-reports-that-the-session-cannot-be-written", test_window);
  g_test_add_func ("/no-home/files-can-be-opened-and-creating-a-model-is-refused", test_files);
  return g_test_run ();
}
