/* Draws an orbit: its new rows into a mask that is kept between frames, or all rows as cairo paths. Segments that would not change the picture
 * are left out. */
#include "plot-orbit-trace.h"

#include <math.h>

/* Number of cells per device pixel. With smaller numbers a line that passes half a pixel beside an older one would be omitted, although it
 * changes the coverage visibly. */
#define CELLS 2
/* Rows closer than this to the last point are skipped; in device pixels. */
#define LEAST_MOVE 0.5

void
plot_orbit_trace_reset (PlotOrbitTrace *trace, int width, int height, gsize first)
{
  if (trace->surface == NULL || cairo_image_surface_get_width (trace->surface) != width
      || cairo_image_surface_get_height (trace->surface) != height)
    {
      g_clear_pointer (&trace->surface, cairo_surface_destroy);
      trace->surface = cairo_image_surface_create (CAIRO_FORMAT_A8, width, height);
    }
  else
    plot_raster_clear (trace->surface);
  trace->first = trace->done = first;
  plot_cell_set_clear (&trace->cells);
  plot_cell_set_init (&trace->cells, 0, 0, width, height, CELLS);
  trace->pen = (PlotRasterPen) { .down = FALSE };
}

void
plot_orbit_trace_clear (PlotOrbitTrace *trace)
{
  g_clear_pointer (&trace->surface, cairo_surface_destroy);
  plot_cell_set_clear (&trace->cells);
}

/* Draws the parts of the segment from the pen to a point that cross unmarked cells. Dashed lines are drawn completely, since they have
 * gaps. */
static void
line_to (PlotOrbitTrace *trace, const PlotRaster *raster, double x, double y)
{
  PlotRasterPen *pen = &trace->pen;
  double dx = x - pen->x, dy = y - pen->y;
  PlotSegmentPart parts[PLOT_CELL_SET_MOST_PARTS];
  int n;

  if (!pen->down || pen->n_dashes > 0 || !isfinite (dx) || !isfinite (dy))
    {
      plot_raster_line_to (raster, pen, x, y);
      return;
    }
  if (dx * dx + dy * dy < LEAST_MOVE * LEAST_MOVE)
    return;
  n = plot_cell_set_mark (&trace->cells, pen->x, pen->y, x, y, parts);
  for (int i = 0; i < n; i++)
    plot_raster_segment (raster, pen->x + parts[i].from * dx, pen->y + parts[i].from * dy, pen->x + parts[i].to * dx,
                         pen->y + parts[i].to * dy);
  pen->x = x;
  pen->y = y;
}

void
plot_orbit_trace_append (PlotOrbitTrace *trace, SimTrajectory *trajectory, int x_column, int y_column, PlotFrame *frame,
                         const PlotPen *pen, gsize n)
{
  double scale = frame->canvas->scale;
  PlotRaster raster = plot_raster_begin (trace->surface, pen->width * scale);
  gboolean after_jump = trace->done > trace->first && (sim_trajectory_flags (trajectory, trace->done - 1) & SIM_ROW_BEFORE) != 0;
  gsize n_drawn = 0;

  trace->pen.n_dashes = pen->n_dashes;
  for (int i = 0; i < pen->n_dashes; i++)
    trace->pen.dashes[i] = pen->dashes[i] * scale;
  for (; trace->done < n; trace->done++)
    {
      const double *row = sim_trajectory_row (trajectory, trace->done);

      if (after_jump)
        trace->pen.down = FALSE;
      line_to (trace, &raster, (plot_scale_map (frame->x, row[1 + x_column]) - frame->left) * scale,
               (plot_scale_map (frame->y, row[1 + y_column]) - frame->top) * scale);
      after_jump = (sim_trajectory_flags (trajectory, trace->done) & SIM_ROW_BEFORE) != 0;
      /* Check the deadline only every 128 rows, so that each frame draws at least these. */
      if ((++n_drawn & 127) == 0
          && ((frame->deadline != 0 && plot_frame_clock () > frame->deadline) || plot_canvas_is_cancelled (frame->canvas)))
        {
          trace->done++;
          frame->more = TRUE;
          break;
        }
    }
  plot_raster_end (trace->surface);
}

void
plot_orbit_trace_paint (PlotOrbitTrace *trace, PlotFrame *frame, PlotColor color)
{
  double scale = frame->canvas->scale;

  cairo_surface_set_device_scale (trace->surface, scale, scale);
  plot_canvas_mask (frame->canvas, trace->surface, frame->left, frame->top, color);
}

/* ---- paths ---- */

/* Smallest number of rows for which the crossed cells of the picture are noted, so that later segments inside them are left out. For shorter lines
 * this would cost more time than it saves. */
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
  PlotCellSet cells;   /* cells of the picture that a line of LONG rows or more has crossed */
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
