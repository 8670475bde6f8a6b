/* Tests handouts of lessons from the export window: their bytes are those of the command, in the language that is chosen. */
#include "wb-test.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "test-share.h"
#include "wb-export-preview.h"
#include "wb-export-window.h"
#include "wb-lesson-library.h"
#include "wb-preferences.h"

/* Returns whether the preview shows the questions, or a message says why not. */
static gboolean
has_pages (WbExportWindow *export)
{
  int page;

  return wb_export_preview_n_pages (WB_EXPORT_PREVIEW (wb_test_find (GTK_WIDGET (export), WB_TYPE_EXPORT_PREVIEW, NULL)), &page) > 0
         || gtk_widget_get_visible (wb_test_find (GTK_WIDGET (export), GTK_TYPE_LABEL, "rejected"));
}

static WbExportWindow *
export_of (WbWindow *window, int *saved)
{
  WbExportWindow *export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));

  wb_export_window_set_format (export, WB_EXPORT_HANDOUT);
  g_signal_connect (export, "saved", G_CALLBACK (wb_test_count), saved);
  gtk_window_present (GTK_WINDOW (export));
  WAIT_FOR (has_pages (export)); /* the answers may take long */
  return export;
}

static const char *
said_by (WbExportWindow *export)
{
  GtkWidget *label = wb_test_find (GTK_WIDGET (export), GTK_TYPE_LABEL, "rejected");

  return gtk_widget_get_visible (label) ? gtk_label_get_text (GTK_LABEL (label)) : "";
}

/* Writes a handout in the window and by the command, and compares their bytes. */
static void
compare (WbWindow *window, const char *lesson, const char *id, const char *language, PlotHandoutFormat format)
{
  const char *ending = format == PLOT_HANDOUT_HTML ? "html" : "pdf";
  g_autofree char *name = g_strdup_printf ("handout.%s", ending), *other = g_strdup_printf ("command.%s", ending);
  g_autofree char *path = wb_test_place (name), *expected = wb_test_place (other);
  g_autofree char *arguments = g_strdup_printf ("--language %s --output %s", language, expected), *command = NULL, *printed = NULL;
  g_autofree char *ours = NULL, *theirs = NULL;
  gsize n_ours, n_theirs;
  int saved = 0;
  WbExportWindow *export = export_of (window, &saved);

  g_assert_true (wb_export_handout_side_set (wb_export_window_handout (export), id, language, format));
  wb_export_window_save (export, path);
  WAIT_FOR (saved == 1);
  command = g_strdup_printf ("stepwise-cli lesson export %s", lesson);
  printed = wb_test_run_command (command, arguments);
  g_assert_true (g_file_get_contents (path, &ours, &n_ours, NULL) && g_file_get_contents (expected, &theirs, &n_theirs, NULL));
  g_test_message ("%s %s %s: %zu bytes", lesson, language, ending, n_ours);
  g_assert_cmpuint (n_ours, >, 10000);
  g_assert_cmpmem (ours, n_ours, theirs, n_theirs);
  g_unlink (path);
  g_unlink (expected);
  wb_test_spin ();
}

/* The lessons have plots over time, of motions and of branches, formulas, and questions of several kinds. */
static void
test_bytes (void)
{
  static const char *const lessons[] = { "euler-spirals-out", "table-of-results", "two-branches", "pleiades", "index-ladder" };
  WbWindow *window = wb_test_window ("lorenz");

  for (guint i = 0; i < G_N_ELEMENTS (lessons); i++)
    {
      if (test_takes (i, 2))
        compare (window, lessons[i], lessons[i], "de", PLOT_HANDOUT_HTML);
      if (test_takes (i + 1, 2))
        compare (window, lessons[i], lessons[i], "en", PLOT_HANDOUT_HTML);
    }
  compare (window, lessons[3], lessons[3], "de", PLOT_HANDOUT_PDF);
  compare (window, lessons[4], lessons[4], "en", PLOT_HANDOUT_PDF);
  wb_test_close (window);
}

/* A lesson of the user about y' = −y. */
static const char own_text[] = "format: 1\ntitle: My own decay\nchapter: accuracy\nlevel: beginner\nminutes: 5\nmodel: dahlquist-decay\n"
                               "runs: {a: {integrator: explicit_euler, fixed_step: 0.1, end: 1, set: {lambda: -1}}}\n"
                               "pages: [{title: A page, text: Some text., ask: What?, choose: [this, that], answer: this, reveal: a}]\n";

/* The open lesson is chosen at first, also one that is not in a folder of lessons. */
static void
test_open_lesson (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "mine.lesson.yaml", own_text);
  WbWindow *window = wb_test_window ("lorenz");
  WbExportWindow *export;
  int saved = 0;

  export = export_of (window, &saved);
  g_assert_cmpstr (wb_export_handout_side_id (wb_export_window_handout (export)), ==,
                   ((const WbLessonEntry *) wb_lesson_library ()->pdata[0])->id);
  gtk_window_destroy (GTK_WINDOW (export));
  g_assert_true (wb_window_open_lesson (window, "pleiades", 0));
  export = export_of (window, &saved);
  g_assert_cmpstr (wb_export_handout_side_id (wb_export_window_handout (export)), ==, "pleiades");
  gtk_window_destroy (GTK_WINDOW (export));
  g_assert_true (wb_window_open_lesson (window, path, 0));
  export = export_of (window, &saved);
  g_assert_cmpstr (wb_export_handout_side_id (wb_export_window_handout (export)), ==, "mine");
  gtk_window_destroy (GTK_WINDOW (export));
  compare (window, path, "mine", "en", PLOT_HANDOUT_HTML);
  g_unlink (path);
  g_rmdir (folder);
  wb_test_close (window);
}

/* Returns how often a text occurs in bytes. */
static int
count (GBytes *bytes, const char *text)
{
  gsize n, length = strlen (text);
  const char *data = g_bytes_get_data (bytes, &n);
  int found = 0;

  for (gsize k = 0; k + length <= n; k++)
    found += memcmp (data + k, text, length) == 0;
  return found;
}

/* The preview has the pages of the printed handout: first those with the questions, then also those with the answers. Buttons turn them. */
static void
test_pages (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *path = lab_lesson_find ("euler-spirals-out"), *first = NULL;
  g_autoptr (LabLesson) lesson = lab_lesson_load (path, "en", diagnostics);
  g_autoptr (GBytes) pdf = plot_handout (lesson, "en", PLOT_HANDOUT_PDF, NULL, NULL, diagnostics, NULL);
  g_autoptr (GPtrArray) questions = plot_handout_pages (lesson, "en", FALSE, 1, NULL, NULL, diagnostics, NULL);
  int n = count (pdf, "/Type /Page %"), page = -1, saved = 0;
  WbWindow *window = wb_test_window ("lorenz");
  WbExportWindow *export = export_of (window, &saved);
  WbExportPreview *preview = WB_EXPORT_PREVIEW (wb_test_find (GTK_WIDGET (export), WB_TYPE_EXPORT_PREVIEW, NULL));

  g_assert_cmpint (n, >, (int) questions->len);
  g_assert_true (wb_export_handout_side_set (wb_export_window_handout (export), "euler-spirals-out", "en", PLOT_HANDOUT_PDF));
  WAIT_FOR (wb_export_window_is_settled (export) && wb_export_preview_n_pages (preview, &page) == n);
  g_assert_cmpint (page, ==, 0);
  first = g_strdup_printf ("1 of %d", n);
  g_assert_nonnull (wb_test_label_with (GTK_WIDGET (export), first));
  for (int k = 0; k < 2 * n; k++)
    wb_export_preview_turn (preview, 1);
  wb_export_preview_n_pages (preview, &page);
  g_assert_cmpint (page, ==, n - 1);
  wb_test_close (window);
}

/* A lesson file that has become wrong since it was opened is an error with its line, and nothing is written. */
static void
test_wrong_lesson (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "mine.lesson.yaml", own_text);
  g_autofree char *target = wb_test_place ("wrong.html"), *again = NULL;
  WbWindow *window = wb_test_window ("lorenz");
  WbExportWindow *export;
  int saved = 0;

  g_unlink (target);
  g_assert_true (wb_window_open_lesson (window, path, 0));
  again = wb_test_write (folder, "mine.lesson.yaml", "format: 1\ntitle: [a, b]\n");
  export = export_of (window, &saved);
  g_assert_true (g_str_has_prefix (said_by (export), "mine.lesson.yaml, line "));
  wb_export_window_save (export, target);
  WAIT_FOR (said_by (export)[0] != '\0');
  g_assert_true (g_str_has_prefix (said_by (export), "mine.lesson.yaml, line "));
  g_assert_cmpint (saved, ==, 0);
  g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));
  gtk_window_destroy (GTK_WINDOW (export));
  g_unlink (path);
  g_rmdir (folder);
  wb_test_close (window);
}

/* ---- cancellation ---- */

/* A run that would take hours. */
static const char long_text[] = "format: 1\ntitle: A long run\nchapter: accuracy\nlevel: beginner\nminutes: 5\nmodel: lorenz\n"
                                "runs: {a: {integrator: explicit_euler, fixed_step: 1e-7, end: 1000}}\n"
                                "pages: [{title: A page, text: Some text., reveal: a}]\n";

static gboolean
cancel (gpointer user, double fraction)
{
  return ++*(int *) user < 3;
}

/* Closing the window ends the run of the lesson; no file is written. The writer ends at the first report after the cancellation. */
static void
test_cancel (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "long.lesson.yaml", long_text);
  g_autofree char *target = wb_test_place ("long.html");
  WbWindow *window = wb_test_window ("lorenz");
  WbExportWindow *export;
  int saved = 0;

  g_unlink (target);
  g_assert_true (wb_window_open_lesson (window, path, 0));
  export = export_of (window, &saved);
  wb_export_window_save (export, target);
  wb_test_turn (0.3);
  gtk_window_destroy (GTK_WINDOW (export));
  wb_test_turn (0.3);
  g_assert_cmpint (saved, ==, 0);
  g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));
  {
    g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
    g_autoptr (LabLesson) lesson = lab_lesson_load (path, NULL, diagnostics);
    g_autoptr (GError) error = NULL;
    int reports = 0;
    LabProgress progress = { .func = cancel, .user = &reports };

    g_assert_null (plot_handout (lesson, "en", PLOT_HANDOUT_HTML, &progress, NULL, diagnostics, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpint (reports, ==, 3);
  }
  g_unlink (path);
  g_rmdir (folder);
  wb_test_close (window);
}

/* A drawing that another thread cancels gives no document. */
static void
test_cancelled_drawing (void)
{
  g_autofree char *path = lab_lesson_find ("euler-spirals-out"), *first = NULL;
  atomic_bool cancelled = TRUE;

  for (int format = PLOT_HANDOUT_HTML; format <= PLOT_HANDOUT_PDF; format++)
    {
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (LabLesson) lesson = lab_lesson_load (path, NULL, diagnostics);
      g_autoptr (GError) error = NULL;

      g_assert_null (plot_handout (lesson, "en", (PlotHandoutFormat) format, NULL, &cancelled, diagnostics, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *locales = wb_preferences_locale_folder ();

  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  bindtextdomain ("stepwise", locales); /* as the program does */
  g_test_add_func ("/app/handout/a-handout-of-the-window-has-the-bytes-of-the-command", test_bytes);
  g_test_add_func ("/app/handout/the-preview-has-the-printed-pages", test_pages);
  g_test_add_func ("/app/handout/the-open-lesson-is-chosen-at-first", test_open_lesson);
  g_test_add_func ("/app/handout/a-wrong-lesson-is-an-error-with-its-line", test_wrong_lesson);
  g_test_add_func ("/app/handout/closing-the-window-ends-the-run-and-writes-no-file", test_cancel);
  g_test_add_func ("/app/handout/a-cancelled-drawing-gives-no-document", test_cancelled_drawing);
  return g_test_run ();
}
