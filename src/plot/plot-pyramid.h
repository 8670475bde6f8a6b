/* Smallest and largest of a growing column in O(log n): an append-only min–max pyramid over doubles. NaN adds nothing. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct PlotPyramid PlotPyramid;

PlotPyramid *plot_pyramid_new (void);
void plot_pyramid_free (PlotPyramid *pyramid);
void plot_pyramid_append (PlotPyramid *pyramid, double value);
void plot_pyramid_clear (PlotPyramid *pyramid);
gsize plot_pyramid_n_rows (const PlotPyramid *pyramid);
/* +inf, −inf where nothing is there. */
void plot_pyramid_range (const PlotPyramid *pyramid, gsize first, gsize last, double *low, double *high);

G_END_DECLS
