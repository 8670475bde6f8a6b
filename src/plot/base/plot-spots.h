/* A free place for a label beside a line, in pixels. */
#pragma once

#include "plot-frame.h"

G_BEGIN_DECLS

typedef struct { double x, y; } PlotSpot;
typedef struct { double x, y, width, height; } PlotSpotBox; /* x, y: upper left */

/* Puts the box (of given size) beside a point of the line where it lies inside the plot and over none of the taken points; the highest
 * such place, to the left before the right. Arrays of PlotSpot. FALSE: there is none. */
gboolean plot_spots_place (const GArray *line, const GArray *taken, const PlotFrame *frame, PlotSpotBox *box);
/* Makes the box itself an obstacle: points a few units apart. */
void plot_spots_take (GArray *taken, const PlotSpotBox *box, double unit);

/* Whether the box meets a name that stands in this drawing already; a name that is drawn says where, so that later ones keep off it. */
gboolean plot_spots_is_named (const PlotFrame *frame, const PlotSpotBox *box);
void plot_spots_name (PlotFrame *frame, const PlotSpotBox *box);

G_END_DECLS
