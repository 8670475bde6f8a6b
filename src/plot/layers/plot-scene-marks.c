/* Draws the levels, marks and flashes of a scene. */
#include "plot-scene-marks.h"

#include <math.h>

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
