/* The picture of the study `fit`: measured points with error residuals, the fitted curve with its 95 % band, the curve of the start, and the residuals in a strip
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

/* Radius of the discs of residuals, and widths of lines, px. */
#define DOT 2.4
#define CURVE_WIDTH 2
#define THIN 1.2
#define BAND 0.18
/* Height of the strip of residuals in lanes. */
#define LANES 4
/* Fraction of half the strip that the largest residual has. */
#define FILLED 0.8

/* ---- residuals ---- */

/* Residuals over x in the strip. */
typedef struct
{
  PlotLayer layer;
  PlotStyle style;
  double *x, *y;
  gsize n;
  char *label;
} Residuals;

static void
residuals_free (PlotLayer *layer)
{
  Residuals *residuals = (Residuals *) layer;

  g_free (residuals->x);
  g_free (residuals->y);
  g_free (residuals->label);
}

/* Draws stems from zero in the strip; the label says how large the largest one is. */
static void
residuals_draw (PlotLayer *layer, PlotFrame *frame)
{
  const Residuals *residuals = (const Residuals *) layer;
  const PlotTheme *theme = frame->theme;
  const double top = frame->top + frame->height - frame->strip, half = frame->strip / 2, zero = top + half;
  const PlotPen base = { .color = plot_color_fade (theme->text, theme->base_line), .width = theme->line_axis, .butt = TRUE };
  const PlotPen pen = plot_style_pen (&residuals->style, theme);
  const PlotColor color = plot_style_color (&residuals->style, theme, FALSE);
  double largest = 0;

  if (frame->strip <= 0)
    return;
  for (gsize k = 0; k < residuals->n; k++)
    if (isfinite (residuals->y[k]))
      largest = fmax (largest, fabs (residuals->y[k]));
  plot_canvas_line (frame->canvas, frame->left, zero, frame->left + frame->width, zero, &base);
  for (gsize k = 0; k < residuals->n; k++)
    {
      const double x = plot_scale_map (frame->x, residuals->x[k]), y = zero - (largest > 0 ? residuals->y[k] / largest * FILLED * half : 0);

      if (plot_scale_zone (frame->x, residuals->x[k]) != PLOT_ZONE_INSIDE || !isfinite (y))
        continue;
      plot_canvas_line (frame->canvas, x, zero, x, y, &pen);
      plot_canvas_marker (frame->canvas, PLOT_MARKER_DISC, x, y, DOT * theme->line_grid, theme->cross_width, color, theme->background);
    }
}

static void
residuals_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  const Residuals *residuals = (const Residuals *) layer;
  const PlotTheme *theme = frame->theme;
  const double top = frame->top + frame->height - frame->strip;

  if (frame->strip > 0)
    plot_canvas_text (frame->canvas, residuals->label, theme->size_remark, PLOT_TEXT_NORMAL, frame->left + frame->width - 0.4 * theme->size_remark, top + theme->size_remark, 1,
                      theme->secondary);
}

static void
residuals_describe (PlotLayer *layer, GString *text)
{
  g_string_append_printf (text, ", %s", ((const Residuals *) layer)->label);
}

static const PlotLayerClass residuals_class
    = { .name = "residuals", .draw = residuals_draw, .draw_front = residuals_draw_front, .describe = residuals_describe, .free = residuals_free };

static PlotLayer *
residuals_new (const GArray *x, const GArray *y, const char *label, const PlotStyle *style)
{
  Residuals *residuals = plot_layer_alloc (sizeof *residuals, &residuals_class, PLOT_PLANE_DATA);

  residuals->style = *style;
  residuals->n = x->len;
  residuals->x = g_memdup2 (x->data, x->len * sizeof (double));
  residuals->y = g_memdup2 (y->data, y->len * sizeof (double));
  residuals->label = g_strdup (label);
  return &residuals->layer;
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
  PlotMeasured points = { .x = PLOT_STUDY_DATA (t), .y = PLOT_STUDY_DATA (measured), .y_errors = PLOT_STUDY_DATA (error), .n = t->len };
  g_autofree char *name = plot_text_variable (series);
  PlotLayer *layer = plot_layer_measured_new (&points, &style);

  plot_layer_set_label (layer, index == 0 ? _("measured") : NULL, NULL, TRUE, FALSE);
  plot_layer_set_quantity (layer, name);
  plot_view_add (view, layer);
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
  plot_view_add (view, residuals_new (t, residual, label, &(PlotStyle) { .series = index, .width = THIN, .solid = TRUE }));
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
