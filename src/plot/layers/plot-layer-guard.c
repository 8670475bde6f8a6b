/* Draws guards, the curves of a plane on which events are triggered. If a run never enters one side of a guard, that side is shaded. */
#include <math.h>
#include <string.h>

#include "plot-contour.h"
#include "plot-formula.h"
#include "plot-layers.h"
#include "plot-placement.h"
#include "plot-words.h"

typedef struct { double x, y; } Point;

typedef struct
{
  PlotLayer layer;
  PlotLevelFunc level;
  gpointer user;
  GDestroyNotify destroy;
  char *expression;        /* text of the expression that is 0 on the guard; NULL: no label */
  int side;                /* the event is triggered when the expression becomes negative (−1), positive (+1), or in both cases (0) */
  SimTrajectory *trajectory;
  int x_column, y_column;
  gsize n_checked;         /* number of rows for which it was checked whether they are on the other side */
  gboolean entered;
  /* The members below describe the last drawing. */
  gboolean drawn, below;   /* drawn: the guard is a straight line; below: its label is below it */
  Point ends[2];
} Guard;

/* ---- detection of a side that is never entered ---- */

/* ROWS_AT_ONCE is the number of rows that one drawing checks. BEHIND is the distance on the other side that is tolerated at an event,
 * relative to the largest |level| so far: an event is located just behind the surface. */
#define ROWS_AT_ONCE 400
#define WINDOW 1e-3

static void
check_rows (Guard *guard)
{
  gsize n = sim_trajectory_n_rows (guard->trajectory), stride;
  double most = 0, beyond = 0;

  if (n < guard->n_checked)
    {
      guard->n_checked = 0;
      guard->entered = FALSE;
    }
  stride = MAX (1, (n - guard->n_checked) / ROWS_AT_ONCE);
  for (gsize row = guard->n_checked; row < n && !guard->entered; row += stride)
    {
      const double *values = sim_trajectory_row (guard->trajectory, row);
      double level = guard->side * guard->level (guard->user, values[1 + guard->x_column], values[1 + guard->y_column]);

      most = fmax (most, fabs (level));
      beyond = fmax (beyond, level);
    }
  guard->entered |= beyond > WINDOW * most;
  guard->n_checked = n;
}

/* ---- drawing ---- */

/* Returns whether the level is an affine function in the plane. Compares it at four interior points with the affine function through three
 * corners, and writes its values at the corners. */
static gboolean
is_plane (Guard *guard, const PlotFrame *frame, double corners[4])
{
  static const double fractions[][2] = { { 0.5, 0.5 }, { 0.21, 0.83 }, { 0.67, 0.13 }, { 0.93, 0.71 } };
  double x0 = frame->x->low, x1 = frame->x->high, y0 = frame->y->low, y1 = frame->y->high, size;

  if (frame->x->type == PLOT_SCALE_LOG || frame->y->type == PLOT_SCALE_LOG)
    return FALSE;
  corners[0] = guard->level (guard->user, x0, y0);
  corners[1] = guard->level (guard->user, x1, y0);
  corners[2] = guard->level (guard->user, x1, y1);
  corners[3] = guard->level (guard->user, x0, y1);
  size = fmax (fmax (fabs (corners[0]), fabs (corners[1])), fmax (fabs (corners[2]), fabs (corners[3])));
  for (gsize i = 0; i < G_N_ELEMENTS (fractions); i++)
    {
      double level = guard->level (guard->user, x0 + fractions[i][0] * (x1 - x0), y0 + fractions[i][1] * (y1 - y0));

      double affine = corners[0] + fractions[i][0] * (corners[1] - corners[0]) + fractions[i][1] * (corners[3] - corners[0]);

      if (!(fabs (level - affine) <= 1e-9 * size))
        return FALSE;
    }
  return fabs (corners[2] - corners[1] - corners[3] + corners[0]) <= 1e-9 * size;
}

/* Returns a corner of the data area. The corners are in cyclic order, beginning at low x and low y. */
static Point
corner (const PlotFrame *frame, int k)
{
  return (Point){ k == 1 || k == 2 ? frame->left + frame->width : frame->left, k >= 2 ? frame->top : frame->top + frame->height };
}

/* Finds the two points at which a straight guard crosses the border of the data
 * area. If path is not NULL, writes the outline of the part with side·level > 0 to
 * it. */
static int
cut_area (const PlotFrame *frame, const double corners[4], int side, Point ends[2], cairo_t *path)
{
  int n_ends = 0;

  for (int k = 0; k < 4; k++)
    {
      int next = (k + 1) % 4;
      Point a = corner (frame, k), b = corner (frame, next);

      if (path != NULL && side * corners[k] > 0)
        cairo_line_to (path, a.x, a.y);
      if ((corners[k] > 0) != (corners[next] > 0) && n_ends < 2)
        {
          double u = corners[k] / (corners[k] - corners[next]);

          ends[n_ends] = (Point){ a.x + u * (b.x - a.x), a.y + u * (b.y - a.y) };
          if (path != NULL)
            cairo_line_to (path, ends[n_ends].x, ends[n_ends].y);
          n_ends++;
        }
    }
  return n_ends;
}

static void
stroke_contour (gpointer user, const double *points, gsize n, gboolean closed)
{
  cairo_t *cr = user;

  for (gsize i = 0; i < n; i++)
    cairo_line_to (cr, points[2 * i], points[2 * i + 1]);
  if (closed)
    cairo_close_path (cr);
  cairo_new_sub_path (cr);
}

/* Distance of grid points for a curved guard, px at the usual text size. */
#define GRID_DISTANCE 6.0

static void
draw_curved (Guard *guard, PlotFrame *frame, const PlotPen *pen)
{
  double distance = GRID_DISTANCE * frame->theme->line_grid;
  int nx = CLAMP ((int) (frame->width / distance), 8, 200) + 1, ny = CLAMP ((int) (frame->height / distance), 8, 200) + 1;
  g_autofree double *values = g_new (double, nx * ny);
  cairo_t *cr = frame->canvas->cr;

  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      values[j * nx + i] = guard->level (guard->user, plot_scale_unmap (frame->x, frame->left + frame->width * i / (nx - 1)),
                                         plot_scale_unmap (frame->y, frame->top + frame->height * j / (ny - 1)));
  cairo_new_path (cr);
  cairo_save (cr);
  cairo_translate (cr, frame->left, frame->top);
  cairo_scale (cr, frame->width / (nx - 1), frame->height / (ny - 1));
  plot_contour (values, nx, ny, stroke_contour, cr);
  cairo_restore (cr);
  plot_canvas_stroke (frame->canvas, pen);
}

static void
guard_draw (PlotLayer *layer, PlotFrame *frame)
{
  Guard *guard = (Guard *) layer;
  const PlotTheme *theme = frame->theme;
  PlotPen pen = { .color = theme->event, .width = 1.8 * theme->line_grid, .butt = TRUE };
  gboolean closed_side = guard->side != 0 && sim_trajectory_n_rows (guard->trajectory) > 1 && !guard->entered;
  double corners[4];
  Point *ends = guard->ends;

  guard->drawn = FALSE;
  if (!is_plane (guard, frame, corners))
    {
      draw_curved (guard, frame, &pen);
      return;
    }
  cairo_new_path (frame->canvas->cr);
  if (cut_area (frame, corners, guard->side, ends, closed_side ? frame->canvas->cr : NULL) < 2)
    {
      cairo_new_path (frame->canvas->cr);
      return;
    }
  if (closed_side)
    {
      cairo_close_path (frame->canvas->cr);
      /* Shade the side. The run has no states there, so the shading may cover the arrows of the field. */
      plot_canvas_fill (frame->canvas, plot_color_mix (theme->background, theme->event, 0.13));
    }
  plot_canvas_line (frame->canvas, ends[0].x, ends[0].y, ends[1].x, ends[1].y, &pen);
  guard->drawn = TRUE;
  guard->below = closed_side && guard->side * corners[1] > 0;
}

/* ---- label of the guard ---- */

/* Returns the preferred place of the label: at the upper end of a steep guard, at the right end of a flat one; above the guard, or below it
 * in the shaded part. */
static PlotRectangle
preferred_place (const Guard *guard, const PlotFrame *frame, double width, double height, double pad)
{
  const Point *ends = guard->ends, *end = ends[0].x > ends[1].x ? &ends[0] : &ends[1];
  PlotRectangle box = { end->x - pad - width, 0, width, height };
  /* If the guard is slanted, it has another height at the other end of the label. */
  double other = end->y - (width + pad) * (ends[0].y - ends[1].y) / (ends[0].x - ends[1].x);

  box.y = guard->below ? fmax (end->y, other) + 1.6 * pad : fmin (end->y, other) - height - pad;
  if (fabs (ends[0].x - ends[1].x) < fabs (ends[0].y - ends[1].y))
    {
      end = ends[0].y < ends[1].y ? &ends[0] : &ends[1];
      box.x = end->x + pad + width > frame->left + frame->width ? end->x - pad - width : end->x + pad;
      box.y = end->y + pad;
    }
  box.x = fmax (box.x, frame->left + pad);
  box.y = CLAMP (box.y, frame->top + pad, frame->top + frame->height - height - pad);
  return box;
}

/* Draws the label "guard h = 0" beside the guard, away from other labels. A label for which there is no free place is
 * omitted. */
static void
guard_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  Guard *guard = (Guard *) layer;
  const PlotTheme *theme = frame->theme;
  g_autoptr (PangoLayout) text_layout = NULL;
  g_autoptr (PlotFormula) formula = NULL;
  double text_width = 0, width, ascent, descent, pad = 4 * theme->line_grid;
  PlotRectangle box;

  if (guard->expression == NULL || !guard->drawn)
    return;
  if (strspn (guard->expression, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_") == strlen (guard->expression))
    {
      /* An expression that is only the name of a state is shown as text, not as a formula. */
      g_autofree char *all = g_strdup_printf ("%s *%s* = 0", _("guard"), guard->expression);

      text_layout = plot_text_layout (all, theme->size_remark, PLOT_TEXT_NORMAL);
      plot_text_measure (text_layout, &width, &ascent, &descent);
    }
  else
    {
      text_layout = plot_text_layout (_("guard"), theme->size_remark, PLOT_TEXT_NORMAL);
      formula = plot_formula_new (guard->expression, "0", theme->size_remark);
      plot_text_measure (text_layout, &text_width, NULL, NULL);
      plot_formula_get_size (formula, &width, &ascent, &descent);
      width += text_width + pad;
    }
  box = preferred_place (guard, frame, width, ascent + descent, pad);
  for (int tries = 0; tries < 3 && plot_placement_meets_label (frame, &box); tries++)
    box.y += box.height + pad;
  if (width > 0.6 * frame->width || box.y + box.height > frame->top + frame->height || plot_placement_meets_label (frame, &box))
    return;
  plot_placement_add_label (frame, &box);
  if (!guard->below)
    plot_canvas_rectangle (frame->canvas, box.x - pad / 2, box.y - pad / 2, box.width + pad, box.height + pad,
                           plot_color_fade (theme->background, 0.8));
  plot_canvas_layout (frame->canvas, text_layout, box.x, box.y + ascent, 0, theme->event, 0, theme->background);
  if (formula != NULL)
    plot_formula_draw (formula, frame->canvas, box.x + text_width + pad, box.y + ascent, theme->event);
}

/* Returns a number that changes when the guard must be drawn again. Guards are cached with the axes; they are drawn again
 * when the number of rows has doubled, or when the run enters the side on which the event is triggered for the first
 * time. */
static guint64
guard_serial (PlotLayer *layer)
{
  Guard *guard = (Guard *) layer;

  check_rows (guard);
  return 2 * (guint64) g_bit_storage (guard->n_checked) + (guint64) guard->entered;
}

static void
guard_free (PlotLayer *layer)
{
  Guard *guard = (Guard *) layer;

  if (guard->destroy != NULL)
    guard->destroy (guard->user);
  sim_trajectory_unref (guard->trajectory);
  g_free (guard->expression);
}

/* Appends the description ", event condition h = 0, which the run never crosses". */
static void
guard_describe (PlotLayer *layer, GString *text)
{
  Guard *guard = (Guard *) layer;
  g_autofree char *plain = guard->expression != NULL ? plot_formula_plain (guard->expression, "0") : NULL;

  if (plain == NULL)
    return;
  /* Translators: continues the description of a plot for screen readers: ", event condition h = 0, which the run never crosses". */
  g_string_append_printf (text, _(", event condition %s"), plain);
  if (guard->side != 0 && guard->n_checked > 1 && !guard->entered)
    g_string_append (text, _(", which the run never crosses"));
}

static const PlotLayerClass guard_class = { "guard", NULL, guard_draw, NULL, NULL, guard_serial, NULL, guard_free, guard_draw_front,
                                            guard_describe };

PlotLayer *
plot_layer_guard_new (PlotLevelFunc level, gpointer user, GDestroyNotify destroy, const char *expression, int side,
                      SimTrajectory *trajectory,
                      int x_column, int y_column)
{
  Guard *guard = plot_layer_alloc (sizeof (Guard), &guard_class, PLOT_PLANE_BACK);

  guard->level = level;
  guard->user = user;
  guard->destroy = destroy;
  guard->expression = g_strdup (expression);
  guard->side = side;
  guard->trajectory = sim_trajectory_ref (trajectory);
  guard->x_column = x_column;
  guard->y_column = y_column;
  return &guard->layer;
}
