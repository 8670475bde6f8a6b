/* A figure in motion: the playhead goes over a stretch of time, and each place of it becomes a picture. GIF and WebP are one file that repeats;
 * a sequence is a folder of numbered PNG. On one thread, which must be the figure's. */
#pragma once

#include "plot-figure.h"
#include "plot-provenance.h"

G_BEGIN_DECLS

typedef enum { PLOT_MOVIE_GIF, PLOT_MOVIE_WEBP, PLOT_MOVIE_PNG } PlotMovieFormat;

/* Whether the program was built with the library that writes it; a sequence always is. */
gboolean plot_movie_can (PlotMovieFormat format);

typedef struct
{
  PlotFigure *figure;        /* its views follow axis */
  PlotTimeAxis *axis;
  const PlotTheme *theme;
  double width, height;      /* pt */
  double resolution;         /* dots per inch */
  double t_start, t_end;     /* first and last picture */
  int n_frames;              /* ≥ 1 */
  const PlotProvenance *provenance; /* NULL: none is written */
  double rate;               /* pictures per second, 1 to 50; a GIF holds whole hundredths of a second and keeps the mean */
} PlotMovie;

/* Called before each picture with the share done; FALSE cancels (G_IO_ERROR_CANCELLED). */
typedef gboolean (*PlotMovieFunc) (gpointer user, double share);

/* Writes the file, or for a sequence the folder `path`, which must be new or empty. Whole or not at all: after an error or a cancel nothing
 * of it stays. func may be NULL. */
gboolean plot_movie_write (const PlotMovie *movie, PlotMovieFormat format, const char *path, PlotMovieFunc func, gpointer user, GError **error);

G_END_DECLS
