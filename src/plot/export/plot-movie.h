/* A movie of a figure: the playhead moves through a time interval, with one picture for each position. GIF and WebP are one file that
 * repeats; a sequence is a folder of numbered PNG files. The functions must be called on the thread that owns the figure. */
#pragma once

#include "plot-figure.h"
#include "plot-provenance.h"

G_BEGIN_DECLS

typedef enum { PLOT_MOVIE_GIF, PLOT_MOVIE_WEBP, PLOT_MOVIE_PNG } PlotMovieFormat;

/* Returns whether Stepwise was built with the library for this format. PNG sequences are always available. */
gboolean plot_movie_can (PlotMovieFormat format);

typedef struct
{
  PlotFigure *figure;        /* figure whose views follow the time axis */
  PlotTimeAxis *axis;
  const PlotTheme *theme;
  double width, height;      /* size of a picture in pt */
  double resolution;         /* dots per inch */
  double t_start, t_end;     /* times of the first and last picture */
  int n_frames;              /* number of pictures, at least 1 */
  const PlotProvenance *provenance; /* metadata that are written to the file; NULL: none */
  double rate;               /* pictures per second, 1 to 50; a GIF rounds each duration to 1/100 s and keeps the mean */
} PlotMovie;

/* Receives the completed fraction before each picture. Returns FALSE to cancel the movie (G_IO_ERROR_CANCELLED). */
typedef gboolean (*PlotMovieFunc) (gpointer user, double fraction);

/* Writes a movie to the file `path`. For a sequence, path is a folder that must not exist or must be empty. func may be NULL. Returns FALSE
 * with an error on failure; nothing of the movie remains then. */
gboolean plot_movie_write (const PlotMovie *movie, PlotMovieFormat format, const char *path, PlotMovieFunc func, gpointer user,
                           GError **error);

G_END_DECLS
