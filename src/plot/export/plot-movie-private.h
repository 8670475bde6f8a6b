/* Functions that draw the pictures of a movie, and the writers of the file formats. The files plot-movie*.c share them. */
#pragma once

#include "plot-movie.h"
#include "plot-movie-palette.h"

G_BEGIN_DECLS

typedef struct
{
  const PlotMovie *movie;
  int width, height;     /* pixels */
  PlotMovieFunc func;
  gpointer user;
} PlotMovieFrames;

/* Draws picture `index`. If picture->pixels is NULL, it is allocated; free it with g_free. */
void plot_movie_frames_draw (const PlotMovieFrames *frames, int index, PlotPicture *picture);
/* Reports the completed fraction. Returns FALSE with an error if the caller cancels the movie. */
gboolean plot_movie_frames_report (const PlotMovieFrames *frames, double fraction, GError **error);
/* Returns the start time of picture `index` in units of 1/per_second s. It is rounded from the exact time, so that rounding errors do not
 * add up. */
long plot_movie_frames_start (const PlotMovieFrames *frames, int index, int per_second);

/* Returns the movie as a GIF file, or NULL with an error. */
GBytes *plot_movie_gif (const PlotMovieFrames *frames, GError **error);
/* Returns the movie as a WebP file, or NULL with an error. */
GBytes *plot_movie_webp (const PlotMovieFrames *frames, GError **error);

G_END_DECLS
