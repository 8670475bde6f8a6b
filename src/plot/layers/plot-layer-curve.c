/* Draws a column over time: on images as area coverage (plot-raster.h), in files as a
 * polyline. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "plot-columns.h"
#include "plot-format.h"
#include "plot-layers.h"
#include "plot-raster.h"
#include "plot-step-ends.h"
#include "plot-words.h"

typedef struct
{
  PlotLayer layer;
  SimTrajectory *trajectory;
  int column;
  gboolean behind;         /* TRUE if rows of the source are still missing in `steps` */
  gsize positive_first, positive_last; /* arguments of the last call of smallest_positive, whose result is the next member */
  double positive_high, positive;
  PlotStepEnds *steps;        /* owner of the trajectory, which has only rows at ends of steps; NULL: the trajectory has all rows */
  PlotStyle style;
  PlotTransform transform;
  double drift_from;       /* first value of the column, from which a drift is measured; NaN: not known yet */
  gboolean drift_absolute; /* TRUE if the drift is not divided by the first value, which is too small */
  PlotColumns *columns;
  cairo_surface_t *mask;
  float *low, *high;
  int n;
  char *key;
} Curve;

/* Returns an estimate of the smallest positive value, for the range of a logarithmic axis. The min–max pyramid of the trajectory does
 * not contain it, so 512 rows at equal distances are examined. Values more than 16 decades below the largest are treated as rounding
 * errors. */
static double
smallest_positive (Curve *curve, gsize first, gsize last, double high)
{
  gsize stride = MAX (1, (last - first) / 512);
  double least = high;

  if (first == curve->positive_first && last == curve->positive_last && high == curve->positive_high)
    return curve->positive;

  for (gsize row = first; row < last; row += stride)
    {
      double value = plot_transform_apply (&curve->transform, sim_trajectory_row (curve->trajectory, row)[1 + curve->column]);

      if (value > 0 && value < least)
        least = value;
    }
  curve->positive_first = first;
  curve->positive_last = last;
  curve->positive_high = high;
  return curve->positive = fmax (least, high * 1e-16);
}

/* If the range of an invariant in a run is larger than this factor times its first value, the first value counts as
 * a rounding error, and the drift is not divided by it. */
#define ROUNDED 1e9
/* A first value below this fraction of the largest number in its row counts as a rounding
 * error. */
#define ROUNDINGS (4 * DBL_EPSILON)

/* Sets offset and scale of a drift from the first row. The drift is relative to the first value, or absolute if that is zero or a rounding
 * error. */
static void
resolve_drift (Curve *curve)
{
  double value, low, high;
  gboolean none;

  if (!curve->transform.drift || sim_trajectory_n_rows (curve->trajectory) == 0)
    return;
  value = sim_trajectory_row (curve->trajectory, 0)[1 + curve->column];
  if (isnan (value))
    return;
  sim_trajectory_range (curve->trajectory, curve->column, 0, sim_trajectory_n_rows (curve->trajectory), &low, &high);
  none = value == 0 || (curve->steps != NULL && fabs (value) <= ROUNDINGS * plot_step_ends_first_size (curve->steps))
         || high - low > ROUNDED * fabs (value);
  if (value == curve->drift_from && none == curve->drift_absolute)
    return;
  curve->drift_from = value;
  curve->drift_absolute = none;
  curve->transform.offset = value;
  curve->transform.scale = !none && isfinite (value) ? 1 / fabs (value) : 1;
  plot_columns_free (curve->columns);
  curve->columns = plot_columns_new (curve->trajectory, curve->column, &curve->transform);
  g_clear_pointer (&curve->key, g_free);
  if (none && curve->layer.remark == NULL)
    curve->layer.remark = g_strdup (_("absolute"));
}

static void
curve_extent (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent)
{
  Curve *curve = (Curve *) layer;
  gsize n, first, last;
  double low, high;

  if (curve->steps != NULL)
    curve->behind = !plot_step_ends_update (curve->steps);
  n = sim_trajectory_n_rows (curve->trajectory);
  resolve_drift (curve);
  if (n == 0)
    return;
  first = isfinite (x_low) ? plot_columns_first_row (curve->trajectory, x_low) : 0;
  last = isfinite (x_high) ? sim_trajectory_find (curve->trajectory, x_high) + 1 : n;
  plot_transform_range (&curve->transform, curve->trajectory, curve->column, first, MIN (last, n), &low, &high);
  if (!(low <= high))
    return;
  plot_extent_add_y (extent, low);
  plot_extent_add_y (extent, high);
  plot_extent_add_x (extent, sim_trajectory_row (curve->trajectory, 0)[0]);
  if (sim_trajectory_row (curve->trajectory, 0)[0] <= 0)
    {
      gsize positive = plot_columns_first_row (curve->trajectory, DBL_MIN);

      if (positive < n)
        plot_extent_add_x (extent, sim_trajectory_row (curve->trajectory, positive)[0]);
    }
  plot_extent_add_x (extent, sim_trajectory_row (curve->trajectory, n - 1)[0]);
  if (low <= 0 && high > 0)
    plot_extent_add_y (extent, smallest_positive (curve, first, MIN (last, n), high));
}

/* ---- drawing on images ---- */

static gboolean
same_view (Curve *curve, const PlotFrame *frame, int width, int height, double line)
{
  g_autofree char *key = g_strdup_printf ("%d %d %a %a %a %a %a %a %d %d %" G_GSIZE_FORMAT " %" G_GSIZE_FORMAT, width, height, line,
                                          frame->x->low,
                                          frame->x->high, frame->y->low, frame->y->high, frame->y->band, frame->x->type, frame->y->type,
                                          sim_trajectory_n_rows (curve->trajectory), sim_trajectory_n_events (curve->trajectory));

  if (g_strcmp0 (key, curve->key) == 0)
    return TRUE;
  g_free (curve->key);
  curve->key = g_steal_pointer (&key);
  return FALSE;
}

/* Removes the sub-columns that are in gaps of the dash pattern, which is measured by arc length. Dashes are shortened
 * by the line width, because round ends lengthen them by the same amount. A sub-column that is longer than a dash is
 * kept. */
static void
apply_dashes (float *low, float *high, int n, const PlotPen *pen, double scale, double width)
{
  double period = 0, travelled = 0, edges[7] = { 0 };

  for (int i = 0; i < pen->n_dashes; i++)
    edges[i + 1] = period += pen->dashes[i] * scale;
  for (int i = 0; i < n; i++)
    {
      double length, from, to;
      gboolean on = FALSE;

      if (!(low[i] <= high[i]))
        continue;
      length = hypot (1.0 / PLOT_RASTER_SUB, high[i] - low[i]);
      from = travelled;
      to = from + length;
      for (int k = 0; k < pen->n_dashes && !on; k += 2)
        {
          double a = edges[k] + fmin (width / 2, (edges[k + 1] - edges[k]) / 2);
          double b = edges[k + 1] - fmin (width / 2, (edges[k + 1] - edges[k]) / 2);

          on = (to >= a && from <= b) || to - period >= a;
        }
      travelled += length;
      if (travelled >= period)
        travelled = fmod (travelled, period);
      if (!on)
        low[i] = high[i] = NAN;
    }
}

static float
device (double pixel, double origin, double scale, double limit)
{
  double v = (pixel - origin) * scale;

  return (float) (v < -limit ? -limit : v > limit ? limit : v);
}

/* Converts n ranges to device pixels, in which y grows downwards. Returns FALSE if all ranges are
 * empty. */
static gboolean
to_device (const PlotFrame *frame, const double *low, const double *high, int n, float *top, float *bottom)
{
  const PlotScale *y = frame->y;
  double scale = frame->canvas->scale, slope = (y->pixel_high - y->pixel_low) / (y->high - y->low);
  gboolean linear = y->type == PLOT_SCALE_LINEAR, any = FALSE;

  for (int i = 0; i < n; i++)
    {
      if (!(low[i] <= high[i]))
        {
          top[i] = bottom[i] = NAN;
          continue;
        }
      any = TRUE;
      top[i] = device (linear ? y->pixel_low + (high[i] - y->low) * slope : plot_scale_map (y, high[i]), frame->top, scale, 1e5);
      bottom[i] = device (linear ? y->pixel_low + (low[i] - y->low) * slope : plot_scale_map (y, low[i]), frame->top, scale, 1e5);
    }
  return any;
}

static void
draw_raster (Curve *curve, PlotFrame *frame, const PlotPen *pen)
{
  double scale = frame->canvas->scale, line = pen->width * scale;
  int width = MAX (1, (int) lrint (frame->width * scale)), height = MAX (1, (int) lrint (frame->height * scale));
  int n = width * PLOT_RASTER_SUB;

  if (curve->mask == NULL || cairo_image_surface_get_width (curve->mask) != width || cairo_image_surface_get_height (curve->mask) != height)
    {
      g_clear_pointer (&curve->mask, cairo_surface_destroy);
      curve->mask = cairo_image_surface_create (CAIRO_FORMAT_A8, width, height);
      g_clear_pointer (&curve->key, g_free);
    }
  if (!same_view (curve, frame, width, height, line))
    {
      PlotScale x = *frame->x;

      if (n != curve->n)
        {
          curve->low = g_renew (float, curve->low, n);
          curve->high = g_renew (float, curve->high, n);
          curve->n = n;
        }
      /* Slices start at the left edge of the data area. On a logarithmic axis with an underflow band this is before the lower end of the
       * scale. */
      x.low = plot_scale_unmap (frame->x, frame->left);
      x.pixel_low = frame->left;
      x.band = 0;
      plot_columns_update (curve->columns, &x, n);
      plot_raster_clear (curve->mask);
      for (int set = 0; set < 2; set++)
        {
          const double *low = plot_columns_low (curve->columns, set), *high = plot_columns_high (curve->columns, set);

          if (!to_device (frame, low, high, n, curve->low, curve->high))
            continue; /* without jumps the second set of segments is empty */
          if (pen->n_dashes > 0)
            apply_dashes (curve->low, curve->high, n, pen, scale, line);
          plot_raster_columns (curve->mask, curve->low, curve->high, line);
        }
    }
  cairo_surface_set_device_scale (curve->mask, scale, scale);
  plot_canvas_mask (frame->canvas, curve->mask, frame->left, frame->top, pen->color);
}

/* ---- drawing in files ---- */

typedef struct { PlotFrame *frame; const PlotPen *pen; int n; } Path;

/* Largest number of points of one stroke, since viewers become slow with longer paths. Round line ends hide the places where two strokes
 * meet. */
#define PATH_POINTS 4000

static void
path_point (gpointer user, double x, double y)
{
  Path *path = user;
  cairo_t *cr = path->frame->canvas->cr;
  double px = plot_scale_map (path->frame->x, x), py = plot_scale_map (path->frame->y, y);
  double limit = path->frame->height * 20;

  if (isnan (px) || isnan (py))
    {
      if (path->n > 1)
        plot_canvas_stroke (path->frame->canvas, path->pen);
      else
        cairo_new_path (cr);
      path->n = 0;
      return;
    }
  py = CLAMP (py, path->frame->top - limit, path->frame->top + limit);
  if (path->n == 0)
    cairo_move_to (cr, px, py);
  else
    cairo_line_to (cr, px, py);
  path->n++;
  if (path->n >= PATH_POINTS && path->pen->n_dashes == 0)
    {
      plot_canvas_stroke (path->frame->canvas, path->pen);
      cairo_move_to (cr, px, py);
      path->n = 1;
    }
}

static void
draw_vector (Curve *curve, PlotFrame *frame, const PlotPen *pen)
{
  Path path = { frame, pen, 0 };

  cairo_new_path (frame->canvas->cr);
  plot_columns_polyline (curve->trajectory, curve->column, &curve->transform, frame->x, 0.25, path_point, &path);
  path_point (&path, NAN, NAN);
}

/* ---- the point at the playhead ---- */

static double
curve_time (Curve *curve, const PlotFrame *frame)
{
  double playhead = frame->time_axis != NULL ? plot_time_axis_playhead (frame->time_axis) : NAN;
  gsize n = sim_trajectory_n_rows (curve->trajectory);

  if (n == 0)
    return NAN;
  return isnan (playhead) ? playhead : fmin (playhead, sim_trajectory_row (curve->trajectory, n - 1)[0]);
}

/* Finds the drawn value before a jump (x⁻) at time t. Returns FALSE if there is no jump at
 * t. */
static gboolean
value_before (Curve *curve, double t, double *before)
{
  gsize row = sim_trajectory_find (curve->trajectory, t);

  if (row == 0 || sim_trajectory_row (curve->trajectory, row - 1)[0] != t
      || (sim_trajectory_flags (curve->trajectory, row - 1) & SIM_ROW_BEFORE) == 0)
    return FALSE;
  *before = plot_transform_apply (&curve->transform, sim_trajectory_row (curve->trajectory, row - 1)[1 + curve->column]);
  return TRUE;
}

static void
draw_current (Curve *curve, PlotFrame *frame, const PlotPen *pen)
{
  const PlotTheme *theme = frame->theme;
  PlotPen rim = { .color = theme->background, .width = theme->current_radius * 0.35 };
  double t = curve_time (curve, frame), x, y, before;
  gsize n = sim_trajectory_n_rows (curve->trajectory);

  if (n == 0 || isnan (t) || plot_scale_zone (frame->x, t) != PLOT_ZONE_INSIDE)
    return;
  x = plot_scale_map (frame->x, t);
  y = plot_scale_map (frame->y, plot_transform_apply (&curve->transform, plot_run_value (curve->trajectory, curve->column, t)));
  if (!(y >= frame->top && y <= frame->top + frame->height))
    return;
  /* At a jump, draw the value before it as a ring and the value after it as the point. */
  if (value_before (curve, t, &before))
    {
      plot_canvas_marker (frame->canvas, PLOT_MARKER_RING, x, plot_scale_map (frame->y, before), theme->current_radius * 0.8,
                          theme->line_other, pen->color, theme->background);
    }
  cairo_new_path (frame->canvas->cr);
  cairo_arc (frame->canvas->cr, x, y, theme->current_radius * 0.9, 0, 2 * G_PI);
  cairo_close_path (frame->canvas->cr);
  plot_canvas_fill_stroke (frame->canvas, plot_style_color (&curve->style, theme, FALSE), &rim);
}

/* Returns whether stroking the visible rows on an image would be too slow
 * (PLOT_MOST_STROKED). */
static gboolean
is_long (Curve *curve, const PlotFrame *frame)
{
  gsize first = plot_columns_first_row (curve->trajectory, frame->x->low), last = sim_trajectory_find (curve->trajectory, frame->x->high);

  return plot_canvas_is_image (frame->canvas) && last > first + PLOT_MOST_STROKED;
}

static void
curve_draw (PlotLayer *layer, PlotFrame *frame)
{
  Curve *curve = (Curve *) layer;
  PlotPen pen = plot_style_pen (&curve->style, frame->theme);

  /* Copy all ends of steps now, since a file is drawn only once. */
  while (curve->behind && frame->canvas->vector)
    curve->behind = !plot_step_ends_update (curve->steps);
  frame->more |= curve->behind;
  if (sim_trajectory_n_rows (curve->trajectory) == 0)
    return;
  if (frame->canvas->vector && !is_long (curve, frame))
    draw_vector (curve, frame, &pen);
  else
    draw_raster (curve, frame, &pen);
  plot_columns_draw_jumps (curve->columns, frame, &pen);
}

static void
curve_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  Curve *curve = (Curve *) layer;
  PlotPen pen = plot_style_pen (&curve->style, frame->theme);

  draw_current (curve, frame, &pen);
}

/* ---- other functions of the class ---- */

static gboolean
curve_hit (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  Curve *curve = (Curve *) layer;
  gsize n = sim_trajectory_n_rows (curve->trajectory), row, first, last;
  gboolean found = FALSE;

  if (n == 0)
    return FALSE;
  row = plot_run_nearest (curve->trajectory, plot_scale_unmap (frame->x, px));
  /* Search 64 rows before and after the row nearest in time. If rows are at least 1 px apart, these rows cover more than the reach of
   * the pointer. */
  first = row > 64 ? row - 64 : 0;
  last = MIN (row + 64, n);
  for (gsize i = first; i < last; i++)
    {
      const double *values = sim_trajectory_row (curve->trajectory, i);
      double y = plot_transform_apply (&curve->transform, values[1 + curve->column]);
      double x_pixel = plot_scale_map (frame->x, values[0]), y_pixel = plot_scale_map (frame->y, y);
      double distance = hypot (x_pixel - px, y_pixel - py);

      if (!(distance < hit->distance))
        continue;
      found = TRUE;
      *hit = (PlotHit) { PLOT_HIT_ROW, values[0], y, x_pixel, y_pixel, distance, layer, i, curve->column };
    }
  return found;
}

/* Smallest visible jump, as a fraction of the axis. */
#define LEAST_JUMP 2e-3

/* At a jump, makes a key for the value before it (x⁻) and one for the value after it (x⁺). Returns the number of keys; 0 if there is no
 * jump at the playhead. */
static int
jump_keys (Curve *curve, const PlotFrame *frame, double before, double after, PlotKey *keys, int n)
{
  const double values[] = { after, before };
  static const char *const signs[] = { "⁺", "⁻" };
  char number[32];
  int n_named = 0;

  if (fabs (plot_scale_map (frame->y, after) - plot_scale_map (frame->y, before)) < LEAST_JUMP * frame->height)
    return 0;
  for (; n_named < 2 && 1 + n_named < n; n_named++)
    {
      PlotKey *key = &keys[1 + n_named];

      *key = keys[1];
      key->end_y = plot_scale_map (frame->y, values[n_named]);
      plot_format_number (values[n_named], 3, number, sizeof number);
      g_snprintf (key->label, sizeof key->label, "%s%s %s", curve->layer.label, signs[n_named], number);
    }
  return n_named;
}

static int
curve_keys (PlotLayer *layer, const PlotFrame *frame, PlotKey *keys, int n)
{
  Curve *curve = (Curve *) layer;
  gsize n_rows = sim_trajectory_n_rows (curve->trajectory);
  double t = curve_time (curve, frame), value, end, before;
  char number[32];

  t = plot_scale_zone (frame->x, t) == PLOT_ZONE_INSIDE ? t : NAN;

  if (n < 1 || layer->label == NULL)
    return 0;
  *keys = (PlotKey) { .pen = plot_style_pen (&curve->style, frame->theme), .in_key = layer->in_key, .end_y = NAN };
  keys->color = plot_style_color (&curve->style, frame->theme, FALSE);
  keys->text_color = plot_style_color (&curve->style, frame->theme, TRUE);
  if (layer->remark != NULL)
    g_snprintf (keys->label, sizeof keys->label, "%s  %s", layer->label, layer->remark);
  else
    g_strlcpy (keys->label, layer->label, sizeof keys->label);
  if (!layer->direct || n_rows == 0 || n < 2)
    return 1;
  /* The second key is the label at the visible end of the curve, or with its value beside a playhead on the axis. */
  keys[1] = keys[0];
  keys[1].in_key = FALSE;
  keys[1].named = layer->in_key;
  end = isnan (t) ? fmin (frame->x->high, sim_trajectory_row (curve->trajectory, n_rows - 1)[0]) : t;
  if (end < frame->x->low)
    return 1;
  value = plot_transform_apply (&curve->transform, plot_run_value (curve->trajectory, curve->column, end));
  keys[1].end_y = plot_scale_map (frame->y, value);
  g_strlcpy (keys[1].label, layer->label, sizeof keys[1].label);
  if (isnan (t))
    return 2;
  if (value_before (curve, t, &before))
    return 1 + jump_keys (curve, frame, before, value, keys, n);
  plot_format_number (value, 3, number, sizeof number);
  g_snprintf (keys[1].label, sizeof keys[1].label, "%s %s", layer->label, number);
  return 2;
}

static guint64
curve_serial (PlotLayer *layer)
{
  Curve *curve = (Curve *) layer;

  return curve->steps != NULL ? plot_step_ends_serial (curve->steps) : sim_trajectory_n_rows (curve->trajectory);
}

static void
curve_readout (PlotLayer *layer, const PlotHit *hit, const char *time_unit, GString *text)
{
  Curve *curve = (Curve *) layer;
  char number[32], time[32];
  SimRowFlags flags = sim_trajectory_flags (curve->trajectory, hit->index);

  plot_format_number (hit->y, 3, number, sizeof number);
  plot_format_number (hit->x, 4, time, sizeof time);
  /* Translators: a quantity, its value, a space and its unit; then the time and its unit. */
  g_string_append_printf (text, _("%s = %s%s%s\nat *t* = %s%s\n"),
                          plot_layer_quantity (layer) != NULL ? plot_layer_quantity (layer) : _("value"), number,
                          layer->unit != NULL ? " " : "", layer->unit != NULL ? layer->unit : "", time, time_unit);
  if ((flags & SIM_ROW_BEFORE) != 0)
    g_string_append (text, _("before the jump\n"));
  else if ((flags & SIM_ROW_AFTER) != 0)
    g_string_append (text, _("after the jump\n"));
}

static gboolean
curve_at (PlotLayer *layer, double t, double *t_stored, double *y)
{
  Curve *curve = (Curve *) layer;
  const double *row;

  if (sim_trajectory_n_rows (curve->trajectory) == 0)
    return FALSE;
  row = sim_trajectory_row (curve->trajectory, plot_run_nearest (curve->trajectory, t));
  *t_stored = row[0];
  *y = plot_transform_apply (&curve->transform, row[1 + curve->column]);
  return TRUE;
}

static gboolean
curve_range (PlotLayer *layer, double t0, double t1, double *low, double *high)
{
  Curve *curve = (Curve *) layer;
  gsize n = sim_trajectory_n_rows (curve->trajectory);

  if (n == 0 || !(t1 >= sim_trajectory_row (curve->trajectory, 0)[0] && t0 <= sim_trajectory_row (curve->trajectory, n - 1)[0]))
    return FALSE;
  plot_transform_range (&curve->transform, curve->trajectory, curve->column, sim_trajectory_find (curve->trajectory, t0),
                        MIN (sim_trajectory_find (curve->trajectory, t1) + 2, n), low, high);
  return *low <= *high;
}

static void
curve_free (PlotLayer *layer)
{
  Curve *curve = (Curve *) layer;

  plot_columns_free (curve->columns);
  sim_trajectory_unref (curve->trajectory);
  plot_step_ends_free (curve->steps);
  g_clear_pointer (&curve->mask, cairo_surface_destroy);
  g_free (curve->low);
  g_free (curve->high);
  g_free (curve->key);
}

static gboolean
curve_find (PlotLayer *layer, PlotHit *hit)
{
  Curve *curve = (Curve *) layer;
  const double *values;

  if (hit->kind != PLOT_HIT_ROW || hit->column != curve->column || hit->index >= sim_trajectory_n_rows (curve->trajectory))
    return FALSE;
  values = sim_trajectory_row (curve->trajectory, hit->index);
  hit->y = plot_transform_apply (&curve->transform, values[1 + curve->column]);
  return values[0] == hit->x;
}

static const PlotLayerClass curve_class = {
  "curve", curve_extent, curve_draw, curve_hit, curve_keys, curve_serial, curve_readout, curve_free,
  curve_draw_front, .at = curve_at, .range = curve_range, .find = curve_find, .slope = TRUE
};

PlotLayer *
plot_layer_curve_new (SimTrajectory *trajectory, int column, const PlotStyle *style, const PlotTransform *transform)
{
  static const PlotTransform identity = { 0, 1, FALSE, 0 };
  Curve *curve = plot_layer_alloc (sizeof (Curve), &curve_class, PLOT_PLANE_DATA);

  if (transform != NULL && transform->steps_only)
    {
      curve->steps = plot_step_ends_new (trajectory, column);
      trajectory = plot_step_ends_trajectory (curve->steps);
      column = 0;
    }
  curve->trajectory = sim_trajectory_ref (trajectory);
  curve->column = column;
  curve->style = *style;
  curve->drift_from = NAN;
  curve->transform = transform != NULL ? *transform : identity;
  curve->columns = plot_columns_new (trajectory, column, &curve->transform);
  return &curve->layer;
}
