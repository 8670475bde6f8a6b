/* Draws a histogram with its quantiles. */
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-study-views.h"
#include "plot-words.h"

/* ---- lines at the quantiles ---- */

typedef struct
{
  PlotLayer layer;
  double value[PLOT_N_QUANTILES];
  char *text[PLOT_N_QUANTILES];     /* label of each line; NULL: none */
} Quantiles;

enum { LOWEST, LOW, MEDIAN, HIGH, HIGHEST };

static void
quantiles_free (PlotLayer *layer)
{
  Quantiles *quantiles = (Quantiles *) layer;

  for (int k = 0; k < PLOT_N_QUANTILES; k++)
    g_free (quantiles->text[k]);
}

static void
quantiles_draw (PlotLayer *layer, PlotFrame *frame)
{
  Quantiles *quantiles = (Quantiles *) layer;
  const PlotTheme *theme = frame->theme;

  for (int k = 0; k < PLOT_N_QUANTILES; k++)
    {
      PlotStyle style = { .series = PLOT_SERIES_TEXT, .width = k == MEDIAN ? 1.6 : 1.1, .dashed = k == LOWEST || k == HIGHEST,
                          .dotted = k == LOW || k == HIGH };
      PlotPen pen = plot_style_pen (&style, theme);
      double x = plot_scale_map (frame->x, quantiles->value[k]);

      if (plot_scale_zone (frame->x, quantiles->value[k]) != PLOT_ZONE_INSIDE)
        continue;
      pen.butt = TRUE;
      plot_canvas_line (frame->canvas, x, frame->top, x, frame->top + frame->height, &pen);
    }
}

/* Draws the labels along the upper edge. The label of the median is to the right of its line; other
 * labels are on the side of their line that faces away from the median. A label that does not fit
 * there is tried on the other side. A label that would cover another one, or leave the data area, is
 * omitted. */
static void
quantiles_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  static const int order[] = { MEDIAN, LOWEST, HIGHEST };
  static const double preferred[PLOT_N_QUANTILES] = { [LOWEST] = 1, [MEDIAN] = 0, [HIGHEST] = 0 };
  Quantiles *quantiles = (Quantiles *) layer;
  const PlotTheme *theme = frame->theme;
  double left[G_N_ELEMENTS (order)], right[G_N_ELEMENTS (order)], gap = theme->size_remark * 0.35;
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      int k = order[i];
      g_autoptr (PangoLayout) layout = NULL;
      double x = plot_scale_map (frame->x, quantiles->value[k]), width;

      if (quantiles->text[k] == NULL || plot_scale_zone (frame->x, quantiles->value[k]) != PLOT_ZONE_INSIDE)
        continue;
      layout = plot_text_layout (quantiles->text[k], theme->size_remark, k == MEDIAN ? PLOT_TEXT_BOLD : PLOT_TEXT_NORMAL);
      plot_text_measure (layout, &width, NULL, NULL);
      for (int attempt = 0; attempt < 2; attempt++)
        {
          double align = attempt == 0 ? preferred[k] : 1 - preferred[k];
          double from = align == 0 ? x + gap : x - gap - width, to = from + width;
          gboolean is_clear = from >= frame->left && to <= frame->left + frame->width + theme->margin_right;

          for (guint other = 0; other < n && is_clear; other++)
            is_clear = to + gap < left[other] || from - gap > right[other];
          if (!is_clear)
            continue;
          plot_canvas_layout (frame->canvas, layout, from, frame->top + theme->size_remark * 0.9, 0, theme->text, theme->halo, theme->background);
          left[n] = from;
          right[n++] = to;
          break;
        }
    }
}

static void
quantiles_describe (PlotLayer *layer, GString *text)
{
  Quantiles *quantiles = (Quantiles *) layer;

  for (int k = 0; k < PLOT_N_QUANTILES; k++)
    if (quantiles->text[k] != NULL)
      g_string_append_printf (text, ", %s", quantiles->text[k]);
}

static const PlotLayerClass quantiles_class = { .name = "quantiles", .draw = quantiles_draw, .draw_front = quantiles_draw_front,
                                                .describe = quantiles_describe, .free = quantiles_free };

static PlotLayer *
quantiles_new (const double *values, const char *unit)
{
  Quantiles *quantiles = plot_layer_alloc (sizeof (Quantiles), &quantiles_class, PLOT_PLANE_FRONT);
  g_autofree char *lowest = plot_text_value (values[LOWEST], 3, unit), *median = plot_text_value (values[MEDIAN], 3, unit);
  g_autofree char *highest = plot_text_value (values[HIGHEST], 3, unit);

  memcpy (quantiles->value, values, sizeof quantiles->value);
  /* Translators: a quantile and its value, as in "5 % 0.88 s". */
  quantiles->text[LOWEST] = g_strdup_printf (_("5 %% %s"), lowest);
  quantiles->text[MEDIAN] = g_strdup_printf (_("median %s"), median);
  quantiles->text[HIGHEST] = g_strdup_printf (_("95 %% %s"), highest);
  return &quantiles->layer;
}

/* ---- the view of a histogram ---- */

PlotView *
plot_study_histogram_new (const PlotHistogram *histogram)
{
  PlotView *view = plot_view_new ();
  gboolean finite = histogram->quantiles != NULL;

  plot_view_set_title (view, histogram->title, histogram->remark);
  plot_view_set_x_label (view, histogram->x_label);
  plot_view_set_y_label (view, histogram->y_label);
  if (histogram->n_bars == 0)
    return view;
  plot_view_add (view, plot_layer_bars_new (histogram->edges, histogram->counts, (gsize) histogram->n_bars, &(PlotStyle) { .series = 0 }));
  for (int k = 0; k < PLOT_N_QUANTILES && finite; k++)
    finite = isfinite (histogram->quantiles[k]);
  if (finite)
    plot_view_add (view, quantiles_new (histogram->quantiles, histogram->unit));
  return view;
}
