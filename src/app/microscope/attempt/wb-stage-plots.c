/* Draws the stages of an attempt with their slopes, beside the flow or the earlier points of a multistep method. */
#include "wb-stage-plots.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-text.h"

/* Half the width of the short line that shows the slope at a stage, as a fraction of the step. */
#define HALF_BAR 0.08
/* Length of the arrow that shows a slope on the phase plane, as a fraction of the step. */
#define ARROW 0.14
/* Length of the axis before and after the step, as a fraction of the step. */
#define BEYOND 0.11
/* If there are more stages than this, they are drawn without names and without slopes. */
#define MANY_STAGES 14
#define MOST_POINTS 2000
/* Opacity of stages that are not played yet. */
#define FAINT 0.15

static char *
name_of (ModelSystem *system, int state)
{
  return plot_text_variable (model_system_column (system, state)->name);
}

static char *
quantity_of (ModelSystem *system, int state)
{
  const ModelColumn *column = model_system_column (system, state);

  return plot_text_quantity (column->name, column->unit);
}

/* Returns the line style of stage i of n. All stages have one hue, from light to dark. */
static PlotStyle
stage_style (int i, int n, double width, gboolean played)
{
  const int shade = n <= PLOT_N_STAGES ? i : i * (PLOT_N_STAGES - 1) / MAX (n - 1, 1);

  return (PlotStyle) { .series = PLOT_SERIES_STAGE - CLAMP (shade, 0, PLOT_N_STAGES - 1), .width = width, .solid = TRUE,
                       .opacity = played ? 1 : FAINT };
}

/* Returns the time in the step at which an event lies. */
static double
place_of (const WbAttemptScene *scene, const OdeTraceEvent *event)
{
  return event->t - scene->attempt->record.t;
}

static int
count_points (const LabAttempt *attempt)
{
  int n = 0;

  for (int i = 0; i < attempt->n_events; i++)
    n += wb_attempt_scene_is_point (&attempt->events[i]);
  return n;
}

/* Adds the accurate solution from the start of the step. x and y are indices of states; x < 0 means the time in the step as the
 * horizontal axis. */
static void
add_flow (PlotView *view, const LabAttempt *attempt, int x, int y)
{
  const gsize width = (gsize) attempt->n_states + 1;
  g_autofree double *xs = g_new (double, attempt->n_flow + 1), *ys = g_new (double, attempt->n_flow + 1);
  const PlotStyle style = { .series = PLOT_SERIES_SECONDARY, .width = 1.5, .solid = TRUE };
  PlotLayer *line;

  if (attempt->flow == NULL)
    return;
  for (int i = 0; i < attempt->n_flow; i++)
    {
      const double *row = attempt->flow + (gsize) i * width;

      xs[i] = x < 0 ? row[0] - attempt->record.t : row[1 + x];
      ys[i] = row[1 + y];
    }
  line = plot_layer_line_new (xs, ys, (gsize) attempt->n_flow, &style);
  plot_layer_set_label (line, _("true solution"), NULL, TRUE, FALSE);
  plot_view_add (view, line);
}

static void
add_marker (PlotView *view, double x, double y, const PlotStyle *style, PlotMarker marker, double radius, const char *name)
{
  PlotLayer *layer = plot_layer_line_new (&x, &y, 1, style);

  plot_layer_line_set_marker (layer, marker, radius, FALSE);
  plot_view_add (view, layer);
  if (name != NULL)
    plot_view_add (view, plot_layer_note_new (name, x, y, style));
}

static void
add_segment (PlotView *view, double x0, double y0, double x1, double y1, const PlotStyle *style, gboolean arrow)
{
  const double xs[2] = { x0, x1 }, ys[2] = { y0, y1 };
  PlotLayer *layer = plot_layer_line_new (xs, ys, 2, style);

  if (arrow)
    plot_layer_line_set_arrow (layer);
  plot_view_add (view, layer);
}

/* Adds the past points that a multistep method uses. Their times in the step are negative. */
static void
add_past (PlotView *view, const WbAttemptScene *scene, int state)
{
  const LabAttempt *attempt = scene->attempt;
  const PlotStyle style = { .series = PLOT_SERIES_TEXT, .solid = TRUE };

  for (int i = 0; i < attempt->n_events; i++)
    if (attempt->events[i].kind == ODE_TRACE_PAST)
      add_marker (view, place_of (scene, &attempt->events[i]), attempt->events[i].x[state], &style, PLOT_MARKER_DISC, 3.2, NULL);
}

/* Returns the node c of a stage, or NaN if no stage was completed, so that the node is not known. */
static double
node_of (const LabAttempt *attempt, int stage)
{
  const OdeTableau *tableau = attempt->method->tableau;

  for (int i = 0; i < attempt->n_events; i++)
    if (attempt->events[i].kind == ODE_TRACE_STAGE && attempt->events[i].part == ODE_TRACE_WHOLE && attempt->events[i].index == stage)
      return attempt->events[i].c;
  return tableau != NULL && stage <= tableau->n_stages ? tableau->c[stage - 1] : NAN;
}

/* Adds the initial guess and the Newton iterates of the stages, from light to dark. */
static void
add_iterates (PlotView *view, const WbAttemptScene *scene, int state)
{
  const LabAttempt *attempt = scene->attempt;
  int most = 1, count = 0;

  for (int i = 0; i < attempt->n_events; i++)
    if (attempt->events[i].kind == ODE_TRACE_ITERATE)
      most = MAX (most, attempt->events[i].index + 1);
  for (int i = 0; i < attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];
      const gboolean played = count < scene->limit;

      count += wb_attempt_scene_is_played (event);
      if (event->kind != ODE_TRACE_ITERATE || event->part != ODE_TRACE_WHOLE || event->x == NULL)
        continue;
      for (int v = 0; v < event->n_vectors; v++)
        {
          const double c = node_of (attempt, event->column > 0 ? event->column : v + 1);
          const double y = event->x[v * event->n + state] + (event->base != NULL ? event->base[state] : 0);
          const PlotStyle dot = stage_style (event->index, most, 0, played || event->index == 0);

          if (isfinite (c) && isfinite (y))
            add_marker (view, c * attempt->record.h, y, &dot, event->index == 0 ? PLOT_MARKER_RING : PLOT_MARKER_DISC, 3, NULL);
        }
    }
}

/* Adds rings at the stages of the second attempt. Those of the run are grey beside a trial. */
static void
add_other (PlotView *view, const WbAttemptScene *scene, int x, int y)
{
  const PlotStyle ring = { .series = scene->attempt->is_trial ? PLOT_SERIES_SECONDARY : 1, .solid = TRUE };

  for (int i = 0, shown = 0; scene->other != NULL && i < scene->other->n_events; i++)
    {
      const OdeTraceEvent *event = &scene->other->events[i];

      if (wb_attempt_scene_is_point (event) && shown++ < MOST_POINTS)
        add_marker (view, x < 0 ? place_of (scene, event) : event->x[x], event->x[y], &ring, PLOT_MARKER_RING, 4, NULL);
    }
}

/* Sets the horizontal range so that it includes the step and all points, and beside a trial the step of the run. The times after the drifts of a
 * splitting method can be outside the step, because drifts have negative fractions. */
static void
set_range (PlotView *view, const WbAttemptScene *scene)
{
  double first = 0, last = fmax (scene->attempt->record.h, scene->attempt->is_trial ? scene->attempt->record_of_run.h : 0), beyond;

  for (int i = 0; i < scene->attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &scene->attempt->events[i];

      if (event->kind != ODE_TRACE_PAST && !wb_attempt_scene_is_point (event))
        continue;
      first = fmin (first, place_of (scene, event));
      last = fmax (last, place_of (scene, event));
    }
  beyond = BEYOND * (last - first);
  plot_view_set_x_range (view, first - beyond, last + beyond);
}

/* The tick labels have enough digits to distinguish the values of a short step. */
double
wb_stages_margin (const WbAttemptScene *scene, int state)
{
  const LabAttempt *attempt = scene->attempt;
  const double start = attempt->x0[state], end = attempt->x1 != NULL ? attempt->x1[state] : start;
  const double ratio = fmax (fabs (start), fabs (end)) / fabs (end - start);

  return isfinite (ratio) && ratio > 1 ? CLAMP (26 + 7 * (ceil (log10 (ratio)) + 3), 68, 130) : 68;
}

PlotView *
wb_stages_plot (const WbAttemptScene *scene, int state)
{
  const LabAttempt *attempt = scene->attempt;
  const int n = count_points (attempt);
  const gboolean many = n > MANY_STAGES;
  const double h = attempt->record.h;
  const PlotStyle step = { .series = 0 }, result = { .series = PLOT_SERIES_TEXT, .solid = TRUE };
  const char *unit = model_time_unit (model_system_model (scene->system));
  g_autofree char *name = quantity_of (scene->system, state), *remark = NULL, *label = NULL;
  PlotView *view = plot_view_new ();
  double last_c = 0, last_y = attempt->x0[state];
  int shown = 0, count = 0;

  remark = attempt->is_trial ? g_strdup_printf (_("%s; rings: in the run"), name)
           : scene->other != NULL ? g_strdup_printf (_("%s; rings: the other try"), name)
           : lab_attempt_count (attempt, ODE_TRACE_ITERATE) > 0 ? g_strdup_printf (_("%s; rings: guess"), name) : g_strdup (name);
  plot_view_set_title (view, _("Stages over time"), remark);
  label = *unit != '\0' ? g_strdup_printf (_("time in the step (%s)"), unit) : g_strdup (_("time in the step"));
  plot_view_set_x_label (view, label);
  plot_view_set_margins (view, wb_stages_margin (scene, state), 16);
  set_range (view, scene);
  plot_view_add (view, plot_layer_shade_new (TRUE, 0, h, &step, 0.06));
  if (attempt->is_trial)
    {
      const PlotStyle run = { .series = PLOT_SERIES_SECONDARY, .dashed = TRUE, .width = 1.2 }, now = { .series = PLOT_SERIES_ACCENT, .solid = TRUE, .width = 1.5 };

      plot_view_add (view, plot_layer_rule_new (TRUE, attempt->record_of_run.h, NULL, &run));
      plot_view_add (view, plot_layer_rule_new (TRUE, h, NULL, &now));
    }
  add_flow (view, attempt, -1, state);
  add_past (view, scene, state);
  if (scene->other == NULL)
    add_iterates (view, scene, state);
  add_other (view, scene, -1, state);
  for (int i = 0; i < attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];
      const double c = place_of (scene, event);
      const gboolean played = count < scene->limit;
      const PlotStyle bar = stage_style (shown, n, 3, played), dot = stage_style (shown, n, 0, played);
      const double half = HALF_BAR * h;
      g_autofree char *note = NULL;

      count += wb_attempt_scene_is_played (event);
      if (!wb_attempt_scene_is_point (event) || shown++ >= MOST_POINTS)
        continue;
      if (event->kind == ODE_TRACE_STAGE && event->k != NULL && !many)
        add_segment (view, c - half, event->x[state] - half * event->k[state], c + half, event->x[state] + half * event->k[state], &bar, FALSE);
      if (event->kind == ODE_TRACE_KICK || event->kind == ODE_TRACE_DRIFT)
        {
          if (!many && (c != last_c || event->x[state] != last_y))
            add_segment (view, last_c, last_y, c, event->x[state], &bar, TRUE);
          last_c = c;
          last_y = event->x[state];
        }
      note = !many && played && event->part == ODE_TRACE_WHOLE ? wb_attempt_scene_name (attempt, event) : NULL;
      add_marker (view, c, event->x[state], &dot, PLOT_MARKER_DISC, many ? 2.5 : 4, note);
    }
  if (attempt->x1_hat != NULL && count <= scene->limit)
    add_marker (view, h, attempt->x1_hat[state], &result, PLOT_MARKER_RING, 4, NULL);
  if (attempt->x1 != NULL && count <= scene->limit)
    add_marker (view, h, attempt->x1[state], &result, PLOT_MARKER_DISC, 3, NULL);
  return view;
}

/* Adds the direction field if the slopes depend only on states and parameters. With discrete states, a mass matrix or constraints the
 * slopes are not known here. */
static void
add_field (PlotView *view, const WbAttemptScene *scene, int x, int y)
{
  const LabAttempt *attempt = scene->attempt;
  const OdeSystem *ode = model_system_ode (scene->system);
  SimConfig *config;
  LabValues *values;
  ModelSystem *system;

  if (scene->run == NULL || model_system_n_discrete (scene->system) > 0 || ode->mass_pattern != NULL || ode->n_constraints > 0)
    return;
  wb_run_item_settings_at (scene->run, attempt->record.t, &config, &values);
  system = lab_values_instance (values, wb_run_item_model (scene->run), config, NULL);
  sim_config_free (config);
  lab_values_free (values);
  if (system != NULL)
    plot_view_add (view, plot_layer_field_in_plane (system, x, y, attempt->record.t, attempt->x0));
}

PlotView *
wb_stages_plane_plot (const WbAttemptScene *scene, int x, int y)
{
  const LabAttempt *attempt = scene->attempt;
  const int n = count_points (attempt);
  const double length = ARROW * attempt->record.h;
  g_autofree char *x_name = name_of (scene->system, x), *y_name = name_of (scene->system, y);
  const PlotStyle result = { .series = PLOT_SERIES_TEXT, .solid = TRUE };
  PlotView *view = plot_view_new ();
  const double *last = attempt->x0;
  int shown = 0, count = 0;

  plot_view_set_title (view, _("Stages on the phase plane"), attempt->is_trial ? _("rings: in the run") : scene->other != NULL ? _("rings: the other try") : NULL);
  plot_view_set_x_label (view, x_name);
  plot_view_set_y_label (view, y_name);
  add_field (view, scene, x, y);
  add_flow (view, attempt, x, y);
  add_other (view, scene, x, y);
  for (int i = 0; i < attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];
      const gboolean played = count < scene->limit;
      const PlotStyle bar = stage_style (shown, n, 3, played), dot = stage_style (shown, n, 0, played);
      g_autofree char *label = NULL;

      count += wb_attempt_scene_is_played (event);
      if (!wb_attempt_scene_is_point (event) || shown++ >= MOST_POINTS)
        continue;
      if (event->kind == ODE_TRACE_STAGE && event->k != NULL && n <= MANY_STAGES)
        add_segment (view, event->x[x], event->x[y], event->x[x] + length * event->k[x], event->x[y] + length * event->k[y], &bar, TRUE);
      if (event->kind == ODE_TRACE_KICK || event->kind == ODE_TRACE_DRIFT)
        {
          if (n <= MANY_STAGES && (last[x] != event->x[x] || last[y] != event->x[y]))
            add_segment (view, last[x], last[y], event->x[x], event->x[y], &bar, TRUE);
          last = event->x;
        }
      label = n <= MANY_STAGES && played && event->part == ODE_TRACE_WHOLE ? wb_attempt_scene_name (attempt, event) : NULL;
      add_marker (view, event->x[x], event->x[y], &dot, PLOT_MARKER_DISC, n <= MANY_STAGES ? 4 : 2.5, label);
    }
  if (attempt->x1_hat != NULL && count <= scene->limit)
    add_marker (view, attempt->x1_hat[x], attempt->x1_hat[y], &result, PLOT_MARKER_RING, 4, NULL);
  return view;
}

/* ---- Munthe-Kaas methods ---- */

/* Finds the two local coordinates with the largest ranges. */
static void
widest (const LabAttempt *attempt, int n, int *x, int *y)
{
  double best = -1, second = -1;

  *x = *y = 0;
  for (int k = 0; k < n; k++)
    {
      double low = INFINITY, high = -INFINITY;

      for (int i = 0; i < attempt->n_events; i++)
        if (attempt->events[i].kind == ODE_TRACE_LOCAL)
          {
            low = fmin (low, attempt->events[i].x[k]);
            high = fmax (high, attempt->events[i].x[k]);
          }
      if (high - low > best)
        {
          second = best;
          *y = *x;
          best = high - low;
          *x = k;
        }
      else if (high - low > second)
        {
          second = high - low;
          *y = k;
        }
    }
  if (*x > *y)
    {
      const int swap = *x;

      *x = *y;
      *y = swap;
    }
}

PlotView *
wb_stages_local_plot (const WbAttemptScene *scene)
{
  const LabAttempt *attempt = scene->attempt;
  const int n = lab_attempt_count (attempt, ODE_TRACE_LOCAL);
  g_autofree char *x_name = NULL, *y_name = NULL;
  PlotView *view;
  int x, y, shown = 0, count = 0, size = 0;

  for (int i = 0; i < attempt->n_events; i++)
    if (attempt->events[i].kind == ODE_TRACE_LOCAL)
      size = attempt->events[i].n;
  if (n == 0 || size < 2)
    return NULL;
  widest (attempt, size, &x, &y);
  view = plot_view_new ();
  plot_view_set_title (view, _("Local coordinates"), _("coordinates in which the stages are added"));
  x_name = g_strdup_printf ("*u_%d*", x + 1);
  y_name = g_strdup_printf ("*u_%d*", y + 1);
  plot_view_set_x_label (view, x_name);
  plot_view_set_y_label (view, y_name);
  for (int i = 0; i < attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];
      const gboolean played = count < scene->limit;
      const PlotStyle bar = stage_style (shown, n, 3, played), dot = stage_style (shown, n, 0, played);
      g_autofree char *label = NULL;

      count += wb_attempt_scene_is_played (event);
      if (event->kind != ODE_TRACE_LOCAL || shown++ >= MOST_POINTS)
        continue;
      if (event->k != NULL && n <= MANY_STAGES)
        add_segment (view, event->x[x], event->x[y], event->x[x] + ARROW * attempt->record.h * event->k[x],
                     event->x[y] + ARROW * attempt->record.h * event->k[y], &bar, TRUE);
      label = n <= MANY_STAGES && played ? g_strdup_printf ("*k_%d*", event->index) : NULL;
      add_marker (view, event->x[x], event->x[y], &dot, PLOT_MARKER_DISC, n <= MANY_STAGES ? 4 : 2.5, label);
    }
  return view;
}

/* ---- the table of an extrapolation method ---- */

#define MOST_TABLE_ROWS 12

typedef struct
{
  int n;                                                   /* number of rows */
  double apart[MOST_TABLE_ROWS][MOST_TABLE_ROWS];          /* distance of each entry from the result; NaN: there is no such entry */
  gboolean played[MOST_TABLE_ROWS][MOST_TABLE_ROWS];
  gboolean scaled;
} Table;

static void
draw_table (gpointer user, PlotCanvas *canvas, const PlotTheme *theme, double left, double top, double width, double height)
{
  const Table *table = user;
  const double size = theme->size_tick, head = 1.8 * size, cell_w = (width - 2.2 * size) / MAX (table->n, 1);
  const double cell_h = fmin ((height - head) / MAX (table->n, 1), 3.2 * size);

  for (int k = 0; k < table->n; k++)
    {
      g_autofree char *number = g_strdup_printf ("%d", k + 1);

      plot_canvas_text (canvas, number, size, PLOT_TEXT_NORMAL, left + 2.2 * size + (k + 0.5) * cell_w, top + size, 0.5, theme->secondary);
      plot_canvas_text (canvas, number, size, PLOT_TEXT_NORMAL, left + size, top + head + (k + 0.5) * cell_h + 0.35 * size, 0.5, theme->secondary);
    }
  for (int j = 0; j < table->n; j++)
    for (int k = 0; k <= j; k++)
      {
        const double apart = table->apart[j][k], x = left + 2.2 * size + k * cell_w, y = top + head + j * cell_h;
        /* The opacity of the fill increases from an error of one tolerance (no fill) to 10⁻⁸ of it (full). */
        const double near = apart > 0 ? CLAMP (-log10 (apart) / 8, 0, 1) : 1;
        char number[64];

        if (isnan (apart))
          continue;
        plot_canvas_rectangle (canvas, x + 2, y + 2, cell_w - 4, cell_h - 4, plot_color_fade (theme->series[0], 0.1 + 0.3 * near));
        plot_format_number (apart, 2, number, sizeof number);
        if (table->played[j][k])
          plot_canvas_text (canvas, j == table->n - 1 && k == j ? _("result") : number, size, j == table->n - 1 && k == j ? PLOT_TEXT_BOLD : PLOT_TEXT_NORMAL,
                            x + 0.5 * cell_w, y + 0.5 * cell_h + 0.35 * size, 0.5, theme->text);
      }
}

static void
describe_table (gpointer user, GString *text)
{
  const Table *table = user;

  g_string_append_printf (text, ngettext (", %d row", ", %d rows", (gulong) table->n), table->n);
}

/* Returns the largest difference of x from the result in units of the tolerance. If there are no tolerances, returns the largest relative
 * difference. */
static double
distance (const LabAttempt *attempt, const double *x, const double *end)
{
  double most = 0;

  for (int i = 0; i < attempt->n_states; i++)
    {
      const double apart = fabs (x[i] - end[i]), unit = attempt->tolerance != NULL ? attempt->tolerance[i] : fmax (fabs (end[i]), 1e-300);

      if (apart > 0 && unit > 0)
        most = fmax (most, apart / unit);
    }
  return most;
}

PlotView *
wb_stages_table_plot (const WbAttemptScene *scene)
{
  const LabAttempt *attempt = scene->attempt;
  const double *end = NULL;
  Table *table;
  PlotView *view;
  int count = 0;

  for (int i = 0; i < attempt->n_events; i++)
    if (attempt->events[i].kind == ODE_TRACE_ENTRY && attempt->events[i].part == ODE_TRACE_WHOLE)
      end = attempt->events[i].x;
  if (end == NULL)
    return NULL;
  table = g_new0 (Table, 1);
  table->scaled = attempt->tolerance != NULL;
  for (int j = 0; j < MOST_TABLE_ROWS; j++)
    for (int k = 0; k < MOST_TABLE_ROWS; k++)
      table->apart[j][k] = NAN;
  for (int i = 0; i < attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];
      const gboolean played = count < scene->limit;

      count += wb_attempt_scene_is_played (event);
      if (event->kind != ODE_TRACE_ENTRY || event->part != ODE_TRACE_WHOLE || event->index > MOST_TABLE_ROWS || event->column > event->index)
        continue;
      table->apart[event->index - 1][event->column - 1] = distance (attempt, event->x, end);
      table->played[event->index - 1][event->column - 1] = played;
      table->n = MAX (table->n, event->index);
    }
  view = plot_view_new ();
  plot_view_set_title (view, _("Extrapolation table"), table->scaled ? _("distance of each entry from the result, over tolerance")
                                                                     : _("relative distance of each entry from the result"));
  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_margins (view, 16, 18);
  plot_view_add (view, plot_layer_drawing_new (&(PlotDrawing) { draw_table, describe_table, table, g_free }));
  return view;
}
