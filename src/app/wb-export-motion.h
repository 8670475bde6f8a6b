/* Plots in motion to a file or a folder of pictures, drawn on a thread of the pool. Main thread. */
#pragma once

#include "plot-movie.h"
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

/* The page's plots, size and style; path: a file, or the folder of a sequence. What the session holds is copied; the run may go on or away.
 * progress is set to the share done; cancelling leaves nothing behind. */
void wb_export_motion_write_async (WbSimulateView *view, WbSession *session, const WbExportPage *page, const WbExportMotion *motion,
                                   const char *path, _Atomic double *progress, GCancellable *cancellable, GAsyncReadyCallback done,
                                   gpointer user);
gboolean wb_export_motion_write_finish (GAsyncResult *result, GError **error);

G_END_DECLS
