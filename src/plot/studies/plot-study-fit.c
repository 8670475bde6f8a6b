/* The picture of the study `fit`: measured points with error bars, the fitted curve with its 95 % band, the curve of the start, and the residuals in a strip
 * below them. */
#include <math.h>
#include <string.h>

#include "lab-registry.h"
#include "plot-format.h"
#include "plot-layers.h"
#include "plot-study-picture.h"
#include "plot-study-private.h"
#include "plot-text.h"
#include "plot-words.h"

/* Half width of the caps of error bars, radii of points, and widths of lines, px. */
#define CAP 2.5
#define RADIUS 3
#define DOT 2.4
#define CURVE_WIDTH 2
#define THIN 1.2
#define BAND 0.18
/* Height of the strip of residuals in lanes. */
#define LANES 4
/* Fraction of half the strip that the largest residual has. */
#define FILLED 0.8

/* ---- error bars and residuals ---- */

/* Values over x: with errors, bars from y − error to y + error; without them, residuals in the strip. */
typedef struct
{
  PlotLayer layer;
  PlotStyle style;
  double *x, *y, *errors;
  gsize n;
  char *label;
} Bars;

static void
bars_free (PlotLayer *layer)
{
  Bars *bars = (Bars *) layer;

  g_free (bars->x);
  g_free (bars->y);
  g_free (bars->errors);
  g_free (bars->label);
}

static void
bars_extent (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent)
{
  const Bars *bars = (const Bars *) layer;

  for (gsize k = 0; k < bars->n; k++)
    if (bars->x[k] >= x_low && bars->x[k] <= x_high && isfinite (bars->errors[k]))
      {
        plot_extent_add (extent, bars->x[k], bars->y[k] - bars->errors[k]);
        plot_extent_add (extent, bars->x[k], bars->y[k] + bars->errors[k]);
      }
}

static void
bars_draw (PlotLayer *layer, PlotFrame *frame)
{
  const Bars *bars = (const Bars *) layer;
  const PlotPen pen = plot_style_pen (&bars->style, frame->theme);
  const double cap = CAP * frame->theme->line_grid;

  for (gsize k = 0; k < bars->n; k++)
    {
      const double x = plot_scale_map (frame->x, bars->x[k]);
      const double low = plot_scale_map (frame->y, bars->y[k] - bars->errors[k]), high = plot_scale_map (frame->y, bars->y[k] + bars->errors[k]);

      if (plot_scale_zone (frame->x, bars->x[k]) != PLOT_ZONE_INSIDE || !isfinite (low) || !isfinite (high))
        continue;
      plot_canvas_line (frame->canvas, x, low, x, high, &pen);
      plot_canvas_line (frame->canvas, x - cap, low, x + cap, low, &pen);
      plot_canvas_line (frame->canvas, x - cap, high, x + cap, high, &pen);
    }
}

static const PlotLayerClass bars_class = { .name = "error-bars", .extent = bars_extent, .draw = bars_draw, .free = bars_free };

/* Draws stems from zero in the strip; the label says how large the largest one is. */
static void
residuals_draw (PlotLayer *layer, PlotFrame *frame)
{
  const Bars *bars = (const Bars *) layer;
  const PlotTheme *theme = frame->theme;
  const double top = frame->top + frame->height - frame->strip, half = frame->strip / 2, zero = top + half;
  const PlotPen base = { .color = plot_color_fade (theme->text, theme->base_line), .width = theme->line_axis, .butt = TRUE };
  const PlotPen pen = plot_style_pen (&bars->style, theme);
  const PlotColor color = plot_style_color (&bars->style, theme, FALSE);
  double largest = 0;

  if (frame->strip <= 0)
    return;
  for (gsize k = 0; k < bars->n; k++)
    if (isfinite (bars->y[k]))
      largest = fmax (largest, fabs (bars->y[k]));
  plot_canvas_line (frame->canvas, frame->left, zero, frame->left + frame->width, zero, &base);
  for (gsize k = 0; k < bars->n; k++)
    {
      const double x = plot_scale_map (frame->x, bars->x[k]), y = zero - (largest > 0 ? bars->y[k] / largest * FILLED * half : 0);

      if (plot_scale_zone (frame->x, bars->x[k]) != PLOT_ZONE_INSIDE || !isfinite (y))
        continue;
      plot_canvas_line (frame->canvas, x, zero, x, y, &pen);
      plot_canvas_marker (frame->canvas, PLOT_MARKER_DISC, x, y, DOT * theme->line_grid, theme->cross_width, color, theme->background);
    }
}

static void
residuals_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  const Bars *bars = (const Bars *) layer;
  const PlotTheme *theme = frame->theme;
  const double top = frame->top + frame->height - frame->strip;

  if (frame->strip > 0)
    plot_canvas_text (frame->canvas, bars->label, theme->size_remark, PLOT_TEXT_NORMAL, frame->left + frame->width - 0.4 * theme->size_remark, top + theme->size_remark, 1,
                      theme->secondary);
}

static void
residuals_describe (PlotLayer *layer, GString *text)
{
  g_string_append_printf (text, ", %s", ((const Bars *) layer)->label);
}

static const PlotLayerClass residuals_class
    = { .name = "residuals", .draw = residuals_draw, .draw_front = residuals_draw_front, .describe = residuals_describe, .free = bars_free };

static PlotLayer *
bars_new (const PlotLayerClass *class, const GArray *x, const GArray *y, const GArray *errors, const char *label, const PlotStyle *style)
{
  Bars *bars = plot_layer_alloc (sizeof *bars, class, PLOT_PLANE_DATA);

  bars->style = *style;
  bars->n = x->len;
  bars->x = g_memdup2 (x->data, x->len * sizeof (double));
  bars->y = g_memdup2 (y->data, y->len * sizeof (double));
  bars->errors = errors != NULL ? g_memdup2 (errors->data, errors->len * sizeof (double)) : NULL;
  bars->label = g_strdup (label);
  return &bars->layer;
}

/* ---- the picture ---- */

/* Adds the curves of one series. */
static void
add_curves (PlotView *view, const LabTable *table, const char *series, int index, gboolean alone)
{
  g_autoptr (GArray) t = lab_table_series (table, "t", "series", series), fitted = lab_table_series (table, "fitted", "series", series);
  g_autoptr (GArray) low = lab_table_series (table, "low", "series", series), high = lab_table_series (table, "high", "series", series);
  g_autoptr (GArray) start = lab_table_series (table, "start", "series", series);
  PlotLayer *first;

  plot_view_add (view, plot_layer_band_new (PLOT_STUDY_DATA (t), PLOT_STUDY_DATA (low), PLOT_STUDY_DATA (high), t->len, &(PlotStyle) { .series = index }, BAND));
  first = plot_study_add_line (view, PLOT_STUDY_DATA (t), PLOT_STUDY_DATA (start), start->len,
                               &(PlotStyle) { .series = PLOT_SERIES_SECONDARY, .width = THIN, .dashed = TRUE }, index == 0 ? _("start") : NULL);
  first->no_extent = TRUE; /* the start can be far from the points */
  plot_study_add_line (view, PLOT_STUDY_DATA (t), PLOT_STUDY_DATA (fitted), fitted->len, &(PlotStyle) { .series = index, .width = CURVE_WIDTH, .solid = TRUE },
                       alone ? _("fitted") : series);
}

/* Adds the points of one series; residuals of several series are in one strip. */
static void
add_points (PlotView *view, const LabTable *table, const char *series, int index, gboolean alone)
{
  g_autoptr (GArray) t = lab_table_series (table, "t", "series", series), measured = lab_table_series (table, "measured", "series", series);
  g_autoptr (GArray) error = lab_table_series (table, "error", "series", series);
  PlotStyle style = { .series = alone ? PLOT_SERIES_TEXT : index, .width = THIN, .solid = TRUE };

  plot_view_add (view, bars_new (&bars_class, t, measured, error, NULL, &style));
  plot_study_add_points (view, PLOT_STUDY_DATA (t), PLOT_STUDY_DATA (measured), t->len, &style, PLOT_MARKER_DISC, RADIUS, index == 0 ? _("measured") : NULL);
}

static void
add_residuals (PlotView *view, const LabTable *table, const char *series, int index)
{
  g_autoptr (GArray) t = lab_table_series (table, "t", "series", series), residual = lab_table_series (table, "residual", "series", series);
  g_autofree char *label = NULL;
  char number[64];
  double largest = 0;

  for (guint k = 0; k < residual->len; k++)
    largest = fmax (largest, fabs (g_array_index (residual, double, k)));
  plot_format_number (largest, 3, number, sizeof number);
  label = g_strdup_printf (_("residuals, largest %s"), number);
  plot_view_set_strip (view, LANES);
  plot_view_add (view, bars_new (&residuals_class, t, residual, NULL, label, &(PlotStyle) { .series = index, .width = THIN, .solid = TRUE }));
}

static void
fill_fit (PlotView *view, const LabResult *result)
{
  const LabTable *residuals = lab_result_table (result, "residuals"), *curve = lab_result_table (result, "curve"), *series = lab_result_table (result, "series");
  g_autofree char *x_label = plot_study_with_unit ("*t*", residuals, "t"), *y_label = NULL;
  gboolean alone = lab_table_n_rows (series) == 1;

  plot_view_set_x_label (view, x_label);
  for (int s = 0; s < lab_table_n_rows (series); s++)
    add_curves (view, curve, lab_table_text (series, s, 0), s, alone);
  for (int s = 0; s < lab_table_n_rows (series); s++)
    add_points (view, residuals, lab_table_text (series, s, 0), s, alone);
  if (alone)
    {
      g_autofree char *name = plot_text_escape (lab_table_text (series, 0, 0)), *unit = plot_text_unit (lab_table_text (series, 0, 2));

      y_label = *unit != '\0' ? g_strdup_printf ("%s (%s)", name, unit) : g_strdup (name);
      plot_view_set_y_label (view, y_label);
      add_residuals (view, residuals, lab_table_text (series, 0, 0), 0);
    }
}

const PlotStudyPicture plot_study_picture_fit = { .study = &lab_study_fit, .fill = fill_fit };
