/* Layers that draw arrays of numbers: lines, markers, polygons and bands. */
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-words.h"

typedef struct
{
  PlotLayer layer;
  PlotStyle style;
  GArray *x, *y, *low;     /* coordinates of the points; low: lower edge of a band, NULL for other layers */
  PlotMarker marker;
  double radius, fill, opacity;
  gboolean line, body, arrow, handles;
  guint64 serial;
} Line;

#define X(line, i) g_array_index ((line)->x, double, i)
#define Y(line, i) g_array_index ((line)->y, double, i)

static void
line_extent (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent)
{
  Line *line = (Line *) layer;

  for (guint i = 0; i < line->x->len; i++)
    if (X (line, i) >= x_low && X (line, i) <= x_high)
      {
        plot_extent_add (extent, X (line, i), Y (line, i));
        if (line->low != NULL)
          plot_extent_add (extent, X (line, i), g_array_index (line->low, double, i));
      }
}

/* Adds the whole line to the path. Points less than a quarter of a pixel from the previous one are skipped, except the last of a
 * segment. */
static void
trace (Line *line, PlotFrame *frame)
{
  cairo_t *cr = frame->canvas->cr;
  gboolean down = FALSE;
  double last_x = 0, last_y = 0;

  for (guint i = 0; i < line->x->len; i++)
    {
      double x = plot_scale_map (frame->x, X (line, i)), y = plot_scale_map (frame->y, Y (line, i));

      if (isnan (x) || isnan (y))
        {
          down = FALSE;
          continue;
        }
      x = CLAMP (x, -1e5, 1e5);
      y = CLAMP (y, -1e5, 1e5);
      if (down && hypot (x - last_x, y - last_y) < 0.25 && i + 1 < line->x->len && !isnan (Y (line, i + 1)))
        continue;
      if (down)
        cairo_line_to (cr, x, y);
      else
        cairo_move_to (cr, x, y);
      down = TRUE;
      last_x = x;
      last_y = y;
    }
}

/* Fills the band between its edges over the points [from, to), all of which are finite. */
static void
fill_band (Line *line, PlotFrame *frame, guint from, guint to)
{
  cairo_t *cr = frame->canvas->cr;

  for (guint i = from; i < to; i++)
    cairo_line_to (cr, plot_scale_map (frame->x, X (line, i)), plot_scale_map (frame->y, Y (line, i)));
  for (guint i = to; i-- > from;)
    cairo_line_to (cr, plot_scale_map (frame->x, X (line, i)), plot_scale_map (frame->y, g_array_index (line->low, double, i)));
  cairo_close_path (cr);
  plot_canvas_fill (frame->canvas, plot_color_fade (plot_style_color (&line->style, frame->theme, FALSE), line->fill));
}

/* Draws a band. A NaN in either edge interrupts it. */
static void
draw_band (Line *line, PlotFrame *frame)
{
  guint from = 0;

  for (guint i = 0; i <= line->x->len; i++)
    if (i == line->x->len || isnan (Y (line, i)) || isnan (g_array_index (line->low, double, i)))
      {
        if (i > from + 1)
          fill_band (line, frame, from, i);
        from = i + 1;
      }
}

/* Draws an arrow head at the last point, unless the line is too short to have a direction. */
static void
draw_head (Line *line, PlotFrame *frame, const PlotPen *pen)
{
  const guint n = line->x->len;
  const double size = (3.2 + 1.6 * pen->width / frame->theme->line_grid) * frame->theme->line_grid;
  double x, y, ux, uy, length;

  if (n < 2)
    return;
  x = plot_scale_map (frame->x, X (line, n - 1));
  y = plot_scale_map (frame->y, Y (line, n - 1));
  ux = x - plot_scale_map (frame->x, X (line, n - 2));
  uy = y - plot_scale_map (frame->y, Y (line, n - 2));
  length = hypot (ux, uy);
  if (!(length > 1) || !isfinite (length))
    return;
  ux *= size / length;
  uy *= size / length;
  cairo_move_to (frame->canvas->cr, x + 0.4 * ux, y + 0.4 * uy);
  cairo_line_to (frame->canvas->cr, x - 0.6 * ux - 0.5 * uy, y - 0.6 * uy + 0.5 * ux);
  cairo_line_to (frame->canvas->cr, x - 0.6 * ux + 0.5 * uy, y - 0.6 * uy - 0.5 * ux);
  cairo_close_path (frame->canvas->cr);
  plot_canvas_fill (frame->canvas, pen->color);
}

static void
line_draw (PlotLayer *layer, PlotFrame *frame)
{
  Line *line = (Line *) layer;
  PlotPen pen = plot_style_pen (&line->style, frame->theme);

  if (line->x->len == 0)
    return;
  pen.color = plot_color_fade (pen.color, line->opacity);
  if (line->low != NULL)
    {
      draw_band (line, frame);
      return;
    }
  if (line->fill > 0)
    {
      trace (line, frame);
      cairo_close_path (frame->canvas->cr);
      plot_canvas_fill (frame->canvas, plot_color_fade (pen.color, line->fill));
    }
  if (line->line)
    {
      trace (line, frame);
      plot_canvas_stroke (frame->canvas, &pen);
      if (line->arrow)
        draw_head (line, frame, &pen);
    }
  for (guint i = 0; line->marker != PLOT_MARKER_NONE && i < line->x->len; i++)
    {
      double x = plot_scale_map (frame->x, X (line, i)), y = plot_scale_map (frame->y, Y (line, i));

      if (!isnan (x) && !isnan (y))
        plot_canvas_marker (frame->canvas, line->marker, x, y, line->radius * frame->theme->line_grid,
                            line->marker == PLOT_MARKER_POINT ? frame->theme->current_radius * 0.35 : frame->theme->line_other, pen.color,
                            line->body ? plot_theme_light_shade (frame->theme, line->style.series) : frame->theme->background);
    }
}

/* Factor by which the tint of an area is stronger in the key. */
#define AREA_KEY 3

/* Returns whether only the area of the polygon is drawn. */
static gboolean
is_area (const Line *line)
{
  return line->fill > 0 && !line->line && line->marker == PLOT_MARKER_NONE;
}

static gboolean
line_hit (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  Line *line = (Line *) layer;
  gboolean found = FALSE;

  if (line->low != NULL || is_area (line))
    return FALSE;
  for (guint i = 0; i < line->x->len; i++)
    {
      double x = plot_scale_map (frame->x, X (line, i)), y = plot_scale_map (frame->y, Y (line, i)), distance = hypot (x - px, y - py);

      if (!(distance < hit->distance))
        continue;
      found = TRUE;
      /* A handle wins over the points of other layers, because only the handle can be dragged. */
      *hit = (PlotHit) { line->handles ? PLOT_HIT_START : PLOT_HIT_LINE, X (line, i), Y (line, i), x, y, line->handles ? 0 : distance, layer, i,
                         PLOT_COLUMN_NONE };
    }
  return found;
}

/* Returns whether at least one point is visible. A line without visible points has no
 * key. */
static gboolean
in_view (Line *line, const PlotFrame *frame)
{
  for (guint i = 0; i < line->x->len; i++)
    if (plot_scale_zone (frame->x, X (line, i)) == PLOT_ZONE_INSIDE && plot_scale_zone (frame->y, Y (line, i)) == PLOT_ZONE_INSIDE)
      return TRUE;
  return FALSE;
}

static int
line_keys (PlotLayer *layer, const PlotFrame *frame, PlotKey *keys, int n)
{
  Line *line = (Line *) layer;
  gboolean reversed = frame->x->pixel_high < frame->x->pixel_low;

  if (n < 1 || layer->label == NULL || !in_view (line, frame))
    return 0;
  *keys = (PlotKey) { .pen = plot_style_pen (&line->style, frame->theme), .in_key = layer->in_key, .end_y = NAN };
  keys->marker = is_area (line) ? PLOT_MARKER_DISC : line->line ? PLOT_MARKER_NONE : line->marker;
  keys->color = plot_style_color (&line->style, frame->theme, FALSE);
  if (is_area (line)) /* a small mark needs a stronger tint than the area */
    keys->color = plot_color_mix (frame->theme->background, keys->color, fmin (1, AREA_KEY * line->fill));
  keys->pen.color = plot_color_fade (keys->pen.color, line->opacity);
  keys->color = plot_color_fade (keys->color, line->opacity);
  keys->text_color = plot_style_color (&line->style, frame->theme, TRUE);
  g_strlcpy (keys->label, layer->label, sizeof keys->label);
  for (guint i = line->x->len; layer->direct && i-- > 0;)
    if (!isnan (Y (line, i)) && (reversed ? X (line, i) >= frame->x->low : X (line, i) <= frame->x->high))
      {
        keys->end_y = plot_scale_map (frame->y, Y (line, i));
        break;
      }
  return 1;
}

static guint64
line_serial (PlotLayer *layer)
{
  return ((Line *) layer)->serial;
}

static void
line_readout (PlotLayer *layer, const PlotHit *hit, const char *time_unit, GString *text)
{
  char x[32], y[32];

  plot_format_number (hit->x, 3, x, sizeof x);
  plot_format_number (hit->y, 3, y, sizeof y);
  g_string_append_printf (text, _("%s%s%s\nat %s\n"), layer->label != NULL ? layer->label : "", layer->label != NULL ? " " : "", y, x);
}

static void
line_free (PlotLayer *layer)
{
  Line *line = (Line *) layer;

  g_array_unref (line->x);
  g_array_unref (line->y);
  g_clear_pointer (&line->low, g_array_unref);
}

static gboolean
line_at (PlotLayer *layer, double t, double *t_stored, double *y)
{
  Line *line = (Line *) layer;
  gboolean found = FALSE;

  for (guint i = 0; i < line->x->len; i++)
    if (!isnan (Y (line, i)) && (!found || fabs (X (line, i) - t) < fabs (*t_stored - t)))
      {
        *t_stored = X (line, i);
        *y = Y (line, i);
        found = TRUE;
      }
  return found;
}

static gboolean
line_find (PlotLayer *layer, PlotHit *hit)
{
  Line *line = (Line *) layer;

  return hit->kind == PLOT_HIT_LINE && hit->index < line->x->len && X (line, hit->index) == hit->x && Y (line, hit->index) == hit->y;
}

static const PlotLayerClass line_class = {
  "line", line_extent, line_draw, line_hit, line_keys, line_serial, line_readout, line_free, .at = line_at, .find = line_find
};

PlotLayer *
plot_layer_line_new (const double *x, const double *y, gsize n, const PlotStyle *style)
{
  Line *line = plot_layer_alloc (sizeof (Line), &line_class, PLOT_PLANE_DATA);

  line->style = *style;
  line->opacity = 1;
  line->line = TRUE;
  line->x = g_array_new (FALSE, FALSE, sizeof (double));
  line->y = g_array_new (FALSE, FALSE, sizeof (double));
  plot_layer_line_set (&line->layer, x, y, n);
  return &line->layer;
}

void
plot_layer_line_set (PlotLayer *layer, const double *x, const double *y, gsize n)
{
  Line *line = (Line *) layer;

  g_return_if_fail (layer->class == &line_class);
  g_array_set_size (line->x, 0);
  g_array_set_size (line->y, 0);
  if (n > 0)
    {
      g_array_append_vals (line->x, x, (guint) n);
      g_array_append_vals (line->y, y, (guint) n);
    }
  line->serial++;
}

void
plot_layer_line_set_marker (PlotLayer *layer, PlotMarker marker, double radius, gboolean drawn)
{
  Line *line = (Line *) layer;

  g_return_if_fail (layer->class == &line_class);
  line->marker = marker;
  line->radius = radius;
  line->line = drawn;
  line->serial++;
}

void
plot_layer_line_set_arrow (PlotLayer *layer)
{
  ((Line *) layer)->arrow = TRUE;
}

void
plot_layer_line_set_handles (PlotLayer *layer)
{
  ((Line *) layer)->handles = TRUE;
}

void
plot_layer_line_set_body (PlotLayer *layer)
{
  Line *line = (Line *) layer;

  g_return_if_fail (layer->class == &line_class);
  line->body = TRUE;
  line->serial++;
}

void
plot_layer_line_set_fill (PlotLayer *layer, double opacity)
{
  Line *line = (Line *) layer;

  g_return_if_fail (layer->class == &line_class);
  line->fill = opacity;
  line->serial++;
}

void
plot_layer_line_set_opacity (PlotLayer *layer, double opacity)
{
  Line *line = (Line *) layer;

  g_return_if_fail (layer->class == &line_class);
  line->opacity = opacity;
  line->serial++;
}

PlotLayer *
plot_layer_band_new (const double *x, const double *low, const double *high, gsize n, const PlotStyle *style, double opacity)
{
  Line *line = (Line *) plot_layer_line_new (x, high, n, style);

  line->low = g_array_new (FALSE, FALSE, sizeof (double));
  if (n > 0)
    g_array_append_vals (line->low, low, (guint) n);
  line->fill = opacity;
  return &line->layer;
}
