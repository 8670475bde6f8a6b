#include "wb-window-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-export.h"
#include "wb-data-table.h"
#include "wb-data-window.h"
#include "wb-dialogs.h"
#include "wb-export-figure.h"
#include "wb-export-window.h"
#include "wb-number-field.h"
#include "wb-session-file.h"
#include "wb-session-layout.h"
#include "wb-user-models.h"

static void
say (WbWindow *window, const GError *error)
{
  wb_session_say (wb_window_session (window), error->message);
}

/* ---- open, new, save ---- */

static void
on_open (const char *path, gpointer user)
{
  if (path != NULL)
    wb_window_open_path (user, path);
}

void
wb_window_ask_open (WbWindow *window)
{
  wb_dialogs_open_file (GTK_WINDOW (window), _("Open"), _("Models and sessions"), "*.yaml *.yml *.stepwise", on_open, window);
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, WbWindow *window)
{
  gboolean taken = FALSE;

  for (GSList *link = g_value_get_boxed (value); link != NULL; link = link->next)
    {
      g_autofree char *path = g_file_get_path (link->data);
      WbWindow *place = window;

      if (path == NULL)
        continue;
      if (taken)
        {
          place = wb_window_new (gtk_window_get_application (GTK_WINDOW (window)));
          gtk_window_present (GTK_WINDOW (place));
        }
      wb_window_open_path (place, path);
      taken = TRUE;
    }
  return taken;
}

void
wb_window_accept_drops (WbWindow *window)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (drop, "drop", G_CALLBACK (on_drop), window);
  gtk_widget_add_controller (GTK_WIDGET (window), GTK_EVENT_CONTROLLER (drop));
}

static void
open_in_editor (WbWindow *window, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (!wb_dialogs_open_in_editor (GTK_WINDOW (window), path, &error))
    say (window, error);
}

/* Opens a model that was just written into the user's folder, here and in the editor; takes path over. */
static void
open_new (WbWindow *window, char *path, const GError *error)
{
  g_autofree char *owned = path;

  if (error != NULL)
    say (window, error);
  if (path == NULL)
    return;
  wb_model_browser_rescan (wb_window_browser (window));
  wb_window_open_path (window, path);
  open_in_editor (window, path);
}

void
wb_window_new_model (WbWindow *window)
{
  g_autoptr (GError) error = NULL;
  char *path = wb_user_models_new (&error);

  open_new (window, path, error);
}

void
wb_window_edit (WbWindow *window)
{
  const char *path = wb_user_models_path (wb_window_session (window));

  if (path != NULL && wb_user_models_is_own (path))
    open_in_editor (window, path);
  else
    wb_window_edit_copy (window);
}

void
wb_window_edit_copy (WbWindow *window)
{
  g_autoptr (GError) error = NULL;
  char *path = wb_user_models_copy (wb_window_session (window), &error);

  open_new (window, path, error);
}

static void
save_to (WbWindow *window, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (!wb_session_file_save (path, window, &error))
    {
      say (window, error);
      return;
    }
  wb_session_set_path (wb_window_session (window), path);
  wb_session_say (wb_window_session (window), _("Session saved"));
}

static void
on_save (const char *path, gpointer user)
{
  if (path != NULL)
    save_to (user, path);
}

void
wb_window_save (WbWindow *window, gboolean as)
{
  Model *model = wb_session_model (wb_window_session (window));
  g_autofree char *name = NULL;

  if (model == NULL)
    return;
  if (!as && wb_session_path (wb_window_session (window)) != NULL)
    {
      save_to (window, wb_session_path (wb_window_session (window)));
      return;
    }
  name = g_strconcat (model_id (model)[0] != '\0' ? model_id (model) : "session", ".stepwise", NULL);
  wb_dialogs_save_file (GTK_WINDOW (window), _("Save session"), name, on_save, window);
}

/* ---- events ---- */

static void
append_number (GString *out, double value)
{
  g_autofree char *text = wb_number_text (value);

  g_string_append (out, text);
}

char *
wb_files_events_text (WbRunItem *run)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  ModelSystem *system = wb_run_item_system (run);
  int n_states = model_system_n_states (system);
  gsize n = sim_trajectory_n_events (trajectory), n_rows = sim_trajectory_n_rows (trajectory);
  GString *out = g_string_new ("t,event,iterations");

  for (int side = 0; side < 2; side++)
    for (int i = 0; i < n_states; i++)
      g_string_append_printf (out, ",%s %s", model_system_column (system, i)->name, side == 0 ? "before" : "after");
  g_string_append_c (out, '\n');
  for (gsize k = 0; k < n; k++)
    {
      SimEventRecord record = sim_trajectory_event (trajectory, k);
      gboolean named = record.event >= 0 && record.event < model_system_n_events (system);

      append_number (out, record.t);
      g_string_append_printf (out, ",%s,%d", named ? model_system_event (system, record.event)->name : "", record.iterations);
      for (int side = 0; side < 2; side++)
        {
          gsize row = side == 0 ? record.row_before : record.row_after;

          for (int i = 0; i < n_states; i++)
            {
              g_string_append_c (out, ',');
              if (row < n_rows)
                append_number (out, sim_trajectory_row (trajectory, row)[1 + i]);
            }
        }
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

static void
on_save_events (const char *path, gpointer user)
{
  WbWindow *window = user;
  WbRunItem *run = path != NULL ? wb_session_current (wb_window_session (window)) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  char *text;

  if (run == NULL)
    return;
  text = wb_files_events_text (run);
  bytes = g_bytes_new_take (text, strlen (text));
  if (!plot_write_file (path, bytes, &error))
    say (window, error);
  else
    wb_session_say (wb_window_session (window), _("Event log saved"));
}

void
wb_files_save_events (WbWindow *window)
{
  wb_dialogs_save_file (GTK_WINDOW (window), _("Save the event log"), "events.csv", on_save_events, window);
}

/* ---- figures ---- */

/* A page of two columns on paper, 178 × 104 mm in points. */
#define PAGE_WIDTH 504.6
#define PAGE_HEIGHT 294.8

/* All plots of the window that show something, in its columns; a plot alone where one is focused. NULL: there is nothing to show. */
static WbExportFigure *
figure_of (WbWindow *window, int only)
{
  WbSimulateView *view = wb_window_simulate (window);
  WbSession *session = wb_window_session (window);
  WbRunItem *run = wb_session_current (session);
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_PAPER);
  WbExportPage page = { .width = PAGE_WIDTH / WB_POINTS_PER_MM, .height = PAGE_HEIGHT / WB_POINTS_PER_MM, .text = theme->size_tick,
                        .theme = PLOT_THEME_PAPER, .resolution = 192 };
  g_autoptr (ModelSystem) system = NULL;
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  g_autoptr (PlotTimeAxis) axis = NULL;
  double low, high;

  if (run == NULL || wb_simulate_view_axis (view) == NULL)
    return NULL;
  system = wb_values_instance (wb_run_item_values (run), wb_run_item_model (run), wb_run_item_config (run), NULL);
  axis = plot_time_axis_new (wb_run_item_t_start (run), wb_run_item_t_end (run), model_time_unit (wb_run_item_model (run)));
  plot_time_axis_get_view (wb_simulate_view_axis (view), &low, &high);
  plot_time_axis_set_view (axis, low, high);
  wb_export_copy_cursors (wb_simulate_view_axis (view), axis);
  for (int i = 0; system != NULL && i < wb_simulate_view_n_plots (view); i++)
    {
      const PlotSpec *spec = wb_simulate_view_spec (view, i);
      PlotView *plot = only < 0 || only == i ? wb_plot_view_new_with (spec, run, system, axis, wb_session_runs (session)) : NULL;

      if (plot != NULL && spec->pinned)
        plot_view_set_pin (plot, &spec->pin);
      if (plot != NULL)
        plot_figure_add (figure, only < 0 ? spec->column : 0, plot, spec->share);
    }
  if (plot_figure_n_views (figure) == 0)
    return NULL;
  return wb_export_figure_take (g_steal_pointer (&figure), g_steal_pointer (&system), run, &page);
}

void
wb_files_export (WbWindow *window)
{
  wb_export_window_present (window);
}

void
wb_files_export_plot (WbWindow *window, int index)
{
  WbExportWindow *export = wb_export_window_new (window);

  wb_export_window_choose_plot (export, index);
  gtk_window_present (GTK_WINDOW (export));
}

/* ---- print ---- */

typedef struct { WbExportFigure *figure; cairo_t *cr; double width; } Printing;

static void
printing_free (gpointer data)
{
  Printing *printing = data;

  wb_export_figure_unref (printing->figure);
  cairo_destroy (printing->cr);
  g_free (printing);
}

static gpointer
print_figure (WbJob *job, gpointer data, GError **error)
{
  Printing *printing = data;

  wb_export_figure_draw (printing->figure, printing->cr, printing->width, job);
  return NULL;
}

static void
on_printed (gpointer operation, gpointer result, const GError *error)
{
  gtk_print_operation_draw_page_finish (operation);
}

/* The page is drawn on another thread; until it is done the operation waits, and the window does not. */
static void
draw_page (GtkPrintOperation *operation, GtkPrintContext *context, int page, WbExportFigure *figure)
{
  Printing *printing = g_new0 (Printing, 1);

  printing->figure = wb_export_figure_ref (figure);
  printing->cr = cairo_reference (gtk_print_context_get_cairo_context (context));
  printing->width = gtk_print_context_get_width (context);
  gtk_print_operation_set_defer_drawing (operation);
  wb_job_start (operation, print_figure, printing, printing_free, on_printed, NULL);
}

/* It goes on after the dialog: what fails then, as a full disk does where it prints to a file, is told here. */
static void
on_print_done (GtkPrintOperation *operation, GtkPrintOperationResult result, WbWindow *window)
{
  g_autoptr (GError) error = NULL;

  if (result != GTK_PRINT_OPERATION_RESULT_ERROR)
    return;
  gtk_print_operation_get_error (operation, &error);
  if (error != NULL)
    say (window, error);
}

void
wb_files_print (WbWindow *window)
{
  g_autoptr (GtkPrintOperation) operation = gtk_print_operation_new ();
  WbExportFigure *figure = figure_of (window, wb_simulate_view_focused (wb_window_simulate (window)));

  if (figure == NULL)
    return;
  gtk_print_operation_set_n_pages (operation, 1);
  gtk_print_operation_set_unit (operation, GTK_UNIT_POINTS);
  gtk_print_operation_set_allow_async (operation, TRUE);
  g_object_set_data_full (G_OBJECT (operation), "figure", figure, (GDestroyNotify) wb_export_figure_unref);
  g_signal_connect (operation, "draw-page", G_CALLBACK (draw_page), figure);
  g_signal_connect_object (operation, "done", G_CALLBACK (on_print_done), window, 0);
  gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, GTK_WINDOW (window), NULL);
}

/* ---- copy ---- */

typedef struct { GBytes *png, *svg; } Copies;

static void
copies_free (gpointer data)
{
  Copies *copies = data;

  g_clear_pointer (&copies->png, g_bytes_unref);
  g_clear_pointer (&copies->svg, g_bytes_unref);
  g_free (copies);
}

static gpointer
make_copies (WbJob *job, gpointer data, GError **error)
{
  Copies *copies = g_new0 (Copies, 1);

  copies->png = wb_export_figure_bytes (data, PLOT_FORMAT_PNG, job, error);
  copies->svg = copies->png != NULL ? wb_export_figure_bytes (data, PLOT_FORMAT_SVG, job, error) : NULL;
  if (copies->svg != NULL)
    return copies;
  copies_free (copies);
  return NULL;
}

static void
on_copies (gpointer window, gpointer result, const GError *failure)
{
  Copies *copies = result;
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = copies != NULL ? gdk_texture_new_from_bytes (copies->png, &error) : NULL;
  GdkContentProvider *providers[2], *both;

  if (texture == NULL)
    {
      say (window, failure != NULL ? failure : error);
      g_clear_pointer (&copies, copies_free);
      return;
    }
  providers[0] = gdk_content_provider_new_typed (GDK_TYPE_TEXTURE, texture);
  providers[1] = gdk_content_provider_new_for_bytes ("image/svg+xml", copies->svg);
  both = gdk_content_provider_new_union (providers, 2);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (window)), both);
  g_object_unref (both);
  copies_free (copies);
  wb_session_say (wb_window_session (window), _("Figure copied"));
}

void
wb_files_copy_figure (WbWindow *window, int index)
{
  WbExportFigure *figure = figure_of (window, index);

  if (figure != NULL)
    wb_job_start (window, make_copies, figure, (GDestroyNotify) wb_export_figure_unref, on_copies, copies_free);
}

/* More is a file's business: a spreadsheet takes about a million rows, a clipboard holds them in memory twice. */
#define MOST_COPIED_ROWS 200000

void
wb_files_copy_data (WbWindow *window, int index)
{
  WbRunItem *run = wb_session_current (wb_window_session (window));
  WbSimulateView *view = wb_window_simulate (window);
  double low = -INFINITY, high = INFINITY;
  g_autoptr (WbDataTable) table = NULL;
  g_autofree char *text = NULL;

  if (run == NULL || wb_simulate_view_area (view, index) == NULL)
    return;
  if (wb_simulate_view_axis (view) != NULL)
    plot_time_axis_get_view (wb_simulate_view_axis (view), &low, &high);
  table = wb_data_table_new (run, wb_simulate_view_spec (view, index), wb_session_runs (wb_window_session (window)));
  text = wb_data_table_text (table, low, high, MOST_COPIED_ROWS);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), text);
  wb_session_say (wb_window_session (window), _("Data in view copied"));
}

void
wb_files_show_data (WbWindow *window, int index)
{
  WbRunItem *run = wb_session_current (wb_window_session (window));

  if (run != NULL && wb_simulate_view_area (wb_window_simulate (window), index) != NULL)
    wb_data_window_present (GTK_WINDOW (window), run, wb_simulate_view_spec (wb_window_simulate (window), index),
                            wb_session_runs (wb_window_session (window)));
}
