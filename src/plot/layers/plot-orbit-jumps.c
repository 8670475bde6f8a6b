/* Finds the jumps of an orbit at events, and draws each as an arc with an arrow head. */
#include "plot-orbit-jumps.h"

#include <math.h>

#include "plot-words.h"

/* Largest number of rows of a run whose arcs are drawn separately. Each frame strokes the arcs again. */
#define MOST_ROWS 4000

static double
value_at (const double *row, int column)
{
  return row[1 + column]; /* column −1 is t, the first element of a row */
}

/* Returns whether the point before a jump (x⁻, this row) and the point after it (x⁺, the next row) differ. Events that only switch a mode
 * do not move the point. */
static gboolean
jumps_at (SimTrajectory *trajectory, int x_column, int y_column, gsize row)
{
  const double *before, *after;

  if ((sim_trajectory_flags (trajectory, row) & SIM_ROW_BEFORE) == 0 || row + 1 >= sim_trajectory_n_rows (trajectory))
    return FALSE;
  before = sim_trajectory_row (trajectory, row);
  after = sim_trajectory_row (trajectory, row + 1);
  /* An event that resets a state to its value on the guard moves the state only by the error of locating the event. Such a tiny jump is not
   * drawn. */
  return fabs (value_at (after, x_column) - value_at (before, x_column)) > 1e-6 * fabs (value_at (before, x_column))
         || fabs (value_at (after, y_column) - value_at (before, y_column)) > 1e-6 * fabs (value_at (before, y_column));
}

gboolean
plot_orbit_has_jumps (SimTrajectory *trajectory, int x_column, int y_column, gsize *n_seen)
{
  gsize n = sim_trajectory_n_events (trajectory), first = *n_seen;

  *n_seen = n;
  for (gsize i = first; i < n; i++)
    {
      SimEventRecord record = sim_trajectory_event (trajectory, i);

      if (record.row_after > record.row_before && jumps_at (trajectory, x_column, y_column, record.row_before))
        return TRUE;
    }
  return FALSE;
}

gboolean
plot_orbit_arc (SimTrajectory *trajectory, int x_column, int y_column, double t, gsize *first, gsize *last)
{
  gsize n = sim_trajectory_n_rows (trajectory), row;

  if (n < 3 || n > MOST_ROWS)
    return FALSE;
  row = sim_trajectory_find (trajectory, t);
  if (row > 0 && sim_trajectory_row (trajectory, row - 1)[0] == t && jumps_at (trajectory, x_column, y_column, row - 1))
    row--;
  for (*first = row; *first > 0 && !jumps_at (trajectory, x_column, y_column, *first - 1); (*first)--)
    ;
  for (*last = row; *last + 1 < n && !jumps_at (trajectory, x_column, y_column, *last); (*last)++)
    ;
  (*last)++;
  return *first > 0 || *last < n;
}

/* Height of the arc relative to its length, its largest height, and the size of the arrow head, px at the usual text
 * size. */
#define BOW 0.24
#define DEEPEST 40.0
#define HEAD 9.0

static PlotPen
jump_pen (const PlotTheme *theme)
{
  return (PlotPen){ .color = theme->event, .width = theme->line_other * 1.1, .n_dashes = 2,
                    .dashes = { 5 * theme->line_grid, 3.5 * theme->line_grid },
                    .butt = TRUE };
}

void
plot_orbit_draw_jump (PlotFrame *frame, double x0, double y0, double x1, double y1)
{
  const PlotTheme *theme = frame->theme;
  double unit = theme->line_grid, length = hypot (x1 - x0, y1 - y0), nx, ny, depth, gap = theme->current_radius * 1.1, head = HEAD * unit;
  double cx, cy, ux, uy, reach;
  cairo_t *cr = frame->canvas->cr;
  PlotPen pen = jump_pen (theme);

  /* No arc is drawn between points that nearly touch. */
  if (!(length > 2 * gap + head))
    return;
  nx = -(y1 - y0) / length;
  ny = (x1 - x0) / length;
  if (nx * (0.5 * (x0 + x1) - frame->left - frame->width / 2) + ny * (0.5 * (y0 + y1) - frame->top - frame->height / 2) < 0)
    {
      nx = -nx;
      ny = -ny;
    }
  depth = fmin (BOW * length, DEEPEST * unit);
  /* Limit the height of the arc, so that it stays inside the data area. */
  reach = ny > 0 ? (frame->top + frame->height - fmax (y0, y1)) / ny : ny < 0 ? (frame->top - fmin (y0, y1)) / ny : INFINITY;
  depth = fmax (fmin (depth, reach - 3 * unit), 0);
  cx = 0.5 * (x0 + x1) + nx * 2 * depth;
  cy = 0.5 * (y0 + y1) + ny * 2 * depth;
  ux = x1 - cx;
  uy = y1 - cy;
  length = hypot (ux, uy);
  ux /= length;
  uy /= length;
  x1 -= ux * gap;
  y1 -= uy * gap;
  cairo_new_path (cr);
  cairo_move_to (cr, x0 + gap * (cx - x0) / length, y0 + gap * (cy - y0) / length);
  cairo_curve_to (cr, x0 + (cx - x0) * 2 / 3, y0 + (cy - y0) * 2 / 3, x1 - ux * head * 0.7 + (cx - x1) * 2 / 3,
                  y1 - uy * head * 0.7 + (cy - y1) * 2 / 3,
                  x1 - ux * head * 0.7, y1 - uy * head * 0.7);
  plot_canvas_stroke (frame->canvas, &pen);
  cairo_move_to (cr, x1, y1);
  cairo_line_to (cr, x1 - ux * head - uy * head * 0.55, y1 - uy * head + ux * head * 0.55);
  cairo_line_to (cr, x1 - ux * head + uy * head * 0.55, y1 - uy * head - ux * head * 0.55);
  cairo_close_path (cr);
  plot_canvas_fill (frame->canvas, theme->event);
}

void
plot_orbit_jump_key (const PlotFrame *frame, PlotKey *key)
{
  *key = (PlotKey){ .pen = jump_pen (frame->theme), .in_key = TRUE, .end_y = NAN };
  /* Translators: label of a line at which a state jumps. */
  g_strlcpy (key->label, _("jump"), sizeof key->label);
}
