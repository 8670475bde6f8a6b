/* Writes plots as a movie, to a file or to a folder of pictures. */
#pragma once

#include "wb-export-figure.h"

G_BEGIN_DECLS

typedef struct
{
  PlotMovieFormat format;
  int width;            /* width in px; the height follows from the shape of the page */
  double rate;          /* pictures per second */
  double speed;         /* seconds of the model per second of the movie */
  double t_low, t_high; /* range of time; −INFINITY: the start of the run, INFINITY: the time that it has reached */
} WbExportMotion;

/* Returns the number of pictures for the current run of the session, or 0 if there is no
 * run. */
int wb_export_motion_n_frames (WbSession *session, const WbExportMotion *motion);
/* Largest number of pictures of a movie: one minute at 50 pictures per second. A longer movie is refused. */
#define WB_MOTION_MOST_FRAMES 3000

/* The data of a movie, copied from the session. The run may continue or be removed
 * meanwhile. */
typedef struct WbExportFilm WbExportFilm;

/* Prepares a movie of the plots of the page from the present data of the session. Main
 * thread. Returns NULL with an error if there is no run or the movie would have too many
 * pictures. */
WbExportFilm *wb_export_film_new (WbSession *session, const WbExportPage *page, const WbExportMotion *motion, GError **error);
/* Frees a movie; NULL is allowed. */
void wb_export_film_free (WbExportFilm *film);
/* Writes the movie to a file, or to a folder if the format is a sequence of pictures. Any
 * thread. A movie that fails or is cancelled leaves no files. Returns FALSE with an
 * error. */
gboolean wb_export_film_write (WbExportFilm *film, const char *path, WbJob *job, GError **error);

G_END_DECLS
