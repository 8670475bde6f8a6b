/* Tests files that cannot be read or that disappear while they are open. Each problem is reported, and none blocks the
 * window. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model-library.h"
#include "wb-session-file.h"

static const char decay[] = "format: 1\nname: Decay\ntime: {end: 1}\nparameters: {k: 2}\nstates: {x: {initial: 1, derivative: -k*x}}\n";

/* Returns the message of the failure bar, or "" if it is hidden. */
static const char *
bar_text (WbWindow *window)
{
  GtkWidget *bar = wb_test_find (GTK_WIDGET (window), GTK_TYPE_BOX, "failure");
  GtkWidget *reason = bar != NULL && gtk_widget_get_visible (bar) ? wb_test_find (bar, GTK_TYPE_LABEL, "reason") : NULL;

  return reason != NULL ? gtk_label_get_text (GTK_LABEL (reason)) : "";
}

static GtkWidget *
find_button (GtkWidget *from, const char *action)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (from) && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (from)), action) == 0)
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_button (child, action);
  return found;
}

/* ---- opening unreadable files ---- */

static void
make_huge (const char *path)
{
  FILE *file = g_fopen (path, "we");

  g_assert_nonnull (file);
  g_assert_cmpint (fseek (file, 100L << 20, SEEK_SET), ==, 0);
  g_assert_cmpint (fputc ('\n', file), !=, EOF);
  fclose (file);
}

static void make_pipe (const char *path) { g_assert_cmpint (mkfifo (path, 0600), ==, 0); }
static void make_folder (const char *path) { g_assert_cmpint (g_mkdir (path, 0700), ==, 0); }
static void make_nothing (const char *path) { }
static void make_loop (const char *path) { g_assert_cmpint (symlink (path, path), ==, 0); }

static const struct { const char *name, *said; void (*make) (const char *path); } kinds[] = {
  { "pipe", "pipe or a device", make_pipe }, { "folder", "folder", make_folder }, { "huge", "larger than", make_huge },
  { "nothing", "No such file", make_nothing }, { "loop", "symbolic links", make_loop },
};

/* For a model that cannot be read, no line is marked and no text is offered. */
static void
test_models (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  WbWindow *window = wb_test_window ("van-der-pol");

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *name = g_strconcat (kinds[i].name, ".yaml", NULL), *path = g_build_filename (folder, name, NULL);

      kinds[i].make (path);
      g_assert_false (wb_window_open_path (window, path));
      if (strstr (bar_text (window), kinds[i].said) == NULL || !g_str_has_prefix (bar_text (window), name))
        g_error ("%s says: %s", name, bar_text (window));
      g_assert_null (strstr (bar_text (window), "line"));
      g_assert_false (gtk_widget_get_visible (find_button (wb_test_find (GTK_WIDGET (window), GTK_TYPE_BOX, "failure"), "win.model-text")));
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.model-text", NULL));
      wb_test_spin ();
      g_remove (path);
    }
  g_assert_false (wb_window_open_path (window, "lorrenz"));
  g_assert_true (g_str_has_prefix (bar_text (window), "No model 'lorrenz'"));
  g_assert_true (wb_window_open_path (window, "lorenz"));
  g_assert_cmpstr (bar_text (window), ==, "");
  wb_test_close (window);
  g_rmdir (folder);
}

static void
test_sessions (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  WbWindow *window = wb_test_window ("van-der-pol");

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *name = g_strconcat (kinds[i].name, ".stepwise", NULL), *path = g_build_filename (folder, name, NULL);

      kinds[i].make (path);
      g_assert_false (wb_window_open_path (window, path));
      g_assert_nonnull (strstr (wb_test_toast (window), name));
      g_assert_cmpstr (model_id (wb_session_model (wb_window_session (window))), ==, "van-der-pol");
      g_remove (path);
    }
  wb_test_close (window);
  g_rmdir (folder);
}

/* A session file with runs, plots and a comparison was truncated by a full disk. It is reported as damaged, or its complete part is
 * read. */
static void
test_cut_session (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  g_autofree char *text = NULL;
  gsize length;
  int n_wrong = 0;

  wb_test_finish (session);
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-6", NULL));
  wb_test_finish (session);
  g_assert_true (wb_window_show_view (window, "compare"));
  text = wb_session_file_text (wb_window_session (window));
  g_assert_true (wb_window_show_view (window, "simulate"));
  length = strlen (text);
  for (gsize at = 0; at < length; at += 200)
    {
      g_autofree char *cut = g_strndup (text, at);
      g_autoptr (GError) error = NULL;
      gboolean loaded = wb_session_file_load_text (cut, "cut.stepwise", wb_window_session (window), &error);

      g_assert_true (loaded == (error == NULL));
      n_wrong += !loaded;
      wb_test_spin ();
      g_assert_nonnull (wb_session_model (session));
    }
  g_assert_cmpint (n_wrong, >, 0);
  g_assert_true (wb_session_file_load_text (text, "whole.stepwise", wb_window_session (window), NULL));
  g_assert_cmpuint (g_list_model_get_n_items (wb_session_runs (session)), >=, 2);
  wb_test_close (window);
}

/* A pipe in the user's folder of models is not listed and does not block the reading of the
 * folder. */
static void
test_pipe_among_models (void)
{
  g_autofree char *folder = model_library_user_folder ("models"), *path = g_build_filename (folder, "pipe.yaml", NULL);
  WbWindow *window;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  make_pipe (path);
  window = wb_test_window ("van-der-pol");
  WAIT_FOR (!wb_model_browser_is_scanning (wb_window_browser (window)));
  g_assert_false (wb_window_open_path (window, "no-such-model"));
  wb_test_close (window);
  g_remove (path);
}

/* ---- models of other programs ---- */

/* A model of XPPAUT becomes a model in the user's folder, whose text says what was left out. A wrong file changes nothing. */
static void
test_import (void)
{
  g_autofree char *folder = g_dir_make_tmp ("import-XXXXXX", NULL), *good = g_build_filename (folder, "decay.ode", NULL);
  g_autofree char *bad = g_build_filename (folder, "late.ode", NULL), *own = model_library_user_folder ("models"), *text = NULL;
  g_autofree char *made = g_build_filename (own, "decay.yaml", NULL), *wrong = g_build_filename (own, "late.yaml", NULL);
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);

  g_assert_true (g_file_set_contents (good, "par k=3\nx'=-k*x\nbndry x-1\ninit x=2\n@ total=4\n", -1, NULL));
  g_assert_true (g_file_set_contents (bad, "x'=delay(x,1)\n", -1, NULL));
  g_assert_false (wb_window_open_path (window, bad));
  g_assert_false (g_file_test (wrong, G_FILE_TEST_EXISTS));
  g_assert_cmpstr (model_name (wb_session_model (session)), ==, "Van der Pol");
  g_assert_true (wb_window_open_path (window, good));
  WAIT_FOR (g_strcmp0 (model_name (wb_session_model (session)), "decay") == 0);
  g_assert_true (g_file_get_contents (made, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "# Line 3: The boundary condition was left out: 'bndry x-1'."));
  g_assert_cmpstr (model_path (wb_session_model (session)), ==, made);
  wb_test_close (window);
  g_remove (made);
  g_remove (good);
  g_remove (bad);
  g_rmdir (folder);
}

/* ---- files that disappear while open ---- */

static void
remove_file (const char *folder, const char *path)
{
  g_assert_cmpint (g_remove (path), ==, 0);
}

static void
remove_folder (const char *folder, const char *path)
{
  remove_file (folder, path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
put_folder (const char *folder, const char *path)
{
  remove_file (folder, path);
  make_folder (path);
}

static void
put_huge (const char *folder, const char *path)
{
  g_autofree char *other = g_strconcat (path, ".new", NULL);

  make_huge (other);
  g_assert_cmpint (g_rename (other, path), ==, 0);
}

static void
put_pipe (const char *folder, const char *path)
{
  g_autofree char *other = g_strconcat (path, ".new", NULL);

  make_pipe (other);
  g_assert_cmpint (g_rename (other, path), ==, 0);
}

static const struct { const char *name; void (*happen) (const char *folder, const char *path); } accidents[] = {
  { "file-deleted", remove_file }, { "folder-deleted", remove_folder }, { "by-folder", put_folder }, { "by-huge", put_huge },
      { "by-pipe", put_pipe },
};

/* After the file has disappeared, the run continues to its end, the model stays open, and the session can be saved and
 * reopened. */
static void
test_gone (gconstpointer data)
{
  int index = GPOINTER_TO_INT (data);
  g_autofree char *top = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *folder = g_build_filename (top, "models", NULL);
  g_autofree char *path = g_build_filename (folder, "decay.yaml", NULL), *session_path = g_build_filename (top, "a.stepwise", NULL);
  g_autoptr (GError) error = NULL;
  WbWindow *window;
  WbSession *session;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, decay, -1, NULL));
  window = wb_test_window (path);
  session = wb_window_session (window);
  wb_session_set_rate (session, 0.5);
  wb_session_run (session);
  WAIT_FOR (wb_session_playhead (session) > 0.1);
  accidents[index].happen (folder, path);
  WAIT_FOR (wb_test_toast (window)[0] != '\0' || bar_text (window)[0] != '\0');
  wb_session_set_rate (session, 0);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  g_assert_cmpstr (model_name (wb_session_model (session)), ==, "Decay");
  wb_session_reload (session);
  wb_test_spin ();
  g_assert_true (wb_session_file_save (session_path, wb_window_session (window), &error));
  g_assert_no_error (error);
  wb_test_close (window);

  window = wb_test_window (session_path);
  g_assert_cmpstr (model_name (wb_session_model (wb_window_session (window))), ==, "Decay");
  wb_test_close (window);
  g_remove (session_path);
  g_remove (path);
  g_rmdir (folder);
  g_rmdir (top);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/files/errors-of-unreadable-models-contain-the-file-name", test_models);
  g_test_add_func ("/files/errors-of-unreadable-sessions-contain-the-file-name", test_sessions);
  g_test_add_func ("/files/a-truncated-session-file-is-refused-or-the-complete-part-is-read", test_cut_session);
  g_test_add_func ("/files/a-named-pipe-in-the-model-folder-does-not-block-the-program", test_pipe_among_models);
  g_test_add_func ("/files/a-model-of-another-program-is-imported", test_import);
  for (guint i = 0; i < G_N_ELEMENTS (accidents); i++)
    {
      g_autofree char *name = g_strconcat ("/files/the-model-stays-open-when-its-file-disappears/", accidents[i].name, NULL);

      g_test_add_data_func (name, GINT_TO_POINTER ((int) i), test_gone);
    }
  return g_test_run ();
}
