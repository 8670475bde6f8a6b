/* A movie of a figure: the playhead moves through an interval of time, with one picture for each position. GIF and WebP are one file that
 * repeats; a sequence is a folder of numbered PNG files. The thread that writes must own the figure. */
#pragma once

#include "plot-figure.h"
#include "plot-provenance.h"

G_BEGIN_DECLS

typedef enum { PLOT_MOVIE_GIF, PLOT_MOVIE_WEBP, PLOT_MOVIE_PNG } PlotMovieFormat;

/* Returns whether the program was built with the library for this format. The PNG sequence is always available. */
gboolean plot_movie_can (PlotMovieFormat format);

typedef struct
{
  PlotFigure *figure;        /* figure whose views follow the axis */
  PlotTimeAxis *axis;
  const PlotTheme *theme;
  double width, height;      /* size in pt */
  double resolution;         /* dots per inch */
  double t_start, t_end;     /* times of the first and last picture */
  int n_frames;              /* ≥ 1 */
  const PlotProvenance *provenance; /* NULL: none is written */
  double rate;               /* pictures per second, 1 to 50; a GIF rounds each duration to 1/100 s and keeps the mean */
} PlotMovie;

/* Reports the fraction done before each picture; FALSE cancels (G_IO_ERROR_CANCELLED). */
typedef gboolean (*PlotMovieFunc) (gpointer user, double fraction);

/* Writes a movie to the file `path`, or for a sequence to the folder `path`, which must be new or empty. On failure returns FALSE with
 * an error, and nothing of the movie remains. func may be NULL. */
gboolean plot_movie_write (const PlotMovie *movie, PlotMovieFormat format, const char *path, PlotMovieFunc func, gpointer user,
                           GError **error);

G_END_DECLS
