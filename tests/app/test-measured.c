/* Tests measured data in the plots of the Simulate view: a dropped file, the choice of columns, undo, sessions, figures, and errors. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "plot-views.h"
#include "wb-hands.h"
#include "wb-lab-studies.h"
#include "wb-laboratory.h"
#include "wb-plot-set.h"
#include "wb-plot-view.h"
#include "wb-session-file.h"
#include "wb-session-history.h"
#include "wb-study.h"

/* The column q has no quantity of its name; one row is after the end of the run. */
static const char table[] = "t (min),x,x_sd,q\n0,2,0.2,0\n1,1.6,0.2,2\n3,-1.1,0.3,4\n9,1.0,NA,3\n500,1.0,0.1,3\n";

/* Returns the number of layers with measured points in the view of the first plot of a kind, as a figure in a file has it. */
static int
n_measured (WbWindow *window, const PlotKind *kind)
{
  WbPlotSet *plots = wb_plot_set_of (wb_window_session (window));
  WbRunItem *run = wb_session_current (wb_window_session (window));
  g_autoptr (PlotView) view = wb_plot_view_new_for_file (wb_plot_set_spec (plots, wb_test_plot (window, kind)), run, wb_run_item_system (run),
                                                         wb_plot_set_axis (plots), NULL, wb_plot_set_measured (plots));
  int n = 0;

  for (int i = 0; i < plot_view_n_layers (view); i++)
    n += strcmp (plot_view_layer (view, i)->class->name, "measured") == 0;
  return n;
}

/* The same of the plot that the window shows. */
static int
n_shown (WbWindow *window, const PlotKind *kind)
{
  PlotView *view = wb_plot_area_view (wb_simulate_view_area (wb_window_simulate (window), wb_test_plot (window, kind)));
  int n = 0;

  for (int i = 0; i < plot_view_n_layers (view); i++)
    n += strcmp (plot_view_layer (view, i)->class->name, "measured") == 0;
  return n;
}

static GtkWidget *
chip (WbWindow *window)
{
  GtkWidget *button = wb_test_find (GTK_WIDGET (wb_window_simulate (window)), GTK_TYPE_MENU_BUTTON, "measured-chip");

  g_assert_nonnull (button);
  return button;
}

static const char *
chip_text (WbWindow *window)
{
  GtkWidget *label = gtk_menu_button_get_child (GTK_MENU_BUTTON (chip (window)));

  return gtk_widget_get_mapped (label) ? gtk_label_get_text (GTK_LABEL (label)) : "";
}

static void
drop (WbWindow *window, const char *path, double x, double y)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_auto (GValue) value = G_VALUE_INIT;
  GSList *files = g_slist_append (NULL, file);
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed (&value, files);
  g_slist_free (files);
  g_signal_emit_by_name (wb_test_controller (GTK_WIDGET (window), GTK_TYPE_DROP_TARGET), "drop", &value, x, y, &taken);
  g_assert_true (taken);
}

/* Drops a file in the middle of the first plot of a kind. */
static void
drop_on (WbWindow *window, const PlotKind *kind, const char *path)
{
  GtkWidget *area = GTK_WIDGET (wb_simulate_view_area (wb_window_simulate (window), wb_test_plot (window, kind)));
  double x, y;

  WAIT_FOR (gtk_widget_get_width (area) > 8);
  g_assert_true (gtk_widget_translate_coordinates (area, GTK_WIDGET (window), gtk_widget_get_width (area) / 2, gtk_widget_get_height (area) / 2, &x, &y));
  drop (window, path, x, y);
}

static void
choose (WbWindow *window, const char *column, const char *name)
{
  WbPlotSet *plots = wb_plot_set_of (wb_window_session (window));
  g_autoptr (LabMeasured) chosen = lab_measured_choose (wb_plot_set_measured (plots), column, name, NULL);

  g_assert_nonnull (chosen);
  wb_plot_set_set_measured (plots, chosen);
}

/* Waits for the list of columns that opens after a file with an unknown column was read, and returns it. */
static GtkPopover *
columns (WbWindow *window)
{
  GtkPopover *popover = NULL;

  WAIT_FOR ((popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (chip (window)))) != NULL && gtk_widget_get_mapped (GTK_WIDGET (popover)));
  return popover;
}

static void
close_columns (WbWindow *window)
{
  GtkPopover *popover = columns (window);

  gtk_popover_popdown (popover);
  WAIT_FOR (!gtk_widget_get_mapped (GTK_WIDGET (popover)));
}

/* A file that is dropped on a plot becomes points over the curve of the same name, in the window and in figures. The column without a partner is asked for; when
 * it has one, the phase portrait shows points too. Each change is an undo step. */
static void
test_drop (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "dose.csv", table);
  WbWindow *window = wb_test_window_at ("van-der-pol", 10);
  WbSession *session = wb_window_session (window);
  GtkWidget *popover, *notes, *list;
  g_autoptr (GtkWidget) kept = NULL;

  g_assert_cmpstr (chip_text (window), ==, "");
  drop_on (window, &plot_kind_time, path);
  WAIT_FOR (strcmp (chip_text (window), "dose.csv, 5 points") == 0);
  g_assert_cmpint (n_shown (window, &plot_kind_time), ==, 1);
  g_assert_cmpint (n_shown (window, &plot_kind_phase), ==, 0);
  g_assert_cmpint (n_measured (window, &plot_kind_time), ==, 1);

  popover = GTK_WIDGET (columns (window));
  wb_hands_picture (window, "measured-columns");
  notes = wb_test_label_with (popover, "1 of 5 points is outside");
  g_assert_nonnull (notes);
  g_assert_nonnull (wb_test_label_with (popover, "t: the file says min, the model s"));
  g_assert_nonnull (wb_test_label_with (popover, "error bars from x_sd"));
  /* The list of q: nothing, time, x, v, … */
  for (list = wb_test_label_with (popover, "q"); list != NULL && !GTK_IS_DROP_DOWN (gtk_widget_get_last_child (list)); list = gtk_widget_get_parent (list))
    ;
  g_assert_nonnull (list);
  list = gtk_widget_get_last_child (list);
  g_assert_true (GTK_IS_DROP_DOWN (list));
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (list)), ==, 0);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (list), 3);
  WAIT_FOR (strcmp (chip_text (window), "dose.csv, 10 points") == 0);
  g_assert_cmpint (n_shown (window, &plot_kind_time), ==, 2);
  g_assert_cmpint (n_shown (window, &plot_kind_phase), ==, 1);
  g_assert_cmpint (n_measured (window, &plot_kind_phase), ==, 1);
  gtk_popover_popdown (GTK_POPOVER (popover));
  wb_hands_picture (window, "measured");
  kept = g_object_ref (list);

  wb_test_act (window, "win.undo");
  g_assert_cmpint (n_shown (window, &plot_kind_time), ==, 1);
  g_assert_cmpstr (chip_text (window), ==, "dose.csv, 5 points");
  wb_test_act (window, "win.undo");
  g_assert_cmpint (n_shown (window, &plot_kind_time), ==, 0);
  g_assert_null (wb_plot_set_measured (wb_plot_set_of (session)));
  g_assert_cmpstr (chip_text (window), ==, "");
  wb_test_act (window, "win.redo");
  wb_test_act (window, "win.redo");
  g_assert_cmpint (n_shown (window, &plot_kind_time), ==, 2);
  wb_test_act (window, "win.measured-remove");
  g_assert_cmpint (n_shown (window, &plot_kind_time), ==, 0);
  /* A choice in the list of the removed data does nothing. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (kept), 2);
  g_assert_null (wb_plot_set_measured (wb_plot_set_of (session)));
  g_assert_cmpint (n_measured (window, &plot_kind_time), ==, 0);
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* Several tables are shown together, each with its mark and by the name of its file. A file that is read again replaces its table; each is removed alone. */
static void
test_tables (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *first = wb_test_write (folder, "first.csv", "t,x\n0,2\n1,1.6\n");
  g_autofree char *second = wb_test_write (folder, "second.csv", "t,x,v\n0,1.9,0\n3,-1,0.2\n5,0.5,0.1\n"), *file = g_build_filename (folder, "a.stepwise", NULL);
  WbWindow *window = wb_test_window_at ("van-der-pol", 10);
  WbPlotSet *plots = wb_plot_set_of (wb_window_session (window));
  g_autoptr (GError) error = NULL;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.measured-file", "s", first));
  WAIT_FOR (lab_measured_n_tables (wb_plot_set_measured (plots)) == 1);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.measured-file", "s", second));
  WAIT_FOR (lab_measured_n_tables (wb_plot_set_measured (plots)) == 2);
  g_assert_cmpstr (chip_text (window), ==, "2 tables, 8 points");
  g_assert_cmpint (n_measured (window, &plot_kind_time), ==, 3);
  g_assert_cmpint (n_measured (window, &plot_kind_phase), ==, 1);
  g_assert_true (g_file_set_contents (first, "t,x\n0,2\n1,1.6\n2,1\n", -1, NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.measured-file", "s", first));
  WAIT_FOR (strcmp (chip_text (window), "2 tables, 9 points") == 0);

  wb_session_file_save (file, wb_window_session (window), &error);
  g_assert_no_error (error);
  g_remove (first);
  g_remove (second);
  wb_test_close (window);
  window = wb_test_window ("lorenz");
  plots = wb_plot_set_of (wb_window_session (window));
  wb_window_open_path (window, file);
  WAIT_FOR (lab_measured_n_tables (wb_plot_set_measured (plots)) == 2);
  g_assert_cmpstr (chip_text (window), ==, "2 tables, 9 points");

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.measured-remove-table", "i", 0));
  g_assert_cmpstr (chip_text (window), ==, "second.csv, 6 points");
  wb_test_act (window, "win.undo");
  g_assert_cmpint (lab_measured_n_tables (wb_plot_set_measured (plots)), ==, 2);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.measured-remove-table", "i", 1));
  g_assert_cmpstr (chip_text (window), ==, "first.csv, 3 points");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.measured-remove-table", "i", 5));
  wb_test_act (window, "win.measured-remove");
  g_assert_null (wb_plot_set_measured (plots));
  wb_test_close (window);
  g_remove (file);
  g_rmdir (folder);
}

/* Outside a plot a table of data is fitted, as before. */
static void
test_drop_elsewhere (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "dose.csv", table);
  WbWindow *window = wb_test_window ("van-der-pol");

  drop (window, path, 5, 5);
  WAIT_FOR (strcmp (wb_session_view (wb_window_session (window)), WB_VIEW_ID_LABORATORY) == 0);
  g_assert_null (wb_plot_set_measured (wb_plot_set_of (wb_window_session (window))));
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* A bad file is refused with its line and column, and the plots stay. Without a model the reason is told. */
static void
test_errors (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *path = wb_test_write (folder, "bad.csv", "t,x\n0,1\n1,two\n"), *missing = g_build_filename (folder, "none.csv", NULL);
  WbWindow *window = wb_test_window ("van-der-pol"), *empty;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.measured-file", "s", path));
  WAIT_FOR (strstr (wb_test_toast (window), "bad.csv:3:3: 'two' in the column 'x' is not a number") != NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.measured-file", "s", missing));
  WAIT_FOR (strstr (wb_test_toast (window), "none.csv") != NULL);
  g_assert_null (wb_plot_set_measured (wb_plot_set_of (wb_window_session (window))));
  wb_test_act (window, "win.measured-fit");
  g_assert_nonnull (strstr (wb_test_toast (window), "no measured data"));
  wb_test_act (window, "win.measured-remove");
  g_assert_false (wb_session_can_undo (wb_window_session (window)));
  wb_test_close (window);
  empty = wb_test_window (NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (empty), "win.measured-file", "s", path));
  g_assert_nonnull (strstr (wb_test_toast (empty), "open a model first"));
  wb_test_close (empty);
  g_remove (path);
  g_rmdir (folder);
}

/* The session has the data: it opens without the file, with the choices, and is written in the same way. Another model has no points. */
static void
test_session (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "dose.csv", table);
  g_autofree char *file = g_build_filename (folder, "a.stepwise", NULL), *text = NULL, *again = NULL;
  WbWindow *window = wb_test_window_at ("van-der-pol", 10);
  WbSession *session = wb_window_session (window);
  WbPlotSet *plots = wb_plot_set_of (session);
  g_autoptr (GError) error = NULL;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.measured-file", "s", path));
  WAIT_FOR (wb_plot_set_measured (plots) != NULL);
  close_columns (window);
  choose (window, "q", "v");
  text = wb_session_file_text (session);
  g_assert_nonnull (strstr (text, "measures: v"));
  wb_session_file_save (file, session, &error);
  g_assert_no_error (error);
  g_remove (path);
  wb_test_close (window);

  window = wb_test_window ("lorenz");
  session = wb_window_session (window);
  plots = wb_plot_set_of (session);
  wb_window_open_path (window, file);
  WAIT_FOR (wb_plot_set_measured (plots) != NULL);
  g_assert_cmpstr (chip_text (window), ==, "dose.csv, 10 points");
  g_assert_cmpint (n_shown (window, &plot_kind_time), ==, 2);
  again = wb_session_file_text (session);
  g_assert_cmpstr (strstr (again, "\nmeasured:"), !=, NULL);
  {
    g_autofree char *a = g_strndup (strstr (text, "\nmeasured:"), 200), *b = g_strndup (strstr (again, "\nmeasured:"), 200);

    g_assert_cmpstr (a, ==, b);
  }
  wb_window_open_model (window, "lorenz");
  g_assert_null (wb_plot_set_measured (plots));
  g_assert_cmpstr (chip_text (window), ==, "");
  wb_test_close (window);
  g_remove (file);
  g_rmdir (folder);
}

/* Replaces a part of a text and writes it to a file. */
static char *
write_with (const char *folder, const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, 2);
  g_autofree char *changed = g_strjoinv (to, parts);

  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  return wb_test_write (folder, "changed.stepwise", changed);
}

/* A session whose choices do not fit its data is refused with the reason. One that names only a file which is missing opens without the points, and says so. A
 * table of more than 1 MiB stays in its file. */
static void
test_wrong_sessions (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "dose.csv", table), *text = NULL, *large = NULL, *changed = NULL;
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  WbPlotSet *plots = wb_plot_set_of (session);
  g_autoptr (GString) rows = g_string_new ("t,x\n");
  g_autoptr (GError) error = NULL;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.measured-file", "s", path));
  WAIT_FOR (wb_plot_set_measured (plots) != NULL);
  close_columns (window);
  choose (window, "q", "v");
  text = wb_session_file_text (session);
  changed = write_with (folder, text, "column: q", "column: zz");
  g_assert_false (wb_session_file_load (changed, session, &error));
  g_assert_nonnull (strstr (error->message, "has no column 'zz'"));

  for (int k = 0; k < 70000; k++)
    g_string_append_printf (rows, "%d.%06d,0.125\n", k, k);
  g_remove (path);
  g_assert_true (g_file_set_contents (path, rows->str, -1, NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.measured-file", "s", path));
  WAIT_FOR (lab_measured_data (wb_plot_set_measured (plots))->n_rows == 70000);
  large = wb_session_file_text (session);
  g_assert_cmpuint (strlen (large), <, 100000);
  g_free (changed);
  changed = wb_test_write (folder, "changed.stepwise", large);
  g_assert_true (wb_session_file_load (changed, session, NULL));
  g_assert_cmpint (lab_measured_data (wb_plot_set_measured (plots))->n_rows, ==, 70000);
  g_remove (path);
  g_assert_true (wb_session_file_load (changed, session, NULL));
  g_assert_null (wb_plot_set_measured (plots));
  WAIT_FOR (strstr (wb_test_toast (window), "dose.csv") != NULL);
  wb_test_close (window);
  g_remove (changed);
  g_rmdir (folder);
}

/* "Fit parameters…" leads to the study with the same file and columns. */
static void
test_fit (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "dose.csv", table);
  WbWindow *window = wb_test_window_at ("van-der-pol", 10);
  WbSession *session = wb_window_session (window);
  WbPlotSet *plots = wb_plot_set_of (session);
  WbStudy *study;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.measured-file", "s", path));
  WAIT_FOR (wb_plot_set_measured (plots) != NULL);
  columns (window); /* the list is open while the view changes */
  choose (window, "q", "v");
  wb_test_act (window, "win.measured-fit");
  WAIT_FOR (strcmp (wb_session_view (session), WB_VIEW_ID_LABORATORY) == 0);
  study = wb_lab_studies_study (wb_lab_studies_of (session), wb_lab_studies_find ("fit"));
  g_assert_cmpstr (wb_study_option (study, "data"), ==, path);
  g_assert_cmpstr (wb_study_option (study, "columns"), ==, "x=x,q=v");
  wb_study_cancel (study);
  wb_test_spin ();
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/measured/a-dropped-table-becomes-points", test_drop);
  g_test_add_func ("/measured/several-tables-are-removed-one-by-one", test_tables);
  g_test_add_func ("/measured/a-table-dropped-elsewhere-is-fitted", test_drop_elsewhere);
  g_test_add_func ("/measured/a-bad-file-is-refused-with-its-place", test_errors);
  g_test_add_func ("/measured/a-session-has-the-data", test_session);
  g_test_add_func ("/measured/sessions-with-wrong-or-missing-data", test_wrong_sessions);
  g_test_add_func ("/measured/fit-parameters-leads-to-the-study", test_fit);
  return g_test_run ();
}
