/* What the formats share: pictures one after another. */
#pragma once

#include "plot-movie.h"

G_BEGIN_DECLS

/* A picture as xRGB words (cairo's RGB24), without padding. */
typedef struct { int width, height; guint32 *pixels; } PlotPicture;

typedef struct
{
  const PlotMovie *movie;
  int width, height;
  PlotMovieFunc func;
  gpointer user;
} PlotReel;

/* Draws picture `index` into an image that is kept for the next; picture->pixels NULL: made. */
void plot_reel_draw (const PlotReel *reel, int index, PlotPicture *picture);
/* FALSE with an error where the caller cancels. */
gboolean plot_reel_go_on (const PlotReel *reel, double share, GError **error);
/* Start of picture `index`, in units of 1/per_second s, rounded: no picture drifts from the others. */
long plot_reel_time (const PlotReel *reel, int index, int per_second);

GBytes *plot_movie_gif (const PlotReel *reel, GError **error);
GBytes *plot_movie_webp (const PlotReel *reel, GError **error);

/* ---- colours ---- */

/* At most `most` ≤ 255 colours for the pictures that were counted: those that fill most of them as they are, the rest by median cut. */
typedef struct PlotPalette PlotPalette;
PlotPalette *plot_palette_new (void);
void plot_palette_free (PlotPalette *palette);
void plot_palette_count (PlotPalette *palette, const PlotPicture *picture);
void plot_palette_choose (PlotPalette *palette, int most);
int plot_palette_n_colors (const PlotPalette *palette);
guint32 plot_palette_color (const PlotPalette *palette, int index);
/* Index of the nearest colour. */
int plot_palette_find (PlotPalette *palette, guint32 color);

G_END_DECLS
