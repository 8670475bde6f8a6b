/* Where a line has been: cells, finer than what can be told apart, that long lines mark as they go. What passes only through marked cells would add
 * nothing to the picture but time and bytes: a closed orbit or an attractor costs its drawing once, not once a turn. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint8 *bits;          /* one a cell */
  int width, height;     /* in cells */
  double left, top, per; /* in the caller's units; cells per unit */
} PlotCellSet;

/* Cells of 1 / per units over an area and a little around it, none of them marked. Any thread. */
void plot_cell_set_init (PlotCellSet *cells, double left, double top, double width, double height, double per);
void plot_cell_set_clear (PlotCellSet *cells);

/* A part of a segment, by shares of its length from its start. */
typedef struct { double from, to; } PlotSegmentPart;
#define PLOT_CELL_SET_MOST_PARTS 16
/* Marks the cells under the segment and tells which parts of it are new: what lies outside is not, and parts that nearly touch are one. Returns how
 * many, 0: all of it was passed before. */
int plot_cell_set_mark (PlotCellSet *cells, double x0, double y0, double x1, double y1, PlotSegmentPart parts[PLOT_CELL_SET_MOST_PARTS]);

G_END_DECLS
