/* Converts an orbit to cairo paths, without segments that would not change the picture. */
#include "plot-orbit-path.h"

#include <math.h>

#include "plot-cell-set.h"

/* Smallest number of rows for which a cell set is used. For shorter lines it would cost more time than it
 * saves. */
#define LONG 50000

/* Distance in pt that is below the width of the thinnest line (0.5 pt). Rows closer than this to the last point are skipped, and a long
 * line is not drawn again in cells of this size that it has crossed before. */
#define FINEST 0.25

/* Largest number of points of one stroke, since viewers become slow with longer paths. Round line ends hide the places where two strokes
 * meet. */
#define PATH_POINTS 4000

typedef struct
{
  PlotCanvas *canvas;
  const PlotPen *pen;
  PlotCellSet cells;   /* cells that a long line has crossed */
  double x, y;         /* last point that was not skipped */
  gboolean known;      /* TRUE if (x, y) is valid */
  gboolean down;       /* TRUE if the current path ends at (x, y) */
  int n;
} Path;

static void
path_line (Path *path, double x0, double y0, double x, double y)
{
  cairo_t *cr = path->canvas->cr;

  if (!path->down)
    cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x, y);
  path->down = TRUE;
  path->n++;
  if (path->n >= PATH_POINTS && path->pen->n_dashes == 0)
    {
      plot_canvas_stroke (path->canvas, path->pen);
      path->down = FALSE;
      path->n = 0;
    }
}

/* Extends the path to a point. A segment that crosses only marked cells is omitted. */
static void
path_to (Path *path, double x, double y)
{
  PlotSegmentPart parts[PLOT_CELL_SET_MOST_PARTS];

  if (path->known && path->cells.bits != NULL && plot_cell_set_mark (&path->cells, path->x, path->y, x, y, parts) == 0)
    path->down = FALSE;
  else if (path->known)
    path_line (path, path->x, path->y, x, y);
  path->known = TRUE;
  path->x = x;
  path->y = y;
}

void
plot_orbit_path_draw (SimTrajectory *trajectory, int x_column, int y_column, PlotFrame *frame, const PlotPen *pen, gsize first,
                      gsize last)
{
  Path path = { .canvas = frame->canvas, .pen = pen };
  gboolean jumped = FALSE;

  if (last - first > LONG && pen->n_dashes == 0)
    plot_cell_set_init (&path.cells, frame->left, frame->top, frame->width, frame->height, 1 / FINEST);
  cairo_new_path (frame->canvas->cr);
  for (gsize i = first; i < last; i++)
    {
      const double *row = sim_trajectory_row (trajectory, i);
      double x = plot_scale_map (frame->x, row[1 + x_column]), y = plot_scale_map (frame->y, row[1 + y_column]);
      gboolean before = (sim_trajectory_flags (trajectory, i) & SIM_ROW_BEFORE) != 0, broken = jumped;

      jumped = before;
      if ((i & 4095) == 0 && plot_canvas_is_cancelled (frame->canvas))
        break;
      if (isnan (x) || isnan (y))
        {
          path.known = path.down = FALSE;
          continue;
        }
      x = CLAMP (x, -1e5, 1e5);
      y = CLAMP (y, -1e5, 1e5);
      if (broken)
        path.known = path.down = FALSE;
      /* The last row of a segment is drawn even if it is near the point before. */
      if (path.known && (x - path.x) * (x - path.x) + (y - path.y) * (y - path.y) < FINEST * FINEST && i + 1 < last && !jumped)
        continue;
      path_to (&path, x, y);
    }
  plot_canvas_stroke (frame->canvas, pen);
  plot_cell_set_clear (&path.cells);
}
