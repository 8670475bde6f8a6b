/* The set of cells of a plane that a curve has crossed, as a bit map.
 *
 * Cells are smaller than the resolution of the eye or of a printer. A segment that crosses only marked cells would not change the
 * picture and is omitted. Therefore the drawing of an orbit near a limit cycle or an attractor takes about the time and memory of one
 * period, however many periods the orbit has. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint8 *bits;          /* one bit for each cell, row by row */
  int width, height;     /* numbers of cells in each direction */
  double left, top, per; /* (left, top): upper left corner in the caller's coordinates; per: number of cells per unit of them */
} PlotCellSet;

/* Initializes an empty set of cells of size 1/per, over an area and a margin of 16 cells around it. */
void plot_cell_set_init (PlotCellSet *cells, double left, double top, double width, double height, double per);
/* Frees the memory of a set. A set whose members are all zero is allowed. */
void plot_cell_set_clear (PlotCellSet *cells);

/* A part of a segment. Its ends are fractions 0 … 1 of the segment's length. */
typedef struct { double from, to; } PlotSegmentPart;
#define PLOT_CELL_SET_MOST_PARTS 16
/* Adds the cells that a segment crosses to the set. Writes the parts of the segment in cells that were not in the set before to `parts`,
 * and returns their number. Parts with a short gap between them are joined. Parts outside the area are omitted. */
int plot_cell_set_mark (PlotCellSet *cells, double x0, double y0, double x1, double y1, PlotSegmentPart parts[PLOT_CELL_SET_MOST_PARTS]);

G_END_DECLS
