/* A palette of at most 255 colours for the pictures of a GIF. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A picture as xRGB words (cairo's RGB24), without padding. */
typedef struct { int width, height; guint32 *pixels; } PlotPicture;

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
