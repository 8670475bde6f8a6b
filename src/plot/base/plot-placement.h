/* Places labels beside curves so that they cover neither curves nor other labels. All lengths are in
 * px. */
#pragma once

#include "plot-frame.h"

G_BEGIN_DECLS

typedef struct { double x, y; } PlotPoint;
typedef struct { double x, y, width, height; } PlotRectangle; /* (x, y): upper left corner */

/* Places a label, whose width and height are in `box`, beside a point
 * of `line`, inside the data area and away from `obstacles`. High and
 * left positions are preferred. Both arrays contain PlotPoint. Returns
 * FALSE if there is no such position; box->x and box->y are then
 * unchanged. */
gboolean plot_placement_find (const GArray *line, const GArray *obstacles, const PlotFrame *frame, PlotRectangle *box);
/* Appends points that fill the box to `obstacles`, so that later labels keep away from it. unit is the length of 1 px at the usual text
 * size. */
void plot_placement_add_obstacle (GArray *obstacles, const PlotRectangle *box, double unit);
/* Returns whether the box overlaps one of frame->labels. */
gboolean plot_placement_meets_label (const PlotFrame *frame, const PlotRectangle *box);
/* Appends the box of a label that was drawn to frame->labels. */
void plot_placement_add_label (PlotFrame *frame, const PlotRectangle *box);

G_END_DECLS
