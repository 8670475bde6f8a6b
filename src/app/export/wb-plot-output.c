/* Makes figures of the plots of each view and prints them, copies them, or shows their numbers. */
#include "wb-plot-output.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-view-hit.h"
#include "wb-data-table.h"
#include "wb-data-window.h"
#include "wb-export-comparison.h"
#include "wb-export-ensemble.h"
#include "wb-export-microscope.h"
#include "wb-export-figure.h"

/* Width and height of a printed page with two columns in pt: 178 × 104 mm. */
#define PAGE_WIDTH 504.6
#define PAGE_HEIGHT 294.8

/* Makes a figure of all plots that have data, in their columns, or of the plot `only` if it is not negative. Returns NULL if no plot has
 * data. */
static WbExportFigure *
figure_of (WbSession *session, int only)
{
  WbPlotSet *plots = wb_plot_set_of (session);
  PlotTimeAxis *shared = wb_plot_set_axis (plots);
  WbRunItem *run = wb_session_current (session);
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_PAPER);
  WbExportPage page = { .width = PAGE_WIDTH / WB_POINTS_PER_MM, .height = PAGE_HEIGHT / WB_POINTS_PER_MM, .text = theme->size_tick,
                        .theme = PLOT_THEME_PAPER, .resolution = 192 };
  g_autoptr (ModelSystem) system = NULL;
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  g_autoptr (PlotTimeAxis) axis = NULL;
  double low, high;

  if (run == NULL || shared == NULL)
    return NULL;
  system = lab_values_instance (wb_run_item_values (run), wb_run_item_model (run), wb_run_item_config (run), NULL);
  axis = plot_time_axis_new (wb_run_item_t_start (run), wb_run_item_t_end (run), model_time_unit (wb_run_item_model (run)));
  plot_time_axis_get_view (shared, &low, &high);
  plot_time_axis_set_view (axis, low, high);
  wb_export_copy_cursors (shared, axis);
  for (int i = 0; system != NULL && i < wb_plot_set_n (plots); i++)
    {
      const PlotSpec *spec = wb_plot_set_spec (plots, i);
      PlotView *plot = only < 0 || only == i ? wb_plot_view_new_for_file (spec, run, system, axis, wb_session_runs (session), wb_plot_set_measured (plots)) : NULL;

      if (plot != NULL && spec->pinned)
        plot_view_set_pin (plot, &spec->pin);
      if (plot != NULL)
        plot_figure_add (figure, only < 0 ? spec->column : 0, plot, spec->share);
    }
  if (plot_figure_n_views (figure) == 0)
    return NULL;
  return wb_export_figure_take (g_steal_pointer (&figure), g_steal_pointer (&system), run, &page);
}

/* Makes a figure of the plots of a comparison whose bits are set in `plots`. */
static WbExportFigure *
figure_of_comparison (WbComparison *comparison, guint64 plots)
{
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_PAPER);
  WbExportPage page = { .plots = plots, .width = PAGE_WIDTH / WB_POINTS_PER_MM, .height = PAGE_HEIGHT / WB_POINTS_PER_MM, .text = theme->size_tick,
                        .theme = PLOT_THEME_PAPER, .resolution = 192 };

  return wb_export_comparison_figure (comparison, &page, NULL);
}

/* Makes a figure of the cards of the Ensemble view whose bits are set in `cards`. */
static WbExportFigure *
figure_of_studies (WbStudies *studies, guint64 cards)
{
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_PAPER);
  WbExportPage page = { .plots = cards, .width = PAGE_WIDTH / WB_POINTS_PER_MM, .height = PAGE_HEIGHT / WB_POINTS_PER_MM, .text = theme->size_tick,
                        .theme = PLOT_THEME_PAPER, .resolution = 192 };

  return wb_export_ensemble_figure (studies, &page, NULL);
}

/* Makes a figure of the cards of the Microscope whose bits are set in `cards`. */
static WbExportFigure *
figure_of_microscope (WbMicroscope *microscope, guint64 cards)
{
  const PlotTheme *theme = plot_theme_get (PLOT_THEME_PAPER);
  WbExportPage page = { .plots = cards, .width = PAGE_WIDTH / WB_POINTS_PER_MM, .height = PAGE_HEIGHT / WB_POINTS_PER_MM, .text = theme->size_tick,
                        .theme = PLOT_THEME_PAPER, .resolution = 192, .settings = TRUE };

  return wb_export_microscope_figure (microscope, &page, NULL);
}

/* Makes a figure of the plots that the window shows, for the action Print. */
static WbExportFigure *
figure_of_view (WbSession *session)
{
  WbComparison *comparison = wb_export_comparison (session);
  WbStudies *studies = wb_export_studies (session);

  if (wb_export_microscope (session) != NULL)
    return figure_of_microscope (wb_export_microscope (session), ~(guint64) 0);
  if (comparison != NULL)
    {
      const WbCompareShown *shown = wb_compare_plots_shown (comparison);

      return figure_of_comparison (comparison, shown != NULL && shown->plots != 0 ? shown->plots : ~(guint64) 0);
    }
  if (studies != NULL)
    return figure_of_studies (studies, wb_ensemble_shown (studies)->cards != 0 ? wb_ensemble_shown (studies)->cards : ~(guint64) 0);
  return figure_of (session, wb_plot_set_focused (wb_plot_set_of (session)));
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

/* Starts drawing the page on another thread. The print operation waits for the drawing, but the window does
 * not. */
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

/* Reports failures such as a full disk. GTK calls this after printing has ended, perhaps after the dialog was
 * closed. */
static void
on_print_done (GtkPrintOperation *operation, GtkPrintOperationResult result, WbSession *session)
{
  g_autoptr (GError) error = NULL;

  if (result != GTK_PRINT_OPERATION_RESULT_ERROR)
    return;
  gtk_print_operation_get_error (operation, &error);
  if (error != NULL)
    wb_session_message (session, error->message);
}

void
wb_plot_output_print (GtkWindow *parent, WbSession *session)
{
  g_autoptr (GtkPrintOperation) operation = gtk_print_operation_new ();
  WbExportFigure *figure = figure_of_view (session);

  if (figure == NULL)
    return;
  gtk_print_operation_set_n_pages (operation, 1);
  gtk_print_operation_set_unit (operation, GTK_UNIT_POINTS);
  gtk_print_operation_set_allow_async (operation, TRUE);
  g_object_set_data_full (G_OBJECT (operation), "figure", figure, (GDestroyNotify) wb_export_figure_unref);
  g_signal_connect (operation, "draw-page", G_CALLBACK (draw_page), figure);
  g_signal_connect_object (operation, "done", G_CALLBACK (on_print_done), session, 0);
  gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, parent, NULL);
}

/* ---- copy ---- */

typedef struct { WbExportFigure *figure; GdkClipboard *clipboard; } Copying;
typedef struct { GBytes *png, *svg; GdkClipboard *clipboard; } Copies;

static void
copying_free (gpointer data)
{
  Copying *copying = data;

  wb_export_figure_unref (copying->figure);
  g_object_unref (copying->clipboard);
  g_free (copying);
}

static void
copies_free (gpointer data)
{
  Copies *copies = data;

  g_clear_pointer (&copies->png, g_bytes_unref);
  g_clear_pointer (&copies->svg, g_bytes_unref);
  g_object_unref (copies->clipboard);
  g_free (copies);
}

static gpointer
make_copies (WbJob *job, gpointer data, GError **error)
{
  Copying *copying = data;
  Copies *copies = g_new0 (Copies, 1);

  copies->clipboard = g_object_ref (copying->clipboard);
  copies->png = wb_export_figure_bytes (copying->figure, PLOT_FORMAT_PNG, job, error);
  copies->svg = copies->png != NULL ? wb_export_figure_bytes (copying->figure, PLOT_FORMAT_SVG, job, error) : NULL;
  if (copies->svg != NULL)
    return copies;
  copies_free (copies);
  return NULL;
}

static void
on_copies (gpointer session, gpointer result, const GError *failure)
{
  Copies *copies = result;
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = copies != NULL ? gdk_texture_new_from_bytes (copies->png, &error) : NULL;
  GdkContentProvider *providers[2], *both;

  if (texture == NULL)
    {
      wb_session_message (session, failure != NULL ? failure->message : error->message);
      g_clear_pointer (&copies, copies_free);
      return;
    }
  providers[0] = gdk_content_provider_new_typed (GDK_TYPE_TEXTURE, texture);
  providers[1] = gdk_content_provider_new_for_bytes ("image/svg+xml", copies->svg);
  both = gdk_content_provider_new_union (providers, 2);
  gdk_clipboard_set_content (copies->clipboard, both);
  g_object_unref (both);
  copies_free (copies);
  wb_session_message (session, _("Figure copied"));
}

/* Copies a figure to the clipboard and takes ownership of it. Does nothing if it is NULL. */
static void
copy_figure (GdkClipboard *clipboard, WbSession *session, WbExportFigure *figure)
{
  Copying *copying;

  if (figure == NULL)
    return;
  copying = g_new0 (Copying, 1);
  *copying = (Copying) { figure, g_object_ref (clipboard) };
  wb_job_replace (wb_job_place (session, "copying"), session, make_copies, copying, copying_free, on_copies, copies_free);
}

void
wb_plot_output_copy_figure (GdkClipboard *clipboard, WbSession *session, int index)
{
  copy_figure (clipboard, session, figure_of (session, index));
}

void
wb_plot_output_copy_comparison (GdkClipboard *clipboard, WbSession *session, int panel)
{
  copy_figure (clipboard, session, figure_of_comparison (wb_comparison_of (session), (guint64) 1 << panel));
}

void
wb_plot_output_copy_ensemble (GdkClipboard *clipboard, WbSession *session, int card)
{
  copy_figure (clipboard, session, figure_of_studies (wb_studies_of (session), (guint64) 1 << card));
}

void
wb_plot_output_copy_microscope (GdkClipboard *clipboard, WbSession *session, int card)
{
  copy_figure (clipboard, session, figure_of_microscope (wb_microscope_of (session), (guint64) 1 << card));
}

/* Largest number of rows to copy. Spreadsheets accept about a million, and the clipboard keeps the rows in memory twice. The user should
 * export more rows to a file. */
#define MOST_COPIED_ROWS 200000

void
wb_plot_output_copy_data (GdkClipboard *clipboard, WbSession *session, int index)
{
  WbRunItem *run = wb_session_current (session);
  WbPlotSet *plots = wb_plot_set_of (session);
  double low = -INFINITY, high = INFINITY;
  g_autoptr (WbDataTable) table = NULL;
  g_autofree char *text = NULL;

  if (run == NULL || index < 0 || index >= wb_plot_set_n (plots))
    return;
  if (wb_plot_set_axis (plots) != NULL)
    plot_time_axis_get_view (wb_plot_set_axis (plots), &low, &high);
  table = wb_data_table_new (run, wb_plot_set_spec (plots, index), wb_session_runs (session));
  text = wb_data_table_text (table, low, high, MOST_COPIED_ROWS);
  gdk_clipboard_set_text (clipboard, text);
  wb_session_message (session, _("Visible data copied"));
}

void
wb_plot_output_show_data (GtkWindow *parent, WbSession *session, int index)
{
  WbRunItem *run = wb_session_current (session);
  WbPlotSet *plots = wb_plot_set_of (session);

  if (run != NULL && index >= 0 && index < wb_plot_set_n (plots))
    wb_data_window_present (parent, run, wb_plot_set_spec (plots, index), wb_session_runs (session));
}
