/* A free place for a label beside a line, in pixels. */
#pragma once

#include "plot-frame.h"

G_BEGIN_DECLS

typedef struct { double x, y; } PlotPoint;
typedef struct { double x, y, width, height; } PlotRectangle; /* x, y: upper left */

/* Puts the box (of given size) beside a point of the line where it lies inside the plot and over none of the taken points; the highest
 * such place, to the left before the right. Arrays of PlotPoint. FALSE: there is none. */
gboolean plot_placement_find (const GArray *line, const GArray *taken, const PlotFrame *frame, PlotRectangle *box);
/* Makes the box itself an obstacle: points a few units apart. */
void plot_placement_add_obstacle (GArray *taken, const PlotRectangle *box, double unit);

/* Whether the box meets a name that stands in this drawing already; a name that is drawn says where, so that later ones keep off it. */
gboolean plot_placement_meets_label (const PlotFrame *frame, const PlotRectangle *box);
void plot_placement_add_label (PlotFrame *frame, const PlotRectangle *box);

G_END_DECLS
