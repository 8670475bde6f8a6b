/* Shows an accumulation of events: the accumulation time, and the law of the intervals between events, each of which is a constant factor
 * times the previous one. */
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-words.h"
#include "sim-accumulation.h"

typedef struct
{
  PlotLayer layer;
  SimTrajectory *trajectory;
  ModelSystem *system;     /* system in which a parameter with the value of the ratio is searched, to name the ratio; may be NULL */
  int event;
  gboolean named;
  gsize n_seen;            /* number of events at the last search for an accumulation */
  gboolean known;
  SimAccumulation found;
} Limit;

/* Searches again if the number of events has changed since the last search. Returns whether events
 * accumulate. */
static gboolean
find_limit (Limit *limit)
{
  gsize n = sim_trajectory_n_events (limit->trajectory);

  if (n != limit->n_seen)
    limit->known = sim_accumulation_find (limit->trajectory, limit->event, &limit->found);
  limit->n_seen = n;
  return limit->known;
}

static guint64
limit_serial (PlotLayer *layer)
{
  return sim_trajectory_n_events (((Limit *) layer)->trajectory);
}

static void
limit_free (PlotLayer *layer)
{
  sim_trajectory_unref (((Limit *) layer)->trajectory);
}

static Limit *
limit_new (const PlotLayerClass *class, PlotPlane plane, SimTrajectory *trajectory, int event)
{
  Limit *limit = plot_layer_alloc (sizeof (Limit), class, plane);

  limit->trajectory = sim_trajectory_ref (trajectory);
  limit->event = event;
  limit->layer.no_extent = TRUE;
  return limit;
}

/* ---- the accumulation time ---- */

static void
limit_draw (PlotLayer *layer, PlotFrame *frame)
{
  Limit *limit = (Limit *) layer;
  const PlotTheme *theme = frame->theme;
  double unit = theme->line_grid, x;
  PlotPen pen = { .color = theme->event, .width = 1.4 * unit, .n_dashes = 2, .dashes = { 5 * unit, 4 * unit }, .butt = TRUE };

  if (!find_limit (limit) || plot_scale_zone (frame->x, limit->found.t_limit) != PLOT_ZONE_INSIDE)
    return;
  x = plot_scale_map (frame->x, limit->found.t_limit);
  if (plot_canvas_is_image (frame->canvas)) /* at the centre of a pixel, so that the line is sharp */
    x = (floor (x * frame->canvas->scale) + 0.5) / frame->canvas->scale;
  plot_canvas_line (frame->canvas, x, frame->top, x, frame->top + frame->height, &pen);
  if (limit->named)
    plot_canvas_text (frame->canvas, "*t_∞*", theme->size_label, PLOT_TEXT_NORMAL, x + 5 * unit, frame->top + theme->size_label * 0.75, 0,
                      theme->event);
}

static void
limit_describe (PlotLayer *layer, GString *text)
{
  Limit *limit = (Limit *) layer;
  char t[32];

  if (!limit->named || !find_limit (limit))
    return;
  plot_format_number (limit->found.t_limit, 4, t, sizeof t);
  /* Translators: continues the description of a plot for screen readers. */
  g_string_append_printf (text, _(", events accumulate at %s"), t);
}

static const PlotLayerClass limit_class = {
  "limit", NULL, limit_draw, NULL, NULL, limit_serial, NULL, limit_free, .describe = limit_describe
};

PlotLayer *
plot_layer_limit_new (SimTrajectory *trajectory, int event, gboolean named)
{
  Limit *limit = limit_new (&limit_class, PLOT_PLANE_BACK, trajectory, event);

  limit->named = named;
  return &limit->layer;
}

/* ---- the law of the intervals as a curve ---- */

/* Number of segments of the curve. */
#define LAW_POINTS 160
/* The label shows the name of a parameter whose value differs from the ratio by at most this
 * fraction of the ratio. */
#define SAME 1e-3

/* Returns the interval that ends at time t by the law. Intervals Δ_{n+1} = q Δ_n end at t_n = t_∞ − Δ_n q/(1 − q) (sum of the geometric
 * series), so Δ(t) = (t_∞ − t)(1 − q)/q. */
static double
law_at (const SimAccumulation *found, double t)
{
  return (found->t_limit - t) * (1 - found->ratio) / found->ratio;
}

/* Returns a text of two lines that states the law. Free it with g_free. */
static char *
law_text (Limit *limit)
{
  const Model *model = limit->system != NULL ? model_system_model (limit->system) : NULL;
  g_autofree char *name = NULL;
  double ratio = limit->found.ratio;
  char number[32];

  for (int i = 0; model != NULL && name == NULL && i < model_n_parameters ((Model *) model); i++)
    {
      const ModelQuantity *parameter = model_parameter ((Model *) model, i);
      double value;

      if (parameter->size == 0 && model_system_get_parameter (limit->system, parameter->name, &value)
          && fabs (value - limit->found.ratio) <= SAME * limit->found.ratio)
        {
          name = plot_text_variable (parameter->name);
          ratio = value;
        }
    }
  /* Formatting as a tick label with step 0.001 gives at most three decimals, without trailing
   * zeros. */
  plot_format_tick (ratio, 0.001, number, sizeof number);
  if (name != NULL)
    return g_strdup_printf (_("each interval is %s = %s\ntimes the previous one"), name, number);
  return g_strdup_printf (_("each interval is %s\ntimes the previous one"), number);
}

/* Draws two lines of text below the left part of the curve, where the curve is
 * high. */
static void
draw_law_text (Limit *limit, PlotFrame *frame, double curve_y)
{
  const PlotTheme *theme = frame->theme;
  double left = fmax (plot_scale_map (frame->x, limit->found.t_first), frame->left);
  double right = fmin (plot_scale_map (frame->x, limit->found.t_last), frame->left + frame->width);
  double line = theme->size_label * 1.15, x, y, width;
  g_autofree char *text = law_text (limit);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 2);
  g_autoptr (PangoLayout) first = plot_text_layout (lines[0], theme->size_label, PLOT_TEXT_NORMAL);
  g_autoptr (PangoLayout) second = plot_text_layout (lines[1] != NULL ? lines[1] : "", theme->size_label, PLOT_TEXT_NORMAL);

  plot_text_measure (first, &width, NULL, NULL);
  x = left + fmax (0.29 * (right - left), width / 2 + theme->size_label * 0.4);
  y = fmax (frame->top + 0.62 * frame->height, curve_y + 2 * line);
  /* A label for which there is no free place is omitted. */
  if (x + width / 2 > right - (right - left) * 0.2 || y + line > frame->top + frame->height - 2)
    return;
  plot_canvas_layout (frame->canvas, first, x, y, 0.5, theme->series_text[2], theme->halo, theme->background);
  plot_canvas_layout (frame->canvas, second, x, y + line, 0.5, theme->series_text[2], theme->halo, theme->background);
}

static void
law_draw (PlotLayer *layer, PlotFrame *frame)
{
  Limit *limit = (Limit *) layer;
  double unit = frame->theme->line_grid, lowest = frame->top;
  PlotPen pen = { .color = frame->theme->series[2], .width = 1.3 * unit, .n_dashes = 2, .dashes = { 7 * unit, 3 * unit }, .butt = TRUE };

  if (!find_limit (limit))
    return;
  cairo_new_path (frame->canvas->cr);
  for (int i = 0; i <= LAW_POINTS; i++)
    {
      double t = limit->found.t_first + (limit->found.t_last - limit->found.t_first) * i / LAW_POINTS;
      double x = plot_scale_map (frame->x, t), y = plot_scale_map (frame->y, law_at (&limit->found, t));

      cairo_line_to (frame->canvas->cr, CLAMP (x, -1e5, 1e5), CLAMP (y, -1e5, 1e5));
      if (i <= LAW_POINTS / 2)
        lowest = fmax (lowest, y);
    }
  plot_canvas_stroke (frame->canvas, &pen);
  draw_law_text (limit, frame, lowest);
}

static void
law_describe (PlotLayer *layer, GString *text)
{
  Limit *limit = (Limit *) layer;
  g_autofree char *law = NULL, *plain = NULL;

  if (!find_limit (limit))
    return;
  law = law_text (limit);
  plain = plot_text_plain (g_strdelimit (law, "\n", ' '));
  g_string_append_printf (text, ", %s", plain);
}

static const PlotLayerClass law_class = {
  "law", NULL, law_draw, NULL, NULL, limit_serial, NULL, limit_free, .describe = law_describe
};

PlotLayer *
plot_layer_law_new (ModelSystem *system, SimTrajectory *trajectory, int event)
{
  Limit *limit = limit_new (&law_class, PLOT_PLANE_DATA, trajectory, event >= 0 ? event : SIM_ACCUMULATION_ALL);

  limit->system = system;
  return &limit->layer;
}
