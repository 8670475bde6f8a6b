/* The set of cells of a plane that a curve has crossed, as a bit map.
 *
 * Cells are smaller than the resolution of the eye or of a printer. A segment that crosses only marked cells changes nothing in the picture
 * and is omitted. So an orbit near a limit cycle or an attractor takes the time and bytes of about one period, however many periods it has. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint8 *bits;          /* one for each cell, row by row */
  int width, height;     /* numbers of cells */
  double left, top, per; /* per: cells per unit; (left, top): upper left corner in the caller's units */
} PlotCellSet;

/* Initializes an empty set of cells of size 1/per over an area and a margin of 16 cells around it. */
void plot_cell_set_init (PlotCellSet *cells, double left, double top, double width, double height, double per);
/* Frees the memory of a set; a set that is all zero is allowed. */
void plot_cell_set_clear (PlotCellSet *cells);

/* A part of a segment, as fractions 0 … 1 of its length. */
typedef struct { double from, to; } PlotSegmentPart;
#define PLOT_CELL_SET_MOST_PARTS 16
/* Sets the marks of the cells that a segment crosses. Writes to parts the pieces of the segment that lie in cells that were not marked before, and
 * returns their number. Pieces with a short gap between them are joined. Pieces outside the area are omitted. */
int plot_cell_set_mark (PlotCellSet *cells, double x0, double y0, double x1, double y1, PlotSegmentPart parts[PLOT_CELL_SET_MOST_PARTS]);

G_END_DECLS
