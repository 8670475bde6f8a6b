/* Draws measured points with error bars. Of the points in one pixel one disc and one bar is drawn, so that the time of a drawing depends on the size of the
 * plot and not on the number of points. */
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-text.h"
#include "plot-words.h"

/* Half width of the caps of error bars, and radius of points, px. */
#define CAP 2.5
#define RADIUS 3
/* Number of significant digits in readouts; measured values seldom have more. */
#define DIGITS 4

typedef struct
{
  PlotLayer layer;
  PlotStyle style;
  double *x, *y, *x_errors, *y_errors; /* n numbers; the errors may be NULL, and NaN for single points */
  int *lines;                          /* lines of the file, or NULL */
  gsize n;
  char *x_name, *x_unit;
  PlotMarker marker;
} Measured;

/* The marks of tables: a table has the mark of its index. */
static const PlotMarker marks[] = { PLOT_MARKER_DISC, PLOT_MARKER_SQUARE, PLOT_MARKER_DIAMOND, PLOT_MARKER_TRIANGLE, PLOT_MARKER_CROSS, PLOT_MARKER_RING };

static double
error_of (const double *errors, gsize k)
{
  return errors != NULL && isfinite (errors[k]) ? errors[k] : 0;
}

static void
measured_extent (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent)
{
  const Measured *self = (const Measured *) layer;

  for (gsize k = 0; k < self->n; k++)
    {
      double x_error = error_of (self->x_errors, k), y_error = error_of (self->y_errors, k);

      if (!(self->x[k] >= x_low && self->x[k] <= x_high))
        continue;
      plot_extent_add (extent, self->x[k], self->y[k]);
      plot_extent_add (extent, self->x[k] - x_error, self->y[k] - y_error);
      plot_extent_add (extent, self->x[k] + x_error, self->y[k] + y_error);
    }
}

/* ---- drawing ---- */

/* A bit for each pixel of the data area in which a point was drawn. */
typedef struct { guint8 *bits; int width, height; double left, top; } Taken;

static Taken
taken_new (const PlotFrame *frame)
{
  int width = (int) ceil (frame->width) + 1, height = (int) ceil (frame->height) + 1;

  return (Taken) { g_malloc0 (((gsize) width * (gsize) height + 7) / 8), width, height, frame->left, frame->top };
}

/* Returns whether this is the first point in its pixel. */
static gboolean
take (Taken *taken, double x, double y)
{
  int column = (int) floor (x - taken->left), row = (int) floor (y - taken->top);
  gsize bit;

  if (column < 0 || row < 0 || column >= taken->width || row >= taken->height)
    return TRUE;
  bit = (gsize) row * (gsize) taken->width + (gsize) column;
  if (taken->bits[bit / 8] >> (bit % 8) & 1)
    return FALSE;
  taken->bits[bit / 8] |= (guint8) (1 << (bit % 8));
  return TRUE;
}

/* Maps a bound of an error bar. A bound that a logarithmic axis does not have is at the end of the axis. */
static double
bound (const PlotScale *scale, double value)
{
  double pixel = plot_scale_map (scale, value);

  return isfinite (pixel) ? pixel : scale->pixel_low;
}

static void
draw_bars (const Measured *self, gsize k, PlotFrame *frame, double x, double y, const PlotPen *pen)
{
  const double cap = CAP * frame->theme->line_grid;

  if (self->y_errors != NULL && isfinite (self->y_errors[k]))
    {
      const double top = frame->top, bottom = frame->top + frame->height;
      double low = bound (frame->y, self->y[k] - self->y_errors[k]), high = bound (frame->y, self->y[k] + self->y_errors[k]);

      /* The layer is drawn a little beyond the data area; bars end at its edge. */
      plot_canvas_line (frame->canvas, x, CLAMP (low, top, bottom), x, CLAMP (high, top, bottom), pen);
      if (low >= top && low <= bottom)
        plot_canvas_line (frame->canvas, x - cap, low, x + cap, low, pen);
      if (high >= top && high <= bottom)
        plot_canvas_line (frame->canvas, x - cap, high, x + cap, high, pen);
    }
  if (self->x_errors != NULL && isfinite (self->x_errors[k]))
    {
      const double left = frame->left, right = frame->left + frame->width;
      double low = bound (frame->x, self->x[k] - self->x_errors[k]), high = bound (frame->x, self->x[k] + self->x_errors[k]);

      if (y < frame->top || y > frame->top + frame->height)
        return;
      plot_canvas_line (frame->canvas, CLAMP (low, left, right), y, CLAMP (high, left, right), y, pen);
      if (low >= left && low <= right)
        plot_canvas_line (frame->canvas, low, y - cap, low, y + cap, pen);
      if (high >= left && high <= right)
        plot_canvas_line (frame->canvas, high, y - cap, high, y + cap, pen);
    }
}

static gboolean
has_bars (const Measured *self, gsize k)
{
  return (self->y_errors != NULL && isfinite (self->y_errors[k])) || (self->x_errors != NULL && isfinite (self->x_errors[k]));
}

static void
measured_draw (PlotLayer *layer, PlotFrame *frame)
{
  const Measured *self = (const Measured *) layer;
  const PlotPen pen = plot_style_pen (&self->style, frame->theme);

  /* All bars first: a disc is never covered by the bar of another point. */
  for (int part = 0; part < 2; part++)
    {
      Taken taken = taken_new (frame);

      for (gsize k = 0; k < self->n; k++)
        {
          const double x = plot_scale_map (frame->x, self->x[k]), y = plot_scale_map (frame->y, self->y[k]);

          if (plot_scale_zone (frame->x, self->x[k]) != PLOT_ZONE_INSIDE || !isfinite (y) || (part == 0 && !has_bars (self, k)) || !take (&taken, x, y))
            continue;
          if (part == 0)
            draw_bars (self, k, frame, x, y, &pen);
          else if (plot_scale_zone (frame->y, self->y[k]) == PLOT_ZONE_INSIDE)
            {
              const PlotTheme *theme = frame->theme;

              /* A rim separates the point from a curve of the same colour. */
              plot_canvas_marker (frame->canvas, self->marker, x, y, (RADIUS + 1) * theme->line_grid, 0, theme->background, theme->background);
              plot_canvas_marker (frame->canvas, self->marker, x, y, RADIUS * theme->line_grid, theme->line_other, pen.color, theme->background);
            }
        }
      g_free (taken.bits);
    }
}

/* ---- key, pointer and texts ---- */

static gboolean
is_visible (const Measured *self, const PlotFrame *frame, gsize k)
{
  return plot_scale_zone (frame->x, self->x[k]) == PLOT_ZONE_INSIDE && plot_scale_zone (frame->y, self->y[k]) == PLOT_ZONE_INSIDE;
}

static int
measured_keys (PlotLayer *layer, const PlotFrame *frame, PlotKey *keys, int n)
{
  const Measured *self = (const Measured *) layer;
  gboolean visible = FALSE;

  for (gsize k = 0; k < self->n && !visible; k++)
    visible = is_visible (self, frame, k);
  if (n < 1 || layer->label == NULL || !visible)
    return 0;
  *keys = (PlotKey) { .pen = plot_style_pen (&self->style, frame->theme), .in_key = layer->in_key, .end_y = NAN, .marker = self->marker };
  keys->color = plot_style_color (&self->style, frame->theme, FALSE);
  keys->text_color = plot_style_color (&self->style, frame->theme, TRUE);
  g_strlcpy (keys->label, layer->label, sizeof keys->label);
  return 1;
}

static gboolean
measured_hit (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  const Measured *self = (const Measured *) layer;
  gboolean found = FALSE;

  for (gsize k = 0; k < self->n; k++)
    {
      double x = plot_scale_map (frame->x, self->x[k]), y = plot_scale_map (frame->y, self->y[k]), distance = hypot (x - px, y - py);

      if (!(distance < hit->distance) || !is_visible (self, frame, k))
        continue;
      found = TRUE;
      *hit = (PlotHit) { PLOT_HIT_LINE, self->x[k], self->y[k], x, y, distance, layer, k, PLOT_COLUMN_NONE };
    }
  return found;
}

static gboolean
measured_find (PlotLayer *layer, PlotHit *hit)
{
  const Measured *self = (const Measured *) layer;

  return hit->kind == PLOT_HIT_LINE && hit->index < self->n && self->x[hit->index] == hit->x && self->y[hit->index] == hit->y;
}

/* Returns "5.3 ± 0.4 mg/L". */
static char *
value_text (double value, const double *errors, gsize k, const char *unit)
{
  char number[32];

  if (errors == NULL || !isfinite (errors[k]))
    return plot_text_value (value, DIGITS, unit != NULL && *unit != '\0' ? unit : NULL);
  plot_format_number (value, DIGITS, number, sizeof number);
  {
    g_autofree char *error = plot_text_value (errors[k], 2, unit != NULL && *unit != '\0' ? unit : NULL);

    return g_strdup_printf ("%s ± %s", number, error);
  }
}

static void
measured_readout (PlotLayer *layer, const PlotHit *hit, const char *time_unit, GString *text)
{
  const Measured *self = (const Measured *) layer;
  const char *quantity = plot_layer_quantity (layer);
  g_autofree char *x = value_text (hit->x, self->x_errors, hit->index, self->x_unit), *y = value_text (hit->y, self->y_errors, hit->index, layer->unit);

  /* Translators: a measured point: name and value of the time or of another quantity, then name and value of the measured quantity. */
  g_string_append_printf (text, _("measured\t at %s = %s\n%s = %s\n"), self->x_name, x, quantity != NULL ? quantity : "", y);
  if (self->lines != NULL)
    g_string_append_printf (text, _("line %d of the file\n"), self->lines[hit->index]);
}

static void
measured_describe (PlotLayer *layer, GString *text)
{
  const Measured *self = (const Measured *) layer;
  int n = 0;

  for (gsize k = 0; k < self->n; k++)
    n += isfinite (self->x[k]) && isfinite (self->y[k]);
  g_string_append_printf (text, ngettext (", %d measured point", ", %d measured points", (gulong) n), n);
}

static void
measured_free (PlotLayer *layer)
{
  Measured *self = (Measured *) layer;

  g_free (self->x);
  g_free (self->y);
  g_free (self->x_errors);
  g_free (self->y_errors);
  g_free (self->lines);
  g_free (self->x_name);
  g_free (self->x_unit);
}

static const PlotLayerClass measured_class = {
  .name = "measured", .overhang = RADIUS + 1, .extent = measured_extent, .draw = measured_draw, .hit = measured_hit, .keys = measured_keys, .readout = measured_readout,
  .free = measured_free, .describe = measured_describe, .find = measured_find
};

PlotLayer *
plot_layer_measured_new (const PlotMeasured *points, const PlotStyle *style)
{
  Measured *self = plot_layer_alloc (sizeof *self, &measured_class, PLOT_PLANE_DATA);

  self->style = *style;
  self->marker = marks[points->mark % (int) G_N_ELEMENTS (marks)];
  self->n = points->n;
  self->x = g_memdup2 (points->x, points->n * sizeof (double));
  self->y = g_memdup2 (points->y, points->n * sizeof (double));
  self->x_errors = g_memdup2 (points->x_errors, points->x_errors != NULL ? points->n * sizeof (double) : 0);
  self->y_errors = g_memdup2 (points->y_errors, points->y_errors != NULL ? points->n * sizeof (double) : 0);
  self->lines = g_memdup2 (points->lines, points->lines != NULL ? points->n * sizeof (int) : 0);
  self->x_name = g_strdup (points->x_name != NULL ? points->x_name : "*t*");
  self->x_unit = g_strdup (points->x_unit);
  return &self->layer;
}
