/* Opens the window in the requested state, draws it to an image, and writes the file. */
#include "wb-screenshot.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-views.h"
#include "sim-output-file.h"
#include "wb-export-window.h"
#include "wb-laboratory-file.h"
#include "wb-session-file.h"
#include "wb-session-layout.h"
#include "wb-style.h"
#include "wb-thumbnails.h"
#include "wb-view.h"
#include "wb-widgets.h"

/* --screenshot must be entries[0]. The check that the other options are used together with it reads that entry. */
static const GOptionEntry entries[] = {
  { "screenshot", 0, 0, G_OPTION_ARG_FILENAME, NULL, N_("Write a screenshot of the window and exit"), N_("FILE") },
  { "size", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Size of the screenshot"), N_("WxH") },
  { "view", 0, 0, G_OPTION_ARG_STRING, NULL, N_("View to show: simulate, compare, laboratory, microscope, ensemble, lessons, gallery, export"), N_("NAME") },
  { "style", 0, 0, G_OPTION_ARG_STRING, NULL, N_("light or dark"), N_("STYLE") },
  { "model", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Model to open"), N_("NAME") },
  { "lesson", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Lesson to open, its page, and whether to reveal the answer"), N_("ID[:PAGE[:reveal]]") },
  { "at", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Run until this time"), N_("T") },
  { "playhead", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Position of the playhead"), N_("T") },
  { "end", 0, 0, G_OPTION_ARG_STRING, NULL, N_("End of the simulated time"), N_("T") },
  { "pin", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Pin the readout of the rejected step nearest to this time"), N_("T") },
  { "attempt", 0, 0, G_OPTION_ARG_INT, NULL, N_("Attempt to show in the microscope, from 1"), N_("N") },
  { "both", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Also show another attempt from the same start"), NULL },
  { "continued", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Continue an iteration that the attempt gave up"), NULL },
  { "event", 0, 0, G_OPTION_ARG_INT, NULL, N_("Located event to show in the microscope, from 1"), N_("K") },
  { "trial", 0, 0, G_OPTION_ARG_DOUBLE, NULL, N_("Step size with which the attempt or the step of the event is made again"), N_("H") },
  { "looks", 0, 0, G_OPTION_ARG_INT, NULL, N_("Number of guard points inside the step of the event"), N_("N") },
  { "page", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Page of the settings: integrator, parameters, initial, events; of the Laboratory: method, plane, studies, studies:ID; of the Ensemble: setup; or of the export window: png, svg, pdf, csv, motion, handout, model"), N_("NAME") },
  { "scale", 0, 0, G_OPTION_ARG_INT, NULL, N_("Device pixels per pixel"), N_("N") },
  { "running", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Show the window as during a run"), NULL },
  { "lecture", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Use lecture mode"), NULL },
  { "nearby", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Add a run from a state shifted by 10⁻⁵"), NULL },
  { NULL },
};

void
wb_screenshot_add_options (GApplication *application)
{
  g_application_add_main_option_entries (application, entries);
}

static gboolean
number_option (GVariantDict *options, const char *name, double *value, GError **error)
{
  const char *text;
  char *end;

  if (!g_variant_dict_lookup (options, name, "&s", &text))
    return TRUE;
  *value = g_ascii_strtod (text, &end);
  if (*end == '\0' && end != text)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("--%s requires a number, not '%s'"), name, text);
  return FALSE;
}

void
wb_screenshot_free (WbScreenshot *shot)
{
  if (shot == NULL)
    return;
  g_free (shot->file);
  g_free (shot->view);
  g_free (shot->style);
  g_free (shot->model);
  g_free (shot->page);
  g_free (shot->lesson);
  g_free (shot);
}

/* Sets an error if an option of screenshots is given without --screenshot. */
static void
refuse_without_file (GVariantDict *options, GError **error)
{
  for (const GOptionEntry *entry = entries + 1; entry->long_name != NULL; entry++)
    if (g_variant_dict_contains (options, entry->long_name))
      {
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, _("--%s requires --screenshot"), entry->long_name);
        return;
      }
}

WbScreenshot *
wb_screenshot_from_options (GVariantDict *options, GError **error)
{
  WbScreenshot *shot = g_new0 (WbScreenshot, 1);
  const char *size = NULL;

  shot->width = 1440;
  shot->height = 900;
  shot->scale = 1;
  shot->looks = -1;
  shot->at = shot->playhead = shot->end = shot->pin = NAN;
  if (!g_variant_dict_lookup (options, "screenshot", "^ay", &shot->file))
    {
      refuse_without_file (options, error);
      wb_screenshot_free (shot);
      return NULL;
    }
  g_variant_dict_lookup (options, "view", "s", &shot->view);
  g_variant_dict_lookup (options, "style", "s", &shot->style);
  g_variant_dict_lookup (options, "model", "s", &shot->model);
  g_variant_dict_lookup (options, "page", "s", &shot->page);
  g_variant_dict_lookup (options, "lesson", "s", &shot->lesson);
  g_variant_dict_lookup (options, "scale", "i", &shot->scale);
  g_variant_dict_lookup (options, "attempt", "i", &shot->attempt);
  g_variant_dict_lookup (options, "both", "b", &shot->both);
  g_variant_dict_lookup (options, "continued", "b", &shot->continued);
  g_variant_dict_lookup (options, "event", "i", &shot->event);
  g_variant_dict_lookup (options, "looks", "i", &shot->looks);
  g_variant_dict_lookup (options, "trial", "d", &shot->trial);
  g_variant_dict_lookup (options, "running", "b", &shot->running);
  g_variant_dict_lookup (options, "lecture", "b", &shot->lecture);
  g_variant_dict_lookup (options, "nearby", "b", &shot->nearby);
  if ((g_variant_dict_contains (options, "attempt") && shot->attempt < 1) || (g_variant_dict_contains (options, "event") && shot->event < 1))
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("Attempts and events are counted from 1, not %d"),
                 g_variant_dict_contains (options, "attempt") && shot->attempt < 1 ? shot->attempt : shot->event);
  else if (g_variant_dict_lookup (options, "size", "&s", &size) && sscanf (size, "%dx%d", &shot->width, &shot->height) != 2)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("--size requires WxH, not '%s'"), size);
  else if (shot->width < 320 || shot->height < 240 || shot->width > 10000 || shot->height > 10000 || shot->scale < 1 || shot->scale > 4)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("This size is out of range"));
  else if (shot->style != NULL && strcmp (shot->style, "light") != 0 && strcmp (shot->style, "dark") != 0)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("--style must be light or dark, not '%s'"), shot->style);
  else if (number_option (options, "at", &shot->at, error) && number_option (options, "playhead", &shot->playhead, error)
           && number_option (options, "end", &shot->end, error) && number_option (options, "pin", &shot->pin, error))
    {
      wb_widget_set_screenshot_scale (shot->scale);
      return shot;
    }
  wb_screenshot_free (shot);
  return NULL;
}

static void
spin (int ms)
{
  gint64 end = g_get_monotonic_time () + ms * G_GINT64_CONSTANT (1000);

  while (g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

/* Returns the render node of a widget. If the widget waits to be redrawn, it has no node; then runs the main loop until the widget is
 * drawn. */
static GskRenderNode *
node_of (GtkWidget *widget)
{
  GskRenderNode *node = NULL;

  for (gint64 end = g_get_monotonic_time () + 5 * G_USEC_PER_SEC; node == NULL && g_get_monotonic_time () < end;)
    {
      g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
      GtkSnapshot *snapshot = gtk_snapshot_new ();

      gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
      node = gtk_snapshot_free_to_node (snapshot);
      if (node == NULL && !g_main_context_iteration (NULL, FALSE))
        g_usleep (1000);
    }
  return node;
}

static cairo_status_t
collect (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* Draws a modal window in the middle of its parent, and dims the parent. */
static void
draw_over (cairo_t *cr, GtkWidget *parent, GtkWidget *dialog)
{
  GskRenderNode *node = dialog != NULL ? node_of (dialog) : NULL;
  double width, height;

  if (node == NULL)
    return;
  width = gtk_widget_get_width (dialog);
  height = gtk_widget_get_height (dialog);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.3);
  cairo_paint (cr);
  cairo_translate (cr, floor ((gtk_widget_get_width (parent) - width) / 2), floor ((gtk_widget_get_height (parent) - height) / 2));
  gsk_render_node_draw (node, cr);
  gsk_render_node_unref (node);
}

static gboolean
save_with_dialog (GtkWidget *widget, GtkWidget *dialog, int scale, const char *file, GError **error)
{
  GskRenderNode *node = node_of (widget);
  cairo_surface_t *surface;
  cairo_t *cr;
  GByteArray *array;
  g_autoptr (GBytes) bytes = NULL;

  if (node == NULL)
    {
      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT, _("The window was not drawn."));
      return FALSE;
    }
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, gtk_widget_get_width (widget) * scale, gtk_widget_get_height (widget) * scale);
  cr = cairo_create (surface);
  cairo_scale (cr, scale, scale);
  gsk_render_node_draw (node, cr);
  draw_over (cr, widget, dialog);
  cairo_destroy (cr);
  gsk_render_node_unref (node);
  array = g_byte_array_new ();
  cairo_surface_write_to_png_stream (surface, collect, array);
  cairo_surface_destroy (surface);
  bytes = g_byte_array_free_to_bytes (array);
  return sim_write_file (file, bytes, 0, error);
}

gboolean
wb_screenshot_save_widget (GtkWidget *widget, int scale, const char *file, GError **error)
{
  return save_with_dialog (widget, NULL, scale, file, error);
}

/* Resizes the window so that its content without the shadow has the requested
 * size. */
static void
prepare_window (const WbScreenshot *shot, WbWindow *window)
{
  /* The picture must not depend on the settings of the desktop. Animations are off, because the picture could show them half completed. */
  wb_style_pose ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-decoration-layout", ":close", "gtk-xft-antialias", 1,
                "gtk-xft-hinting", 1, "gtk-xft-hintstyle", "hintslight", "gtk-xft-rgba", "none", NULL);
  gtk_window_set_default_size (GTK_WINDOW (window), shot->width, shot->height);
  wb_style_set_choice (g_strcmp0 (shot->style, "dark") == 0 ? WB_STYLE_DARK : WB_STYLE_LIGHT);
  if (shot->lecture)
    wb_session_set_lecture (wb_window_session (window), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (window), "screenshot");
  gtk_window_present (GTK_WINDOW (window));
}

/* Simulated seconds before the requested time that are computed in real time, for a picture of a running run. The transport bar
 * measures the rate anew about once a second, so that it has measured it twice before the picture. */
#define LEAD 2.5

static void
go_on_until (WbWindow *window, double t)
{
  WbSession *session = wb_window_session (window);
  gint64 end = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  wb_session_run (session);
  while (wb_session_playhead (session) < t && wb_session_is_busy (session)
         && g_get_monotonic_time () < end)
    {
      g_usleep (2000);
      wb_session_poll (session);
      wb_transport_refresh (wb_window_transport (window));
    }
  /* Let the run continue so slowly that the picture shows the requested time. */
  wb_transport_hold_rate (wb_window_transport (window));
  sim_run_set_realtime_rate (wb_run_item_run (wb_session_current (session)), 1e-9);
  wb_session_set_playhead (session, t);
  for (int i = 0; i < 4; i++)
    {
      wb_window_refresh (window);
      spin (120);
    }
}

static double
snapped (WbSession *session, double t)
{
  WbRunItem *run = wb_session_current (session);
  SimTrajectory *trajectory = run != NULL ? wb_run_item_trajectory (run) : NULL;
  double reach = 1e-3 * (wb_session_t_end (session) - wb_session_t_start (session)), best = t;

  for (gsize i = 0; trajectory != NULL && i < sim_trajectory_n_events (trajectory); i++)
    {
      double when = sim_trajectory_event (trajectory, i).t;

      if (fabs (when - t) < reach)
        {
          reach = fabs (when - t);
          best = when;
        }
    }
  return best;
}

/* The last part of the run, of this length in s, is computed in real time, so that the rate is
 * known. */
#define PLAYED 0.4

static void
play_up_to (WbCompareTransport *transport, double t)
{
  wb_compare_transport_set_time (transport, t - PLAYED);
  wb_compare_transport_set_playing (transport, TRUE);
  for (int i = 0; i < 200 && wb_compare_transport_time (transport) < t; i++)
    spin (10);
  wb_compare_transport_set_playing (transport, FALSE);
  wb_compare_transport_set_time (transport, t);
}

/* Waits until the comparison is complete. It starts when the Compare view is shown. */
static void
settle_comparison (const WbScreenshot *shot, WbWindow *window)
{
  WbCompareView *compare = wb_view_find (shot->view) == &wb_view_compare ? wb_window_compare (window) : NULL;

  for (int i = 0; compare != NULL && i < 2000 && wb_comparison_is_running (wb_compare_view_comparison (compare)); i++)
    spin (10);
  if (compare != NULL && !isnan (shot->playhead))
    play_up_to (wb_compare_view_transport (compare), shot->playhead);
}

/* Runs the selected study and waits until it is done. With --running, waits only until a part of it is
 * done. */
static void
settle_study (const WbScreenshot *shot, WbWindow *window)
{
  WbStudy *study = wb_view_find (shot->view) == &wb_view_ensemble ? wb_studies_selected (wb_studies_of (wb_window_session (window))) : NULL;

  if (study == NULL)
    return;
  if (g_strcmp0 (shot->page, "setup") == 0)
    wb_studies_set_page (wb_studies_of (wb_window_session (window)), study, WB_STUDY_PAGE_SETUP);
  spin (200); /* results of an earlier run are shown at once, before the study is started */
  if (wb_study_state (study) == WB_STUDY_NEW || wb_study_state (study) == WB_STUDY_STOPPED)
    wb_study_run (study);
  for (int i = 0; i < 6000 && wb_study_state (study) == WB_STUDY_RUNNING && !(shot->running && wb_study_progress (study) > 0.6); i++)
    spin (10);
}

/* Waits until the searches and studies of the Laboratory are complete. */
static void
settle_laboratory (const WbScreenshot *shot, WbWindow *window)
{
  WbLaboratoryView *laboratory;

  if (wb_view_find (shot->view) != &wb_view_laboratory)
    return;
  laboratory = wb_window_laboratory (window);
  spin (200);
  for (int i = 0; i < 3000 && wb_laboratory_view_is_busy (laboratory); i++)
    spin (10);
  spin (200);
}

/* Number of parts in which a run is continued until it has the requested attempt or event. */
#define N_PARTS 64

static gsize
n_attempts_of (WbSession *session)
{
  WbRunItem *run = wb_session_current (session);

  return run != NULL ? sim_tape_n_attempts (wb_run_item_tape (run)) : 0;
}

/* Opens the requested attempt or event. Without --at the run goes on until it has this attempt or event, at most to its end. Returns FALSE with an
 * error if it has none. */
static gboolean
open_wanted (const WbScreenshot *shot, WbWindow *window, GError **error)
{
  WbSession *session = wb_window_session (window);
  WbMicroscope *microscope = wb_microscope_of (session);
  const double from = wb_session_t_start (session), end = wb_session_t_end (session);
  gboolean opened = FALSE;

  for (int part = 0; !opened && part <= (isnan (shot->at) && wb_session_current (session) != NULL ? N_PARTS : 0); part++)
    {
      if (part > 0)
        {
          wb_run_item_run_to (wb_session_current (session), part < N_PARTS ? from + part * (end - from) / N_PARTS : end);
          wb_session_follow (session);
          wb_session_poll (session);
        }
      opened = shot->attempt > 0 ? n_attempts_of (session) >= (gsize) shot->attempt : wb_microscope_open_located (microscope, (gsize) shot->event);
    }
  if (opened && shot->attempt > 0)
    wb_microscope_open (microscope, (gsize) shot->attempt - 1);
  if (!opened && shot->attempt > 0)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("The run has no attempt %d, only %lu; --at and --end set how far it runs"), shot->attempt,
                 (gulong) n_attempts_of (session));
  else if (!opened)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("The run has no event %d; --at and --end set how far it runs"), shot->event);
  return opened;
}

static void
note (WbMicroscope *microscope, gboolean *done)
{
  *done = TRUE;
}

/* Makes the open attempt, or the step of the open event, again with the requested step size. */
static gboolean
try_step (WbMicroscope *microscope, double h, GError **error)
{
  gboolean done = FALSE;
  gulong handler;

  /* The curve over the step size is computed first. */
  for (int i = 0; i < 6000 && wb_microscope_curve (microscope) == NULL && wb_microscope_event_curve (microscope) == NULL
                  && wb_microscope_trial_error (microscope) == NULL; i++)
    spin (10);
  handler = g_signal_connect (microscope, "tried", G_CALLBACK (note), &done);
  wb_microscope_try (microscope, h);
  for (int i = 0; i < 6000 && !done && !isnan (wb_microscope_tried (microscope)); i++)
    spin (10);
  g_signal_handler_disconnect (microscope, handler);
  if (wb_microscope_trial_error (microscope) == NULL)
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, wb_microscope_trial_error (microscope));
  return FALSE;
}

/* Opens the requested attempt or event and waits until its numbers are computed. */
static gboolean
settle_microscope (const WbScreenshot *shot, WbWindow *window, GError **error)
{
  WbMicroscope *microscope = wb_microscope_of (wb_window_session (window));

  if (wb_view_find (shot->view) != &wb_view_microscope && shot->attempt == 0 && shot->event == 0)
    return TRUE;
  wb_window_show_view (window, wb_view_microscope.id);
  wb_microscope_set_both (microscope, shot->both);
  wb_microscope_set_goes_on (microscope, shot->continued);
  if ((shot->attempt > 0 || shot->event > 0) && !open_wanted (shot, window, error))
    return FALSE;
  for (int i = 0; i < 6000 && !isnan (wb_microscope_progress (microscope)); i++)
    spin (10);
  if (shot->looks >= 0 && wb_microscope_shows_event (microscope))
    {
      WbSearchChoice choice = *wb_microscope_choice (microscope);

      choice.looks = MIN (shot->looks, WB_MOST_LOOKS);
      wb_microscope_choose_search (microscope, &choice);
      for (int i = 0; i < 6000 && !isnan (wb_microscope_progress (microscope)); i++)
        spin (10);
    }
  if (shot->trial > 0 && !try_step (microscope, shot->trial, error))
    return FALSE;
  spin (200);
  return TRUE;
}

/* The pages of the export window, in the order of WbExportFormat. */
static const char *const export_pages[] = { "png", "svg", "pdf", "csv", "motion", "handout", "model", NULL };

/* Opens the export window at a page, NULL: its first one, after the main window has its size. */
static GtkWidget *
open_export (WbWindow *window, const char *page)
{
  WbExportWindow *export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));

  gtk_window_set_modal (GTK_WINDOW (export), FALSE); /* a parent of a modal window could not be drawn */
  gtk_widget_add_css_class (GTK_WIDGET (export), "screenshot");
  for (int k = 0; export_pages[k] != NULL; k++)
    if (g_strcmp0 (export_pages[k], page) == 0)
      wb_export_window_set_format (export, (WbExportFormat) k);
  gtk_window_present (GTK_WINDOW (export));
  for (int i = 0; i < 500 && !wb_export_window_is_settled (export); i++)
    spin (10);
  spin (200);
  return GTK_WIDGET (export);
}

/* Pins the rejected attempt nearest to time t in the last plot of errors or steps. */
static void
pin_rejected (WbWindow *window, double t)
{
  WbSimulateView *view = wb_window_simulate (window);

  for (int i = wb_plot_set_n (wb_simulate_view_plots (view)) - 1; i >= 0; i--)
    {
      PlotView *plot = wb_plot_area_view (wb_simulate_view_area (view, i));

      if (plot == NULL || !plot_views_pin_rejected (plot, t))
        continue;
      wb_plot_area_queue (wb_simulate_view_area (view, i));
      return;
    }
}

/* Opens a lesson given as "ID[:PAGE[:reveal]]". Pages are counted from 1. */
static gboolean
open_lesson (const WbScreenshot *shot, WbWindow *window, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (shot->lesson, ":", 3);
  WbLessons *lessons = wb_lessons_of (wb_window_session (window));
  int page = parts[1] != NULL ? (int) g_ascii_strtoll (parts[1], NULL, 10) - 1 : 0;
  gboolean reveal = parts[1] != NULL && parts[2] != NULL && strcmp (parts[2], "reveal") == 0;

  wb_lesson_progress_freeze ();
  if (!wb_window_open_lesson (window, parts[0], MAX (page, 0)))
    {
      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT, _("The lesson '%s' cannot be opened."), parts[0]);
      return FALSE;
    }
  if (reveal && wb_lessons_step (lessons) == WB_LESSON_REVEAL)
    wb_lessons_advance (lessons);
  for (int i = 0; i < 6000 && (wb_lessons_is_checking (lessons) || wb_session_state (wb_window_session (window)) == SIM_RUN_RUNNING); i++)
    {
      wb_window_refresh (window);
      spin (10);
    }
  return TRUE;
}

gboolean
wb_screenshot_take (const WbScreenshot *shot, WbWindow *window, GError **error)
{
  WbSession *session = wb_window_session (window);
  GtkWidget *dialog = NULL;

  prepare_window (shot, window);
  if (shot->model != NULL && !wb_window_open_path (window, shot->model))
    {
      g_autofree char *text = model_diagnostics_to_string (wb_session_errors (session));

      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_MODEL, "%s", g_strstrip (text));
      return FALSE;
    }
  if (shot->lesson != NULL && !open_lesson (shot, window, error))
    return FALSE;
  if (shot->lecture)
    wb_session_set_lecture (session, TRUE); /* a session file that was opened above may have ended lecture mode */
  if (!isnan (shot->end))
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      if (!wb_session_set (session, WB_TIME, "end", g_ascii_dtostr (text, sizeof text, shot->end), error))
        return FALSE;
    }
  if (!isnan (shot->at))
    {
      WbRunItem *run = wb_session_current (session);

      if (run != NULL)
        wb_run_item_run_to (run, shot->running ? MAX (shot->at - LEAD, 0) : shot->at);
      wb_session_follow (session);
      wb_session_poll (session);
      /* The last step may end after the requested time, so move the playhead to that time. */
      if (!shot->running && isnan (shot->playhead))
        wb_session_set_playhead (session, shot->at);
    }
  if (shot->nearby)
    {
      g_autoptr (WbRunItem) nearby = NULL;

      wb_session_run_nearby (session);
      nearby = g_list_model_get_item (wb_session_runs (session), g_list_model_get_n_items (wb_session_runs (session)) - 1);
      sim_run_wait (wb_run_item_run (nearby));
    }
  if (!isnan (shot->playhead))
    {
      /* Snap the playhead to a nearby event, as when the user drags it. */
      wb_session_set_playhead (session, snapped (session, shot->playhead));
    }
  if (shot->page != NULL && wb_view_find (shot->view) == &wb_view_laboratory && !wb_laboratory_has_page (shot->page))
    {
      g_autofree char *names = wb_laboratory_page_names ();

      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT, _("The Laboratory has no page '%s'; its pages are %s."), shot->page, names);
      return FALSE;
    }
  if (shot->page != NULL && !(g_strcmp0 (shot->view, "export") == 0 && g_strv_contains (export_pages, shot->page)))
    {
      wb_session_set_settings_page (wb_window_session (window), shot->page);
      if (wb_view_find (shot->view) == &wb_view_laboratory)
        wb_laboratory_set_page (wb_laboratory_of (wb_window_session (window)), shot->page);
    }
  if (shot->view != NULL && strcmp (shot->view, "export") != 0 && !wb_window_show_view (window, shot->view))
    {
      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT, _("There is no view '%s'."), shot->view);
      return FALSE;
    }
  spin (100);
  for (int i = 0; i < 2000 && wb_model_browser_is_scanning (wb_window_browser (window)); i++)
    spin (5);
  spin (100);
  wb_thumbnails_settle (20000);
  settle_comparison (shot, window);
  settle_study (shot, window);
  settle_laboratory (shot, window);
  if (!settle_microscope (shot, window, error))
    return FALSE;
  /* Long drawings and the curve of the largest stable step are computed in portions. Wait until they are complete. */
  for (int i = 0; i < 14; i++)
    {
      wb_window_refresh (window);
      spin (160);
    }
  if (!isnan (shot->pin))
    pin_rejected (window, shot->pin);
  if (shot->running && wb_session_current (session) != NULL)
    go_on_until (window, shot->at);
  else if (!isnan (shot->pin))
    for (int i = 0; i < 4; i++)
      {
        wb_window_refresh (window);
        spin (120);
      }
  if (g_strcmp0 (shot->view, "export") == 0)
    dialog = open_export (window, shot->page);
  return save_with_dialog (GTK_WIDGET (window), dialog, shot->scale, shot->file, error);
}
