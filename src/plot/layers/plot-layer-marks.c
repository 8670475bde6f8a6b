/* Layers for annotations: rules, shaded ranges, texts, spans and bars. */
#include <math.h>
#include <string.h>

#include "plot-layers.h"
#include "plot-placement.h"

typedef struct
{
  PlotLayer layer;
  PlotStyle style;
  gboolean vertical, bold, movable;
  double a, b;             /* for a rule its value and 0; for a shaded range low and high; for a text x and y */
  double align, opacity;
  char *text;
  GArray *edges, *heights;
  guint64 serial;
} Mark;

static Mark *
mark_new (const PlotLayerClass *class, PlotPlane plane, const PlotStyle *style)
{
  Mark *mark = plot_layer_alloc (sizeof (Mark), class, plane);

  if (style != NULL)
    mark->style = *style;
  return mark;
}

static void
mark_free (PlotLayer *layer)
{
  Mark *mark = (Mark *) layer;

  g_free (mark->text);
  g_clear_pointer (&mark->edges, g_array_unref);
  g_clear_pointer (&mark->heights, g_array_unref);
}

static guint64
mark_serial (PlotLayer *layer)
{
  return ((Mark *) layer)->serial;
}

/* ---- rules ---- */

static void
rule_extent (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent)
{
  Mark *mark = (Mark *) layer;

  if (!mark->vertical)
    plot_extent_add_y (extent, mark->a);
  else if (mark->a >= x_low && mark->a <= x_high)
    plot_extent_add_x (extent, mark->a);
}

static void
rule_draw (PlotLayer *layer, PlotFrame *frame)
{
  Mark *mark = (Mark *) layer;
  const PlotTheme *theme = frame->theme;
  PlotPen pen = plot_style_pen (&mark->style, theme);
  double right = frame->left + frame->width, bottom = frame->top + frame->height;
  double at = plot_scale_map (mark->vertical ? frame->x : frame->y, mark->a);

  if (plot_scale_zone (mark->vertical ? frame->x : frame->y, mark->a) != PLOT_ZONE_INSIDE)
    return;
  pen.butt = TRUE;
  if (mark->vertical)
    plot_canvas_line (frame->canvas, at, frame->top, at, bottom, &pen);
  else
    plot_canvas_line (frame->canvas, frame->left, at, right, at, &pen);
}

/* Draws the label of a rule, which may be outside the data area. */
static void
rule_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  Mark *mark = (Mark *) layer;
  const PlotTheme *theme = frame->theme;
  double right = frame->left + frame->width, at = plot_scale_map (mark->vertical ? frame->x : frame->y, mark->a);

  if (plot_scale_zone (mark->vertical ? frame->x : frame->y, mark->a) != PLOT_ZONE_INSIDE)
    return;
  if (mark->text != NULL)
    {
      g_autoptr (PangoLayout) layout = plot_text_layout (mark->text, theme->size_remark, PLOT_TEXT_NORMAL);
      PlotColor color = plot_style_color (&mark->style, theme, TRUE);

      if (mark->vertical)
        plot_canvas_layout (frame->canvas, layout, at + theme->size_remark * 0.35, frame->top + theme->size_remark * 0.9, 0, color,
                            theme->halo,
                            theme->background);
      else
        plot_canvas_layout (frame->canvas, layout, right + theme->size_remark * 0.45, at + theme->size_remark * 0.34, 0, color, 0, color);
    }
}

static const PlotLayerClass rule_class = { "rule", rule_extent, rule_draw, NULL, NULL, mark_serial, NULL, mark_free, rule_draw_front };

PlotLayer *
plot_layer_rule_new (gboolean vertical, double value, const char *label, const PlotStyle *style)
{
  Mark *mark = mark_new (&rule_class, PLOT_PLANE_BACK, style);

  mark->vertical = vertical;
  mark->a = value;
  mark->text = g_strdup (label);
  return &mark->layer;
}

/* ---- shaded ranges ---- */

static void
shade_draw (PlotLayer *layer, PlotFrame *frame)
{
  Mark *mark = (Mark *) layer;
  const PlotScale *scale = mark->vertical ? frame->x : frame->y;
  double first = mark->vertical ? frame->left : frame->top, last = first + (mark->vertical ? frame->width : frame->height);
  double a = mark->a <= scale->low ? scale->pixel_low : plot_scale_map (scale, fmin (mark->a, scale->high));
  double b = mark->b >= scale->high ? scale->pixel_high : plot_scale_map (scale, fmax (mark->b, scale->low));
  double from = CLAMP (fmin (a, b), first, last), to = CLAMP (fmax (a, b), first, last);
  PlotColor color = plot_color_fade (plot_style_color (&mark->style, frame->theme, FALSE), mark->opacity);

  if (!(to > from))
    return;
  if (mark->vertical)
    plot_canvas_rectangle (frame->canvas, from, frame->top, to - from, frame->height, color);
  else
    plot_canvas_rectangle (frame->canvas, frame->left, from, frame->width, to - from, color);
}

static const PlotLayerClass shade_class = { "shade", NULL, shade_draw, NULL, NULL, mark_serial, NULL, mark_free };

PlotLayer *
plot_layer_shade_new (gboolean vertical, double low, double high, const PlotStyle *style, double opacity)
{
  Mark *mark = mark_new (&shade_class, PLOT_PLANE_BACK, style);

  mark->vertical = vertical;
  mark->a = low;
  mark->b = high;
  mark->opacity = opacity;
  return &mark->layer;
}

/* ---- texts ---- */

/* Returns by how much a text must be shifted vertically so that it covers none of the labels drawn before, at most by two lines. Returns NaN if
 * it covers a label and there is no free position inside the data area. */
static double
free_shift (const PlotFrame *frame, const PlotRectangle *box)
{
  static const int lines[] = { 0, 1, -1, 2, -2 };

  for (guint k = 0; k < G_N_ELEMENTS (lines); k++)
    {
      PlotRectangle moved = *box;

      moved.y += lines[k] * box->height;
      if (moved.y >= frame->top && moved.y + moved.height <= frame->top + frame->height && !plot_placement_meets_label (frame, &moved))
        return lines[k] * box->height;
    }
  return plot_placement_meets_label (frame, box) ? NAN : 0;
}

static void
text_draw (PlotLayer *layer, PlotFrame *frame)
{
  Mark *mark = (Mark *) layer;
  const PlotTheme *theme = frame->theme;
  double x = plot_scale_map (frame->x, mark->a), y = plot_scale_map (frame->y, mark->b), width, shift;
  PlotRectangle box;
  g_autoptr (PangoLayout) layout = plot_text_layout (mark->text, theme->size_remark, mark->bold ? PLOT_TEXT_BOLD : PLOT_TEXT_NORMAL);

  plot_text_measure (layout, &width, NULL, NULL);
  /* A label that would be clipped is omitted. */
  if (!(x - mark->align * width >= frame->left - 2 && x + (1 - mark->align) * width <= frame->left + frame->width + theme->margin_right
        && y >= frame->top && y <= frame->top + frame->height))
    return;
  box = (PlotRectangle) { x - mark->align * width, y - 0.65 * theme->size_remark, width, 1.3 * theme->size_remark };
  shift = mark->movable ? free_shift (frame, &box) : 0;
  if (isnan (shift))
    return;
  box.y += shift;
  plot_canvas_layout (frame->canvas, layout, x, y + shift + theme->size_remark * 0.34, mark->align, plot_style_color (&mark->style, theme, TRUE),
                      theme->halo, theme->background);
  plot_placement_add_label (frame, &box);
}

static const PlotLayerClass text_class = { "text", NULL, text_draw, NULL, NULL, mark_serial, NULL, mark_free };

PlotLayer *
plot_layer_text_new (const char *rich, double x, double y, double align, const PlotStyle *style, gboolean bold)
{
  Mark *mark = mark_new (&text_class, PLOT_PLANE_FRONT, style);

  mark->text = g_strdup (rich);
  mark->a = x;
  mark->b = y;
  mark->align = align;
  mark->bold = bold;
  return &mark->layer;
}

void
plot_layer_text_set_movable (PlotLayer *layer)
{
  g_return_if_fail (layer->class == &text_class);
  ((Mark *) layer)->movable = TRUE;
}

/* ---- bars ---- */

static void
bars_extent (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent)
{
  Mark *mark = (Mark *) layer;

  for (guint i = 0; i < mark->edges->len; i++)
    plot_extent_add_x (extent, g_array_index (mark->edges, double, i));
  plot_extent_add_y (extent, 0);
  for (guint i = 0; i < mark->heights->len; i++)
    plot_extent_add_y (extent, g_array_index (mark->heights, double, i));
}

static void
bars_draw (PlotLayer *layer, PlotFrame *frame)
{
  Mark *mark = (Mark *) layer;
  PlotColor color = plot_color_fade (plot_style_color (&mark->style, frame->theme, FALSE), 0.82);
  double base = frame->y->type == PLOT_SCALE_LOG ? frame->y->pixel_low : plot_scale_map (frame->y, 0);

  for (guint i = 0; i < mark->heights->len; i++)
    {
      double x0 = plot_scale_map (frame->x, g_array_index (mark->edges, double, i));
      double x1 = plot_scale_map (frame->x, g_array_index (mark->edges, double, i + 1));
      double y = plot_scale_map (frame->y, g_array_index (mark->heights, double, i)), gap = fmin (1, (x1 - x0) * 0.15);

      if (g_array_index (mark->heights, double, i) != 0)
        plot_canvas_rectangle (frame->canvas, x0 + gap / 2, fmin (y, base), fmax (x1 - x0 - gap, 0.2), fabs (base - y), color);
    }
}

static gboolean
bars_hit (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  Mark *mark = (Mark *) layer;

  for (guint i = 0; i < mark->heights->len; i++)
    {
      double low = g_array_index (mark->edges, double, i), high = g_array_index (mark->edges, double, i + 1);
      double x = plot_scale_unmap (frame->x, px), height = g_array_index (mark->heights, double, i);

      if (!(x >= low && x < high) || py < plot_scale_map (frame->y, height) - 4)
        continue;
      *hit = (PlotHit) { PLOT_HIT_LINE, 0.5 * (low + high), height, px, plot_scale_map (frame->y, height), 0, layer, i, PLOT_COLUMN_NONE };
      return TRUE;
    }
  return FALSE;
}

static const PlotLayerClass bars_class = { "bars", bars_extent, bars_draw, bars_hit, NULL, mark_serial, NULL, mark_free };

PlotLayer *
plot_layer_bars_new (const double *edges, const double *heights, gsize n_bars, const PlotStyle *style)
{
  Mark *mark = mark_new (&bars_class, PLOT_PLANE_DATA, style);

  mark->edges = g_array_new (FALSE, FALSE, sizeof (double));
  mark->heights = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_append_vals (mark->edges, edges, (guint) n_bars + 1);
  g_array_append_vals (mark->heights, heights, (guint) n_bars);
  return &mark->layer;
}
