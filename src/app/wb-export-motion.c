#include "wb-export-motion.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdatomic.h>

/* All that the thread needs, its own. */
typedef struct
{
  GPtrArray *specs;            /* WbPlotSpec */
  Model *model;
  ModelSystem *system;
  SimTrajectory *trajectory;
  SimTape *tape;
  PlotRun run;
  WbExportPage page;
  WbExportMotion motion;
  int n_frames;
  double t_low, t_high, view_low, view_high;
  char *path, *caption;
  _Atomic double *progress;
  GCancellable *cancellable;
} Filming;

static void
filming_free (Filming *filming)
{
  g_ptr_array_unref (filming->specs);
  g_clear_pointer (&filming->tape, sim_tape_unref);
  g_clear_pointer (&filming->trajectory, sim_trajectory_unref);
  g_clear_pointer (&filming->system, model_system_free);
  g_clear_pointer (&filming->model, model_unref);
  g_clear_object (&filming->cancellable);
  g_free (filming->caption);
  g_free (filming->path);
  g_free (filming);
}

/* ---- on the pool ---- */

static PlotFigure *
figure_of (const Filming *filming, PlotTimeAxis *axis)
{
  PlotFigure *figure = plot_figure_new ();
  int last_time[2] = { -1, -1 };

  for (guint i = 0; i < filming->specs->len; i++)
    {
      const WbPlotSpec *spec = g_ptr_array_index (filming->specs, i);

      if (spec->kind <= WB_PLOT_EVENTS)
        last_time[spec->column & 1] = (int) i;
    }
  for (guint i = 0; i < filming->specs->len; i++)
    {
      const WbPlotSpec *spec = g_ptr_array_index (filming->specs, i);
      PlotView *view = wb_plot_spec_view_of (spec, &filming->run, axis);

      if (view == NULL)
        continue;
      if (spec->kind <= WB_PLOT_EVENTS)
        plot_view_set_x_labels_shown (view, last_time[spec->column & 1] == (int) i);
      plot_figure_add (figure, spec->column, view, spec->share);
    }
  plot_figure_set_column_weight (figure, 0, 1.4);
  plot_figure_set_caption (figure, filming->caption);
  return figure;
}

static gboolean
go_on (gpointer user, double share)
{
  Filming *filming = user;

  atomic_store (filming->progress, share);
  return !g_cancellable_is_cancelled (filming->cancellable);
}

static void
film (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Filming *filming = data;
  g_autoptr (PlotTimeAxis) axis = plot_time_axis_new (filming->run.t_start, filming->run.t_end, model_time_unit (filming->model));
  g_autoptr (PlotFigure) figure = NULL;
  PlotTheme theme = wb_export_theme (&filming->page);
  GError *error = NULL;
  PlotMovie movie;

  plot_time_axis_set_view (axis, filming->view_low, filming->view_high);
  figure = figure_of (filming, axis);
  movie = (PlotMovie) {
    .figure = figure, .axis = axis, .theme = &theme,
    .width = filming->page.width * WB_POINTS_PER_MM, .height = filming->page.height * WB_POINTS_PER_MM,
    .resolution = 72 * filming->motion.width / (filming->page.width * WB_POINTS_PER_MM),
    .t_start = filming->t_low, .t_end = filming->t_high, .n_frames = filming->n_frames, .rate = filming->motion.rate,
  };
  if (plot_figure_n_views (figure) == 0)
    g_task_return_new_error (task, PLOT_ERROR, PLOT_ERROR_VIEW, "%s", _("Choose at least one plot."));
  else if (plot_movie_write (&movie, filming->motion.format, filming->path, go_on, filming, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* ---- on the main thread ---- */

static void
span_of (WbRunItem *run, const WbExportMotion *motion, double *low, double *high)
{
  double reached = wb_run_item_state (run)->t;

  *low = fmax (motion->t_low, wb_run_item_t_start (run));
  *high = fmax (*low, fmin (motion->t_high, reached));
}

int
wb_export_motion_n_frames (WbSession *session, const WbExportMotion *motion)
{
  WbRunItem *run = wb_session_current (session);
  double low, high, frames;

  if (run == NULL || sim_trajectory_n_rows (wb_run_item_trajectory (run)) < 2)
    return 0;
  span_of (run, motion, &low, &high);
  frames = (high - low) / motion->speed * motion->rate;
  return frames < G_MAXINT / 2 ? (int) lrint (frames) + 1 : G_MAXINT / 2;
}

/* The plots that are chosen and can be drawn by another thread: a difference is of two runs, and stays still. */
static GPtrArray *
specs_of (WbSimulateView *view, guint64 plots)
{
  GPtrArray *specs = g_ptr_array_new_with_free_func ((GDestroyNotify) wb_plot_spec_free);

  for (int i = 0; i < wb_simulate_view_n_plots (view) && i < 64; i++)
    if ((plots >> i & 1) && wb_simulate_view_spec (view, i)->kind != WB_PLOT_DIFFERENCE)
      g_ptr_array_add (specs, wb_plot_spec_copy (wb_simulate_view_spec (view, i)));
  return specs;
}

static Filming *
filming_new (WbSimulateView *view, WbRunItem *run, const WbExportPage *page, const WbExportMotion *motion, GError **error)
{
  g_autoptr (ModelSystem) system = wb_values_instance (wb_run_item_values (run), wb_run_item_model (run), wb_run_item_config (run), error);
  Filming *filming;

  if (system == NULL)
    return NULL;
  filming = g_new0 (Filming, 1);
  filming->specs = specs_of (view, page->plots);
  filming->model = model_ref (wb_run_item_model (run));
  filming->system = g_steal_pointer (&system);
  filming->trajectory = sim_trajectory_ref (wb_run_item_trajectory (run));
  filming->tape = sim_tape_ref (wb_run_item_tape (run));
  filming->run = (PlotRun) {
    .trajectory = filming->trajectory, .tape = filming->tape, .system = filming->system, .t_start = wb_run_item_t_start (run),
    .t_end = wb_run_item_t_end (run), .max_step = sim_config_get_number (wb_run_item_config (run), "max_step"),
  };
  filming->page = *page;
  filming->motion = *motion;
  filming->caption = page->settings ? wb_export_caption (run) : NULL;
  span_of (run, motion, &filming->t_low, &filming->t_high);
  plot_time_axis_get_view (wb_simulate_view_axis (view), &filming->view_low, &filming->view_high);
  return filming;
}

void
wb_export_motion_write_async (WbSimulateView *view, WbSession *session, const WbExportPage *page, const WbExportMotion *motion,
                              const char *path, _Atomic double *progress, GCancellable *cancellable, GAsyncReadyCallback done, gpointer user)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, done, user);
  int n = wb_export_motion_n_frames (session, motion);
  GError *error = NULL;
  Filming *filming = NULL;

  atomic_store (progress, 0.0);
  if (n == 0)
    g_set_error_literal (&error, PLOT_ERROR, PLOT_ERROR_VIEW, _("There is no motion yet: run the model first."));
  else if (n > WB_MOTION_MOST_FRAMES)
    g_set_error (&error, PLOT_ERROR, PLOT_ERROR_FORMAT,
                 _("This would take %d pictures, and %d are the most. Choose a higher speed, fewer pictures per second or a shorter range."), n,
                 WB_MOTION_MOST_FRAMES);
  else
    filming = filming_new (view, wb_session_current (session), page, motion, &error);
  if (filming == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  filming->n_frames = n;
  filming->path = g_strdup (path);
  filming->progress = progress;
  filming->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  g_task_set_task_data (task, filming, (GDestroyNotify) filming_free);
  g_task_run_in_thread (task, film);
}

gboolean
wb_export_motion_write_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
