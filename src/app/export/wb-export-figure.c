/* Copies the data of the session that a figure needs, so that jobs can draw it, and makes the figure with caption and
 * provenance. */
#include "wb-export-figure.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdatomic.h>

#include "plot-format.h"
#include "plot-text.h"
#include "plot-view-hit.h"
#include "wb-plot-view.h"
#include "wb-translate.h"

static void
append_parameters (GString *out, Model *model, ModelSystem *system)
{
  int shown = 0;

  for (int i = 0; i < model_n_parameters (model) && shown < 4; i++)
    {
      const ModelQuantity *parameter = model_parameter (model, i);
      g_autofree char *name = NULL;
      char text[64];
      double value;

      if (isnan (parameter->low) || parameter->size > 0 || !model_system_get_parameter (system, parameter->name, &value))
        continue;
      name = plot_text_variable (parameter->name);
      g_snprintf (text, sizeof text, "%.4g", value);
      g_string_append_printf (out, ", %s = %s", name, text);
      shown++;
    }
}

void
wb_export_set_source (WbSession *session, WbExportSource source)
{
  g_object_set_data (G_OBJECT (session), "export-source", GINT_TO_POINTER (source));
}

WbExportSource
wb_export_source (WbSession *session)
{
  return (WbExportSource) GPOINTER_TO_INT (g_object_get_data (G_OBJECT (session), "export-source"));
}

char *
wb_export_model_text (Model *model, ModelSystem *system)
{
  GString *text = g_string_new (model_name (model));

  append_parameters (text, model, system);
  return g_string_free (text, FALSE);
}

/* Returns a caption such as "Lorenz, ρ = 28. Dormand–Prince 5(4), accuracy 10⁻⁵, 400 steps, 12
 * rejected." */
char *
wb_export_caption (WbRunItem *run)
{
  const SimConfig *config = wb_run_item_config (run);
  const OdeMethod *method = sim_config_method (config);
  const OdeStatistics *ode = &wb_run_item_state (run)->statistics.ode;
  gint64 rejected = ode->rejected_error + ode->rejected_newton + ode->rejected_undefined;
  g_autoptr (GString) about = g_string_new (model_name (wb_run_item_model (run)));
  const char *unit = model_time_unit (wb_run_item_model (run));
  char text[64], n_steps[64], n_rejected[64];

  append_parameters (about, wb_run_item_model (run), wb_run_item_system (run));
  plot_format_count ((guint64) ode->steps_taken, n_steps, sizeof n_steps);
  plot_format_count ((guint64) rejected, n_rejected, sizeof n_rejected);
  if (sim_config_controls_error (config))
    {
      double accuracy = sim_config_get_number (config, "accuracy"), exponent = log10 (accuracy);

      if (fabs (exponent - rint (exponent)) < 1e-6)
        plot_format_power ((int) rint (exponent), text, sizeof text);
      else
        plot_format_number (accuracy, 2, text, sizeof text);
      return g_strdup_printf (ngettext ("%s. %s, accuracy %s, %s step, %s rejected.", "%s. %s, accuracy %s, %s steps, %s rejected.",
                                        (gulong) ode->steps_taken),
                              about->str, wb_translate (method->label), text, n_steps, n_rejected);
    }
  plot_format_number (sim_config_get_number (config, "max_step"), 3, text, sizeof text);
  g_autofree char *step = unit[0] != '\0' ? g_strdup_printf ("%s %s", text, unit) : g_strdup (text);

  return g_strdup_printf (ngettext ("%s. %s, step %s, %s step, %s rejected.", "%s. %s, step %s, %s steps, %s rejected.", (gulong) ode->steps_taken),
                          about->str, wb_translate (method->label), step, n_steps, n_rejected);
}

PlotProvenance
wb_export_provenance (Model *model, const SimConfig *config, const char *settings)
{
  return (PlotProvenance) {
    .title = model_name (model), .model = model_name (model), .integrator = sim_config_method (config)->label, .settings = settings,
    .version = "Stepwise " WB_VERSION,
  };
}

PlotTheme
wb_export_theme (const WbExportPage *page)
{
  const PlotTheme *theme = plot_theme_get (page->theme);

  return plot_theme_scaled (theme, 1, page->text / theme->size_tick);
}

/* ---- figures ---- */

struct WbExportFigure
{
  atomic_int references;  /* changed by the main thread and by jobs that draw */
  GMutex lock;           /* guards figure and system: only one thread draws at a time */
  PlotFigure *figure;
  ModelSystem *system;
  PlotTimeAxis *axis;    /* axis that the plots over time share; NULL if the caller made the figure */
  Model *model;
  WbExportPage page;
  PlotTheme theme;
  PlotProvenance provenance;
  char *settings, *models, *integrators; /* strings of the provenance; models and integrators may be NULL */
  GBytes *made;          /* bytes of the last file, or NULL; made to estimate the size and reused when the file is written */
  PlotFormat made_format;
  guint64 made_serial;   /* serial number of the figure when `made` was made */
};

WbExportFigure *
wb_export_figure_take (PlotFigure *figure, ModelSystem *system, WbRunItem *run, const WbExportPage *page)
{
  WbExportFigure *self = wb_export_figure_take_model (figure, wb_run_item_model (run), wb_run_item_config (run), page);

  self->system = system;
  return self;
}

WbExportFigure *
wb_export_figure_take_model (PlotFigure *figure, Model *model, const SimConfig *config, const WbExportPage *page)
{
  WbExportFigure *self = g_new0 (WbExportFigure, 1);

  atomic_init (&self->references, 1);
  g_mutex_init (&self->lock);
  self->figure = figure;
  self->model = model_ref (model);
  self->page = *page;
  self->theme = wb_export_theme (page);
  self->settings = sim_config_to_yaml (config, TRUE);
  self->provenance = wb_export_provenance (self->model, config, self->settings);
  return self;
}

void
wb_export_figure_set_origin (WbExportFigure *self, const char *models, const char *integrators, const char *settings)
{
  char *before[] = { self->models, self->integrators, self->settings };

  self->models = g_strdup (models);
  self->integrators = g_strdup (integrators);
  self->settings = g_strdup (settings);
  self->provenance.title = self->provenance.model = self->models;
  self->provenance.integrator = self->integrators;
  self->provenance.settings = self->settings;
  for (guint i = 0; i < G_N_ELEMENTS (before); i++)
    g_free (before[i]);
}

const PlotProvenance *wb_export_figure_origin (const WbExportFigure *self) { return &self->provenance; }
const WbExportPage *wb_export_figure_page (const WbExportFigure *self) { return &self->page; }

WbExportFigure *
wb_export_figure_ref (WbExportFigure *self)
{
  atomic_fetch_add_explicit (&self->references, 1, memory_order_relaxed);
  return self;
}

void
wb_export_figure_unref (WbExportFigure *self)
{
  /* The memory order is needed because the thread that drops the last reference frees memory that other threads have
   * written. */
  if (atomic_fetch_sub_explicit (&self->references, 1, memory_order_acq_rel) != 1)
    return;
  plot_figure_free (self->figure);
  g_clear_pointer (&self->axis, plot_time_axis_unref);
  model_system_free (self->system);
  g_clear_pointer (&self->made, g_bytes_unref);
  model_unref (self->model);
  g_free (self->settings);
  g_free (self->models);
  g_free (self->integrators);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
wb_export_copy_cursors (PlotTimeAxis *from, PlotTimeAxis *to)
{
  for (int i = 0; i < 2; i++)
    plot_time_axis_set_cursor (to, i, plot_time_axis_cursor (from, i));
}

/* Adds the plots selected on the page to the figure and returns their number. */
static int
add_plots (PlotFigure *figure, WbSession *session, ModelSystem *system, PlotTimeAxis *axis, const WbExportPage *page)
{
  WbPlotSet *set = wb_plot_set_of (session);
  WbRunItem *run = wb_session_current (session);
  guint64 plots = page->plots;
  int n = 0, last_time[2] = { -1, -1 };

  for (int i = 0; i < wb_plot_set_n (set); i++)
    if ((plots >> i & 1) && wb_plot_set_spec (set, i)->kind->across == PLOT_OVER_TIME)
      last_time[wb_plot_set_spec (set, i)->column & 1] = i;
  for (int i = 0; i < wb_plot_set_n (set) && i < 64; i++)
    {
      const PlotSpec *spec = wb_plot_set_spec (set, i);
      PlotView *plot = plots >> i & 1 ? wb_plot_view_new_for_file (spec, run, system, axis, wb_session_runs (session), wb_plot_set_measured (set)) : NULL;
      char letter[2] = { (char) ('a' + n), '\0' };

      if (plot == NULL)
        continue;
      if (spec->kind->across == PLOT_OVER_TIME)
        plot_view_set_x_labels_shown (plot, last_time[spec->column & 1] == i);
      if (plots & (plots - 1)) /* more than one plot is selected */
        plot_view_set_letter (plot, letter);
      if (page->pins && spec->pinned)
        plot_view_set_pin (plot, &spec->pin);
      plot_figure_add (figure, spec->column, plot, spec->share);
      n++;
    }
  return n;
}

static double
reached (WbRunItem *run, double end)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  gsize n = sim_trajectory_n_rows (trajectory);

  return n > 1 ? fmin (end, sim_trajectory_row (trajectory, n - 1)[0]) : end;
}

WbExportFigure *
wb_export_figure_new (WbSession *session, const WbExportPage *page, GError **error)
{
  WbRunItem *run = wb_session_current (session);
  PlotTimeAxis *shared = wb_plot_set_axis (wb_plot_set_of (session));
  g_autoptr (ModelSystem) system = NULL; /* declared before the figure, so that it is freed after the figure's plots, which borrow it */
  g_autoptr (PlotFigure) figure = plot_figure_new ();
  g_autoptr (PlotTimeAxis) axis = NULL;
  WbExportFigure *self;
  double low, high;

  if (run == NULL || shared == NULL)
    {
      g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("There is no run."));
      return NULL;
    }
  system = lab_values_instance (wb_run_item_values (run), wb_run_item_model (run), wb_run_item_config (run), error);
  if (system == NULL)
    return NULL;
  axis = plot_time_axis_new (wb_run_item_t_start (run), wb_run_item_t_end (run), model_time_unit (wb_run_item_model (run)));
  plot_time_axis_get_view (shared, &low, &high);
  /* Unless the user has zoomed, end the time axis at the time that the run has reached. */
  if (!page->moving && low <= wb_run_item_t_start (run) && high >= wb_run_item_t_end (run))
    high = reached (run, high);
  plot_time_axis_set_view (axis, low, high);
  if (page->moving)
    plot_time_axis_set_playhead (axis, page->playhead);
  if (page->cursors)
    wb_export_copy_cursors (shared, axis);
  if (add_plots (figure, session, system, axis, page) == 0)
    {
      g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("Choose at least one plot."));
      return NULL;
    }
  plot_figure_set_column_weight (figure, 0, 1.4);
  if (page->settings)
    {
      g_autofree char *caption = wb_export_caption (run);

      plot_figure_set_caption (figure, caption);
    }
  self = wb_export_figure_take (g_steal_pointer (&figure), g_steal_pointer (&system), run, page);
  self->axis = g_steal_pointer (&axis);
  return self;
}

/* ---- drawing ---- */

static void
on_progress (gpointer user, double share)
{
  wb_job_go_on (user, share);
}

static void
begin (WbExportFigure *self, WbJob *job)
{
  g_mutex_lock (&self->lock);
  plot_figure_set_progress (self->figure, job != NULL ? on_progress : NULL, job, job != NULL ? wb_job_cancelled (job) : NULL);
}

/* Ends a drawing. Returns FALSE if the job was cancelled, so that the drawing is incomplete. */
static gboolean
end (WbExportFigure *self, WbJob *job)
{
  plot_figure_set_progress (self->figure, NULL, NULL, NULL);
  g_mutex_unlock (&self->lock);
  return job == NULL || wb_job_go_on (job, 1);
}

GBytes *
wb_export_figure_bytes (WbExportFigure *self, PlotFormat format, WbJob *job, GError **error)
{
  PlotExportOptions options = { .resolution = self->page.resolution };
  guint64 serial;
  GBytes *bytes;

  begin (self, job);
  serial = plot_figure_serial (self->figure);
  if (self->made != NULL && self->made_format == format && self->made_serial == serial)
    {
      bytes = g_bytes_ref (self->made);
      end (self, NULL);
      return bytes;
    }
  bytes = plot_export_bytes (self->figure, format, self->page.width * WB_POINTS_PER_MM, self->page.height * WB_POINTS_PER_MM, &self->theme,
                             &options, &self->provenance, error);
  if (bytes != NULL && (job == NULL || wb_job_go_on (job, 1)))
    {
      g_clear_pointer (&self->made, g_bytes_unref);
      self->made = g_bytes_ref (bytes);
      self->made_format = format;
      self->made_serial = serial;
    }
  if (!end (self, job) && bytes != NULL)
    {
      g_clear_pointer (&bytes, g_bytes_unref);
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Cancelled"));
    }
  return bytes;
}

void
wb_export_figure_draw (WbExportFigure *self, cairo_t *cr, double width, WbJob *job)
{
  PlotCanvas canvas;

  begin (self, job);
  plot_canvas_init_cairo (&canvas, cr, 1, TRUE);
  plot_figure_set_theme (self->figure, &self->theme);
  plot_figure_draw (self->figure, &canvas, width, width * self->page.height / self->page.width);
  end (self, job);
}

cairo_surface_t *
wb_export_figure_picture (WbExportFigure *self, double width, double height, int scale, WbJob *job)
{
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) ceil (width * scale), (int) ceil (height * scale));
  double points = width / (self->page.width * WB_POINTS_PER_MM); /* converts px to pt */
  PlotCanvas canvas;
  cairo_t *cr;

  cairo_surface_set_device_scale (picture, scale, scale);
  cr = cairo_create (picture);
  cairo_set_source_rgb (cr, self->theme.background.r, self->theme.background.g, self->theme.background.b);
  cairo_paint (cr);
  cairo_scale (cr, points, points);
  plot_canvas_init_cairo (&canvas, cr, points, TRUE);
  begin (self, job);
  plot_figure_set_theme (self->figure, &self->theme);
  plot_figure_draw (self->figure, &canvas, self->page.width * WB_POINTS_PER_MM, self->page.height * WB_POINTS_PER_MM);
  cairo_destroy (cr);
  if (!end (self, job))
    g_clear_pointer (&picture, cairo_surface_destroy);
  return picture;
}

static gboolean
film_on (gpointer job, double share)
{
  return wb_job_go_on (job, share);
}

gboolean
wb_export_figure_film (WbExportFigure *self, const PlotMovie *movie, PlotMovieFormat format, const char *path, WbJob *job, GError **error)
{
  PlotMovie whole = *movie;
  gboolean fine;

  whole.figure = self->figure;
  whole.axis = self->axis;
  whole.provenance = &self->provenance;
  whole.theme = &self->theme;
  whole.width = self->page.width * WB_POINTS_PER_MM;
  whole.height = self->page.height * WB_POINTS_PER_MM;
  g_mutex_lock (&self->lock);
  fine = plot_movie_write (&whole, format, path, film_on, job, error);
  g_mutex_unlock (&self->lock);
  return fine;
}
