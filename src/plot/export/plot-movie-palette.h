/* A palette of at most 255 colours for the pictures of a GIF. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A picture of 0x00RRGGBB pixels, row by row without padding. */
typedef struct { int width, height; guint32 *pixels; } PlotPicture;

typedef struct PlotPalette PlotPalette;
/* Returns an empty palette. */
PlotPalette *plot_palette_new (void);
/* Frees a palette. */
void plot_palette_free (PlotPalette *palette);
/* Counts the colours of a picture. */
void plot_palette_count (PlotPalette *palette, const PlotPicture *picture);
/* Chooses at most `most` ≤ 255 colours: the most frequent ones unchanged, and means of the others by median cut. */
void plot_palette_choose (PlotPalette *palette, int most);
/* Returns the number of colours chosen. */
int plot_palette_n_colors (const PlotPalette *palette);
/* Returns a colour of the palette. */
guint32 plot_palette_color (const PlotPalette *palette, int index);
/* Returns the index of the palette colour nearest to `color`. */
int plot_palette_find (PlotPalette *palette, guint32 color);

G_END_DECLS
