/* Functions that several plot kinds share: finding columns and events by name, and adding layers to views over
 * time. */
#include <string.h>

#include "plot-attempt-marks.h"
#include "plot-kind-private.h"
#include "plot-text.h"
#include "plot-view-hit.h"
#include "plot-words.h"

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

/* Largest number of states whose names a plot shows. */
#define MOST_NAMED_STATES 4096

/* ---- finding columns and events by name ---- */

int
plot_kind_column (const PlotRun *run, const char *name, int standard)
{
  int column = -1;

  if (name != NULL && strcmp (name, "t") == 0)
    return PLOT_COLUMN_TIME;
  if (name != NULL && run->system != NULL)
    column = model_system_find_column (run->system, name);
  return column >= 0 ? column : MIN (standard, sim_trajectory_n_columns (run->trajectory) - 1);
}

int
plot_kind_event (const PlotRun *run, const char *name)
{
  for (int i = 0; run->system != NULL && name != NULL && i < model_system_n_events (run->system); i++)
    if (strcmp (model_system_event (run->system, i)->name, name) == 0)
      return i;
  return -1;
}

int
plot_kind_columns (const PlotSpec *spec, const PlotRun *run, int columns[PLOT_MOST_CURVES])
{
  int n = 0;

  if (spec->show == NULL || run->system == NULL)
    return plot_views_default_columns (run, columns, PLOT_N_SERIES);
  for (int i = 0; spec->show[i] != NULL && n < PLOT_MOST_CURVES; i++)
    {
      int column = model_system_find_column (run->system, spec->show[i]);

      if (column >= 0)
        columns[n++] = column;
    }
  return n;
}

const ModelColumn *
plot_kind_column_info (const PlotRun *run, int column)
{
  if (run->system == NULL || column < 0 || column >= model_system_n_columns (run->system))
    return NULL;
  return model_system_column (run->system, column);
}

char *
plot_kind_label (const PlotRun *run, int column)
{
  const ModelColumn *info = plot_kind_column_info (run, column);

  if (column == PLOT_COLUMN_TIME)
    return g_strdup ("*t*");
  if (info == NULL)
    return g_strdup_printf (_("column %d"), column + 1);
  return plot_text_variable (info->name);
}

char *
plot_kind_quantity (const PlotRun *run, int column, PlotTimeAxis *axis)
{
  const ModelColumn *info = plot_kind_column_info (run, column);

  if (column == PLOT_COLUMN_TIME)
    return plot_text_quantity ("t", axis != NULL ? plot_time_axis_unit (axis) : NULL);
  return info != NULL ? plot_text_quantity (info->name, info->unit) : plot_kind_label (run, column);
}

/* ---- views over time ---- */

PlotView *
plot_kind_time_view (const PlotRun *run, PlotTimeAxis *axis, const char *title, const char *remark)
{
  PlotView *view = plot_view_new ();
  g_autofree char *label = plot_text_quantity ("t", plot_time_axis_unit (axis));

  plot_view_set_title (view, title, remark);
  plot_view_set_time_axis (view, axis);
  plot_view_set_x_label (view, label);
  return view;
}

PlotLayer *
plot_kind_add_events (PlotView *view, const PlotRun *run, gboolean triangles, int column)
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
  return events;
}

PlotStyle
plot_kind_other_style (const PlotRun *other)
{
  return (PlotStyle) { .series = other->series, .width = 1.5, .opacity = 0.85 };
}

PlotStyle
plot_kind_ghost_style (int series)
{
  return (PlotStyle) { .series = series, .width = 1.5, .opacity = 0.4, .solid = TRUE };
}

gboolean
plot_views_pin_rejected (PlotView *view, double t)
{
  PlotHit hit;

  for (int i = 0; i < plot_view_n_layers (view); i++)
    if (plot_layer_attempts_find (plot_view_layer (view, i), t, &hit))
      {
        plot_view_set_pin (view, &hit);
        return TRUE;
      }
  return FALSE;
}

gboolean
plot_views_find_attempt (PlotView *view, gsize index, PlotHit *hit)
{
  for (int i = 0; i < plot_view_n_layers (view); i++)
    if (plot_layer_attempts_get (plot_view_layer (view, i), index, hit))
      return TRUE;
  return FALSE;
}

char **
plot_kind_state_names (const PlotRun *run)
{
  int n_states = run->system != NULL ? model_system_n_states (run->system) : 0;
  char **names;

  if (n_states > MOST_NAMED_STATES)
    return NULL;
  names = g_new0 (char *, n_states + 1);
  for (int i = 0; i < n_states; i++)
    names[i] = plot_text_variable (model_system_column (run->system, i)->name);
  return names;
}

void
plot_kind_add_attempts (PlotView *view, const PlotRun *run, PlotAttemptQuantity quantity)
{
  g_auto (GStrv) names = plot_kind_state_names (run);
  PlotLayer *layer;

  if (run->tape == NULL)
    return;
  layer = plot_layer_attempts_new (run->tape, quantity);
  if (quantity == PLOT_ATTEMPT_ERROR)
    {
      /* Translators: name of an axis: the estimated error of a step. */
      plot_layer_set_quantity (layer, _("error"));
      plot_layer_set_unit (layer, _("× tolerance"));
    }
  if (names != NULL)
    plot_layer_attempts_set_names (layer, (const char *const *) names);
  plot_view_add (view, layer);
}

/* Approximate largest number of points of a ghost's line, several for each pixel of a plot. For longer runs every k-th attempt is used. */
#define MOST_GHOST_POINTS 8192

void
plot_kind_add_ghost_attempts (PlotView *view, const PlotRun *other, PlotAttemptQuantity quantity)
{
  g_autoptr (GArray) t = g_array_new (FALSE, FALSE, sizeof (double)), y = g_array_new (FALSE, FALSE, sizeof (double));
  PlotStyle style = plot_kind_ghost_style (0);
  gsize n, stride;
  PlotLayer *layer;

  if (!other->ghost || other->tape == NULL)
    return;
  n = sim_tape_n_attempts (other->tape);
  stride = MAX (1, n / MOST_GHOST_POINTS);
  for (gsize i = sim_tape_first (other->tape); i < n; i += stride)
    {
      OdeAttempt attempt;

      if (!sim_tape_get (other->tape, i, &attempt) || plot_attempt_marks_of (other->tape, i, &attempt) != PLOT_ATTEMPT_MARK_ACCEPTED)
        continue;
      g_array_append_val (t, attempt.t);
      g_array_append_vals (y, quantity == PLOT_ATTEMPT_STEP ? &attempt.h : &attempt.error, 1);
    }
  layer = plot_layer_line_new ((const double *) (gpointer) t->data, (const double *) (gpointer) y->data, t->len, &style);
  /* Translators: key of the curves of the run before the last change of a value. */
  plot_layer_set_label (layer, _("before"), NULL, TRUE, FALSE);
  layer->no_extent = quantity == PLOT_ATTEMPT_ERROR; /* the range of the axis follows the errors around the limit 1 */
  plot_view_add (view, layer);
}
