#include "plot-views.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "plot-views-private.h"

PlotLayer *
plot_views_find_layer (PlotView *view, const char *name, int nth)
{
  for (int i = 0; i < plot_view_n_layers (view); i++)
    {
      PlotLayer *layer = plot_view_layer (view, i);

      if (strcmp (layer->class->name, name) == 0 && nth-- == 0)
        return layer;
    }
  return NULL;
}

const ModelColumn *
plot_views_column (const PlotRun *run, int column)
{
  if (run->system == NULL || column < 0 || column >= model_system_n_columns (run->system))
    return NULL;
  return model_system_column (run->system, column);
}

char *
plot_views_label (const PlotRun *run, int column)
{
  const ModelColumn *info = plot_views_column (run, column);

  if (column < 0)
    return g_strdup ("*t*");
  if (info == NULL)
    return g_strdup_printf (_("column %d"), column + 1);
  return plot_text_variable (info->name);
}

char *
plot_views_quantity (const PlotRun *run, int column, PlotTimeAxis *axis)
{
  const ModelColumn *info = plot_views_column (run, column);

  if (column < 0)
    return plot_text_quantity ("t", axis != NULL ? plot_time_axis_unit (axis) : NULL);
  return info != NULL ? plot_text_quantity (info->name, info->unit) : plot_views_label (run, column);
}

static PlotView *
time_view (const PlotRun *run, PlotTimeAxis *axis, const char *title, const char *remark)
{
  PlotView *view = plot_view_new ();
  g_autofree char *label = plot_text_quantity ("t", plot_time_axis_unit (axis));

  plot_view_set_title (view, title, remark);
  plot_view_set_time_axis (view, axis);
  plot_view_set_x_label (view, label);
  return view;
}

static void
add_events (PlotView *view, const PlotRun *run, gboolean triangles, int column)
{
  PlotLayer *events = plot_layer_events_new (run->trajectory, 0, triangles);
  int n_events = run->system != NULL ? model_system_n_events (run->system) : 0, n_named = 0;
  g_autofree gboolean *notes = g_new0 (gboolean, n_events + 1);
  const char *name = NULL;

  for (int i = 0; i < n_events; i++)
    notes[i] = !model_event_acts (model_system_event (run->system, i));
  plot_layer_events_set_notes (events, notes, n_events, column);
  for (int i = 0; i < n_events; i++)
    if (model_system_event (run->system, i)->trigger != MODEL_TRIGGER_EACH_STEP && !model_system_event_is_case (run->system, i))
      {
        name = model_system_event (run->system, i)->name;
        n_named++;
      }
  plot_layer_set_label (events, n_named == 1 ? name : _("events"), NULL, triangles, FALSE);
  events->rank = 100;
  plot_view_add (view, events);
  plot_view_add (view, plot_layer_limit_new (run->trajectory, -1, triangles));
}

/* ---- time ---- */

int
plot_views_default_columns (const PlotRun *run, int *columns, int n)
{
  int count = 0, n_columns = sim_trajectory_n_columns (run->trajectory);

  if (run->system != NULL)
    {
      Model *model = model_system_model (run->system);

      for (int i = 0; i < model_n_plots (model) && count == 0; i++)
        {
          const ModelPlot *plot = model_plot (model, i);

          for (int k = 0; plot->type == MODEL_PLOT_TIME && plot->show != NULL && plot->show[k] != NULL && count < n; k++)
            {
              int column = model_system_find_column (run->system, plot->show[k]);

              if (column >= 0)
                columns[count++] = column;
            }
        }
      for (int i = 0; count == 0 && i < model_system_n_columns (run->system) && i < MIN (n, 4); i++)
        if (model_system_column (run->system, i)->type == MODEL_COLUMN_STATE)
          columns[i] = i;
        else
          break;
      if (count == 0)
        count = MIN (MIN (n, 4), model_system_n_states (run->system));
      return MIN (count, n_columns);
    }
  for (; count < MIN (MIN (n, 4), n_columns); count++)
    columns[count] = count;
  return count;
}

static int
find_column (const PlotRun *run, const char *name)
{
  if (name == NULL)
    return -2;
  if (strcmp (name, "t") == 0)
    return -1;
  int column = model_system_find_column (run->system, name);
  return column >= 0 ? column : -2;
}

/* Whether a time plot of the model shows these columns and no others. */
static gboolean
shows (const PlotRun *run, const ModelPlot *plot, const int *columns, int n_columns)
{
  for (int i = 0; i < n_columns; i++)
    if (plot->show[i] == NULL || find_column (run, plot->show[i]) != columns[i])
      return FALSE;
  return plot->show[n_columns] == NULL;
}

/* Where the axis up begins, for as long as all lies inside: as the model's file says of a plot of these columns. */
static void
take_home (PlotView *view, const PlotRun *run, const int *columns, int n_columns)
{
  Model *model = run->system != NULL ? model_system_model (run->system) : NULL;

  for (int i = 0; model != NULL && i < model_n_plots (model); i++)
    {
      const ModelPlot *plot = model_plot (model, i);

      if (plot->type == MODEL_PLOT_TIME && plot->show != NULL && isfinite (plot->range[2]) && isfinite (plot->range[3])
          && shows (run, plot, columns, n_columns))
        plot_view_set_y_home (view, plot->range[2], plot->range[3]);
    }
}

PlotView *
plot_views_time (const PlotRun *run, PlotTimeAxis *axis, const int *columns, int n_columns)
{
  PlotView *view = time_view (run, axis, _("Time series"), NULL);
  const ModelColumn *main;

  /* The axis is the run's: logarithmic where the model's first time plot wants it so. */
  for (int i = 0; run->system != NULL && i < model_n_plots (model_system_model (run->system)); i++)
    {
      const ModelPlot *plot = model_plot (model_system_model (run->system), i);

      if (plot->type != MODEL_PLOT_TIME)
        continue;
      if (plot->log_x)
        plot_time_axis_set_log (axis, TRUE);
      break;
    }
  main = n_columns > 0 ? plot_views_column (run, columns[0]) : NULL;
  add_events (view, run, TRUE, main != NULL && main->wrap == 0 ? columns[0] : -1);
  /* The main state last, on top of the others. */
  for (int i = n_columns - 1; i >= 0; i--)
    {
      const ModelColumn *info = plot_views_column (run, columns[i]);
      g_autofree char *label = plot_views_label (run, columns[i]);
      PlotStyle style = { .series = i % PLOT_N_SERIES };
      PlotTransform transform = { 0, 1, FALSE, info != NULL ? info->wrap : 0 };
      PlotLayer *curve = plot_layer_curve_new (run->trajectory, columns[i], &style, &transform);
      gboolean remark = info != NULL && info->about != NULL && *info->about != '\0' && g_utf8_strlen (info->about, -1) <= 16;

      plot_layer_set_label (curve, label, remark ? info->about : NULL, TRUE, TRUE);
      plot_layer_set_unit (curve, info != NULL ? info->unit : NULL);
      curve->rank = i;
      plot_view_add (view, curve);
    }
  if (n_columns > 0)
    plot_view_add (view, plot_layer_inset_new (run->trajectory, columns, n_columns, &(PlotStyle){ .series = 0 }));
  take_home (view, run, columns, n_columns);
  return view;
}

/* ---- steps ---- */

PlotView *
plot_views_step (const PlotRun *run, PlotTimeAxis *axis)
{
  const char *unit = plot_time_axis_unit (axis);
  /* Where h is a height, the step has no letter. */
  gboolean taken = run->system != NULL && model_system_find_column (run->system, "h") >= 0;
  g_autofree char *remark = !taken ? plot_text_quantity ("h", unit) : *unit != '\0' ? g_strdup_printf ("(%s)", unit) : NULL;
  PlotView *view = time_view (run, axis, _("Step size"), remark);
  PlotStyle dashed = { .series = -5, .width = 1, .dashed = TRUE }, green = { .series = 2, .width = 1.5, .solid = TRUE };
  PlotLayer *limit;

  plot_view_set_log (view, plot_time_axis_get_log (axis), TRUE);
  add_events (view, run, FALSE, -1);
  limit = plot_layer_line_new (NULL, NULL, 0, &green);
  plot_layer_set_label (limit, _("stability limit"), NULL, TRUE, FALSE);
  limit->no_extent = TRUE;
  limit->rank = 1;
  plot_view_add (view, limit);
  if (run->tape != NULL)
    plot_view_add (view, plot_layer_attempts_new (run->tape, PLOT_ATTEMPT_STEP));
  if (run->max_step > 0 && isfinite (run->max_step))
    {
      PlotLayer *rule = plot_layer_rule_new (FALSE, run->max_step, "*h_max*", &dashed);

      plot_view_add (view, rule);
    }
  return view;
}

void
plot_views_step_set_limit (PlotView *view, const double *t, const double *h, gsize n)
{
  PlotLayer *limit = plot_views_find_layer (view, "line", 0);

  g_return_if_fail (limit != NULL);
  plot_layer_line_set (limit, t, h, n);
}

PlotView *
plot_views_error (const PlotRun *run, PlotTimeAxis *axis)
{
  PlotView *view = time_view (run, axis, _("Error estimate"), _("over tolerance"));
  PlotStyle red = { .series = -2, .width = 1.8, .solid = TRUE };

  plot_view_set_log (view, plot_time_axis_get_log (axis), TRUE);
  plot_view_add (view, plot_layer_shade_new (FALSE, 1, INFINITY, &red, 0.07));
  add_events (view, run, FALSE, -1);
  if (run->tape != NULL)
    plot_view_add (view, plot_layer_attempts_new (run->tape, PLOT_ATTEMPT_ERROR));
  plot_view_add (view, plot_layer_rule_new (FALSE, 1, _("limit"), &red));
  return view;
}

gboolean
plot_views_pin_rejected (PlotView *view, double t)
{
  PlotLayer *attempts = plot_views_find_layer (view, "attempts", 0);
  PlotHit hit;

  if (attempts == NULL || !plot_layer_attempts_find (attempts, t, &hit))
    return FALSE;
  plot_view_set_pin (view, &hit);
  return TRUE;
}

/* ---- invariants, events ---- */

PlotView *
plot_views_invariant (const PlotRun *run, PlotTimeAxis *axis, const int *columns, int n_columns, gboolean log)
{
  PlotView *view = time_view (run, axis, _("Invariants"), log ? _("size of the relative drift") : _("relative drift"));

  plot_view_set_log (view, plot_time_axis_get_log (axis), log);
  for (int i = 0; i < n_columns; i++)
    {
      g_autofree char *label = plot_views_label (run, columns[i]);
      PlotStyle style = { .series = i % PLOT_N_SERIES };
      PlotTransform transform = { 0, 1, log, 0, TRUE, TRUE };
      PlotLayer *curve = plot_layer_curve_new (run->trajectory, columns[i], &style, &transform);

      plot_layer_set_label (curve, label, NULL, TRUE, TRUE);
      plot_view_add (view, curve);
    }
  return view;
}

PlotView *
plot_views_difference (const PlotRun *run, PlotTimeAxis *axis, const char *title, const char *remark, const double *t, const double *values,
                       gsize n, const int *columns, int n_columns, gboolean log)
{
  PlotView *view = time_view (run, axis, title, remark);
  int n_states = model_system_n_states (run->system);
  g_autofree double *y = g_new (double, n + 1);

  plot_view_set_log (view, plot_time_axis_get_log (axis), log);
  add_events (view, run, FALSE, -1);
  for (int i = n_columns - 1; i >= 0; i--)
    {
      const ModelColumn *column = plot_views_column (run, columns[i]);
      g_autofree char *label = plot_views_label (run, columns[i]);
      PlotStyle style = { .series = i % PLOT_N_SERIES };
      PlotLayer *line;

      for (gsize k = 0; k < n; k++)
        {
          double value = values[k * n_states + column->index];

          /* Equal to the last bit has no place on a logarithmic axis: a gap. */
          y[k] = !log ? value : value != 0 ? fabs (value) : NAN;
        }
      line = plot_layer_line_new (t, y, n, &style);
      plot_layer_set_label (line, label, NULL, TRUE, TRUE);
      plot_layer_set_unit (line, column->unit);
      line->rank = i;
      plot_view_add (view, line);
    }
  return view;
}

static int
find_event (const PlotRun *run, const char *name)
{
  for (int i = 0; name != NULL && i < model_system_n_events (run->system); i++)
    if (strcmp (model_system_event (run->system, i)->name, name) == 0)
      return i;
  return -1;
}

/* The model's own words for the times between one of its events, else the event's name in ours. Free with g_free. */
static char *
events_title (const PlotRun *run, int event)
{
  Model *model = run->system != NULL ? model_system_model (run->system) : NULL;

  for (int i = 0; model != NULL && i < model_n_plots (model); i++)
    {
      const ModelPlot *plot = model_plot (model, i);

      if (plot->type == MODEL_PLOT_EVENTS && plot->title != NULL && find_event (run, plot->at) == event)
        return g_strdup (plot->title);
    }
  return event >= 0 && model != NULL ? g_strdup_printf (_("Time between events “%s”"), model_system_event (run->system, event)->name)
                                     : g_strdup (_("Time between events"));
}

PlotView *
plot_views_events (const PlotRun *run, PlotTimeAxis *axis, int event)
{
  const char *unit = plot_time_axis_unit (axis);
  g_autofree char *remark = *unit != '\0' ? g_strdup_printf ("(%s)", unit) : NULL, *title = events_title (run, event);
  PlotView *view = time_view (run, axis, title, remark);

  plot_view_set_log (view, plot_time_axis_get_log (axis), TRUE);
  add_events (view, run, FALSE, -1);
  plot_view_add (view, plot_layer_law_new (run->system, run->trajectory, event));
  plot_view_add (view, plot_layer_intervals_new (run->trajectory, event));
  return view;
}

/* ---- the model's own ---- */

static PlotView *
invariant_view (const PlotRun *run, PlotTimeAxis *axis, gboolean log)
{
  int columns[PLOT_N_SERIES], n = 0;

  for (int i = 0; i < model_system_n_columns (run->system) && n < PLOT_N_SERIES; i++)
    if (model_system_column (run->system, i)->invariant)
      columns[n++] = i;
  return n > 0 ? plot_views_invariant (run, axis, columns, n, log) : NULL;
}

PlotView *
plot_views_from_model (const PlotRun *run, PlotTimeAxis *axis, const ModelPlot *plot)
{
  PlotView *view = NULL;
  int x, y, columns[PLOT_N_SERIES * 2], n = 0;

  g_return_val_if_fail (run->system != NULL, NULL);
  x = find_column (run, plot->x);
  y = find_column (run, plot->y);
  switch (plot->type)
    {
    case MODEL_PLOT_TIME:
      for (int i = 0; plot->show != NULL && plot->show[i] != NULL && n < (int) G_N_ELEMENTS (columns); i++)
        if ((columns[n] = find_column (run, plot->show[i])) >= 0)
          n++;
      view = n > 0 ? plot_views_time (run, axis, columns, n) : NULL;
      break;
    case MODEL_PLOT_PHASE:
      view = x >= -1 && y >= -1 ? plot_views_phase (run, axis, x, y, TRUE) : NULL;
      break;
    case MODEL_PLOT_STEP:
      return plot_views_step (run, axis);
    case MODEL_PLOT_ERROR:
      return plot_views_error (run, axis);
    case MODEL_PLOT_INVARIANT:
      view = invariant_view (run, axis, plot->log_y);
      break;
    case MODEL_PLOT_EVENTS:
      view = plot_views_events (run, axis, find_event (run, plot->at));
      break;
    case MODEL_PLOT_SECTION:
      {
        int event = find_event (run, plot->at), at = find_column (run, plot->at);

        view = x >= -1 && y >= -1 && (event >= 0 || at >= -1) ? plot_views_section (run, x, y, at, event) : NULL;
      }
      break;
    }
  if (view == NULL)
    return NULL;
  if (plot->title != NULL && plot->type != MODEL_PLOT_EVENTS)
    plot_view_set_title (view, plot->title, NULL);
  /* A time axis is shared: one plot's wish makes it logarithmic for all, and none takes that back. */
  if (plot_view_time_axis (view) == NULL)
    plot_view_set_log (view, plot->log_x, plot->log_y);
  else
    plot_view_set_log (view, plot->log_x || plot_time_axis_get_log (axis), plot->log_y || plot->type == MODEL_PLOT_EVENTS);
  if (plot->type == MODEL_PLOT_PHASE || plot->type == MODEL_PLOT_SECTION)
    plot_view_set_x_range (view, plot->range[0], plot->range[1]);
  else if (axis != NULL && isfinite (plot->range[0]) && plot->range[1] > plot->range[0])
    plot_time_axis_set_view (axis, plot->range[0], plot->range[1]);
  plot_view_set_y_range (view, plot->range[2], plot->range[3]);
  return view;
}
