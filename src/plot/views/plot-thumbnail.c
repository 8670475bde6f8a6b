/* Draws a trajectory without axes, scaled to its range. */
#include "plot-thumbnail.h"

#include <math.h>

#include "plot-canvas.h"
#include "plot-columns.h"

static void
rounded (cairo_t *cr, double x, double y, double w, double h, double r)
{
  cairo_new_path (cr);
  cairo_arc (cr, x + r, y + r, r, G_PI, 1.5 * G_PI);
  cairo_arc (cr, x + w - r, y + r, r, 1.5 * G_PI, 2 * G_PI);
  cairo_arc (cr, x + w - r, y + h - r, r, 0, 0.5 * G_PI);
  cairo_arc (cr, x + r, y + h - r, r, 0.5 * G_PI, G_PI);
  cairo_close_path (cr);
}

static void
draw_points (cairo_t *cr, double width, double height, const double *x, const double *y, gsize n, const PlotTheme *theme)
{
  double pad = 0.13 * height, x0 = INFINITY, x1 = -INFINITY, y0 = INFINITY, y1 = -INFINITY, sx, sy;
  PlotPen rim = { .color = plot_color_fade (theme->text, 0.14), .width = 1 }, pen = { .color = theme->series[0], .width = 1.1 };
  gboolean down = FALSE;
  PlotCanvas canvas;

  plot_canvas_init_cairo (&canvas, cr, 1, TRUE);
  rounded (cr, 0.5, 0.5, width - 1, height - 1, 4);
  plot_canvas_fill_stroke (&canvas, theme->background, &rim);
  for (gsize i = 0; i < n; i++)
    if (isfinite (x[i]) && isfinite (y[i]))
      {
        x0 = fmin (x0, x[i]);
        x1 = fmax (x1, x[i]);
        y0 = fmin (y0, y[i]);
        y1 = fmax (y1, y[i]);
      }
  if (!(x0 <= x1))
    return;
  sx = x1 > x0 ? (width - 2 * pad) / (x1 - x0) : 0;
  sy = y1 > y0 ? (height - 2 * pad) / (y1 - y0) : 0;
  /* If there are many points, a thinner line keeps the shape visible. */
  if (n > 400)
    pen.width = 0.8;
  for (gsize i = 0; i < n; i++)
    {
      double px = width / 2 + (x[i] - 0.5 * (x0 + x1)) * sx, py = height / 2 - (y[i] - 0.5 * (y0 + y1)) * sy;

      if (!isfinite (px) || !isfinite (py))
        {
          down = FALSE;
          continue;
        }
      if (down)
        cairo_line_to (cr, px, py);
      else
        cairo_move_to (cr, px, py);
      down = TRUE;
    }
  plot_canvas_stroke (&canvas, &pen);
}

typedef struct { GArray *x, *y; } Points;

static void
collect (gpointer user, double x, double y)
{
  Points *points = user;

  g_array_append_val (points->x, x);
  g_array_append_val (points->y, y);
}

void
plot_thumbnail (cairo_t *cr, double width, double height, SimTrajectory *trajectory, int x_column, int y_column, const PlotTheme *theme)
{
  gsize n = sim_trajectory_n_rows (trajectory), stride = MAX (1, n / 2000);
  Points points = { g_array_new (FALSE, FALSE, sizeof (double)), g_array_new (FALSE, FALSE, sizeof (double)) };

  if (n > 0 && y_column < 0)
    {
      static const PlotTransform identity = { 0, 1, FALSE, 0 };
      PlotScale scale;

      plot_scale_init (&scale, PLOT_SCALE_LINEAR, sim_trajectory_row (trajectory, 0)[0], sim_trajectory_row (trajectory, n - 1)[0], 0,
                       width);
      plot_columns_polyline (trajectory, x_column, &identity, &scale, 0.5, collect, &points);
    }
  else
    for (gsize row = 0; row < n; row += stride)
      {
        const double *values = sim_trajectory_row (trajectory, row);

        collect (&points, values[1 + x_column], values[1 + y_column]);
      }
  draw_points (cr, width, height, (const double *) (gpointer) points.x->data, (const double *) (gpointer) points.y->data, points.x->len,
               theme);
  g_array_unref (points.x);
  g_array_unref (points.y);
}
