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

/* Pictures that it takes for the session's current run; 0: there is no run. */
int wb_export_motion_n_frames (WbSession *session, const WbExportMotion *motion);
/* More are refused: a minute at 50 a second. */
#define WB_MOTION_MOST_FRAMES 3000

/* What is filmed, as the session holds it now: the run may go on or away. */
typedef struct WbExportFilm WbExportFilm;

/* The page's plots, size and style. Main thread. NULL with an error where there is no run, or too many pictures. */
WbExportFilm *wb_export_film_new (WbSession *session, const WbExportPage *page, const WbExportMotion *motion, GError **error);
void wb_export_film_free (WbExportFilm *film);
/* path: a file, or the folder of a sequence. On a job's thread; cancelling or failing leaves nothing behind. */
gboolean wb_export_film_write (WbExportFilm *film, const char *path, WbJob *job, GError **error);

G_END_DECLS
