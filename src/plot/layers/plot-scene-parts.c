/* Draws the shaded regions, levels, marks and flashes of a scene, and the past positions of a point. */
#include "plot-scene-parts.h"

#include <math.h>

#include "plot-ticks.h"
#include "plot-words.h"

/* Opacity of regions. It is multiplied by the contrast of their colour, so that pale regions are as visible as
 * others. */
#define TINT 0.42
#define TINT_DARK 0.84

void
plot_scene_draw_region (PlotFrame *frame, const ModelSceneItem *item, gboolean label, PlotColor color, PlotColor text_color)
{
  const PlotTheme *theme = frame->theme;
  double x0 = plot_scale_map (frame->x, item->from[0]), x1 = plot_scale_map (frame->x, item->to[0]);
  double y0 = plot_scale_map (frame->y, item->from[1]), y1 = plot_scale_map (frame->y, item->to[1]);
  double left = fmax (fmin (x0, x1), frame->left), right = fmin (fmax (x0, x1), frame->left + frame->width);
  double top = fmax (fmin (y0, y1), frame->top), bottom = fmin (fmax (y0, y1), frame->top + frame->height), width;
  double tint = (theme->dark ? TINT_DARK : TINT) / plot_color_contrast (color, theme->background);

  if (!(right > left) || !(bottom > top))
    return;
  if (!label)
    plot_canvas_rectangle (frame->canvas, left, top, right - left, bottom - top, plot_color_fade (color, tint));
  else if (item->text != NULL)
    {
      g_autoptr (PangoLayout) layout = plot_text_layout (item->text, theme->size_remark, PLOT_TEXT_NORMAL);

      plot_text_measure (layout, &width, NULL, NULL);
      if (width + 4 * theme->line_grid < right - left)
        plot_canvas_layout (frame->canvas, layout, 0.5 * (left + right), top + theme->size_remark * 1.35, 0.5, text_color, theme->halo,
                            plot_color_mix (theme->background, color, tint));
    }
}

void
plot_scene_draw_history (PlotFrame *frame, const ModelSceneItem *item, const double *points, int n_points, PlotColor color)
{
  const PlotTheme *theme = frame->theme;
  double unit = theme->line_grid, x = plot_scale_map (frame->x, item->at[0]), y = plot_scale_map (frame->y, item->at[1]);
  double origin = plot_scale_map (frame->x, 0), end = plot_scale_map (frame->y, item->at[1] - item->length);
  PlotPen dotted = { .color = plot_color_fade (theme->text, 0.25), .width = 1.4 * unit, .n_dashes = 2, .dashes = { 1 * unit, 5 * unit } };
  PlotPen pen = { .color = plot_color_fade (color, 0.85), .width = theme->line_other * 1.2 };

  if (!(item->span > 0) || !(item->length > 0))
    return;
  if (origin >= frame->left && origin <= frame->left + frame->width)
    plot_canvas_line (frame->canvas, origin, y, origin, end, &dotted);
  cairo_new_path (frame->canvas->cr);
  cairo_move_to (frame->canvas->cr, x, y);
  for (int i = 0; i < n_points; i++)
    cairo_line_to (frame->canvas->cr, plot_scale_map (frame->x, points[2 * i]),
                   plot_scale_map (frame->y, item->at[1] - item->length * points[2 * i + 1] / item->span));
  plot_canvas_stroke (frame->canvas, &pen);
  plot_canvas_marker (frame->canvas, PLOT_MARKER_DISC, x, y, theme->accepted_radius * 1.5, 0, color, theme->background);
}

/* Draws minor ticks at fifths of the tick distance, from the current time into the past. bottom is the lower edge of the
 * plot. */
static void
draw_minor (PlotFrame *frame, const PlotScale *scale, double step, double bottom, const PlotPen *pen)
{
  const PlotTheme *theme = frame->theme;

  if (fabs (plot_scale_map (scale, step) - plot_scale_map (scale, 0)) < 4 * theme->line_grid)
    return;
  for (int k = 1; -k * step >= scale->low; k++)
    {
      double y = plot_scale_map (scale, -k * step);

      if (y <= bottom)
        plot_canvas_line (frame->canvas, frame->left - theme->tick, y, frame->left, y, pen);
    }
}

void
plot_scene_draw_history_axis (PlotFrame *frame, const ModelSceneItem *item)
{
  const PlotTheme *theme = frame->theme;
  double top = plot_scale_map (frame->y, item->at[1]), bottom = frame->top + frame->height;
  double end = plot_scale_map (frame->y, item->at[1] - item->length), right = frame->left - theme->tick - theme->size_tick * 0.3;
  PlotPen pen = { .color = plot_color_fade (theme->text, theme->base_line), .width = theme->line_axis, .butt = TRUE };
  PlotTick ticks[PLOT_MAX_TICKS];
  PlotScale scale;
  int n;

  if (!(item->span > 0) || !(end > top) || right < 2.4 * theme->size_tick)
    return;
  plot_scale_init (&scale, PLOT_SCALE_LINEAR, -item->span, 0, end, top);
  n = plot_ticks (&scale, theme->tick_gap_y, theme->decade_gap, theme->minor_decade, ticks);
  if (n > 1)
    draw_minor (frame, &scale, fabs (ticks[1].value - ticks[0].value) / 5, bottom, &pen);
  for (int i = 0; i < n; i++)
    {
      if (!ticks[i].major || ticks[i].pixel > bottom)
        continue;
      plot_canvas_line (frame->canvas, frame->left - theme->tick, ticks[i].pixel, frame->left, ticks[i].pixel, &pen);
      /* Translators: the label of time zero on an axis of past times. */
      plot_canvas_text (frame->canvas, ticks[i].value == 0 ? _("now") : ticks[i].label, theme->size_tick, PLOT_TEXT_NORMAL, right,
                        ticks[i].pixel + theme->size_tick * 0.36, 1, theme->secondary);
    }
}

/* ---- levels, marks and flashes ---- */

void
plot_scene_draw_level (PlotFrame *frame, const ModelSceneItem *item)
{
  const PlotTheme *theme = frame->theme;
  double y = plot_scale_map (frame->y, item->at[1]), right = frame->left + frame->width, width = 0;
  PlotPen pen = { .color = plot_color_fade (theme->text, 0.1), .width = theme->line_grid, .butt = TRUE };

  if (!(y >= frame->top && y <= frame->top + frame->height))
    return;
  if (item->text != NULL)
    width = plot_canvas_text (frame->canvas, item->text, theme->size_tick, PLOT_TEXT_NORMAL, right, y + theme->size_tick * 0.36, 1,
                              theme->secondary)
            + theme->size_tick * 0.4;
  y = frame->canvas->vector ? y : floor (y * frame->canvas->scale) / frame->canvas->scale + 0.5 * theme->line_grid;
  plot_canvas_line (frame->canvas, frame->left, y, right - width, y, &pen);
}

void
plot_scene_draw_mark (PlotFrame *frame, const ModelSceneItem *item, gsize nth, double *free_x)
{
  const PlotTheme *theme = frame->theme;
  double x = plot_scale_map (frame->x, item->at[0]), y = plot_scale_map (frame->y, item->at[1]) + theme->event_height, width;
  g_autofree char *number = g_strdup_printf ("%" G_GSIZE_FORMAT, nth);
  g_autoptr (PangoLayout) layout = plot_text_layout (number, theme->size_tick, PLOT_TEXT_NORMAL);

  plot_canvas_marker (frame->canvas, PLOT_MARKER_TRIANGLE, x, y, theme->event_height / 2, 0, theme->event, theme->background);
  plot_text_measure (layout, &width, NULL, NULL);
  /* A number that would overlap with the previous one is omitted. */
  if (x - width / 2 < *free_x)
    return;
  plot_canvas_layout (frame->canvas, layout, x, y + theme->event_height / 2 + theme->size_tick * 1.15, 0.5, theme->event, 0,
                      theme->background);
  *free_x = x + width / 2 + theme->size_tick * 0.3;
}

/* Directions of the rays, in radians from the vertical. The next constants are the distances of their ends from the body, px at the usual
 * text size. */
static const double rays[] = { -0.75, -0.28, 0.28, 0.75 };
#define RAY_FROM 3.5
#define RAY_TO 12.5

void
plot_scene_draw_flash (PlotFrame *frame, const ModelSceneItem *item)
{
  double unit = frame->theme->line_grid, x = plot_scale_map (frame->x, item->at[0]), y = plot_scale_map (frame->y, item->at[1]);
  double radius = fabs (plot_scale_map (frame->x, item->at[0] + item->radius) - x);
  PlotPen pen = { .color = frame->theme->event, .width = 2 * unit };

  for (gsize i = 0; i < G_N_ELEMENTS (rays); i++)
    {
      double ux = sin (rays[i] + item->angle), uy = -cos (rays[i] + item->angle), from = radius + RAY_FROM * unit;
      double to = radius + RAY_TO * unit;

      plot_canvas_line (frame->canvas, x + ux * from, y + uy * from, x + ux * to, y + uy * to, &pen);
    }
}

GArray *
plot_scene_event_times (SimTrajectory *trajectory, int event, double t, guint most, gsize *n_before)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (double));
  gsize n = sim_trajectory_n_events (trajectory);

  for (gsize i = 0; i < n; i++)
    {
      SimEventRecord record = sim_trajectory_event (trajectory, i);

      if (record.t > t)
        break;
      if (record.event == event && !record.pending)
        g_array_append_val (times, record.t);
    }
  *n_before = times->len > most ? times->len - most : 0;
  g_array_remove_range (times, 0, (guint) *n_before);
  return times;
}
