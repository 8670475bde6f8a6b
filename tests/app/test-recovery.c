/* Tests the recovery of sessions after a crash: the folder of copies, and the dialog with real pointer and key events. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#include "wb-input.h"
#include "wb-recovery.h"
#include "wb-session-file.h"

/* Simulates a slow disk: fsync waits while the gate is closed. */
static GMutex gate;
static GCond gate_opens;
static gboolean gate_is_shut;
static int n_waiting;

int
fsync (int fd)
{
  g_mutex_lock (&gate);
  n_waiting++;
  while (gate_is_shut)
    g_cond_wait (&gate_opens, &gate);
  n_waiting--;
  g_mutex_unlock (&gate);
  return 0;
}

static void
shut_gate (gboolean shut)
{
  g_mutex_lock (&gate);
  gate_is_shut = shut;
  g_cond_broadcast (&gate_opens);
  g_mutex_unlock (&gate);
}

static int
count_waiting (void)
{
  int n;

  g_mutex_lock (&gate);
  n = n_waiting;
  g_mutex_unlock (&gate);
  return n;
}

/* ---- the folder ---- */

static char *
folder_of_copies (void)
{
  return g_build_filename (g_get_user_state_dir (), "stepwise", NULL);
}

/* Returns the number of files whose names have this beginning and this ending. */
static int
count_files (const char *prefix, const char *suffix)
{
  g_autofree char *folder = folder_of_copies ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  int n = 0;

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    n += g_str_has_prefix (name, prefix) && g_str_has_suffix (name, suffix);
  return n;
}

/* Returns the number of copies that can be offered or that belong to a session. */
static int
n_copies (void)
{
  return count_files ("autosave-", ".stepwise");
}

static int
n_left (void)
{
  g_autoptr (GPtrArray) left = wb_recovery_copies_find_left ();

  return (int) left->len;
}

/* Writes a copy of a session with this value of mu, as a crash leaves it. */
static void
leave_copy (const char *name, const char *mu)
{
  g_autofree char *folder = folder_of_copies (), *path = g_build_filename (folder, name, NULL), *text = NULL;
  WbWindow *window = wb_test_window ("van-der-pol");

  g_assert_true (wb_session_set (wb_window_session (window), WB_PARAMETER, "mu", mu, NULL));
  text = wb_session_file_text (wb_window_session (window));
  wb_test_close (window);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
clear_folder (void)
{
  g_autofree char *folder = folder_of_copies ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_unlink (path);
    }
}

/* ---- the dialog ---- */

static GtkWidget *
question (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *link = windows; link != NULL; link = link->next)
    if (GTK_IS_MESSAGE_DIALOG (link->data) && gtk_widget_get_mapped (link->data))
      return link->data;
  return NULL;
}

static void
press_in_question (guint key)
{
  wb_input_move (question (), 20, 20);
  WAIT_FOR (gtk_window_is_active (GTK_WINDOW (question ())));
  wb_input_key (key, 0);
  WAIT_FOR (question () == NULL);
  wb_test_spin ();
}

static void
click_in_question (int response)
{
  GtkWidget *button = gtk_dialog_get_widget_for_response (GTK_DIALOG (question ()), response);

  WAIT_FOR (gtk_widget_get_width (button) > 0);
  wb_input_move (button, gtk_widget_get_width (button) / 2.0, gtk_widget_get_height (button) / 2.0);
  WAIT_FOR (gtk_widget_get_state_flags (button) & GTK_STATE_FLAG_PRELIGHT);
  wb_input_button (1, TRUE);
  wb_input_button (1, FALSE);
  WAIT_FOR (question () == NULL);
  wb_test_spin ();
}

/* ---- tests ---- */

static void
test_escape (void)
{
  WbWindow *window = wb_test_window ("lorenz");

  leave_copy ("autosave-0-a.stepwise", "3.25");
  for (int i = 0; i < 2; i++)
    {
      wb_recovery_offer (window);
      WAIT_FOR (question () != NULL);
      press_in_question (GDK_KEY_Escape);
      /* The open window may have saved its own copy by now. That copy is locked, so it does not count as left by a crash. */
      g_assert_cmpint (n_left (), ==, 1);
      g_assert_cmpstr (model_id (wb_session_model (wb_window_session (window))), ==, "lorenz");
    }
  wb_test_close (window);
  clear_folder ();
}

static void
test_discard (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  g_autofree char *folder = folder_of_copies (), *aside = g_build_filename (folder, "discarded-autosave-0-a.stepwise", NULL);
  struct utimbuf before = { 0 };
  GStatBuf info;

  leave_copy ("autosave-0-a.stepwise", "3.25");
  {
    g_autofree char *path = g_build_filename (folder, "autosave-0-a.stepwise", NULL);
    g_assert_cmpint (utime (path, &before), ==, 0); /* a discarded copy is kept for a week from the moment when the user discards it, not from the crash */
  }
  wb_recovery_offer (window);
  WAIT_FOR (question () != NULL);
  click_in_question (GTK_RESPONSE_NO);
  g_assert_cmpint (n_left (), ==, 0);
  /* The open window may have locked its own copy by now. The name of that copy begins with the boot id, whose first digit may be 0. */
  g_assert_cmpint (count_files ("autosave-0-", ".lock"), ==, 0);
  wb_recovery_offer (window);
  wb_test_spin ();
  g_assert_null (question ());
  g_assert_true (g_file_test (aside, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_stat (aside, &info), ==, 0);
  before.modtime = info.st_mtime - 7 * 24 * 3600 - 60;
  g_assert_cmpint (utime (aside, &before), ==, 0);
  g_assert_cmpint (n_left (), ==, 0);
  g_assert_false (g_file_test (aside, G_FILE_TEST_EXISTS));
  wb_test_close (window);
  clear_folder ();
}

/* Both sessions are restored, the newest one in the window that asked. The old copies exist until the new ones are on the disk. */
static void
test_restore (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  GtkWindow *other;
  g_autofree char *folder = folder_of_copies (), *old = g_build_filename (folder, "autosave-0-a.stepwise", NULL);
  struct utimbuf before = { 0 };
  g_autofree char *title = NULL;

  leave_copy ("autosave-0-a.stepwise", "3.25");
  g_assert_cmpint (utime (old, &before), ==, 0);
  leave_copy ("autosave-0-b.stepwise", "4.75");
  wb_recovery_offer (window);
  WAIT_FOR (question () != NULL);
  g_object_get (question (), "text", &title, NULL);
  g_assert_cmpstr (title, ==, "Restore the last 2 sessions");
  shut_gate (TRUE);
  press_in_question (GDK_KEY_Return);
  other = wb_test_newest_window (GTK_WINDOW (window));
  g_assert_nonnull (other);
  wb_test_assert_value (wb_window_session (window), WB_PARAMETER, "mu", "4.75");
  wb_test_assert_value (wb_window_session (WB_WINDOW (other)), WB_PARAMETER, "mu", "3.25");
  WAIT_FOR (count_waiting () == 2);
  g_assert_cmpint (count_files ("autosave-0-", ".stepwise"), ==, 2);
  shut_gate (FALSE);
  WAIT_FOR (count_files ("autosave-0-", ".stepwise") == 0);
  g_assert_cmpint (n_copies (), ==, 2);
  g_assert_cmpint (n_left (), ==, 0);
  wb_test_close (WB_WINDOW (other));
  wb_test_close (window);
  WAIT_FOR (n_copies () == 0);
  g_assert_cmpint (count_files ("autosave-", ".lock"), ==, 0);
  clear_folder ();
}

/* A copy that cannot be read is moved aside, and a message states this. */
static void
test_unreadable (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  g_autofree char *folder = folder_of_copies ();
  g_autofree char *path = wb_test_write (folder, "autosave-0-a.stepwise", "format: [");

  wb_recovery_offer (window);
  WAIT_FOR (question () != NULL);
  press_in_question (GDK_KEY_Return);
  WAIT_FOR (!g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_cmpint (count_files ("unread-", ".stepwise"), ==, 1);
  g_assert_cmpstr (wb_test_toast (window), !=, "");
  wb_test_close (window);
  clear_folder ();
}

/* If a window is closed while a slow disk writes its copy, the window does not wait. The copy is removed afterwards. */
static void
test_close (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");

  shut_gate (TRUE);
  wb_session_file_autosave (wb_window_session (window));
  WAIT_FOR (count_waiting () == 1);
  wb_test_close (window);
  g_assert_cmpint (count_waiting (), ==, 1);
  shut_gate (FALSE);
  wb_recovery_copies_wait ();
  g_assert_cmpint (n_copies (), ==, 0);
  g_assert_cmpint (count_files ("autosave-", ".lock"), ==, 0);
  clear_folder ();
}

/* The copies of a running process are not offered, whatever its process id is. They are offered after the process was killed. */
static void
test_killed (void)
{
  g_autofree char *old = g_strdup_printf ("autosave-%ld-1.stepwise", (long) getpid ());
  g_autoptr (WbRecoveryCopy) mine = wb_recovery_copy_new ();
  int ready[2], status;
  char byte;
  pid_t child;

  g_assert_cmpint (pipe (ready), ==, 0);
  child = fork ();
  if (child == 0)
    {
      for (int i = 0; i < 2; i++)
        wb_recovery_copy_write (wb_recovery_copy_new (), "text", NULL);
      if (write (ready[1], "x", 1) == 1)
        pause ();
      _exit (1);
    }
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  g_assert_true (wb_recovery_copy_write (mine, "text", NULL));
  g_assert_cmpint (n_copies (), ==, 3);
  g_assert_cmpint (n_left (), ==, 0);
  kill (child, SIGKILL);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  close (ready[0]);
  close (ready[1]);
  {
    g_autoptr (GPtrArray) left = wb_recovery_copies_find_left ();

    g_assert_cmpuint (left->len, ==, 2);
    g_assert_cmpint (n_left (), ==, 0); /* no other window or program offers these copies */
  }
  g_assert_cmpint (n_left (), ==, 2);
  wb_recovery_copy_remove (mine);
  g_assert_cmpint (n_copies (), ==, 2);
  clear_folder ();
  /* Earlier versions named a copy by the process id. Another process may have this id now. */
  {
    g_autofree char *folder = folder_of_copies ();
    G_GNUC_UNUSED g_autofree char *path = wb_test_write (folder, old, "text");
    g_assert_cmpint (n_left (), ==, 1);
  }
  clear_folder ();
}

int
main (int argc, char **argv)
{
  int status;

  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/recovery/a-killed-process-leaves-its-recovery-copies", test_killed);
  g_test_add_func ("/recovery/closing-the-window-does-not-wait-for-the-disk", test_close);
  if (wb_input_open ())
    {
      g_test_add_func ("/recovery/escape-in-the-recovery-dialog-keeps-the-copy", test_escape);
      g_test_add_func ("/recovery/the-copy-of-a-discarded-session-is-kept-for-a-week", test_discard);
      g_test_add_func ("/recovery/restored-sessions-get-new-recovery-copies", test_restore);
      g_test_add_func ("/recovery/an-unreadable-recovery-copy-is-renamed-and-reported", test_unreadable);
    }
  status = g_test_run ();
  wb_input_close ();
  return status;
}
