/* Draws the direction field and the nullclines of a plane. */
#include <math.h>
#include <string.h>

#include "plot-contour.h"
#include "plot-dot.h"
#include "plot-layers.h"
#include "plot-placement.h"
#include "plot-words.h"

typedef struct
{
  PlotLayer layer;
  PlotRhsFunc rhs;
  gpointer user;
  GDestroyNotify destroy;
  PlotFollowFunc follow;
  guint64 followed;        /* last result of the function `follow`, by which changes are detected */
  guint64 serial;
  char *labels[2];
  /* Values on the grid for the nullclines, for one range of the axes. */
  double *values[2];
  int nx, ny;
  double range[4];
  guint64 values_serial;
  GArray *points[2];        /* PlotPoint: points of the nullclines in the last drawing, beside which labels are placed */
  SimTrajectory *trajectory; /* trajectory whose path labels must not cover; NULL: none */
  int x_column, y_column;
  /* TRUE: no nullclines are drawn, since the only one is a coordinate axis (for example v = 0 of a falling ball, where it turns without an
   * equilibrium) */
  gboolean hidden;
} Field;

static void
evaluate (Field *field, double x, double y, double *dx, double *dy)
{
  if (!field->rhs (field->user, x, y, dx, dy) || !isfinite (*dx) || !isfinite (*dy))
    *dx = *dy = NAN;
}

/* ---- arrows of the direction field ---- */

/* Distance and length of arrows, px at the usual text size. They are close enough to show how directions change, and far enough apart that
 * curves remain more prominent. */
#define ARROW_DISTANCE 17.0
#define ARROW_LENGTH 12.5
#define ARROW_HEAD 4.6
/* Opacity of the slowest and of the fastest visible arrow on light backgrounds; dark backgrounds need less contrast. */
#define ARROW_FAINT 0.42
#define ARROW_STRONG 0.85
#define ARROW_DARK 0.55

static void
draw_arrow (PlotFrame *frame, double x, double y, double ux, double uy, const PlotPen *pen)
{
  cairo_t *cr = frame->canvas->cr;
  double unit = frame->theme->line_grid;
  double half = ARROW_LENGTH * unit / 2, head = ARROW_HEAD * unit, side = 0.5 * head, tip_x = x + ux * half, tip_y = y + uy * half;

  cairo_move_to (cr, x - ux * half, y - uy * half);
  cairo_line_to (cr, tip_x - head * ux, tip_y - head * uy);
  plot_canvas_stroke (frame->canvas, pen);
  cairo_move_to (cr, tip_x, tip_y);
  cairo_line_to (cr, tip_x - head * ux - side * uy, tip_y - head * uy + side * ux);
  cairo_line_to (cr, tip_x - head * ux + side * uy, tip_y - head * uy - side * ux);
  cairo_close_path (cr);
  plot_canvas_fill (frame->canvas, pen->color);
}

/* Computes the direction of an arrow in the picture from the scales of the axes, as a vector in px per unit of time. Returns FALSE if it is
 * undefined or zero. */
static gboolean
slope_at (Field *field, const PlotFrame *frame, double px, double py, double *ux, double *uy)
{
  double x = plot_scale_unmap (frame->x, px), y = plot_scale_unmap (frame->y, py);

  evaluate (field, x, y, ux, uy);
  *ux *= (frame->x->pixel_high - frame->x->pixel_low) / (frame->x->high - frame->x->low);
  *uy *= (frame->y->pixel_high - frame->y->pixel_low) / (frame->y->high - frame->y->low);
  if (frame->x->type == PLOT_SCALE_LOG)
    *ux *= (frame->x->high - frame->x->low) / (x * log (frame->x->high / frame->x->low));
  if (frame->y->type == PLOT_SCALE_LOG)
    *uy *= (frame->y->high - frame->y->low) / (y * log (frame->y->high / frame->y->low));
  return isfinite (*ux) && isfinite (*uy) && (*ux != 0 || *uy != 0);
}

static void
arrows_draw (PlotLayer *layer, PlotFrame *frame)
{
  Field *field = (Field *) layer;
  double unit = frame->theme->line_grid, distance = ARROW_DISTANCE * unit, fastest = 0;
  int nx = MAX (1, (int) (frame->width / distance)), ny = MAX (1, (int) (frame->height / distance));
  g_autofree double *slopes = g_new (double, 2 * nx * ny);
  PlotPen pen = { .width = unit };

  for (int k = 0; k < nx * ny; k++)
    {
      double px = frame->left + (k % nx + 0.5) * frame->width / nx, py = frame->top + (k / nx + 0.5) * frame->height / ny;

      if (slope_at (field, frame, px, py, &slopes[2 * k], &slopes[2 * k + 1]))
        fastest = fmax (fastest, hypot (slopes[2 * k], slopes[2 * k + 1]));
      else
        slopes[2 * k] = NAN;
    }
  for (int k = 0; k < nx * ny; k++)
    {
      double speed = hypot (slopes[2 * k], slopes[2 * k + 1]), opacity;

      if (isnan (slopes[2 * k]))
        continue;
      opacity = (ARROW_FAINT + (ARROW_STRONG - ARROW_FAINT) * sqrt (speed / fastest)) * (frame->theme->dark ? ARROW_DARK : 1);
      pen.color = plot_color_fade (frame->theme->field, opacity);
      draw_arrow (frame, frame->left + (k % nx + 0.5) * frame->width / nx, frame->top + (k / nx + 0.5) * frame->height / ny,
                  slopes[2 * k] / speed, slopes[2 * k + 1] / speed, &pen);
    }
}

/* ---- nullclines ---- */

/* Distance of grid points, px at the usual text size. Contours are interpolated linearly between them, so details of about 8 px are
 * visible. */
#define GRID_DISTANCE 4.0

typedef struct { Field *field; const PlotFrame *frame; gboolean any, on_axes; } Probe;

static void
probe_line (gpointer user, const double *points, gsize n, gboolean closed)
{
  Probe *probe = user;
  double w = probe->frame->width / (probe->field->nx - 1), h = probe->frame->height / (probe->field->ny - 1);
  double x0 = plot_scale_map (probe->frame->x, 0), y0 = plot_scale_map (probe->frame->y, 0), near = probe->frame->theme->line_grid;
  gboolean upright = TRUE, level = TRUE;

  for (gsize i = 0; i < n; i++)
    {
      upright &= fabs (probe->frame->left + points[2 * i] * w - x0) <= near;
      level &= fabs (probe->frame->top + points[2 * i + 1] * h - y0) <= near;
    }
  probe->any = TRUE;
  probe->on_axes &= upright || level;
}

static void
fill_values (Field *field, const PlotFrame *frame)
{
  double unit = frame->theme->line_grid, range[4] = { frame->x->low, frame->x->high, frame->y->low, frame->y->high };
  int nx = CLAMP ((int) (frame->width / (GRID_DISTANCE * unit)), 8, 400) + 1;
  int ny = CLAMP ((int) (frame->height / (GRID_DISTANCE * unit)), 8, 400) + 1;
  Probe probes[2] = { { field, frame, FALSE, TRUE }, { field, frame, FALSE, TRUE } };

  if (nx == field->nx && ny == field->ny && field->values_serial == field->serial && memcmp (range, field->range, sizeof range) == 0)
    return;
  field->nx = nx;
  field->ny = ny;
  field->values_serial = field->serial;
  memcpy (field->range, range, sizeof range);
  for (int k = 0; k < 2; k++)
    field->values[k] = g_renew (double, field->values[k], nx * ny);
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      evaluate (field, plot_scale_unmap (frame->x, frame->left + frame->width * i / (nx - 1)),
                plot_scale_unmap (frame->y, frame->top + frame->height * j / (ny - 1)), &field->values[0][j * nx + i],
                &field->values[1][j * nx + i]);
  for (int k = 0; k < 2; k++)
    plot_contour (field->values[k], nx, ny, probe_line, &probes[k]);
  field->hidden = (probes[0].any != probes[1].any) && probes[0].on_axes && probes[1].on_axes;
}

typedef struct
{
  PlotFrame *frame;
  Field *field;
  const PlotPen *pen;
  GArray *points;
} Lines;

static void
draw_line (gpointer user, const double *points, gsize n, gboolean closed)
{
  Lines *lines = user;
  PlotFrame *frame = lines->frame;
  double w = frame->width / (lines->field->nx - 1), h = frame->height / (lines->field->ny - 1);

  for (gsize i = 0; i < n; i++)
    {
      PlotPoint point = { frame->left + points[2 * i] * w, frame->top + points[2 * i + 1] * h };

      if (i == 0)
        cairo_move_to (frame->canvas->cr, point.x, point.y);
      else
        cairo_line_to (frame->canvas->cr, point.x, point.y);
      g_array_append_val (lines->points, point);
    }
  if (closed)
    cairo_close_path (frame->canvas->cr);
  plot_canvas_stroke (frame->canvas, lines->pen);
}

static void
nullclines_draw (PlotLayer *layer, PlotFrame *frame)
{
  Field *field = (Field *) layer;
  const PlotTheme *theme = frame->theme;
  double unit = theme->line_grid;

  fill_values (field, frame);
  for (int k = 0; k < 2; k++)
    {
      PlotPen pen = { .color = theme->series[2], .width = theme->line_reference, .n_dashes = 2, .butt = TRUE };

      g_array_set_size (field->points[k], 0);
      if (field->hidden)
        continue;
      /* The two nullclines have different dash patterns, so that they can be distinguished without labels. */
      pen.dashes[0] = (k == 0 ? 8 : 5) * unit;
      pen.dashes[1] = (k == 0 ? 3 : 3) * unit;
      plot_contour (field->values[k], field->nx, field->ny, draw_line, &(Lines){ frame, field, &pen, field->points[k] });
    }
}

/* Number of rows of the path that labels must not cover; they have equal distances. */
#define PATH_ROWS 500

/* Returns the points that labels must not cover: both nullclines, the path, and labels that were drawn before. */
static GArray *
obstacles (Field *field, const PlotFrame *frame)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (PlotPoint));
  gsize n = field->trajectory != NULL ? sim_trajectory_n_rows (field->trajectory) : 0, stride = MAX (1, n / PATH_ROWS);

  for (int k = 0; k < 2; k++)
    g_array_append_vals (points, field->points[k]->data, field->points[k]->len);
  for (gsize row = 0; row < n; row += stride)
    {
      const double *values = sim_trajectory_row (field->trajectory, row);
      PlotPoint point = { plot_scale_map (frame->x, values[1 + field->x_column]), plot_scale_map (frame->y, values[1 + field->y_column]) };

      g_array_append_val (points, point);
    }
  for (guint i = 0; frame->labels != NULL && i < frame->labels->len; i++)
    plot_placement_add_obstacle (points, &g_array_index (frame->labels, PlotRectangle, i), frame->theme->line_grid);
  return points;
}

/* Draws the label "ẋ = 0" beside each nullcline; the dot is drawn separately. A label for which there is no free place is
 * omitted. */
static void
nullclines_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  Field *field = (Field *) layer;
  const PlotTheme *theme = frame->theme;
  g_autoptr (GArray) avoided = theme->card ? obstacles (field, frame) : NULL;

  for (int k = 0; k < 2 && theme->card; k++)
    {
      g_autofree char *text = field->labels[k] != NULL ? g_strdup_printf ("*%s* = 0", field->labels[k]) : NULL;
      g_autoptr (PangoLayout) layout = text != NULL ? plot_text_layout (text, theme->size_label, PLOT_TEXT_NORMAL) : NULL;
      double width, ascent, descent;
      PlotRectangle box;

      if (layout == NULL)
        continue;
      plot_text_measure (layout, &width, &ascent, &descent);
      box = (PlotRectangle){ .width = width, .height = ascent + descent };
      if (!plot_placement_find (field->points[k], avoided, frame, &box))
        continue;
      plot_canvas_layout (frame->canvas, layout, box.x, box.y + ascent, 0, theme->series_text[2], theme->halo, theme->background);
      plot_dot_draw (frame, field->labels[k], theme->size_label, PLOT_TEXT_NORMAL, box.x, box.y + ascent, theme->series_text[2]);
      plot_placement_add_obstacle (avoided, &box, theme->line_grid);
      plot_placement_add_label (frame, &box);
    }
}

static int
nullclines_keys (PlotLayer *layer, const PlotFrame *frame, PlotKey *keys, int n)
{
  if (n < 1)
    return 0;
  fill_values ((Field *) layer, frame);
  if (((Field *) layer)->hidden)
    return 0;
  *keys = (PlotKey) { .in_key = TRUE, .end_y = NAN };
  g_strlcpy (keys->label, _("nullclines"), sizeof keys->label);
  keys->pen = (PlotPen) { .color = frame->theme->series[2], .width = frame->theme->line_reference, .n_dashes = 2,
                          .dashes = { 8 * frame->theme->line_grid, 3 * frame->theme->line_grid }, .butt = TRUE };
  return 1;
}

static guint64
field_serial (PlotLayer *layer)
{
  return ((Field *) layer)->serial;
}

static void
field_follow (PlotLayer *layer, PlotTimeAxis *clock)
{
  Field *field = (Field *) layer;
  guint64 now = layer->visible && field->follow != NULL ? field->follow (field->user, plot_time_axis_playhead (clock)) : field->followed;

  if (now != field->followed)
    field->serial++;
  field->followed = now;
}

static void
field_free (PlotLayer *layer)
{
  Field *field = (Field *) layer;

  if (field->destroy != NULL)
    field->destroy (field->user);
  for (int k = 0; k < 2; k++)
    {
      g_free (field->values[k]);
      g_free (field->labels[k]);
      g_clear_pointer (&field->points[k], g_array_unref);
    }
  g_clear_pointer (&field->trajectory, sim_trajectory_unref);
}

static const PlotLayerClass arrows_class = { "field", NULL, arrows_draw, NULL, NULL, field_serial, NULL, field_free,
                                            .follow = field_follow };
static const PlotLayerClass nullclines_class = { "nullclines", NULL, nullclines_draw, NULL, nullclines_keys, field_serial, NULL,
                                                field_free, nullclines_draw_front, .follow = field_follow };

PlotLayer *
plot_layer_field_new (PlotRhsFunc rhs, gpointer user, GDestroyNotify destroy)
{
  Field *field = plot_layer_alloc (sizeof (Field), &arrows_class, PLOT_PLANE_BACK);

  field->layer.aid = TRUE;
  field->rhs = rhs;
  field->user = user;
  field->destroy = destroy;
  return &field->layer;
}

/* ---- the field of a model in a plane of two states ---- */

typedef struct
{
  ModelSystem *system;
  int x, y;
  double t, *state, *slope;
} Slice;

static void
slice_free (gpointer data)
{
  Slice *slice = data;

  model_system_free (slice->system);
  g_free (slice->state);
  g_free (slice->slope);
  g_free (slice);
}

static gboolean
slice_rhs (gpointer user, double x, double y, double *dx, double *dy)
{
  Slice *slice = user;
  const OdeSystem *ode = model_system_ode (slice->system);

  slice->state[slice->x] = x;
  slice->state[slice->y] = y;
  if (ode->rhs (ode->self, slice->t, slice->state, slice->slope) != ODE_DONE)
    return FALSE;
  *dx = slice->slope[slice->x];
  *dy = slice->slope[slice->y];
  return TRUE;
}

PlotLayer *
plot_layer_field_in_plane (ModelSystem *system, int x, int y, double t, const double *state)
{
  const int n = model_system_n_states (system);
  Slice *slice = g_new (Slice, 1);

  *slice = (Slice) { system, x, y, t, g_memdup2 (state, sizeof (double) * (gsize) n), g_new0 (double, n) };
  return plot_layer_field_new (slice_rhs, slice, slice_free);
}

PlotLayer *
plot_layer_nullclines_new (PlotRhsFunc rhs, gpointer user, GDestroyNotify destroy, const char *x_name, const char *y_name)
{
  Field *field = plot_layer_alloc (sizeof (Field), &nullclines_class, PLOT_PLANE_BACK);

  field->rhs = rhs;
  field->user = user;
  field->destroy = destroy;
  field->labels[0] = g_strdup (x_name);
  field->labels[1] = g_strdup (y_name);
  for (int k = 0; k < 2; k++)
    field->points[k] = g_array_new (FALSE, FALSE, sizeof (PlotPoint));
  return &field->layer;
}

void
plot_layer_nullclines_avoid (PlotLayer *layer, SimTrajectory *trajectory, int x_column, int y_column)
{
  Field *field = (Field *) layer;

  g_return_if_fail (layer->class == &nullclines_class && field->trajectory == NULL);
  field->trajectory = sim_trajectory_ref (trajectory);
  field->x_column = x_column;
  field->y_column = y_column;
}

void
plot_layer_field_set_follow (PlotLayer *layer, PlotFollowFunc follow)
{
  g_return_if_fail (layer->class == &arrows_class || layer->class == &nullclines_class);
  ((Field *) layer)->follow = follow;
}
