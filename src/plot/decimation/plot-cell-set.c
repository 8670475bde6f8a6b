/* Marks the cells along a segment and reports the parts that crossed cells not marked before. */
#include "plot-cell-set.h"

#include <math.h>

/* Width in cells of the border around the area. The stroke of a line just outside the area can cover pixels inside it. */
#define MARGIN 16
/* Two parts are joined if fewer marked cells than this are between them, because each part is drawn as a segment with round ends. */
#define LEAST_GAP 8

void
plot_cell_set_init (PlotCellSet *cells, double left, double top, double width, double height, double per)
{
  cells->per = per;
  cells->left = left - MARGIN / per;
  cells->top = top - MARGIN / per;
  cells->width = (int) ceil (width * per) + 2 * MARGIN;
  cells->height = (int) ceil (height * per) + 2 * MARGIN;
  cells->bits = g_malloc0 (((gsize) cells->width * cells->height + 7) / 8);
}

void
plot_cell_set_clear (PlotCellSet *cells)
{
  g_clear_pointer (&cells->bits, g_free);
}

/* Reduces [from, to] to the integers s with 0 ≤ start + s·delta < size; *to < 0 if there are none. This is one direction of Liang and
 * Barsky, ACM TOG 3 (1984). */
static void
clip (double start, double delta, double size, double *from, double *to)
{
  double enter = -start / delta, leave = (size - start) / delta;

  if (delta == 0)
    {
      if (!(start >= 0 && start < size))
        *to = -1;
      return;
    }
  *from = fmax (*from, fmin (enter, leave));
  *to = fmin (*to, fmax (enter, leave));
}

/* The segment is sampled at equal distances of at most one cell in its longer direction (a digital differential analyzer). It may miss a
 * cell of which it crosses only a corner, but cells are below the resolution anyway. A part extends one sample beyond its first and last
 * new cell, so that it overlaps with the earlier drawing. */
int
plot_cell_set_mark (PlotCellSet *cells, double x0, double y0, double x1, double y1, PlotSegmentPart parts[PLOT_CELL_SET_MOST_PARTS])
{
  const double dx = (x1 - x0) * cells->per, dy = (y1 - y0) * cells->per;
  double x = (x0 - cells->left) * cells->per, y = (y0 - cells->top) * cells->per, from = 0, to = 1, step, step_x, step_y;
  const unsigned width = (unsigned) cells->width, height = (unsigned) cells->height;
  guint8 *bits = cells->bits;
  int n_steps, n = 0, last = 0;

  /* Nearly all segments are inside and are not clipped. */
  if (fmin (x, x + dx) < 0 || fmax (x, x + dx) >= cells->width || fmin (y, y + dy) < 0 || fmax (y, y + dy) >= cells->height)
    {
      clip (x, dx, cells->width, &from, &to);
      clip (y, dy, cells->height, &from, &to);
      if (!(from <= to))
        return 0;
    }
  x += from * dx;
  y += from * dy;
  n_steps = (int) ((to - from) * fmax (fabs (dx), fabs (dy))) + 1;
  step = (to - from) / n_steps;
  step_x = step * dx;
  step_y = step * dy;
  for (int i = 0; i <= n_steps; i++, x += step_x, y += step_y)
    {
      unsigned column = (unsigned) (int) x, row = (unsigned) (int) y;
      gsize cell = (gsize) row * width + column;
      guint8 bit = (guint8) (1u << (cell & 7));

      /* A rounding error can place a sample outside the area. */
      if (column >= width || row >= height || (bits[cell >> 3] & bit) != 0)
        continue;
      bits[cell >> 3] |= bit;
      if (n == 0 || (i - last > LEAST_GAP && n < PLOT_CELL_SET_MOST_PARTS))
        parts[n++].from = fmax (from + (i - 1) * step, 0);
      parts[n - 1].to = fmin (from + (i + 1) * step, 1);
      last = i;
    }
  return n;
}
