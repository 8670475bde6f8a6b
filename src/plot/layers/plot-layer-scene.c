/* Draws the motion: the items of the model's scene at one time, with traces, histories, and exposures (earlier positions at equal intervals
 * of time). */
#include <math.h>
#include <string.h>

#include "plot-layers.h"
#include "plot-scene-parts.h"

typedef struct
{
  PlotLayer layer;
  ModelSystem *system;
  SimTrajectory *trajectory;
  double time, exposures;
  double *x, *d;
  int *state_columns, *discrete_columns;  /* trajectory column of each state and of each discrete state; −1: none */
  int n_states, n_discrete;
  gboolean ghost;                         /* TRUE: draw only the items at the current time, faintly */
  gsize n_extent;                         /* number of rows whose items are contained in `box` */
  double box[4];                          /* extent x0, x1, y0, y1 of the items in these rows */
} Scene;

/* Evaluates the scene with the recorded states at time t and returns its items. They are valid until the next call. Returns NULL if there
 * are no rows. */
static const ModelSceneItem *
scene_at (Scene *scene, double t)
{
  if (sim_trajectory_n_rows (scene->trajectory) == 0)
    return NULL;
  for (int i = 0; i < scene->n_states; i++)
    scene->x[i] = scene->state_columns[i] >= 0 ? plot_run_value (scene->trajectory, scene->state_columns[i], t) : 0;
  for (int i = 0; i < scene->n_discrete; i++)
    scene->d[i] = scene->discrete_columns[i] >= 0 ? plot_run_value (scene->trajectory, scene->discrete_columns[i], t) : 0;
  return model_system_scene (scene->system, t, scene->x, scene->d);
}

/* Returns the time that is shown: that of the playhead or, if there is none, that of the last row. There must be at least one
 * row. */
static double
time_of (const Scene *scene)
{
  return isnan (scene->time) ? sim_trajectory_row (scene->trajectory, sim_trajectory_n_rows (scene->trajectory) - 1)[0] : scene->time;
}

/* ---- extent of the scene ---- */

static void
take (Scene *scene, double x, double y)
{
  if (!isfinite (x) || !isfinite (y))
    return;
  scene->box[0] = fmin (scene->box[0], x);
  scene->box[1] = fmax (scene->box[1], x);
  scene->box[2] = fmin (scene->box[2], y);
  scene->box[3] = fmax (scene->box[3], y);
}

static void
take_item (Scene *scene, const ModelSceneItem *item)
{
  double half = 0.5 * hypot (item->size[0], item->size[1]);

  if (!item->visible)
    return;
  switch (item->type)
    {
    case MODEL_SCENE_LINE:
    case MODEL_SCENE_SPRING:
    case MODEL_SCENE_ARROW:
      take (scene, item->from[0], item->from[1]);
      take (scene, item->to[0], item->to[1]);
      break;
    case MODEL_SCENE_POLYLINE:
      for (int i = 0; i < item->n_points; i++)
        take (scene, item->points[2 * i], item->points[2 * i + 1]);
      break;
    case MODEL_SCENE_DISC:
      take (scene, item->at[0] - item->radius, item->at[1] - item->radius);
      take (scene, item->at[0] + item->radius, item->at[1] + item->radius);
      break;
    case MODEL_SCENE_BOX:
      take (scene, item->at[0] - half, item->at[1] - half);
      take (scene, item->at[0] + half, item->at[1] + half);
      break;
    case MODEL_SCENE_TEXT:
    case MODEL_SCENE_TRACE:
    case MODEL_SCENE_MARKS:
    case MODEL_SCENE_FLASH:
      take (scene, item->at[0], item->at[1]);
      break;
    case MODEL_SCENE_GROUND:
    case MODEL_SCENE_LEVEL:
      /* A ground or level is as wide as the view, so only its height affects the extent. */
      if (scene->box[0] <= scene->box[1])
        take (scene, scene->box[0], item->at[1]);
      break;
    case MODEL_SCENE_HISTORY:
      take (scene, item->at[0], item->at[1]);
      take (scene, item->at[0], item->at[1] - item->length);
      break;
    case MODEL_SCENE_REGION: /* a region is drawn behind the other items and does not affect the extent */
      break;
    }
}

/* Largest number of new rows whose items one frame evaluates for the extent; they are chosen at equal distances. */
#define EXTENT_ROWS 200

static void
scene_extent (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent)
{
  Scene *scene = (Scene *) layer;
  gsize n = sim_trajectory_n_rows (scene->trajectory), stride;
  double view[4], margin;

  if (model_system_scene_view (scene->system, view))
    {
      plot_extent_add (extent, view[0], view[2]);
      plot_extent_add (extent, view[1], view[3]);
      return;
    }
  if (n < scene->n_extent)
    scene->n_extent = 0;
  stride = MAX (1, (n - scene->n_extent) / EXTENT_ROWS);
  for (gsize row = scene->n_extent; row < n; row += stride)
    {
      const ModelSceneItem *items = scene_at (scene, sim_trajectory_row (scene->trajectory, row)[0]);
      int n_items = model_system_n_scene_items (scene->system);

      for (int i = 0; items != NULL && i < n_items; i++)
        take_item (scene, &items[i]);
    }
  scene->n_extent = n;
  if (!(scene->box[0] <= scene->box[1]))
    return;
  margin = 0.04 * fmax (scene->box[1] - scene->box[0], scene->box[3] - scene->box[2]);
  plot_extent_add (extent, scene->box[0] - margin, scene->box[2] - margin);
  plot_extent_add (extent, scene->box[1] + margin, scene->box[3] + margin);
}

/* ---- drawing of items ---- */

static PlotColor
item_color (const ModelSceneItem *item, const PlotTheme *theme)
{
  if (item->color >= 1 && item->color <= PLOT_N_SERIES)
    return theme->series[item->color - 1];
  return item->type == MODEL_SCENE_DISC || item->type == MODEL_SCENE_BOX || item->type == MODEL_SCENE_TRACE
             || item->type == MODEL_SCENE_HISTORY ? theme->series[0] : theme->secondary;
}

#define PX(v) plot_scale_map (frame->x, (v))
#define PY(v) plot_scale_map (frame->y, (v))

/* Adds a spring to the path: a straight part at both ends, and nine windings between them, whatever the length. */
static void
spring_path (PlotFrame *frame, const ModelSceneItem *item)
{
  cairo_t *cr = frame->canvas->cr;
  double x0 = PX (item->from[0]), y0 = PY (item->from[1]), x1 = PX (item->to[0]), y1 = PY (item->to[1]);
  double length = hypot (x1 - x0, y1 - y0), ux, uy, lead, width;
  const int n_turns = 9;

  if (!(length > 0))
    return;
  ux = (x1 - x0) / length;
  uy = (y1 - y0) / length;
  lead = fmin (length * 0.1, 10 * frame->theme->line_grid);
  width = item->size[0] > 0 ? fabs (PX (item->size[0]) - PX (0)) / 2 : 7 * frame->theme->line_grid;
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x0 + ux * lead, y0 + uy * lead);
  for (int i = 0; i < 2 * n_turns; i++)
    {
      double s = lead + (length - 2 * lead) * (i + 0.5) / (2 * n_turns), side = i % 2 == 0 ? width : -width;

      cairo_line_to (cr, x0 + ux * s - uy * side, y0 + uy * s + ux * side);
    }
  cairo_line_to (cr, x1 - ux * lead, y1 - uy * lead);
  cairo_line_to (cr, x1, y1);
}

static void
draw_ground (PlotFrame *frame, const ModelSceneItem *item, const PlotPen *pen)
{
  double y = PY (item->at[1]), step = 11 * frame->theme->line_grid, drop = 6 * frame->theme->line_grid;
  PlotPen thin = *pen;

  thin.width = frame->theme->line_axis * 1.3;
  thin.color = plot_color_fade (thin.color, 0.75);
  plot_canvas_line (frame->canvas, frame->left, y, frame->left + frame->width, y, &thin);
  thin.width = frame->theme->line_grid;
  thin.color = plot_color_fade (thin.color, 0.7);
  for (double x = frame->left + step; x < frame->left + frame->width; x += step)
    {
      cairo_move_to (frame->canvas->cr, x, y);
      cairo_line_to (frame->canvas->cr, x - drop, y + drop);
    }
  plot_canvas_stroke (frame->canvas, &thin);
}

static void
draw_arrow (PlotFrame *frame, const ModelSceneItem *item, const PlotPen *pen)
{
  cairo_t *cr = frame->canvas->cr;
  double x0 = PX (item->from[0]), y0 = PY (item->from[1]), x1 = PX (item->to[0]), y1 = PY (item->to[1]);
  double length = hypot (x1 - x0, y1 - y0), head = fmin (8 * frame->theme->line_grid, length), ux, uy;

  if (!(length > 0))
    return;
  ux = (x1 - x0) / length;
  uy = (y1 - y0) / length;
  plot_canvas_line (frame->canvas, x0, y0, x1 - ux * head * 0.8, y1 - uy * head * 0.8, pen);
  cairo_move_to (cr, x1, y1);
  cairo_line_to (cr, x1 - ux * head - uy * head * 0.45, y1 - uy * head + ux * head * 0.45);
  cairo_line_to (cr, x1 - ux * head + uy * head * 0.45, y1 - uy * head - ux * head * 0.45);
  cairo_close_path (cr);
  plot_canvas_fill (frame->canvas, pen->color);
}

/* Radius of the corners of boxes, relative to the shorter side, and its upper limit in px at the usual text
 * size. */
#define CORNER_SHARE 0.12
#define CORNER_MOST 3.5

static void
box_path (PlotFrame *frame, const ModelSceneItem *item)
{
  cairo_t *cr = frame->canvas->cr;
  double width = fabs (PX (item->size[0]) - PX (0)), height = fabs (PY (item->size[1]) - PY (0));
  double r = fmin (CORNER_SHARE * fmin (width, height), CORNER_MOST * frame->theme->line_grid);

  cairo_save (cr);
  cairo_translate (cr, PX (item->at[0]), PY (item->at[1]));
  cairo_rotate (cr, -item->angle);
  cairo_new_path (cr);
  cairo_arc (cr, width / 2 - r, r - height / 2, r, -G_PI / 2, 0);
  cairo_arc (cr, width / 2 - r, height / 2 - r, r, 0, G_PI / 2);
  cairo_arc (cr, r - width / 2, height / 2 - r, r, G_PI / 2, G_PI);
  cairo_arc (cr, r - width / 2, r - height / 2, r, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
  cairo_restore (cr);
}

static void
polyline_path (PlotFrame *frame, const ModelSceneItem *item)
{
  for (int i = 0; i < item->n_points; i++)
    {
      double x = PX (item->points[2 * i]), y = PY (item->points[2 * i + 1]);

      if (i == 0)
        cairo_move_to (frame->canvas->cr, x, y);
      else
        cairo_line_to (frame->canvas->cr, x, y);
    }
}

static void
draw_shape (PlotFrame *frame, const ModelSceneItem *item, PlotColor color, const PlotPen *pen)
{
  gboolean solid = item->type == MODEL_SCENE_DISC || item->type == MODEL_SCENE_BOX;

  if (item->type == MODEL_SCENE_DISC)
    {
      double r = fmax (fabs (PX (item->at[0] + item->radius) - PX (item->at[0])), 1.5 * frame->theme->line_grid);

      cairo_new_path (frame->canvas->cr);
      cairo_arc (frame->canvas->cr, PX (item->at[0]), PY (item->at[1]), r, 0, 2 * G_PI);
      cairo_close_path (frame->canvas->cr);
    }
  else if (item->type == MODEL_SCENE_BOX)
    box_path (frame, item);
  else
    polyline_path (frame, item);
  if (item->fill)
    plot_canvas_fill (frame->canvas, color);
  else if (solid)
    plot_canvas_fill_stroke (frame->canvas, plot_color_fade (color, 0.25), pen);
  else
    plot_canvas_stroke (frame->canvas, pen);
}

static void
draw_item (PlotFrame *frame, const ModelSceneItem *item, double opacity)
{
  const PlotTheme *theme = frame->theme;
  PlotColor color = plot_color_fade (item_color (item, theme), opacity);
  PlotPen pen = { .color = color, .width = theme->line_other * 1.25 };

  if (!item->visible)
    return;
  switch (item->type)
    {
    case MODEL_SCENE_LINE:
      plot_canvas_line (frame->canvas, PX (item->from[0]), PY (item->from[1]), PX (item->to[0]), PY (item->to[1]), &pen);
      break;
    case MODEL_SCENE_SPRING:
      spring_path (frame, item);
      pen.width = theme->line_other;
      plot_canvas_stroke (frame->canvas, &pen);
      break;
    case MODEL_SCENE_POLYLINE:
    case MODEL_SCENE_DISC:
    case MODEL_SCENE_BOX:
      draw_shape (frame, item, color, &pen);
      break;
    case MODEL_SCENE_ARROW:
      draw_arrow (frame, item, &pen);
      break;
    case MODEL_SCENE_TEXT:
      if (item->text != NULL && opacity >= 1)
        {
          g_autoptr (PangoLayout) layout = plot_text_layout (item->text, theme->size_remark, PLOT_TEXT_NORMAL);

          plot_canvas_layout (frame->canvas, layout, PX (item->at[0]), PY (item->at[1]), 0.5, color, theme->halo, theme->background);
        }
      break;
    case MODEL_SCENE_GROUND:
      if (opacity >= 1)
        draw_ground (frame, item, &pen);
      break;
    case MODEL_SCENE_REGION:
      if (opacity >= 1)
        plot_scene_draw_region (frame, item, FALSE, color, color);
      break;
    case MODEL_SCENE_LEVEL: /* drawn before the other items, by another function */
    case MODEL_SCENE_TRACE:
    case MODEL_SCENE_HISTORY: /* draw_histories draws it */
    case MODEL_SCENE_MARKS:
    case MODEL_SCENE_FLASH: /* draw_flashes draws it, only at the time of its event */
      break;
    }
}

/* ---- histories of items ---- */

/* Number of points of a history, more than one for each pixel at the usual size. */
#define HISTORY_POINTS 300

static void
draw_histories (Scene *scene, PlotFrame *frame, double t)
{
  int n_items = model_system_n_scene_items (scene->system);
  double start = sim_trajectory_row (scene->trajectory, 0)[0], points[2 * HISTORY_POINTS];

  for (int i = 0; i < n_items; i++)
    {
      const ModelSceneItem *items = scene_at (scene, t);
      double span;
      int n = 0;

      if (items == NULL || items[i].type != MODEL_SCENE_HISTORY || !items[i].visible)
        continue;
      span = fmin (items[i].span, t - start);
      for (; n < HISTORY_POINTS && span > 0; n++)
        {
          double age = span * (n + 1) / HISTORY_POINTS;

          items = scene_at (scene, t - age);
          points[2 * n] = items[i].at[0];
          points[2 * n + 1] = age;
        }
      items = scene_at (scene, t);
      plot_scene_draw_history (frame, &items[i], points, n, item_color (&items[i], frame->theme));
    }
}

/* ---- marks of events ---- */

/* Largest number of events that are marked; more do not fit into a wide picture. */
#define MOST_MARKS 60

static void
draw_levels (PlotFrame *frame, const ModelSceneItem *items, int n_items)
{
  for (int i = 0; items != NULL && i < n_items; i++)
    if (items[i].type == MODEL_SCENE_LEVEL && items[i].visible)
      plot_scene_draw_level (frame, &items[i]);
}

static void
draw_marks (Scene *scene, PlotFrame *frame, double t)
{
  int n_items = model_system_n_scene_items (scene->system);
  const ModelSceneItem *items = scene_at (scene, t);

  for (int i = 0; items != NULL && i < n_items; i++)
    {
      g_autoptr (GArray) times = NULL;
      double free_x = -INFINITY;
      gsize n_before;

      if (items[i].type != MODEL_SCENE_MARKS && items[i].type != MODEL_SCENE_FLASH)
        continue;
      times = plot_scene_event_times (scene->trajectory, items[i].event, t, MOST_MARKS, &n_before);
      for (guint k = 0; k < times->len && items[i].type == MODEL_SCENE_MARKS; k++)
        {
          const ModelSceneItem *then = scene_at (scene, g_array_index (times, double, k));

          if (then[i].visible)
            plot_scene_draw_mark (frame, &then[i], n_before + k + 1, &free_x);
        }
      items = scene_at (scene, t);
      if (items[i].type == MODEL_SCENE_FLASH && items[i].visible && times->len > 0 && g_array_index (times, double, times->len - 1) == t)
        plot_scene_draw_flash (frame, &items[i]);
    }
  scene_at (scene, t); /* evaluate the items at the current time again, because other layers use the last evaluation */
}

/* ---- traces of items ---- */

/* Largest number of rows of a trace. The next constant is the largest number of points of its path. */
#define TRACE_ROWS 20000
#define TRACE_POINTS 500

static void
draw_traces (Scene *scene, PlotFrame *frame, double t)
{
  int n_items = model_system_n_scene_items (scene->system);
  gsize row, first, stride;

  row = sim_trajectory_find (scene->trajectory, t);
  first = row > TRACE_ROWS ? row - TRACE_ROWS : 0;
  stride = MAX (1, (row - first) / TRACE_POINTS);
  for (int i = 0; i < n_items; i++)
    {
      const ModelSceneItem *items = scene_at (scene, t);
      gboolean down = FALSE;
      PlotPen pen;

      if (items == NULL || items[i].type != MODEL_SCENE_TRACE || !items[i].visible)
        continue;
      pen = (PlotPen) { .color = plot_color_fade (item_color (&items[i], frame->theme), 0.75), .width = frame->theme->line_other };
      cairo_new_path (frame->canvas->cr);
      for (gsize k = first; k <= row; k += stride)
        {
          const ModelSceneItem *then = scene_at (scene, sim_trajectory_row (scene->trajectory, k)[0]);
          double x = PX (then[i].at[0]), y = PY (then[i].at[1]);

          if (isnan (x) || isnan (y))
            {
              down = FALSE;
              continue;
            }
          if (down)
            cairo_line_to (frame->canvas->cr, x, y);
          else
            cairo_move_to (frame->canvas->cr, x, y);
          down = TRUE;
        }
      items = scene_at (scene, t);
      if (down)
        cairo_line_to (frame->canvas->cr, PX (items[i].at[0]), PY (items[i].at[1]));
      plot_canvas_stroke (frame->canvas, &pen);
    }
}

/* Opacity of the items of a ghost (earlier run), equal to that of its curves in other plots. */
#define GHOST_OPACITY 0.4

static void
scene_draw (PlotLayer *layer, PlotFrame *frame)
{
  Scene *scene = (Scene *) layer;
  gsize n = sim_trajectory_n_rows (scene->trajectory);
  int n_items = model_system_n_scene_items (scene->system);
  const ModelSceneItem *items;
  double t;

  if (n == 0)
    return;
  t = time_of (scene);
  if (scene->ghost)
    {
      items = scene_at (scene, t);
      for (int i = 0; items != NULL && i < n_items; i++)
        draw_item (frame, &items[i], GHOST_OPACITY);
      return;
    }
  draw_levels (frame, scene_at (scene, t), n_items);
  draw_traces (scene, frame, t);
  if (scene->exposures > 0)
    {
      double start = sim_trajectory_row (scene->trajectory, 0)[0];
      int n_before = (int) fmin ((t - start) / scene->exposures, 400);

      for (int k = n_before; k >= 1; k--)
        {
          items = scene_at (scene, t - k * scene->exposures);
          for (int i = 0; items != NULL && i < n_items; i++)
            draw_item (frame, &items[i], 0.12 + 0.3 * (1 - k / (n_before + 1.0)));
        }
    }
  items = scene_at (scene, t);
  for (int i = 0; items != NULL && i < n_items; i++)
    draw_item (frame, &items[i], 1);
  draw_histories (scene, frame, t);
}

static void
scene_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  Scene *scene = (Scene *) layer;
  const ModelSceneItem *items = sim_trajectory_n_rows (scene->trajectory) > 0 && !scene->ghost ? model_system_scene_last (scene->system) : NULL;

  for (int i = 0; items != NULL && i < model_system_n_scene_items (scene->system); i++)
    if (items[i].type == MODEL_SCENE_HISTORY && items[i].visible)
      plot_scene_draw_history_axis (frame, &items[i]);
    else if (items[i].type == MODEL_SCENE_REGION && items[i].visible)
      plot_scene_draw_region (frame, &items[i], TRUE, item_color (&items[i], frame->theme),
                              items[i].color >= 1 ? frame->theme->series_text[items[i].color - 1] : frame->theme->secondary);
  /* Marks of events may be below the data area, under the ground, so they are not clipped. */
  if (items != NULL)
    draw_marks (scene, frame, time_of (scene));
}

static guint64
scene_serial (PlotLayer *layer)
{
  return sim_trajectory_n_rows (((Scene *) layer)->trajectory);
}

static void
scene_free (PlotLayer *layer)
{
  Scene *scene = (Scene *) layer;

  sim_trajectory_unref (scene->trajectory);
  g_free (scene->x);
  g_free (scene->d);
  g_free (scene->state_columns);
  g_free (scene->discrete_columns);
}

static void
scene_follow (PlotLayer *layer, PlotTimeAxis *clock)
{
  ((Scene *) layer)->time = plot_time_axis_playhead (clock);
}

static const PlotLayerClass scene_class = { "scene", scene_extent, scene_draw, NULL, NULL, scene_serial, NULL, scene_free,
                                            scene_draw_front, NULL,
                                            scene_follow };

PlotLayer *
plot_layer_scene_new (ModelSystem *system, SimTrajectory *trajectory)
{
  Scene *scene = plot_layer_alloc (sizeof (Scene), &scene_class, PLOT_PLANE_DATA);
  int n_columns = MIN (model_system_n_columns (system), sim_trajectory_n_columns (trajectory));

  scene->system = system;
  scene->trajectory = sim_trajectory_ref (trajectory);
  scene->time = NAN;
  scene->n_states = model_system_n_states (system);
  scene->n_discrete = model_system_n_discrete (system);
  scene->x = g_new0 (double, MAX (scene->n_states, 1));
  scene->d = g_new0 (double, MAX (scene->n_discrete, 1));
  scene->state_columns = g_new (int, MAX (scene->n_states, 1));
  scene->discrete_columns = g_new (int, MAX (scene->n_discrete, 1));
  for (int i = 0; i < scene->n_states; i++)
    scene->state_columns[i] = -1;
  for (int i = 0; i < scene->n_discrete; i++)
    scene->discrete_columns[i] = -1;
  for (int i = 0; i < n_columns; i++)
    {
      const ModelColumn *column = model_system_column (system, i);

      if (column->type == MODEL_COLUMN_STATE && column->index < scene->n_states)
        scene->state_columns[column->index] = i;
      else if (column->type == MODEL_COLUMN_DISCRETE && column->index < scene->n_discrete)
        scene->discrete_columns[column->index] = i;
    }
  scene->box[0] = scene->box[2] = INFINITY;
  scene->box[1] = scene->box[3] = -INFINITY;
  return &scene->layer;
}

void
plot_layer_scene_set_ghost (PlotLayer *layer)
{
  g_return_if_fail (layer->class == &scene_class);
  ((Scene *) layer)->ghost = TRUE;
}

void
plot_layer_scene_set_exposures (PlotLayer *layer, double interval)
{
  g_return_if_fail (layer->class == &scene_class);
  ((Scene *) layer)->exposures = interval;
}
