/* Draws bars in a lane of the strip below the data, such as the number of iterations of each attempt. */
#include <math.h>

#include "plot-format.h"
#include "plot-layers.h"

/* Width of a bar, as a fraction of the distance between bars at 1 and 2. */
#define BAR_WIDTH 0.42
/* Size of the square that marks a value of 0, relative to the text height. */
#define SQUARE 0.66

typedef struct
{
  PlotLayer layer;
  PlotStyle style;
  char *label;
  double *x, *values;
  gsize n;
  double first, lanes;  /* position and height in the strip, in lanes */
  gboolean marks_zero;
} Strip;

static void
strip_draw (PlotLayer *layer, PlotFrame *frame)
{
  const Strip *strip = (Strip *) layer;
  const PlotTheme *theme = frame->theme;
  const double lane = plot_layer_limits_lane (theme), size = theme->size_tick, head = 1.15 * size;
  const double top = frame->top + frame->height - frame->strip + strip->first * lane, bottom = top + strip->lanes * lane;
  const double half = 0.5 * BAR_WIDTH * fabs (plot_scale_map (frame->x, 1) - plot_scale_map (frame->x, 0));
  const PlotColor color = plot_style_color (&strip->style, theme, FALSE);
  const PlotPen base = { .color = plot_color_fade (theme->text, theme->base_line), .width = theme->line_axis, .butt = TRUE };
  double largest = 0;
  char number[64];

  if (frame->strip <= 0 || bottom > frame->top + frame->height + 1)
    return;
  for (gsize i = 0; i < strip->n; i++)
    if (isfinite (strip->values[i]))
      largest = fmax (largest, strip->values[i]);
  plot_canvas_line (frame->canvas, frame->left, bottom, frame->left + frame->width, bottom, &base);
  for (gsize i = 0; i < strip->n; i++)
    {
      const double value = strip->values[i], x = plot_scale_map (frame->x, strip->x[i]);
      const double height = largest > 0 ? fmax (value / largest * (bottom - top - head), value > 0 ? 2 : 0) : 0;

      if (!isfinite (value) || x < frame->left || x > frame->left + frame->width)
        continue;
      if (value == 0 && strip->marks_zero)
        plot_canvas_rectangle (frame->canvas, x - 0.5 * SQUARE * size, bottom - SQUARE * size, SQUARE * size, SQUARE * size, theme->verified);
      else if (value > 0)
        plot_canvas_rectangle (frame->canvas, x - half, bottom - height, 2 * half, height, color);
      if (value > 0 && (i == 0 || i + 1 == strip->n || value != strip->values[i - 1]))
        {
          if (value == rint (value) && fabs (value) < 1e6)
            g_snprintf (number, sizeof number, "%.0f", value);
          else
            plot_format_number (value, 3, number, sizeof number);
          plot_canvas_text (frame->canvas, number, 0.92 * size, PLOT_TEXT_NORMAL, x, bottom - height - 0.25 * size, 0.5, theme->secondary);
        }
    }
}

/* Draws the label to the left of the data area, with a smaller type if it is too wide. */
static void
strip_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  const Strip *strip = (Strip *) layer;
  const PlotTheme *theme = frame->theme;
  const double lane = plot_layer_limits_lane (theme), bottom = frame->top + frame->height - frame->strip + (strip->first + strip->lanes) * lane;

  const double gap = 0.6 * theme->size_tick, room = frame->left - gap;
  g_autoptr (PangoLayout) layout = plot_text_layout (strip->label, theme->size_tick, PLOT_TEXT_NORMAL);
  double width;

  if (frame->strip <= 0 || bottom > frame->top + frame->height + 1)
    return;
  plot_text_measure (layout, &width, NULL, NULL);
  plot_canvas_text (frame->canvas, strip->label, theme->size_tick * fmin (1, room / width), PLOT_TEXT_NORMAL, frame->left - gap,
                    bottom - 0.3 * theme->size_tick, 1, theme->text);
}

static void
strip_describe (PlotLayer *layer, GString *text)
{
  g_string_append_printf (text, ", %s", ((Strip *) layer)->label);
}

static void
strip_free (PlotLayer *layer)
{
  Strip *strip = (Strip *) layer;

  g_free (strip->label);
  g_free (strip->x);
  g_free (strip->values);
}

static const PlotLayerClass strip_class = { .name = "strip", .draw = strip_draw, .describe = strip_describe, .free = strip_free,
                                            .draw_front = strip_draw_front };

PlotLayer *
plot_layer_strip_new (const char *label, const double *x, const double *values, gsize n, double first, double lanes, gboolean marks_zero,
                      const PlotStyle *style)
{
  Strip *strip = plot_layer_alloc (sizeof *strip, &strip_class, PLOT_PLANE_DATA);

  strip->style = *style;
  strip->label = g_strdup (label);
  strip->x = g_memdup2 (x, n * sizeof (double));
  strip->values = g_memdup2 (values, n * sizeof (double));
  strip->n = n;
  strip->first = first;
  strip->lanes = lanes;
  strip->marks_zero = marks_zero;
  return &strip->layer;
}
