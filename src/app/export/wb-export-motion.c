/* Draws the frames of a movie for the time span and speed of its options. */
#include "wb-export-motion.h"

#include <glib/gi18n.h>
#include <math.h>

struct WbExportFilm
{
  WbExportFigure *figure;
  WbExportMotion motion;
  int n_frames;
  double t_low, t_high;
};

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

void
wb_export_film_free (WbExportFilm *film)
{
  g_clear_pointer (&film->figure, wb_export_figure_unref);
  g_free (film);
}

WbExportFilm *
wb_export_film_new (WbSession *session, const WbExportPage *page, const WbExportMotion *motion, GError **error)
{
  int n = wb_export_motion_n_frames (session, motion);
  WbExportFigure *figure = NULL;
  WbExportFilm *film;

  if (n == 0)
    g_set_error_literal (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("There is nothing to animate yet. Run the model first."));
  else if (n > WB_MOTION_MOST_FRAMES)
    g_set_error (error, PLOT_ERROR, PLOT_ERROR_FORMAT,
                 _("This needs %d frames, but at most %d are possible. Choose a higher speed, fewer frames per second or a shorter "
                   "range."), n,
                 WB_MOTION_MOST_FRAMES);
  else
    figure = wb_export_figure_new (session, page, error);
  if (figure == NULL)
    return NULL;
  film = g_new0 (WbExportFilm, 1);
  film->figure = figure;
  film->motion = *motion;
  film->n_frames = n;
  span_of (wb_session_current (session), motion, &film->t_low, &film->t_high);
  return film;
}

gboolean
wb_export_film_write (WbExportFilm *film, const char *path, WbJob *job, GError **error)
{
  PlotMovie movie = {
    .resolution = 72 * film->motion.width / (wb_export_figure_page (film->figure)->width * WB_POINTS_PER_MM),
    .t_start = film->t_low, .t_end = film->t_high, .n_frames = film->n_frames, .rate = film->motion.rate,
  };

  return wb_export_figure_film (film->figure, &movie, film->motion.format, path, job, error);
}
