/* Writes plots in motion as a movie: to a file, or to a folder of pictures. */
#pragma once

#include "wb-export-figure.h"

G_BEGIN_DECLS

typedef struct
{
  PlotMovieFormat format;
  int width;            /* width in px; the height follows from the page */
  double rate;          /* pictures per second */
  double speed;         /* simulated time per second of the movie */
  double t_low, t_high; /* range of time; ±inf: the start of the run, or the time it has reached */
} WbExportMotion;

/* Returns the number of pictures for the session's current run; 0 without a
 * run. */
int wb_export_motion_n_frames (WbSession *session, const WbExportMotion *motion);
/* The largest number of pictures of a movie: one minute at 50 pictures per second. A movie with more is refused. */
#define WB_MOTION_MOST_FRAMES 3000

/* The data of a movie, copied from the session, so that the run may continue or
 * be removed. */
typedef struct WbExportFilm WbExportFilm;

/* Prepares a movie of the page's plots from the current data of the session.
 * Main thread. Returns NULL with an error if there is no run or there would be
 * too many pictures. */
WbExportFilm *wb_export_film_new (WbSession *session, const WbExportPage *page, const WbExportMotion *motion, GError **error);
/* Frees the movie. */
void wb_export_film_free (WbExportFilm *film);
/* Writes the movie to a file, or to a folder for a sequence of pictures. Any
 * thread; a cancelled or failed movie leaves no files. Returns FALSE with an
 * error. */
gboolean wb_export_film_write (WbExportFilm *film, const char *path, WbJob *job, GError **error);

G_END_DECLS
