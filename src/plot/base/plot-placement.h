/* Places labels beside curves so that they do not cover a curve or another
 * label. All lengths in px. */
#pragma once

#include "plot-frame.h"

G_BEGIN_DECLS

typedef struct { double x, y; } PlotPoint;
typedef struct { double x, y, width, height; } PlotRectangle; /* (x, y): upper left corner */

/* Places a label, whose width and height are set in `box`, beside a point of
 * `line`: inside the data area and away from `obstacles`. It prefers high
 * places to low ones, and left ones to right ones. Both arrays hold PlotPoint.
 * Returns FALSE if there is no such place; box->x and box->y are then
 * unchanged. */
gboolean plot_placement_find (const GArray *line, const GArray *obstacles, const PlotFrame *frame, PlotRectangle *box);
/* Appends points that fill the box to `obstacles`, so that later labels stay away from it. unit: 1 px at the usual size. */
void plot_placement_add_obstacle (GArray *obstacles, const PlotRectangle *box, double unit);
/* Returns whether the box overlaps a label of frame->labels. */
gboolean plot_placement_meets_label (const PlotFrame *frame, const PlotRectangle *box);
/* Appends a label that was drawn to frame->labels. */
void plot_placement_add_label (PlotFrame *frame, const PlotRectangle *box);

G_END_DECLS
