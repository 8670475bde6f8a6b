/* Tests the contents of exports: figures, readouts and tables. */
#include "wb-test.h"

#include <math.h>
#include <string.h>

#include "lab-sampler.h"
#include "plot-format.h"
#include "plot-run.h"
#include "wb-export-window.h"
#include "wb-field.h"
#include "wb-run-record.h"

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
  WbExportWindow *export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));
  WbExportPage page = *wb_export_window_page (export);

  g_assert_cmpfloat (page.width, ==, 178);
  g_assert_true (page.plots != 0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WbExportFigure) figure = wb_export_figure_new (wb_window_session (window), &page, &error);
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
  /* If no plot is selected, a message states this, and no file is written. */
  page.plots = 0;
  {
    g_autoptr (GError) error = NULL;

    g_assert_null (wb_export_figure_new (wb_window_session (window), &page, &error));
    g_assert_error (error, PLOT_ERROR, PLOT_ERROR_VIEW);
  }
  gtk_window_destroy (GTK_WINDOW (export));
  wb_test_close (window);
}

/* ---- pinned readouts ---- */

static char *
figure_text (WbWindow *window, const WbExportPage *page)
{
  g_autoptr (WbExportFigure) figure = wb_export_figure_new (wb_window_session (window), page, NULL);
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
  WbExportWindow *export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));
  g_autoptr (GPtrArray) switches = g_ptr_array_new ();

  gtk_window_present (GTK_WINDOW (export));
  WAIT_FOR (wb_export_window_is_settled (export));
  collect_switches (GTK_WIDGET (export), switches);
  gtk_window_destroy (GTK_WINDOW (export));
  return switches->len;
}

/* The figure has the pinned readouts and the cursors while their switches are on. The switches are visible only if there are readouts or
 * cursors. */
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

  wb_plot_set_pin (wb_simulate_view_plots (view), 0, &pin);
  pinned = figure_text (window, &page);
  g_assert_nonnull (strstr (pinned, words));
  g_assert_cmpuint (n_switches (window), ==, 2);
  g_assert_null (strstr (pinned, "2.50 s<"));
  plot_time_axis_set_cursor (wb_plot_set_axis (wb_simulate_view_plots (view)), 0, 10);
  plot_time_axis_set_cursor (wb_plot_set_axis (wb_simulate_view_plots (view)), 1, 12.5);
  measured = figure_text (window, &page);
  g_assert_nonnull (strstr (measured, words));
  g_assert_nonnull (strstr (measured, "2.50 s<"));

  /* Pinned readouts and cursors are exported by default. If they are switched off, the figure equals one without
   * them. */
  export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));
  gtk_window_present (GTK_WINDOW (export));
  WAIT_FOR (wb_export_window_is_settled (export));
  g_assert_true (wb_export_window_page (export)->pins && wb_export_window_page (export)->cursors);
  collect_switches (GTK_WIDGET (export), switches);
  g_assert_cmpuint (switches->len, ==, 3);
  for (guint i = 0; i < switches->len; i++)
    gtk_switch_set_active (switches->pdata[i], FALSE);
  g_assert_false (wb_export_window_page (export)->pins || wb_export_window_page (export)->cursors
                  || wb_export_window_page (export)->settings);
  page.pins = page.cursors = FALSE;
  without = figure_text (window, &page);
  g_assert_cmpstr (without, ==, bare);
  gtk_window_destroy (GTK_WINDOW (export));
  wb_test_close (window);
}

/* The file that was made to estimate the size is reused when the user saves, unless the run has
 * continued. */
static void
test_made_once (void)
{
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  WbExportPage page = { .plots = 1, .width = 178, .height = 104, .text = 8, .resolution = 100 };
  g_autoptr (WbExportFigure) figure = wb_export_figure_new (wb_window_session (window), &page, NULL);
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

/* The width in pixels at 300 dpi follows from the width in mm: 178 mm are 7.008
 * in. */
static void
test_size (void)
{
  WbWindow *window = wb_test_window_at ("van-der-pol", 20);
  WbExportPage page = { .plots = 1, .width = 178, .height = 104, .text = 8, .theme = PLOT_THEME_GREY, .resolution = 300 };
  g_autoptr (WbExportFigure) figure = wb_export_figure_new (wb_window_session (window), &page, NULL);
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
  WbExportTable table = { -INFINITY, INFINITY, WB_EXPORT_DRAWN, 0, ';', ',' };
  g_autoptr (GError) error = NULL;
  g_autoptr (WbExportCsv) csv = wb_export_csv_new (run, &table, &error);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL, cells = NULL;

  g_assert_no_error (error);
  text = wb_export_csv_text (csv, G_MAXSIZE, NULL, NULL);
  lines = g_strsplit (text, "\n", -1);
  g_assert_true (g_str_has_prefix (lines[0], "t;x;v"));
  g_assert_cmpuint (g_strv_length (lines), ==, sim_trajectory_n_rows (trajectory) + 2); /* one line is the heading, and one is the empty
                                                                                         * text after the last line break */
  g_assert_cmpuint (wb_export_csv_n_rows (csv), ==, sim_trajectory_n_rows (trajectory));
  /* The numbers in the file read back exactly. */
  cells = g_strsplit (g_strdelimit (lines[5], ",", '.'), ";", -1);
  g_assert_cmpfloat (g_ascii_strtod (cells[0], NULL), ==, sim_trajectory_row (trajectory, 4)[0]);
  g_assert_cmpfloat (g_ascii_strtod (cells[1], NULL), ==, sim_trajectory_row (trajectory, 4)[1]);

  /* With the settings, comment lines come before the same rows. */
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

/* The rows at equal times come from the dense output of the method. Linear interpolation between steps would give other
 * values. */
static void
check_equal_times (WbRunItem *run, char **rows, int n)
{
  g_autoptr (WbRunRecord) record = wb_run_record_new (run);
  g_autoptr (LabSampler) sampler = lab_sampler_new (wb_run_record (record), NULL);
  int n_columns = sim_trajectory_n_columns (wb_run_item_trajectory (run));
  g_autofree double *values = g_new (double, n_columns);
  double farthest = 0;

  for (int i = 0; i < n; i++)
    {
      g_auto (GStrv) cells = g_strsplit (rows[i], ",", -1);
      double t = g_ascii_strtod (cells[0], NULL);

      g_assert_true (lab_sampler_columns (sampler, t, values, NULL));
      for (int c = 0; c < n_columns; c++)
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
  WbExportTable part = { 5, 10, WB_EXPORT_STEPS, 0, ',', '.' }, uniform = { 5, 10, WB_EXPORT_EQUAL, 11, ',', '.' };
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

/* Returns the rows of a file without comment lines. Free the array with g_strfreev. */
static char **
rows_of (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GStrvBuilder) rows = g_strv_builder_new ();

  for (char **line = lines; *line != NULL; line++)
    if (**line != '\0' && **line != '#')
      g_strv_builder_add (rows, *line);
  return g_strv_builder_end (rows);
}

/* The table of solver steps equals the file that the command line writes, also at events. The rows as drawn are more. */
static void
test_table_steps (gconstpointer user)
{
  const char *model = user, *program = g_getenv ("STEPWISE_CLI");
  WbWindow *window = wb_test_window (model);
  WbExportTable steps = { -INFINITY, INFINITY, WB_EXPORT_STEPS, 0, ',', '.' }, drawn = { -INFINITY, INFINITY, WB_EXPORT_DRAWN, 0, ',', '.' };
  g_autofree char *path = wb_test_place ("steps.csv"), *text = NULL, *written = NULL;
  const char *argv[] = { program, "run", model, "--output", path, NULL };
  g_auto (GStrv) here = NULL, there = NULL;
  g_autoptr (GError) error = NULL;
  int status;
  WbRunItem *run;

  wb_test_finish (wb_window_session (window));
  run = wb_session_current (wb_window_session (window));
  {
    g_autoptr (WbExportCsv) csv = wb_export_csv_new (run, &steps, &error), more = wb_export_csv_new (run, &drawn, &error);

    g_assert_no_error (error);
    text = wb_export_csv_text (csv, G_MAXSIZE, NULL, NULL);
    g_assert_cmpuint (wb_export_csv_n_rows (more), >, 2 * wb_export_csv_n_rows (csv));
    here = rows_of (text);
    g_assert_cmpuint (g_strv_length (here), ==, wb_export_csv_n_rows (csv) + 1);
  }
  g_assert_nonnull (program);
  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status, &error));
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  g_assert_true (g_file_get_contents (path, &written, NULL, &error));
  there = rows_of (written);
  g_assert_cmpuint (g_strv_length (here), ==, g_strv_length (there));
  for (int i = 0; here[i] != NULL; i++)
    g_assert_cmpstr (here[i], ==, there[i]);
  wb_test_close (window);
}

/* Returns the control below a widget whose field (WbField) has this key, or NULL. */
static GtkWidget *
control_with (GtkWidget *from, const char *key)
{
  GtkWidget *found = wb_field_of (from) != NULL && strcmp (wb_field_key (wb_field_of (from)), key) == 0 ? from : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (from); found == NULL && child != NULL; child = gtk_widget_get_next_sibling (child))
    found = control_with (child, key);
  return found;
}

static void
type_into (GtkWidget *control, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (wb_test_find (control, GTK_TYPE_TEXT, NULL)), text);
}

/* A wrong size is marked while it is typed, with the reason, and is not used; the mark goes when the text is right. */
static void
test_wrong_number (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbExportWindow *export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));
  WbField *field = wb_field_of (control_with (GTK_WIDGET (export), "text"));

  gtk_window_present (GTK_WINDOW (export));
  WAIT_FOR (wb_export_window_is_settled (export));
  type_into (wb_field_control (field), "3");
  WAIT_FOR (strcmp (wb_field_reason (field), "A number from 4 to 72 is needed.") == 0 && gtk_widget_get_mapped (wb_field_why (field)));
  g_assert_false (wb_field_commit (field));
  type_into (wb_field_control (field), "9");
  WAIT_FOR (*wb_field_reason (field) == '\0' && !gtk_widget_get_mapped (wb_field_why (field)));
  g_assert_true (wb_field_commit (field));
  gtk_window_destroy (GTK_WINDOW (export));
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/export/the-figure-has-the-selected-plots-and-texts", test_figures);
  g_test_add_func ("/export/the-size-in-pixels-follows-from-millimetres-and-resolution", test_size);
  g_test_add_func ("/export/exported-tables-have-the-chosen-rows-and-separators", test_table);
  g_test_add_func ("/export/the-chosen-time-range-limits-the-rows-of-a-table", test_table_range);
  g_test_add_data_func ("/export/an-exported-table-of-solver-steps-equals-the-file-of-the-command-line", "van-der-pol", test_table_steps);
  g_test_add_data_func ("/export/an-exported-table-has-the-states-before-and-after-each-event", "bouncing-ball", test_table_steps);
  g_test_add_func ("/export/pinned-readouts-and-cursors-are-exported-if-their-options-are-on", test_readouts);
  g_test_add_func ("/export/a-wrong-number-is-marked-while-it-is-typed", test_wrong_number);
  g_test_add_func ("/export/the-file-made-for-the-size-estimate-is-reused-for-saving", test_made_once);
  return g_test_run ();
}
