/* Plots in motion to a file or a folder of pictures. */
#pragma once

#include "wb-export-figure.h"

G_BEGIN_DECLS

typedef struct
{
  PlotMovieFormat format;
  int width;            /* px; the height follows from the page */
  double rate;          /* pictures per second */
  double speed;         /* simulated time that goes by in a second */
  double t_low, t_high; /* ±inf: where the run begins, has come to */
} WbExportMotion;

/* Returns the number of pictures for the session's current run; 0 without a
 * run. */
int wb_export_motion_n_frames (WbSession *session, const WbExportMotion *motion);
/* More are refused: a minute at 50 a second. */
#define WB_MOTION_MOST_FRAMES 3000

/* What is filmed, as the session holds it now: the run may go on or away. */
typedef struct WbExportFilm WbExportFilm;

/* Prepares a movie of the page's plots from what the session holds now. Main
 * thread. Returns NULL with an error where there is no run or there would be
 * too many pictures. */
WbExportFilm *wb_export_film_new (WbSession *session, const WbExportPage *page, const WbExportMotion *motion, GError **error);
/* Frees the movie. */
void wb_export_film_free (WbExportFilm *film);
/* Writes the movie to a file, or to a folder for a sequence of pictures. Any
 * thread; a cancelled or failed movie leaves no files. Returns FALSE with an
 * error. */
gboolean wb_export_film_write (WbExportFilm *film, const char *path, WbJob *job, GError **error);

G_END_DECLS
