/* The pictures of a movie one after another, and the writers of each format: one module in several files. */
#pragma once

#include "plot-movie.h"
#include "plot-movie-palette.h"

G_BEGIN_DECLS

typedef struct
{
  const PlotMovie *movie;
  int width, height;
  PlotMovieFunc func;
  gpointer user;
} PlotMovieFrames;

/* Draws picture `index` into an image that is kept for the next; picture->pixels NULL: made. */
void plot_movie_frames_draw (const PlotMovieFrames *frames, int index, PlotPicture *picture);
/* FALSE with an error where the caller cancels. */
gboolean plot_movie_frames_report (const PlotMovieFrames *frames, double share, GError **error);
/* Start of picture `index`, in units of 1/per_second s, rounded: no picture drifts from the others. */
long plot_movie_frames_start (const PlotMovieFrames *frames, int index, int per_second);

GBytes *plot_movie_gif (const PlotMovieFrames *frames, GError **error);
GBytes *plot_movie_webp (const PlotMovieFrames *frames, GError **error);

G_END_DECLS
