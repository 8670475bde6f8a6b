#include "plot-spec.h"

#include <stdlib.h>

#include "plot-views.h"

PlotSpec *
plot_spec_new (const PlotKind *kind, int column, double share)
{
  PlotSpec *spec = g_new0 (PlotSpec, 1);

  spec->kind = kind;
  spec->column = column;
  spec->share = share;
  return spec;
}

/* Height of an added plot: that of a plot in the middle of a card. */
#define ADDED_SHARE 240

PlotSpec *
plot_spec_parse (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, ":", 3);
  const PlotKind *kind = words[0] != NULL ? plot_kind_find (words[0]) : NULL;
  PlotSpec *spec;

  if (kind == NULL)
    return NULL;
  spec = plot_spec_new (kind, kind->across == PLOT_OVER_TIME ? 0 : 1, ADDED_SHARE);
  if (kind->needs & PLOT_NEEDS_DIFFERENCE)
    {
      spec->of = words[1] != NULL ? atoi (words[1]) : 0;
      spec->to = words[1] != NULL && words[2] != NULL ? atoi (words[2]) : 0;
    }
  else if (words[1] != NULL && words[2] != NULL)
    {
      spec->x = g_strdup (words[1]);
      spec->y = g_strdup (words[2]);
    }
  else if (words[1] != NULL)
    {
      spec->show = g_new0 (char *, 2);
      spec->show[0] = g_strdup (words[1]);
    }
  return spec;
}

PlotSpec *
plot_spec_copy (const PlotSpec *spec)
{
  PlotSpec *copy = g_memdup2 (spec, sizeof *spec);

  copy->show = g_strdupv (spec->show);
  copy->x = g_strdup (spec->x);
  copy->y = g_strdup (spec->y);
  copy->at = g_strdup (spec->at);
  return copy;
}

void
plot_spec_free (PlotSpec *spec)
{
  if (spec == NULL)
    return;
  g_strfreev (spec->show);
  g_free (spec->x);
  g_free (spec->y);
  g_free (spec->at);
  g_free (spec);
}

/* ---- first plots ---- */

/* Heights of the cards' panels in px at 1440 × 900: time, step, third; phase, motion. */
static const double left_shares[] = { 268, 200, 217 };
static const double right_shares[] = { 402, 283 };

static gboolean
has_invariant (ModelSystem *system)
{
  for (int i = 0; i < model_system_n_columns (system); i++)
    if (model_system_column (system, i)->invariant)
      return TRUE;
  return FALSE;
}

static const ModelPlot *
first_plot (Model *model, ModelPlotType type)
{
  for (int i = 0; i < model_n_plots (model); i++)
    if (model_plot (model, i)->type == type)
      return model_plot (model, i);
  return NULL;
}

static PlotSpec *
append (GPtrArray *specs, const PlotKind *kind, int column, double share)
{
  PlotSpec *spec = plot_spec_new (kind, column, share);

  g_ptr_array_add (specs, spec);
  return spec;
}

GPtrArray *
plot_specs_default (Model *model, ModelSystem *system)
{
  GPtrArray *specs = g_ptr_array_new_with_free_func ((GDestroyNotify) plot_spec_free);
  const ModelPlot *phase = first_plot (model, MODEL_PLOT_PHASE), *events = first_plot (model, MODEL_PLOT_EVENTS);
  const PlotKind *third = &plot_kind_error;
  PlotSpec *spec;

  append (specs, &plot_kind_time, 0, left_shares[0]);
  append (specs, &plot_kind_step, 0, left_shares[1]);
  if (events != NULL || plot_run_jumps (system))
    third = &plot_kind_events;
  else if (first_plot (model, MODEL_PLOT_INVARIANT) != NULL && has_invariant (system))
    third = &plot_kind_invariant;
  spec = append (specs, third, 0, left_shares[2]);
  if (third == &plot_kind_events && events != NULL)
    spec->at = g_strdup (events->at);
  if (phase != NULL || model_system_n_states (system) >= 2)
    {
      spec = append (specs, &plot_kind_phase, 1, right_shares[0]);
      if (phase != NULL)
        {
          spec->x = g_strdup (phase->x);
          spec->y = g_strdup (phase->y);
        }
    }
  if (model_system_n_scene_items (system) > 0)
    append (specs, &plot_kind_motion, 1, right_shares[1]);
  else if (third != &plot_kind_invariant && has_invariant (system))
    append (specs, &plot_kind_invariant, 1, right_shares[1]);
  else if (third != &plot_kind_error)
    append (specs, &plot_kind_error, 1, right_shares[1]);
  return specs;
}

/* ---- views ---- */

void
plot_spec_apply_field (const PlotSpec *spec, PlotView *view)
{
  gboolean arrows, lines;

  if (plot_views_phase_get_field (view, &arrows, &lines))
    plot_views_phase_show_field (view, spec->field != 0 ? spec->field > 0 : arrows, spec->nullclines != 0 ? spec->nullclines > 0 : lines);
}

/* Marks the layers from index `first` on as showing this run. */
static void
mark (PlotView *view, int first, const PlotRun *run)
{
  for (int i = first; i < plot_view_n_layers (view); i++)
    plot_layer_set_run (plot_view_layer (view, i), run->number);
}

/* A run made with other constants may have other columns. */
static void
add_runs (const PlotSpec *spec, const PlotSource *source, PlotView *view)
{
  for (int i = 0; i < source->n_others; i++)
    {
      const PlotRun *other = &source->others[i];
      int first = plot_view_n_layers (view);

      if (model_system_n_columns (other->system) != model_system_n_columns (source->run.system))
        continue;
      spec->kind->add_run (spec, source, other, view);
      mark (view, first, other);
    }
}

PlotView *
plot_spec_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  PlotView *view = spec->kind->view (spec, source, axis);
  gboolean log_x, log_y;

  if (view == NULL)
    return NULL;
  if (spec->log_x || spec->log_y != 0)
    {
      plot_view_get_log (view, &log_x, &log_y);
      plot_view_set_log (view, log_x || (spec->log_x && plot_view_time_axis (view) == NULL), spec->log_y != 0 ? spec->log_y > 0 : log_y);
    }
  if (plot_view_title (view) == NULL || plot_view_title (view)[0] == '\0')
    plot_view_set_title (view, plot_kind_title (spec->kind), NULL);
  mark (view, 0, &source->run);
  if (spec->kind->add_run != NULL)
    add_runs (spec, source, view);
  return view;
}

void
plot_spec_join (const PlotSpec *upper, PlotView *upper_view, const PlotSpec *spec, PlotView *view, const PlotSource *source)
{
  if (spec->kind->join != NULL)
    spec->kind->join (upper, upper_view, view, source);
}
