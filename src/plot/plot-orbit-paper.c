/* Column against column as a path, for files and print. */
#include "plot-orbit-paper.h"

#include <math.h>

/* Lines of more rows remember where they were: fewer cost less than that. */
#define LONG 50000

/* A quarter of a point is finer than print: what is nearer is one point, and what passes only through cells of that size that a long line has
 * passed before adds nothing but bytes and time. */
#define FINEST 0.25

typedef struct
{
  guint8 *bits;
  int width, height;
  double left, top;
} Passed;

static void
passed_init (Passed *passed, const PlotFrame *frame)
{
  passed->left = frame->left;
  passed->top = frame->top;
  passed->width = (int) ceil (frame->width / FINEST) + 1;
  passed->height = (int) ceil (frame->height / FINEST) + 1;
  passed->bits = g_malloc0 (((gsize) passed->width * passed->height + 7) / 8);
}

/* Marks the cells between two points; TRUE where all of them were marked, or lie outside. */
static gboolean
passed_mark (Passed *passed, double x0, double y0, double x1, double y1)
{
  int n = (int) fmin (fmax (fabs (x1 - x0), fabs (y1 - y0)) / FINEST, 8.0 * MAX (passed->width, passed->height)) + 1;
  gboolean all = TRUE;

  for (int i = 0; i <= n; i++)
    {
      double cx = (x0 + (x1 - x0) * i / n - passed->left) / FINEST, cy = (y0 + (y1 - y0) * i / n - passed->top) / FINEST;
      gsize cell;

      if (!(cx >= 0 && cx < passed->width && cy >= 0 && cy < passed->height))
        continue;
      cell = (gsize) cy * passed->width + (gsize) cx;
      all &= (passed->bits[cell >> 3] >> (cell & 7)) & 1;
      passed->bits[cell >> 3] |= (guint8) (1u << (cell & 7));
    }
  return all;
}

void
plot_orbit_draw_paper (SimTrajectory *trajectory, int x_column, int y_column, PlotFrame *frame, const PlotPen *pen, gsize first, gsize last)
{
  cairo_t *cr = frame->canvas->cr;
  gboolean jumped = FALSE, down = FALSE, known = FALSE;
  double x0 = 0, y0 = 0; /* the last point that counted */
  Passed passed = { 0 };
  int n = 0;

  if (last - first > LONG && pen->n_dashes == 0)
    passed_init (&passed, frame);
  cairo_new_path (cr);
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
          known = down = FALSE;
          continue;
        }
      x = CLAMP (x, -1e5, 1e5);
      y = CLAMP (y, -1e5, 1e5);
      if (broken)
        known = down = FALSE;
      /* The last row of a piece is always drawn. */
      if (known && hypot (x - x0, y - y0) < FINEST && i + 1 < last && !jumped)
        continue;
      if (known && passed.bits != NULL && passed_mark (&passed, x0, y0, x, y))
        down = FALSE;
      else if (known)
        {
          if (!down)
            cairo_move_to (cr, x0, y0);
          cairo_line_to (cr, x, y);
          down = TRUE;
          n++;
        }
      known = TRUE;
      x0 = x;
      y0 = y;
      if (n >= 4000 && pen->n_dashes == 0)
        {
          plot_canvas_stroke (frame->canvas, pen);
          down = FALSE;
          n = 0;
        }
    }
  plot_canvas_stroke (frame->canvas, pen);
  g_free (passed.bits);
}
