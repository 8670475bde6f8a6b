/* Tests the destinations of exports: a file is written completely or not at all, file names, and places that cannot be
 * written. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "wb-dialogs.h"
#include "wb-export-window.h"

static void
test_save (void)
{
  static const struct { WbExportFormat format; const char *name; } rows[] = {
    { WB_EXPORT_PNG, "figure.png" }, { WB_EXPORT_SVG, "figure.svg" }, { WB_EXPORT_PDF, "figure.pdf" }, { WB_EXPORT_CSV, "table.csv" },
  };
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = wb_test_place (rows[i].name);
      WbExportWindow *export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));
      int saved = 0;
      GStatBuf info;

      g_unlink (path);
      gtk_window_present (GTK_WINDOW (export));
      g_signal_connect (export, "saved", G_CALLBACK (wb_test_count), &saved);
      wb_export_window_set_format (export, rows[i].format);
      wb_export_window_save (export, path);
      WAIT_FOR (saved == 1);
      g_assert_cmpint (g_stat (path, &info), ==, 0);
      g_assert_cmpint (info.st_size, >, 1000);
      g_unlink (path);
      wb_test_spin ();
    }
  wb_test_close (window);
}

/* ---- places that cannot be written ---- */

/* The kinds of exports: one row for each format. Of the movies only available formats are tested. */
typedef struct { WbExportFormat format; PlotMovieFormat film; const char *ending; } Kind;

static const Kind kinds[] = {
  { WB_EXPORT_PNG, PLOT_MOVIE_PNG, ".png" },    { WB_EXPORT_SVG, PLOT_MOVIE_PNG, ".svg" },    { WB_EXPORT_PDF, PLOT_MOVIE_PNG, ".pdf" },
  { WB_EXPORT_CSV, PLOT_MOVIE_PNG, ".csv" },    { WB_EXPORT_MOTION, PLOT_MOVIE_GIF, ".gif" },    { WB_EXPORT_HANDOUT, PLOT_MOVIE_PNG, ".html" },
  { WB_EXPORT_CODE, PLOT_MOVIE_PNG, ".c" },
      { WB_EXPORT_MOTION, PLOT_MOVIE_WEBP, ".webp" },
};

static WbExportWindow *
export_of (WbWindow *window, const Kind *kind, int *saved)
{
  WbExportWindow *export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));
  WbExportMotion motion = { .format = kind->film, .width = 120, .rate = 5, .speed = 10, .t_low = -INFINITY, .t_high = INFINITY };

  g_signal_connect (export, "saved", G_CALLBACK (wb_test_count), saved);
  wb_export_window_set_format (export, kind->format);
  if (kind->format == WB_EXPORT_MOTION)
    wb_export_motion_side_set (wb_export_window_motion (export), &motion);
  gtk_window_present (GTK_WINDOW (export));
  return export;
}

static const char *
said_by (WbExportWindow *export)
{
  GtkWidget *label = wb_test_find (GTK_WIDGET (export), GTK_TYPE_LABEL, "rejected");

  return gtk_widget_get_visible (label) ? gtk_label_get_text (GTK_LABEL (label)) : "";
}

/* Checks a failed write: a sentence has the name of the file and the reason
 * of the system, the window stays open, and no file is reported as
 * saved. */
static void
expect_refused (WbWindow *window, const Kind *kind, const char *path, const char *reason)
{
  int saved = 0;
  WbExportWindow *export = export_of (window, kind, &saved);

  wb_export_window_save (export, path);
  WAIT_FOR (said_by (export)[0] != '\0');
  g_test_message ("%s", said_by (export));
  g_assert_nonnull (strstr (said_by (export), path));
  g_assert_nonnull (strstr (said_by (export), reason));
  g_assert_true (g_str_has_suffix (said_by (export), "."));
  g_assert_cmpint (saved, ==, 0);
  gtk_window_destroy (GTK_WINDOW (export));
  wb_test_spin ();
}

static void
test_failure (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *long_name = g_strnfill (300, 'n');
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *gone = g_strconcat (folder, "/gone/figure", kinds[i].ending, NULL);
      g_autofree char *taken = g_strconcat (folder, "/taken", kinds[i].ending, NULL);
      g_autofree char *endless = g_strconcat (folder, "/", long_name, kinds[i].ending, NULL);
      g_autofree char *full = g_strconcat (folder, "/full", kinds[i].ending, NULL);

      if (kinds[i].format == WB_EXPORT_MOTION && !plot_movie_can (kinds[i].film))
        continue;
      expect_refused (window, &kinds[i], gone, g_strerror (ENOENT));
      g_assert_cmpint (g_mkdir (taken, 0777), ==, 0);
      expect_refused (window, &kinds[i], taken, g_strerror (EISDIR));
      expect_refused (window, &kinds[i], endless, g_strerror (ENAMETOOLONG));
      /* Writing to /dev/full always fails. */
      g_assert_cmpint (symlink ("/dev/full", full), ==, 0);
      expect_refused (window, &kinds[i], full, g_strerror (ENOSPC));
      g_assert_cmpint (g_unlink (full), ==, 0);
      g_assert_cmpint (g_rmdir (taken), ==, 0);
      g_assert_cmpint (wb_test_n_files (folder), ==, 0);
    }
  g_rmdir (folder);
  wb_test_close (window);
}

static void
save (WbWindow *window, const Kind *kind, const char *path)
{
  int saved = 0;
  WbExportWindow *export = export_of (window, kind, &saved);

  wb_export_window_save (export, path);
  WAIT_FOR (saved == 1);
  wb_test_spin ();
}

/* A name of the greatest length that a folder allows can be written. A link stays a link, and its target keeps its permissions. A read-only
 * file is refused. */
static void
test_names (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *stem = g_strnfill (251, 'n');
  g_autofree char *longest = g_strconcat (folder, "/", stem, ".csv", NULL);
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);

  save (window, &kinds[3], longest);
  g_assert_cmpint (g_unlink (longest), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *link = g_strconcat (folder, "/link", kinds[i].ending, NULL), *target = g_build_filename (folder, "target", NULL);
      g_autofree char *text = NULL;
      GStatBuf info;

      if (kinds[i].format == WB_EXPORT_MOTION && !plot_movie_can (kinds[i].film))
        continue;
      g_assert_true (g_file_set_contents (target, "old", -1, NULL));
      g_assert_cmpint (symlink ("target", link), ==, 0);
      g_assert_cmpint (g_chmod (target, 0444), ==, 0);
      expect_refused (window, &kinds[i], link, "read-only");
      g_assert_true (g_file_get_contents (target, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, "old");
      g_assert_cmpint (g_chmod (target, 0600), ==, 0);
      save (window, &kinds[i], link);
      g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
      g_assert_cmpint (g_stat (target, &info), ==, 0);
      g_assert_cmpint (info.st_mode & 0777, ==, 0600);
      g_assert_cmpint (info.st_size, >, 1000);
      g_assert_cmpint (wb_test_n_files (folder), ==, 2);
      g_unlink (link);
      g_unlink (target);
    }
  g_rmdir (folder);
  wb_test_close (window);
}

/* ---- the file chooser ---- */

static char *chosen;

static gboolean
choose_place (gboolean save, const char *suggested, WbPathFunc func, gpointer user)
{
  g_assert_true (save);
  func (chosen, user);
  return TRUE;
}

static GtkWidget *
question (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *link = windows; link != NULL; link = link->next)
    if (GTK_IS_MESSAGE_DIALOG (link->data) && gtk_widget_get_visible (link->data))
      return link->data;
  return NULL;
}

static void
click_export (WbExportWindow *export)
{
  gtk_widget_activate (wb_test_find (GTK_WIDGET (export), GTK_TYPE_BUTTON, "suggested"));
}

/* A name without an ending gets the ending. If that is the name of an existing file, the
 * program asks before overwriting. The file chooser does this only for the name as
 * typed. */
static void
test_place (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *whole = g_build_filename (folder, "orbit.csv", NULL), *text = NULL;
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  WbExportWindow *export;
  int saved = 0;

  chosen = g_build_filename (folder, "orbit", NULL);
  wb_dialogs_set_file_hook (choose_place);
  g_assert_true (g_file_set_contents (whole, "mine", -1, NULL));

  export = export_of (window, &kinds[3], &saved);
  WAIT_FOR (wb_export_window_is_settled (export));
  click_export (export);
  WAIT_FOR (question () != NULL);
  gtk_dialog_response (GTK_DIALOG (question ()), GTK_RESPONSE_NO);
  WAIT_FOR (question () == NULL);
  g_assert_true (g_file_get_contents (whole, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "mine");

  click_export (export);
  WAIT_FOR (question () != NULL);
  gtk_dialog_response (GTK_DIALOG (question ()), GTK_RESPONSE_YES);
  WAIT_FOR (saved == 1);
  g_clear_pointer (&text, g_free);
  g_assert_true (g_file_get_contents (whole, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "t,x,v"));
  g_assert_cmpint (wb_test_n_files (folder), ==, 1);

  /* An ending in capital letters is accepted. The chooser has already asked, so the program does not ask again. */
  g_free (chosen);
  chosen = g_build_filename (folder, "ORBIT.CSV", NULL);
  export = export_of (window, &kinds[3], &saved);
  WAIT_FOR (wb_export_window_is_settled (export));
  click_export (export);
  WAIT_FOR (saved == 2);
  g_assert_true (g_file_test (chosen, G_FILE_TEST_IS_REGULAR));
  g_assert_cmpint (wb_test_n_files (folder), ==, 2);
  g_unlink (chosen);
  g_unlink (whole);
  g_rmdir (folder);
  g_clear_pointer (&chosen, g_free);
  wb_dialogs_set_file_hook (NULL);
  wb_test_spin ();
  wb_test_close (window);
}
int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/export/each-format-writes-a-valid-file", test_save);
  g_test_add_func ("/export/a-failed-write-is-reported-and-the-window-stays-open", test_failure);
  g_test_add_func ("/export/long-file-names-work-and-symbolic-links-are-not-replaced", test_names);
  g_test_add_func ("/export/a-question-is-asked-if-the-name-with-its-added-ending-exists", test_place);
  return g_test_run ();
}
