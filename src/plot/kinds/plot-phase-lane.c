/* Shows the phases of a run over time, in which its state rests or slides on a surface: as rows of blocks above the data area, and as a
 * tint behind the data. Blocks of a rest and the tint are green, those of a sliding amber, and the time between them is grey. The tint is
 * that of the phase that began last. */
#include <math.h>

#include "plot-format.h"
#include "plot-kind-private.h"
#include "plot-phases.h"
#include "plot-text.h"
#include "plot-words.h"

/* Opacities of the tint, of blocks and of the grey blocks between them. */
#define TINT 0.09
#define BLOCK 0.26
#define BETWEEN 0.055
/* The smallest width of a block, px. */
#define LEAST_WIDTH 4.0
/* No tint is drawn if changes are closer than this on the average, px. */
#define CLOSE 3.0
/* The gap between rows as a fraction of the height of a row, and the free space of a label in its block, px. */
#define GAP 0.22
#define LABEL_SPACE 6.0

typedef struct
{
  PlotLayer layer;
  SimTrajectory *trajectory;
  PlotPhases *phases;
} Lane;

static PlotColor
color_of (const Lane *lane, int k, const PlotTheme *theme)
{
  return plot_phases_get (lane->phases, k)->slides ? theme->series[1] : theme->verified;
}

static double
x_at (const PlotFrame *frame, double t)
{
  return CLAMP (plot_scale_map (frame->x, t), frame->left, frame->left + frame->width);
}

/* Sets the first and last position of a row of blocks. */
static void
row_place (const Lane *lane, const PlotFrame *frame, int k, double *top, double *height)
{
  double whole = frame->lanes / plot_phases_n (lane->phases);

  *height = whole / (1 + GAP);
  *top = frame->top - frame->lanes + k * whole;
}

static double
end_of_run (const Lane *lane)
{
  gsize n = sim_trajectory_n_rows (lane->trajectory);

  return n > 0 ? sim_trajectory_row (lane->trajectory, n - 1)[0] : NAN;
}

/* Draws the tint behind the data, from change to change. */
static void
lane_draw (PlotLayer *layer, PlotFrame *frame)
{
  Lane *lane = (Lane *)layer;
  double low = plot_scale_unmap (frame->x, frame->left), high = plot_scale_unmap (frame->x, frame->left + frame->width), end, t, next;
  int most = (int)(frame->width / CLOSE), n = 0;

  plot_phases_update (lane->phases);
  end = fmin (end_of_run (lane), high);
  for (t = low; (next = plot_phases_next_change (lane->phases, t)) < end && n <= most; t = next)
    n++;
  for (t = low; n <= most && t < end; t = next)
    {
      int k = plot_phases_after (lane->phases, t);
      double x0, x1;

      next = plot_phases_next_change (lane->phases, t);
      if (!(next < end))
        next = end;
      x0 = x_at (frame, t);
      x1 = x_at (frame, next);
      if (k >= 0 && x1 > x0)
        plot_canvas_rectangle (frame->canvas, x0, frame->top, x1 - x0, frame->height,
                               plot_color_fade (color_of (lane, k, frame->theme), TINT));
    }
}

/* Draws the label of a block in its middle. Draws nothing if the label is wider than the block. */
static void
draw_label (PlotFrame *frame, const char *label, double x0, double x1, double top, double height, PlotColor color)
{
  double size = frame->theme->size_remark, width;
  g_autoptr (PangoLayout) layout = plot_text_layout (label, size, PLOT_TEXT_NORMAL);

  plot_text_measure (layout, &width, NULL, NULL);
  if (width + 2 * LABEL_SPACE * frame->theme->line_grid <= x1 - x0)
    plot_canvas_text (frame->canvas, label, size, PLOT_TEXT_NORMAL, 0.5 * (x0 + x1), top + 0.5 * height + 0.36 * size, 0.5, color);
}

/* Returns the label of a phase as rich text. Free it with g_free. */
static char *
label_of (const PlotPhase *phase)
{
  return phase->label != NULL ? plot_text_escape (phase->label) : plot_text_variable (phase->name);
}

/* Returns the label of the time without a phase as rich text. Free it with g_free. */
static char *
other_label (const PlotPhase *phase)
{
  g_autofree char *name = phase->other == NULL ? label_of (phase) : NULL;

  if (phase->other != NULL)
    return plot_text_escape (phase->other);
  /* Translators: label of the time in which a phase of a model does not hold; %s is its name. */
  return g_strdup_printf (_ ("not %s"), name);
}

/* Draws the blocks of one phase. Blocks that would touch are drawn as one. */
static void
draw_row (const Lane *lane, PlotFrame *frame, int k)
{
  const PlotTheme *theme = frame->theme;
  const PlotPhase *phase = plot_phases_get (lane->phases, k);
  gsize n;
  const PlotPhaseSpan *spans = plot_phases_spans (lane->phases, k, &n);
  PlotColor color = color_of (lane, k, theme);
  g_autofree char *name = label_of (phase), *other = other_label (phase);
  double top, height, right = frame->left, end = x_at (frame, end_of_run (lane));
  double start = sim_trajectory_n_rows (lane->trajectory) > 0 ? x_at (frame, sim_trajectory_row (lane->trajectory, 0)[0]) : end;

  row_place (lane, frame, k, &top, &height);
  if (end > start)
    plot_canvas_rectangle (frame->canvas, start, top, end - start, height, plot_color_fade (theme->text, BETWEEN));
  for (gsize i = 0; i < n; i++)
    {
      double x0 = plot_scale_map (frame->x, spans[i].from), x1 = plot_scale_map (frame->x, spans[i].to);

      if (x1 < frame->left || x0 > frame->left + frame->width)
        continue;
      x0 = fmax (x0, frame->left);
      x1 = fmin (fmax (x1, x0 + LEAST_WIDTH * theme->line_grid), frame->left + frame->width);
      x0 = fmax (x0, right);
      if (!(x1 > x0))
        continue;
      plot_canvas_rectangle (frame->canvas, x0, top, x1 - x0, height, theme->background);
      plot_canvas_rectangle (frame->canvas, x0, top, x1 - x0, height, plot_color_fade (color, BLOCK));
      draw_label (frame, name, x0, x1, top, height, theme->text);
      if (i == 0 || phase->other != NULL)
        draw_label (frame, other, i == 0 ? start : right, x0, top, height, theme->secondary);
      right = x1;
    }
  if (n == 0 || (phase->other != NULL && right < end))
    draw_label (frame, other, n == 0 ? start : right, end, top, height, theme->secondary);
}

static void
lane_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  Lane *lane = (Lane *)layer;
  double t = frame->time_axis != NULL ? plot_time_axis_playhead (frame->time_axis) : NAN, x = plot_scale_map (frame->x, t);
  PlotPen pen = { .color = frame->theme->accent, .width = 2 * frame->theme->size_label / 13, .butt = TRUE };

  if (frame->lanes <= 0)
    return;
  plot_phases_update (lane->phases);
  for (int k = 0; k < plot_phases_n (lane->phases); k++)
    draw_row (lane, frame, k);
  if (frame->theme->card && plot_scale_zone (frame->x, t) == PLOT_ZONE_INSIDE)
    plot_canvas_line (frame->canvas, x, frame->top - frame->lanes, x, frame->top, &pen);
}

/* The index of a hit is that of the phase; x is the time at which the phase, or the time without it, begins at the pointer. */
static gboolean
lane_hit (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  Lane *lane = (Lane *)layer;
  double t = plot_scale_unmap (frame->x, px), top, height;

  if (frame->lanes <= 0 || px < frame->left || px > frame->left + frame->width || !(t <= end_of_run (lane)))
    return FALSE;
  for (int k = 0; k < plot_phases_n (lane->phases); k++)
    {
      gsize n;
      const PlotPhaseSpan *spans = plot_phases_spans (lane->phases, k, &n);
      double begin = sim_trajectory_row (lane->trajectory, 0)[0];

      row_place (lane, frame, k, &top, &height);
      if (py < top || py > top + height)
        continue;
      for (gsize i = 0; i < n; i++)
        {
          double reach = fabs (plot_scale_unmap (frame->x, px + LEAST_WIDTH) - t);

          if (t >= spans[i].from)
            begin = t <= spans[i].to || spans[i].open || t < spans[i].from + reach ? spans[i].from : spans[i].to;
        }
      *hit = (PlotHit){ PLOT_HIT_LINE, begin, 0, px, py, 0, layer, (gsize)k, PLOT_COLUMN_NONE };
      return TRUE;
    }
  return FALSE;
}

static guint64
lane_serial (PlotLayer *layer)
{
  return sim_trajectory_n_rows (((Lane *)layer)->trajectory);
}

static void
lane_describe (PlotLayer *layer, GString *text)
{
  Lane *lane = (Lane *)layer;

  plot_phases_update (lane->phases);
  for (int k = 0; k < plot_phases_n (lane->phases); k++)
    {
      gsize n;
      const PlotPhase *phase = plot_phases_get (lane->phases, k);
      const PlotPhaseSpan *spans = plot_phases_spans (lane->phases, k, &n);
      char from[32], to[32];

      for (gsize i = 0; i < MIN (n, 4); i++)
        {
          plot_format_number (spans[i].from, 5, from, sizeof from);
          plot_format_number (spans[i].to, 5, to, sizeof to);
          /* Translators: part of the summary of a plot: name of a phase, such as the rest of a ball, and the times of its begin and end. */
          g_string_append_printf (text, _ (", %s from %s to %s"), phase->label != NULL ? phase->label : phase->name, from, to);
        }
    }
}

static void
lane_free (PlotLayer *layer)
{
  plot_phases_free (((Lane *)layer)->phases);
  sim_trajectory_unref (((Lane *)layer)->trajectory);
}

static const PlotLayerClass lane_class = { .name = "phases",
                                           .draw = lane_draw,
                                           .hit = lane_hit,
                                           .serial = lane_serial,
                                           .free = lane_free,
                                           .draw_front = lane_draw_front,
                                           .describe = lane_describe,
                                           .above = TRUE };

void
plot_kind_add_phases (PlotView *view, const PlotRun *run, gboolean blocks)
{
  PlotPhases *phases = run->system != NULL ? plot_phases_new (run->system, run->trajectory) : NULL;
  Lane *lane;

  if (phases == NULL)
    return;
  lane = plot_layer_alloc (sizeof *lane, &lane_class, PLOT_PLANE_BACK);
  lane->phases = phases;
  lane->trajectory = sim_trajectory_ref (run->trajectory);
  plot_view_add (view, &lane->layer);
  if (blocks)
    plot_view_set_lanes (view, plot_phases_n (phases));
}

gboolean
plot_views_phase_begin (PlotLayer *layer, const PlotHit *hit, double *t)
{
  if (layer == NULL || layer->class != &lane_class)
    return FALSE;
  *t = hit->x;
  return TRUE;
}
