/* Draws a strip along the time axis that shows which condition limited each step. Below it, for methods of variable order, is the order of
 * the steps.
 *
 * Each pixel column has, for each condition, the simulated time during which that condition limited the steps. A column with one
 * condition is filled with the colour and texture of the condition. A column with several is divided in proportion to the times, in the
 * order of the card "What limits the step" of the window. The columns are computed from the tape with the rule of sim-limit.c, so that
 * strip and card agree. Until a SimResponse is set, the strip does not tell accuracy and stability apart. */
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-layer-limits-private.h"
#include "plot-run.h"
#include "plot-words.h"

/* A column is assigned to a single condition or component if that has at least this fraction of the
 * time. */
#define PURE 0.995

/* ---- conditions that limit steps ---- */

typedef enum { TEXTURE_PLAIN, TEXTURE_RISING, TEXTURE_DENSE, TEXTURE_HIGH_LINE, TEXTURE_LOW_LINE, TEXTURE_BARS, TEXTURE_CROSSED, TEXTURE_FALLING, TEXTURE_LINES } Texture;

/* The conditions from bottom to top, in the order and colours of the card "What limits the step". */
static const struct { SimLimit limit; const char *name; int series; Texture texture; } rows[SIM_N_LIMITS] = {
  { SIM_LIMIT_STABILITY, N_("stability"), 2, TEXTURE_RISING },
  { SIM_LIMIT_BOTH, N_("accuracy and stability"), 2, TEXTURE_DENSE },
  { SIM_LIMIT_MAX_STEP, N_("largest step"), 1, TEXTURE_HIGH_LINE },
  { SIM_LIMIT_MIN_STEP, N_("smallest step"), 5, TEXTURE_LOW_LINE },
  { SIM_LIMIT_EVENTS, N_("events"), 3, TEXTURE_BARS },
  { SIM_LIMIT_SWITCHES, N_("switches"), 3, TEXTURE_LINES },
  { SIM_LIMIT_FIXED, N_("fixed step"), 4, TEXTURE_CROSSED },
  { SIM_LIMIT_END, N_("end of the run"), PLOT_SERIES_SECONDARY, TEXTURE_FALLING },
  { SIM_LIMIT_GROWTH, N_("growth of the step"), 5, TEXTURE_FALLING },
  { SIM_LIMIT_ERROR, N_("accuracy or stability"), 0, TEXTURE_RISING },
  { SIM_LIMIT_ACCURACY, N_("accuracy"), 0, TEXTURE_PLAIN },
};

static double
time_of (const PlotLimitColumn *column)
{
  double sum = 0;

  for (int i = 0; i < SIM_N_LIMITS; i++)
    sum += column->time[i];
  return sum;
}

/* Returns the index in `rows` of the only condition of a column; −1: there are several or none. */
static int
only_row (const PlotLimitColumn *column)
{
  double sum = time_of (column);

  for (int i = 0; i < SIM_N_LIMITS; i++)
    if (sum > 0 && column->time[rows[i].limit] >= PURE * sum)
      return i;
  return -1;
}

/* Returns the state component that decided all steps limited by accuracy; −1: there are several, or it is
 * unknown. */
static int
only_worst (const PlotLimitColumn *column)
{
  double sum = column->time[SIM_LIMIT_ACCURACY];

  for (int k = 0; k < PLOT_LIMITS_MOST_WORST; k++)
    if (sum > 0 && column->worst[k] >= 0 && column->worst_time[k] >= PURE * sum)
      return column->worst[k];
  return -1;
}

/* Returns the colour of a component; components differ in brightness. */
static PlotColor
color_of (const PlotTheme *theme, int row, int worst)
{
  static const double strengths[] = { 1, 0.45, 0.72 };
  PlotStyle style = { .series = rows[row].series };
  PlotColor color = plot_style_color (&style, theme, FALSE);

  return worst >= 0 ? plot_color_mix (theme->background, color, strengths[worst % 3]) : color;
}

/* Returns the name of the component that decided a step; NULL if it is unknown or the only
 * component. */
static const char *
name_of (const PlotLimits *limits, int worst)
{
  return worst >= 0 && worst < limits->n_names && limits->n_names > 1 ? limits->names[worst] : NULL;
}

/* ---- drawing ---- */

/* Draws the texture of a condition, by which it can be recognized without colour. */
static void
draw_texture (PlotFrame *frame, Texture texture, double x, double y, double w, double h)
{
  double unit = frame->theme->line_grid, step = (texture == TEXTURE_DENSE ? 3 : 6) * unit;
  PlotPen pen = { .color = frame->theme->background, .width = 1.3 * unit, .butt = TRUE };

  if (texture == TEXTURE_PLAIN || w < 3 * unit)
    return;
  plot_canvas_push_clip (frame->canvas, x, y, w, h);
  if (texture == TEXTURE_LINES)
    for (int k = 1; k <= 3; k++)
      plot_canvas_line (frame->canvas, x, y + h * k / 4, x + w, y + h * k / 4, &pen);
  else if (texture == TEXTURE_HIGH_LINE || texture == TEXTURE_LOW_LINE)
    {
      double at = y + h * (texture == TEXTURE_HIGH_LINE ? 0.3 : 0.7);

      plot_canvas_line (frame->canvas, x, at, x + w, at, &pen);
    }
  else
    for (double at = floor ((x - h) / step) * step; at < x + w + h; at += step)
      {
        if (texture == TEXTURE_RISING || texture == TEXTURE_DENSE || texture == TEXTURE_CROSSED)
          plot_canvas_line (frame->canvas, at, y + h, at + h, y, &pen);
        if (texture == TEXTURE_FALLING || texture == TEXTURE_CROSSED)
          plot_canvas_line (frame->canvas, at, y, at + h, y + h, &pen);
        if (texture == TEXTURE_BARS)
          plot_canvas_line (frame->canvas, at, y, at, y + h, &pen);
      }
  plot_canvas_pop_clip (frame->canvas);
}

/* Writes the name of the component or condition on a segment that is wide enough. */
static void
draw_name (PlotLimits *limits, PlotFrame *frame, int row, int worst, double x, double y, double w, double h)
{
  const PlotTheme *theme = frame->theme;
  const char *name = name_of (limits, worst), *text = name != NULL ? name : _(rows[row].name);
  g_autoptr (PangoLayout) layout = plot_text_layout (text, theme->size_tick * 0.92, PLOT_TEXT_NORMAL);
  double width, ascent, descent, pad = 3 * theme->line_grid;
  PlotColor color = color_of (theme, row, worst);

  plot_text_measure (layout, &width, &ascent, &descent);
  if (w < width + 4 * pad)
    return;
  if (rows[row].texture != TEXTURE_PLAIN)
    plot_canvas_rectangle (frame->canvas, x + (w - width) / 2 - pad, y, width + 2 * pad, h, color);
  plot_canvas_layout (frame->canvas, layout, x + w / 2, y + (h + ascent - descent) / 2, 0.5,
                      worst >= 0 && worst % 3 != 0 ? theme->text : theme->background, 0, color);
}

static void
draw_mixed (const PlotLimitColumn *column, PlotFrame *frame, double x, double y, double w, double h)
{
  double sum = time_of (column), bottom = y + h;

  for (int i = 0; i < SIM_N_LIMITS; i++)
    {
      double part = h * column->time[rows[i].limit] / sum;

      if (part > 0)
        plot_canvas_rectangle (frame->canvas, x, bottom - part, w, part, color_of (frame->theme, i, -1));
      bottom -= part;
    }
}

static void
draw_lane (PlotLimits *limits, PlotFrame *frame, double y, double h)
{
  const PlotLimitColumns *columns = &limits->shown;
  double w = frame->width / columns->n;

  for (int i = 0, next; i < columns->n; i = next)
    {
      int row = only_row (&columns->columns[i]), worst = row >= 0 && rows[row].limit == SIM_LIMIT_ACCURACY ? only_worst (&columns->columns[i]) : -1;
      double x = frame->left + i * w;

      next = i + 1;
      if (row < 0)
        {
          if (columns->columns[i].n_steps > 0)
            draw_mixed (&columns->columns[i], frame, x, y, w, h);
          continue;
        }
      while (next < columns->n && only_row (&columns->columns[next]) == row
             && (rows[row].limit != SIM_LIMIT_ACCURACY || only_worst (&columns->columns[next]) == worst))
        next++;
      plot_canvas_rectangle (frame->canvas, x, y, (next - i) * w, h, color_of (frame->theme, row, worst));
      draw_texture (frame, rows[row].texture, x, y, (next - i) * w, h);
      draw_name (limits, frame, row, worst, x, y, (next - i) * w, h);
    }
}

static void
order_range (const PlotLimitColumns *columns, int *low, int *high)
{
  *low = *high = 0;
  for (int i = 0; i < columns->n; i++)
    if (columns->columns[i].n_steps > 0)
      {
        *low = *low > 0 ? MIN (*low, columns->columns[i].order_low) : columns->columns[i].order_low;
        *high = MAX (*high, columns->columns[i].order_high);
      }
}

static char *
order_text (int low, int high)
{
  return low == high ? g_strdup_printf ("%d", low) : g_strdup_printf ("%d\u2009–\u2009%d", low, high);
}

/* Draws the order as a step function. A column with several orders has a bar over their range. */
static void
draw_orders (PlotLimits *limits, PlotFrame *frame, double y, double h)
{
  const PlotTheme *theme = frame->theme;
  const PlotLimitColumns *columns = &limits->shown;
  double w = frame->width / columns->n, thick = fmax (1.6 * theme->line_grid, h / 9), room = h - thick;
  int low, high;

  order_range (columns, &low, &high);
  if (high == 0)
    return;
  for (int i = 0, next; i < columns->n; i = next)
    {
      const PlotLimitColumn *column = &columns->columns[i];
      double x = frame->left + i * w, top, bottom;

      /* Draw one rectangle for equal neighbouring columns, since rectangles that touch show a seam. */
      for (next = i + 1; next < columns->n && columns->columns[next].order_low == column->order_low
                         && columns->columns[next].order_high == column->order_high;)
        next++;
      if (column->n_steps == 0)
        continue;
      top = y + room - (high > low ? room * (column->order_high - low) / (high - low) : room / 2);
      bottom = y + room - (high > low ? room * (column->order_low - low) / (high - low) : room / 2) + thick;
      plot_canvas_rectangle (frame->canvas, x, top, (next - i) * w, bottom - top, theme->series[0]);
      plot_canvas_rectangle (frame->canvas, x, bottom, (next - i) * w, y + h - bottom, plot_color_fade (theme->series[0], 0.18));
    }
}

static void
draw_caption (PlotFrame *frame, const char *text, double y, double h)
{
  const PlotTheme *theme = frame->theme;

  plot_canvas_text (frame->canvas, text, theme->size_tick * 0.95, PLOT_TEXT_NORMAL, frame->left - 6 * theme->line_grid,
                    y + h / 2 + theme->size_tick * 0.34, 1, theme->secondary);
}

/* Returns whether the strip is shown, and sets the tops of its two lanes. *orders is NaN if there is no lane of
 * orders. */
static gboolean
place_lanes (PlotLimits *limits, const PlotFrame *frame, double lane, double *causes, double *orders)
{
  *causes = frame->top + frame->height - frame->strip + 0.15 * lane; /* the axis must not cover the lowest lane */
  *orders = frame->strip > 2 * lane ? *causes + 1.3 * lane : NAN;
  return frame->strip > 0 && sim_tape_n_attempts (limits->tape) > 0;
}

static void
limits_draw (PlotLayer *layer, PlotFrame *frame)
{
  PlotLimits *limits = (PlotLimits *) layer;
  double lane = plot_layer_limits_lane (frame->theme), causes, orders;

  if (!place_lanes (limits, frame, lane, &causes, &orders))
    return;
  plot_limits_refresh (limits, frame);
  if (limits->shown.n == 0)
    return;
  draw_lane (limits, frame, causes, lane);
  if (!isnan (orders))
    draw_orders (limits, frame, orders, lane);
}

/* Draw the names of the lanes here, since they are in the margins and other drawing is clipped to the data area. */
static void
limits_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  PlotLimits *limits = (PlotLimits *) layer;
  const PlotTheme *theme = frame->theme;
  double lane = plot_layer_limits_lane (theme), causes, orders;
  int low, high;

  if (!place_lanes (limits, frame, lane, &causes, &orders))
    return;
  draw_caption (frame, C_("what limits the step", "limit"), causes, lane);
  if (isnan (orders))
    return;
  draw_caption (frame, _("order"), orders, lane);
  order_range (&limits->shown, &low, &high);
  if (high > 0)
    {
      g_autofree char *text = order_text (low, high);

      plot_canvas_text (frame->canvas, text, theme->size_tick, PLOT_TEXT_NORMAL, frame->left + frame->width + 6 * theme->line_grid,
                        orders + lane / 2 + theme->size_tick * 0.36, 0, theme->secondary);
    }
}

/* ---- texts ---- */

static const PlotLimitColumn *
column_at (const PlotLimits *limits, double t)
{
  const PlotLimitColumns *columns = &limits->shown;
  int low = 0, high = columns->n;

  if (columns->n == 0 || t < columns->edges[0] || t > columns->edges[columns->n])
    return NULL;
  while (high - low > 1)
    {
      int middle = (low + high) / 2;

      if (columns->edges[middle] <= t)
        low = middle;
      else
        high = middle;
    }
  return columns->columns[low].n_steps > 0 ? &columns->columns[low] : NULL;
}

static gboolean
limits_hit (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  PlotLimits *limits = (PlotLimits *) layer;
  double bottom = frame->top + frame->height, t = plot_scale_unmap (frame->x, px), y = bottom - frame->strip / 2;

  if (frame->strip <= 0 || py < bottom - frame->strip || py > bottom || px < frame->left || px > frame->left + frame->width
      || column_at (limits, t) == NULL)
    return FALSE;
  *hit = (PlotHit) { PLOT_HIT_LINE, t, plot_scale_unmap (frame->y, y), px, y, 0, layer, 0, PLOT_COLUMN_NONE };
  return TRUE;
}

/* Writes the conditions of a column with their fractions of its time, in descending
 * order. */
static void
append_limits (const PlotLimits *limits, const PlotLimitColumn *column, GString *text)
{
  gboolean used[SIM_N_LIMITS] = { FALSE };
  double sum = time_of (column);

  for (int k = 0; k < SIM_N_LIMITS; k++)
    {
      int most = -1, worst;
      double share;

      for (int i = 0; i < SIM_N_LIMITS; i++)
        if (!used[i] && column->time[rows[i].limit] > 0 && (most < 0 || column->time[rows[i].limit] > column->time[rows[most].limit]))
          most = i;
      if (most < 0)
        return;
      used[most] = TRUE;
      share = column->time[rows[most].limit] / sum;
      if (k > 0)
        g_string_append_c (text, '\n');
      if (share < PURE)
        g_string_append_printf (text, "%.*f\u2009%% ", share < 0.01 ? 1 : 0, 100 * share);
      g_string_append (text, _(rows[most].name));
      worst = rows[most].limit == SIM_LIMIT_ACCURACY ? only_worst (column) : -1;
      if (name_of (limits, worst) != NULL)
        /* Translators: continues "accuracy"; %s is a state. */
        g_string_append_printf (text, _(", largest error in %s"), name_of (limits, worst));
      else if (rows[most].limit == SIM_LIMIT_ACCURACY && column->worst[1] >= 0)
        g_string_append (text, _(", largest error in several states"));
    }
}

static void
limits_readout (PlotLayer *layer, const PlotHit *hit, const char *time_unit, GString *text)
{
  PlotLimits *limits = (PlotLimits *) layer;
  const PlotLimitColumn *column = column_at (limits, hit->x);
  char t[32];

  if (column == NULL)
    return;
  plot_format_number (hit->x, 4, t, sizeof t);
  if (column->n_steps == 1)
    g_string_append_printf (text, _("The step at *t* = %s%s is limited by\n"), t, time_unit);
  else
    g_string_append_printf (text, ngettext ("%u step at *t* = %s%s is limited by\n", "%u steps at *t* = %s%s are limited by\n", column->n_steps),
                            column->n_steps, t, time_unit);
  append_limits (limits, column, text);
  if (column->order_high > 0)
    {
      g_autofree char *orders = order_text (column->order_low, column->order_high);

      g_string_append_printf (text, _("\norder %s\n"), orders);
    }
}

static gboolean
limits_find (PlotLayer *layer, PlotHit *hit)
{
  /* The y of this hit is outside the range of the axis, by which it is distinguished from hits of other
   * lines. */
  return hit->kind == PLOT_HIT_LINE && hit->index == 0 && column_at ((PlotLimits *) layer, hit->x) != NULL;
}

static guint64
limits_serial (PlotLayer *layer)
{
  return sim_tape_n_attempts (((PlotLimits *) layer)->tape);
}

static void
clear_response (PlotLimits *limits)
{
  g_free ((double *) limits->response.t);
  g_free ((double *) limits->response.exponent);
  limits->response = (SimResponse) { 0 };
}

static void
limits_free (PlotLayer *layer)
{
  PlotLimits *limits = (PlotLimits *) layer;

  plot_limits_clear_columns (&limits->shown);
  plot_limits_clear_columns (&limits->next);
  sim_tape_unref (limits->tape);
  g_array_unref (limits->parts);
  clear_response (limits);
  g_strfreev (limits->names);
}

static const PlotLayerClass limits_class = {
  "limits", NULL, limits_draw, limits_hit, NULL, limits_serial, limits_readout, limits_free, limits_draw_front, .find = limits_find
};

double
plot_layer_limits_lane (const PlotTheme *theme)
{
  return round (1.25 * theme->size_tick);
}

PlotLayer *
plot_layer_limits_new (SimTape *tape, const OdeMethod *method, double t_start, const char *const *names)
{
  PlotLimits *limits = plot_layer_alloc (sizeof (PlotLimits), &limits_class, PLOT_PLANE_DATA);
  PlotMethodPart first = { t_start, method };

  limits->tape = sim_tape_ref (tape);
  limits->parts = g_array_new (FALSE, FALSE, sizeof (PlotMethodPart));
  g_array_append_val (limits->parts, first);
  limits->names = g_strdupv ((char **) names);
  limits->n_names = names != NULL ? (int) g_strv_length (limits->names) : 0;
  limits->layer.no_extent = TRUE;
  return &limits->layer;
}

void
plot_layer_limits_add_method (PlotLayer *layer, double t, const OdeMethod *method)
{
  PlotMethodPart part = { t, method };

  g_return_if_fail (layer->class == &limits_class);
  g_array_append_val (((PlotLimits *) layer)->parts, part);
}

void
plot_layer_limits_set_response (PlotLayer *layer, const SimResponse *response)
{
  PlotLimits *limits = (PlotLimits *) layer;

  g_return_if_fail (layer->class == &limits_class);
  /* Free the finders first, since they borrow the arrays. */
  plot_limits_clear_columns (&limits->next);
  g_clear_pointer (&limits->shown.finder, sim_limit_finder_free);
  clear_response (limits);
  limits->response = *response;
  limits->response.t = g_memdup2 (response->t, response->n * sizeof *response->t);
  limits->response.exponent = g_memdup2 (response->exponent, response->n * sizeof *response->exponent);
  limits->serial++;
}

void
plot_layer_limits_fractions (PlotLayer *layer, double *fractions)
{
  PlotLimits *limits = (PlotLimits *) layer;
  double sum = 0;

  g_return_if_fail (layer->class == &limits_class);
  for (int i = 0; i < SIM_N_LIMITS; i++)
    {
      fractions[i] = 0;
      for (int k = 0; k < limits->shown.n; k++)
        fractions[i] += limits->shown.columns[k].time[i];
      sum += fractions[i];
    }
  for (int i = 0; i < SIM_N_LIMITS && sum > 0; i++)
    fractions[i] /= sum;
}
