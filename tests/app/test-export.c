/* The export window and what it writes. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lab-sampler.h"
#include "plot-format.h"
#include "plot-run.h"
#include "wb-dialogs.h"
#include "wb-difference.h"
#include "wb-export-window.h"
#include "wb-run-record.h"

static char *
place (const char *name)
{
  return g_build_filename (g_get_tmp_dir (), name, NULL);
}

static gboolean
holds (const char *data, gsize length, const char *text)
{
  return g_strstr_len (data, length, text) != NULL;
}

/* ---- figures ---- */

static void
test_figures (void)
{
  static const struct { PlotFormat format; const char *begins; gsize n; } rows[] = {
    { PLOT_FORMAT_PNG, "\x89PNG", 4 }, { PLOT_FORMAT_SVG, "<?xml", 5 }, { PLOT_FORMAT_PDF, "%PDF", 4 },
  };
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  WbExportWindow *export = wb_export_window_new (window);
  WbExportPage page = *wb_export_window_page (export);

  g_assert_cmpfloat (page.width, ==, 178);
  g_assert_true (page.plots != 0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WbExportFigure) figure = wb_export_figure_new (wb_window_simulate (window), wb_window_session (window), &page, &error);
      g_autoptr (GBytes) bytes = wb_export_figure_bytes (figure, rows[i].format, NULL, &error);
      gsize length;
      const char *data;

      g_assert_no_error (error);
      data = g_bytes_get_data (bytes, &length);
      g_assert_cmpint (memcmp (data, rows[i].begins, rows[i].n), ==, 0);
      if (rows[i].format == PLOT_FORMAT_SVG)
        {
          g_assert_true (holds (data, length, "Van der Pol"));
          g_assert_true (holds (data, length, "rejected."));
        }
    }
  /* No plot: nothing to write, and words for it. */
  page.plots = 0;
  {
    g_autoptr (GError) error = NULL;

    g_assert_null (wb_export_figure_new (wb_window_simulate (window), wb_window_session (window), &page, &error));
    g_assert_error (error, PLOT_ERROR, PLOT_ERROR_VIEW);
  }
  gtk_window_destroy (GTK_WINDOW (export));
  wb_test_close (window);
}

/* ---- readouts ---- */

static char *
figure_text (WbWindow *window, const WbExportPage *page)
{
  g_autoptr (WbExportFigure) figure = wb_export_figure_new (wb_window_simulate (window), wb_window_session (window), page, NULL);
  g_autoptr (GBytes) bytes = wb_export_figure_bytes (figure, PLOT_FORMAT_SVG, NULL, NULL);

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
collect_switches (GtkWidget *from, GPtrArray *switches)
{
  if (GTK_IS_SWITCH (from) && gtk_widget_get_mapped (from))
    g_ptr_array_add (switches, from);
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    collect_switches (child, switches);
}

static guint
n_switches (WbWindow *window)
{
  WbExportWindow *export = wb_export_window_new (window);
  g_autoptr (GPtrArray) switches = g_ptr_array_new ();

  gtk_window_present (GTK_WINDOW (export));
  WAIT_FOR (wb_export_window_is_settled (export));
  collect_switches (GTK_WIDGET (export), switches);
  gtk_window_destroy (GTK_WINDOW (export));
  return switches->len;
}

/* What is pinned in a plot and the cursors are in the figure, as long as they are asked for; each has its switch where there is such. */
static void
test_readouts (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSimulateView *view = wb_window_simulate (window);
  WbRunItem *run = wb_session_current (wb_window_session (window));
  WbExportPage page = { .plots = 1, .width = 178, .height = 104, .text = 8, .pins = TRUE, .cursors = TRUE };
  PlotHit pin = { .kind = PLOT_HIT_ROW, .index = 100, .run = wb_run_item_number (run) };
  g_autofree char *bare = NULL, *words = NULL, *pinned = NULL, *measured = NULL, *without = NULL;
  WbExportWindow *export;
  g_autoptr (GPtrArray) switches = g_ptr_array_new ();
  char number[32];

  wb_run_item_run_to (run, 20);
  wb_session_poll (wb_window_session (window));
  g_assert_cmpuint (n_switches (window), ==, 1);
  bare = figure_text (window, &page);
  pin.x = sim_trajectory_row (wb_run_item_trajectory (run), 100)[0];
  plot_format_number (pin.x, 4, number, sizeof number);
  words = g_strdup_printf (" = %s s<", number);
  g_assert_null (strstr (bare, words));

  wb_simulate_view_set_pin (view, 0, &pin);
  pinned = figure_text (window, &page);
  g_assert_nonnull (strstr (pinned, words));
  g_assert_cmpuint (n_switches (window), ==, 2);
  g_assert_null (strstr (pinned, "2.50 s<"));
  plot_time_axis_set_cursor (wb_simulate_view_axis (view), 0, 10);
  plot_time_axis_set_cursor (wb_simulate_view_axis (view), 1, 12.5);
  measured = figure_text (window, &page);
  g_assert_nonnull (strstr (measured, words));
  g_assert_nonnull (strstr (measured, "2.50 s<"));

  /* The window has them switched on; off, the figure is as without. */
  export = wb_export_window_new (window);
  gtk_window_present (GTK_WINDOW (export));
  WAIT_FOR (wb_export_window_is_settled (export));
  g_assert_true (wb_export_window_page (export)->pins && wb_export_window_page (export)->cursors);
  collect_switches (GTK_WIDGET (export), switches);
  g_assert_cmpuint (switches->len, ==, 3);
  for (guint i = 0; i < switches->len; i++)
    gtk_switch_set_active (switches->pdata[i], FALSE);
  g_assert_false (wb_export_window_page (export)->pins || wb_export_window_page (export)->cursors || wb_export_window_page (export)->settings);
  page.pins = page.cursors = FALSE;
  without = figure_text (window, &page);
  g_assert_cmpstr (without, ==, bare);
  gtk_window_destroy (GTK_WINDOW (export));
  wb_test_close (window);
}

/* A file whose size was to be known is not made again to be written, unless the run has gone on. */
static void
test_made_once (void)
{
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  WbExportPage page = { .plots = 1, .width = 178, .height = 104, .text = 8, .resolution = 100 };
  g_autoptr (WbExportFigure) figure = wb_export_figure_new (wb_window_simulate (window), wb_window_session (window), &page, NULL);
  g_autoptr (GBytes) first = wb_export_figure_bytes (figure, PLOT_FORMAT_SVG, NULL, NULL);
  g_autoptr (GBytes) again = wb_export_figure_bytes (figure, PLOT_FORMAT_SVG, NULL, NULL);
  g_autoptr (GBytes) other = wb_export_figure_bytes (figure, PLOT_FORMAT_PDF, NULL, NULL);
  g_autoptr (GBytes) later = NULL;

  g_assert_true (first == again);
  g_assert_true (other != first);
  wb_run_item_run_to (wb_session_current (wb_window_session (window)), 30);
  wb_session_poll (wb_window_session (window));
  later = wb_export_figure_bytes (figure, PLOT_FORMAT_PDF, NULL, NULL);
  g_assert_true (later != other);
  wb_test_close (window);
}

/* The width in pixels at 300 dpi follows from the millimetres: 178 mm are 7.008 in. */
static void
test_size (void)
{
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  WbExportPage page = { .plots = 1, .width = 178, .height = 104, .text = 8, .theme = PLOT_THEME_GREY, .resolution = 300 };
  g_autoptr (WbExportFigure) figure = wb_export_figure_new (wb_window_simulate (window), wb_window_session (window), &page, NULL);
  g_autoptr (GBytes) bytes = wb_export_figure_bytes (figure, PLOT_FORMAT_PNG, NULL, NULL);
  g_autoptr (GdkTexture) texture = gdk_texture_new_from_bytes (bytes, NULL);

  g_assert_cmpint (ABS (gdk_texture_get_width (texture) - 2102), <=, 1);
  g_assert_cmpint (ABS (gdk_texture_get_height (texture) - 1228), <=, 1);
  wb_test_close (window);
}

/* ---- tables ---- */

static void
test_table (void)
{
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  WbRunItem *run = wb_session_current (wb_window_session (window));
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  WbExportTable table = { -INFINITY, INFINITY, 0, ';', ',' };
  g_autoptr (GError) error = NULL;
  g_autoptr (WbExportCsv) csv = wb_export_csv_new (run, &table, &error);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL, cells = NULL;

  g_assert_no_error (error);
  text = wb_export_csv_text (csv, G_MAXSIZE, NULL, NULL);
  lines = g_strsplit (text, "\n", -1);
  g_assert_true (g_str_has_prefix (lines[0], "t;x;v"));
  g_assert_cmpuint (g_strv_length (lines), ==, sim_trajectory_n_rows (trajectory) + 2); /* heading, and nothing after the last end of line */
  g_assert_cmpuint (wb_export_csv_n_rows (csv), ==, sim_trajectory_n_rows (trajectory));
  /* Numbers read back exactly. */
  cells = g_strsplit (g_strdelimit (lines[5], ",", '.'), ";", -1);
  g_assert_cmpfloat (g_ascii_strtod (cells[0], NULL), ==, sim_trajectory_row (trajectory, 4)[0]);
  g_assert_cmpfloat (g_ascii_strtod (cells[1], NULL), ==, sim_trajectory_row (trajectory, 4)[1]);

  /* With what made them: lines that programs pass over, then the same. */
  table.settings = TRUE;
  {
    g_autoptr (WbExportCsv) said = wb_export_csv_new (run, &table, &error);
    g_autofree char *with = wb_export_csv_text (said, G_MAXSIZE, NULL, NULL);

    g_assert_true (g_str_has_prefix (with, "# Van der Pol; Dormand–Prince 5(4); Stepwise "));
    g_assert_nonnull (strstr (with, "\n# accuracy: "));
    g_assert_cmpstr (strstr (with, "\nt;x;v") + 1, ==, text);
    for (const char *line = with; !g_str_has_prefix (line, "t;"); line = strchr (line, '\n') + 1)
      g_assert_cmpint (*line, ==, '#');
  }

  table.separator = ',';
  g_assert_null (wb_export_csv_new (run, &table, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  wb_test_close (window);
}

/* Rows at equal times hold what the method's dense output gives, which straight lines between its points do not. */
static void
check_equal_times (WbRunItem *run, char **rows, int n)
{
  g_autoptr (WbRunRecord) record = wb_run_record_new (run);
  g_autoptr (LabSampler) sampler = lab_sampler_new (wb_run_record (record), NULL);
  g_autofree double *values = g_new (double, lab_sampler_n_columns (sampler));
  double farthest = 0;

  for (int i = 0; i < n; i++)
    {
      g_auto (GStrv) cells = g_strsplit (rows[i], ",", -1);
      double t = g_ascii_strtod (cells[0], NULL);

      g_assert_true (lab_sampler_columns (sampler, t, values, NULL));
      for (int c = 0; c < lab_sampler_n_columns (sampler); c++)
        {
          g_assert_cmpfloat (g_ascii_strtod (cells[1 + c], NULL), ==, values[c]);
          farthest = fmax (farthest, fabs (values[c] - plot_run_value (wb_run_item_trajectory (run), c, t)));
        }
    }
  g_assert_cmpfloat (farthest, >, 1e-6);
}

static void
test_table_range (void)
{
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  WbRunItem *run = wb_session_current (wb_window_session (window));
  WbExportTable part = { 5, 10, 0, ',', '.' }, uniform = { 5, 10, 11, ',', '.' };
  g_autoptr (WbExportCsv) a = wb_export_csv_new (run, &part, NULL), b = wb_export_csv_new (run, &uniform, NULL);
  g_autofree char *text = wb_export_csv_text (a, G_MAXSIZE, NULL, NULL), *even = wb_export_csv_text (b, G_MAXSIZE, NULL, NULL);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (text), "\n", -1), rows = g_strsplit (g_strchomp (even), "\n", -1);

  for (int i = 1; lines[i] != NULL; i++)
    {
      g_assert_cmpfloat (g_ascii_strtod (lines[i], NULL), >=, 5);
      g_assert_cmpfloat (g_ascii_strtod (lines[i], NULL), <=, 10);
    }
  g_assert_cmpuint (g_strv_length (rows), ==, 12);
  for (int i = 0; i < 11; i++)
    g_assert_cmpfloat (g_ascii_strtod (rows[1 + i], NULL), ==, 5 + 5.0 * i / 10);
  check_equal_times (run, rows + 1, 11);
  wb_test_close (window);
}

/* ---- the window ---- */

static void
on_saved (WbExportWindow *export, const char *path, int *saved)
{
  (*saved)++;
}

static void
test_save (void)
{
  static const struct { WbExportFormat format; const char *name; } rows[] = {
    { WB_EXPORT_PNG, "figure.png" }, { WB_EXPORT_SVG, "figure.svg" }, { WB_EXPORT_PDF, "figure.pdf" }, { WB_EXPORT_CSV, "table.csv" },
  };
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = place (rows[i].name);
      WbExportWindow *export = wb_export_window_new (window);
      int saved = 0;
      GStatBuf info;

      g_unlink (path);
      gtk_window_present (GTK_WINDOW (export));
      g_signal_connect (export, "saved", G_CALLBACK (on_saved), &saved);
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

/* Of each format: motions as GIF and WebP where there are such. */
typedef struct { WbExportFormat format; PlotMovieFormat film; const char *ending; } Kind;

static const Kind kinds[] = {
  { WB_EXPORT_PNG, PLOT_MOVIE_PNG, ".png" },    { WB_EXPORT_SVG, PLOT_MOVIE_PNG, ".svg" },    { WB_EXPORT_PDF, PLOT_MOVIE_PNG, ".pdf" },
  { WB_EXPORT_CSV, PLOT_MOVIE_PNG, ".csv" },    { WB_EXPORT_MOTION, PLOT_MOVIE_GIF, ".gif" }, { WB_EXPORT_MOTION, PLOT_MOVIE_WEBP, ".webp" },
};

static WbExportWindow *
export_of (WbWindow *window, const Kind *kind, int *saved)
{
  WbExportWindow *export = wb_export_window_new (window);
  WbExportMotion motion = { .format = kind->film, .width = 120, .rate = 5, .speed = 10, .t_low = -INFINITY, .t_high = INFINITY };

  g_signal_connect (export, "saved", G_CALLBACK (on_saved), saved);
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

static int
n_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  int n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* One sentence with the file's name and the system's reason; the window stays, nothing is said to be saved. */
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
      /* The device of this name takes nothing. */
      g_assert_cmpint (symlink ("/dev/full", full), ==, 0);
      expect_refused (window, &kinds[i], full, g_strerror (ENOSPC));
      g_assert_cmpint (g_unlink (full), ==, 0);
      g_assert_cmpint (g_rmdir (taken), ==, 0);
      g_assert_cmpint (n_files (folder), ==, 0);
    }
  g_rmdir (folder);
  wb_test_close (window);
}

/* The longest name that a folder takes is one that can be written; a link stays one, and its file keeps its permissions. */
static void
test_names (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *stem = g_strnfill (251, 'n');
  g_autofree char *longest = g_strconcat (folder, "/", stem, ".csv", NULL);
  g_autofree char *link = g_build_filename (folder, "link.csv", NULL), *target = g_build_filename (folder, "target.csv", NULL);
  const char *const paths[] = { longest, link };
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  GStatBuf info;

  g_assert_true (g_file_set_contents (target, "old", -1, NULL));
  g_assert_cmpint (g_chmod (target, 0640), ==, 0);
  g_assert_cmpint (symlink ("target.csv", link), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      int saved = 0;
      WbExportWindow *export = export_of (window, &kinds[3], &saved);

      wb_export_window_save (export, paths[i]);
      WAIT_FOR (saved == 1);
      wb_test_spin ();
    }
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpint (g_stat (target, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0640);
  g_assert_cmpint (info.st_size, >, 1000);
  g_assert_cmpint (n_files (folder), ==, 3);
  g_unlink (longest);
  g_unlink (link);
  g_unlink (target);
  g_rmdir (folder);
  wb_test_close (window);
}

/* ---- the place ---- */

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

/* A name without its ending gets it; where that makes it another file that is there already, it is asked for, as the chooser does for names that were
 * typed whole. */
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
  g_assert_cmpint (n_files (folder), ==, 1);

  /* Capitals are an ending too: the chooser has asked. */
  g_free (chosen);
  chosen = g_build_filename (folder, "ORBIT.CSV", NULL);
  export = export_of (window, &kinds[3], &saved);
  WAIT_FOR (wb_export_window_is_settled (export));
  click_export (export);
  WAIT_FOR (saved == 2);
  g_assert_true (g_file_test (chosen, G_FILE_TEST_IS_REGULAR));
  g_assert_cmpint (n_files (folder), ==, 2);
  g_unlink (chosen);
  g_unlink (whole);
  g_rmdir (folder);
  g_clear_pointer (&chosen, g_free);
  wb_dialogs_set_file_hook (NULL);
  wb_test_spin ();
  wb_test_close (window);
}

/* ---- runs of millions of rows ---- */

/* Under a sanitizer each of them takes ten times as long. */
#ifdef __SANITIZE_ADDRESS__
#define MANY_ROWS 200000
#else
#define MANY_ROWS 2000000
#endif

static WbWindow *
window_with_many_rows (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);
  SimTrajectory *trajectory;

  g_assert_true (wb_session_set (session, WB_TIME, "end", "1e9", NULL));
  wb_session_run (session);
  trajectory = wb_run_item_trajectory (wb_session_current (session));
  WAIT_FOR (sim_trajectory_n_rows (trajectory) >= MANY_ROWS);
  wb_session_pause (session);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_PAUSED);
  wb_simulate_view_fit (wb_window_simulate (window));
  return window;
}

/* What this thread has worked, and what the program has; what other programs take from the machine does not count. */
static double
work_ms (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec * 1e-6;
}

/* Drawing millions of rows is another thread's work: the main loop comes around all the while, and its own work is that of a window, which more rows do
 * not make more. */
static void
test_many_rows (void)
{
  static const WbExportFormat formats[] = { WB_EXPORT_PDF, WB_EXPORT_PNG };
  WbWindow *window = window_with_many_rows ();

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *path = place (i == 0 ? "many.pdf" : "many.png");
      WbExportWindow *export = wb_export_window_new (window);
      double main_work = work_ms (CLOCK_THREAD_CPUTIME_ID), all_work = work_ms (CLOCK_PROCESS_CPUTIME_ID);
      int saved = 0, n_passes = 0;

      g_unlink (path);
      g_signal_connect (export, "saved", G_CALLBACK (on_saved), &saved);
      wb_export_window_set_format (export, formats[i]);
      gtk_window_present (GTK_WINDOW (export));
      wb_test_spin ();
      wb_export_window_save (export, path);
      g_assert_cmpint (saved, ==, 0); /* it was begun, not done */
      for (gint64 end = g_get_monotonic_time () + WB_TEST_PATIENCE_US; !saved && g_get_monotonic_time () < end; n_passes++)
        if (!g_main_context_iteration (NULL, FALSE))
          g_usleep (1000);
      g_assert_true (saved);
      main_work = work_ms (CLOCK_THREAD_CPUTIME_ID) - main_work;
      all_work = work_ms (CLOCK_PROCESS_CPUTIME_ID) - all_work;
      g_test_message ("%d passes; %.0f ms of %.0f in the main thread", n_passes, main_work, all_work);
      g_assert_cmpint (n_passes, >, 20);
#ifndef __SANITIZE_ADDRESS__
      /* A sanitizer watches the toolkit's allocations, so that a window costs as much as the few rows that it has time for. */
      g_assert_cmpfloat (main_work, <, all_work / 2);
#endif
      g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
      g_unlink (path);
      wb_test_spin ();
    }
  wb_test_close (window);
}

/* Closing the export window ends what it writes, and no file appears. */
static void
test_cancel (void)
{
  WbWindow *window = window_with_many_rows ();
  WbExportWindow *export = wb_export_window_new (window);
  g_autofree char *path = place ("cancelled.pdf");
  gpointer left = export;
  int saved = 0;

  g_unlink (path);
  g_object_add_weak_pointer (G_OBJECT (export), &left);
  g_signal_connect (export, "saved", G_CALLBACK (on_saved), &saved);
  gtk_window_present (GTK_WINDOW (export));
  wb_export_window_save (export, path);
  gtk_window_destroy (GTK_WINDOW (export));
  WAIT_FOR (left == NULL);
  for (gint64 end = g_get_monotonic_time () + G_USEC_PER_SEC; g_get_monotonic_time () < end;)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
  g_assert_cmpint (saved, ==, 0);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  wb_test_close (window);
}

/* ---- motion ---- */

typedef struct { char *path; gboolean done; } Saved;

static void
on_filmed (WbExportWindow *export, const char *path, Saved *saved)
{
  saved->path = g_strdup (path);
  saved->done = TRUE;
}

static gboolean
has_error (WbExportWindow *export)
{
  GtkWidget *label = wb_test_find (GTK_WIDGET (export), GTK_TYPE_LABEL, "rejected");

  return gtk_widget_get_visible (label) && gtk_label_get_text (GTK_LABEL (label))[0] != '\0';
}

/* Filmed by the window: a file that begins as its format does, a folder of pictures; nothing where it is cancelled or refused. */
static void
test_motion (void)
{
  static const struct { PlotMovieFormat format; const char *name, *begins; } rows[] = {
    { PLOT_MOVIE_GIF, "stepwise-test-motion.gif", "GIF89a" }, { PLOT_MOVIE_WEBP, "stepwise-test-motion.webp", "RIFF" },
    { PLOT_MOVIE_PNG, "stepwise-test-motion", NULL },
  };
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  WbExportMotion motion = { .width = 240, .rate = 10, .speed = 10, .t_low = -INFINITY, .t_high = INFINITY };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      WbExportWindow *export = wb_export_window_new (window);
      g_autofree char *path = place (rows[i].name), *bytes = NULL;
      Saved saved = { 0 };

      if (!plot_movie_can (rows[i].format))
        {
          gtk_window_destroy (GTK_WINDOW (export));
          continue;
        }
      wb_export_window_set_format (export, WB_EXPORT_MOTION);
      g_assert_true (wb_export_window_page (export)->moving);
      motion.format = rows[i].format;
      wb_export_motion_side_set (wb_export_window_motion (export), &motion);
      g_assert_cmpint (wb_export_motion_side_get (wb_export_window_motion (export)).width, ==, 240);
      /* 20 s at ten a second, ten pictures for each: 21 with both ends (the last step may reach a little further). */
      g_assert_cmpint (wb_export_motion_n_frames (wb_window_session (window), &motion), >=, 21);
      g_assert_cmpint (wb_export_motion_n_frames (wb_window_session (window), &motion), <=, 22);
      g_signal_connect (export, "saved", G_CALLBACK (on_filmed), &saved);
      wb_export_window_save (export, path);
      WAIT_FOR (saved.done);
      g_assert_cmpstr (saved.path, ==, path);
      if (rows[i].begins != NULL)
        {
          g_assert_true (g_file_get_contents (path, &bytes, NULL, NULL));
          g_assert_true (strncmp (bytes, rows[i].begins, strlen (rows[i].begins)) == 0);
          g_remove (path);
        }
      else
        {
          int n = wb_export_motion_n_frames (wb_window_session (window), &motion);

          for (int k = 1; k <= n; k++)
            {
              g_autofree char *name = g_strdup_printf ("%04d.png", k), *file = g_build_filename (path, name, NULL);

              g_assert_cmpint (g_remove (file), ==, 0);
            }
          g_assert_cmpint (g_rmdir (path), ==, 0);
        }
      g_free (saved.path);
      wb_test_spin ();
    }
  wb_test_close (window);
}

/* A difference of runs moves in a film as it does in the window: the playhead goes over the curve of the picture that is exported of it. */
static void
test_motion_of_difference (void)
{
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  WbSession *session = wb_window_session (window);
  WbSimulateView *view = wb_window_simulate (window);
  WbExportMotion motion = { .format = PLOT_MOVIE_PNG, .width = 400, .rate = 10, .speed = 100, .t_low = -INFINITY, .t_high = INFINITY };
  g_autofree char *path = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  char *pictures[3];
  WbRunItem *of, *to;
  WbExportWindow *export;
  gsize sizes[3];
  int n = wb_simulate_view_n_plots (view), saved = 0;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.add-plot", "s", "difference"));
  g_assert_true (wb_plot_spec_find_runs (wb_simulate_view_spec (view, n), wb_session_current (session), wb_session_runs (session), &of, &to));
  WAIT_FOR (!wb_difference_is_busy (wb_difference_of (of, to)));
  wb_test_spin ();
  export = wb_export_window_new (window);
  g_signal_connect (export, "saved", G_CALLBACK (on_saved), &saved);
  wb_export_window_choose_plot (export, n);
  wb_export_window_set_format (export, WB_EXPORT_MOTION);
  wb_export_motion_side_set (wb_export_window_motion (export), &motion);
  wb_export_window_save (export, path);
  WAIT_FOR (saved == 1);
  /* 0, 10 and 20 s. */
  g_assert_cmpint (n_files (path), ==, 3);
  for (int i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/%04d.png", path, i + 1);

      g_assert_true (g_file_get_contents (name, &pictures[i], &sizes[i], NULL));
      g_assert_cmpint (g_unlink (name), ==, 0);
    }
  g_assert_false (sizes[0] == sizes[1] && memcmp (pictures[0], pictures[1], sizes[0]) == 0);
  g_assert_false (sizes[1] == sizes[2] && memcmp (pictures[1], pictures[2], sizes[1]) == 0);
  for (int i = 0; i < 3; i++)
    g_free (pictures[i]);
  g_rmdir (path);
  wb_test_spin ();
  wb_test_close (window);
}

static void
test_motion_refused (void)
{
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  WbExportWindow *export = wb_export_window_new (window);
  WbExportMotion motion = { .format = PLOT_MOVIE_PNG, .width = 800, .rate = 50, .speed = 0.001, .t_low = -INFINITY, .t_high = INFINITY };
  g_autofree char *path = place ("stepwise-test-refused");
  g_autoptr (GCancellable) cancellable = NULL;

  wb_export_window_set_format (export, WB_EXPORT_MOTION);
  /* A million pictures. */
  wb_export_motion_side_set (wb_export_window_motion (export), &motion);
  wb_export_window_save (export, path);
  WAIT_FOR (has_error (export));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  /* A place that cannot be. */
  motion.speed = 10;
  wb_export_motion_side_set (wb_export_window_motion (export), &motion);
  wb_export_window_save (export, "/dev/null/folder/motion");
  WAIT_FOR (has_error (export));

  /* Closing the window stops the filming, and nothing of it stays. */
  gtk_window_present (GTK_WINDOW (export));
  motion.speed = 0.1;
  motion.rate = 10;
  wb_export_motion_side_set (wb_export_window_motion (export), &motion);
  wb_export_window_save (export, path);
  WAIT_FOR (g_file_test (path, G_FILE_TEST_EXISTS));
  gtk_window_destroy (GTK_WINDOW (export));
  WAIT_FOR (!g_file_test (path, G_FILE_TEST_EXISTS));
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/export/figures", test_figures);
  g_test_add_func ("/export/size", test_size);
  g_test_add_func ("/export/table", test_table);
  g_test_add_func ("/export/table-range", test_table_range);
  g_test_add_func ("/export/save", test_save);
  g_test_add_func ("/export/failure", test_failure);
  g_test_add_func ("/export/names", test_names);
  g_test_add_func ("/export/place", test_place);
  g_test_add_func ("/export/readouts", test_readouts);
  g_test_add_func ("/export/made-once", test_made_once);
  g_test_add_func ("/export/many-rows", test_many_rows);
  g_test_add_func ("/export/cancel", test_cancel);
  g_test_add_func ("/export/motion", test_motion);
  g_test_add_func ("/export/motion-of-difference", test_motion_of_difference);
  g_test_add_func ("/export/motion-refused", test_motion_refused);
  return g_test_run ();
}
