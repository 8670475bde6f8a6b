/* Chooses the plots that a model shows when it is opened, and reads the plots that a model's file
 * describes. */
#include "plot-kind-private.h"
#include "plot-spec.h"

/* Heights of the plots in px, for a window of 1440 × 900 px. The left column has time plot, step sizes and a third plot; the right one has
 * phase portrait and motion. */
static const double left_shares[] = { 268, 200, 217 };
static const double right_shares[] = { 402, 283 };

/* Returns the first plot of this kind in the model's file, or NULL. */
static const ModelPlot *
model_plot_of (const PlotKind *kind, Model *model)
{
  for (int i = 0; model != NULL && i < model_n_plots (model); i++)
    if (plot_kinds[model_plot (model, i)->type] == kind)
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
  const ModelPlot *phase = model_plot_of (&plot_kind_phase, model), *events = model_plot_of (&plot_kind_events, model);
  const PlotKind *third = &plot_kind_error;
  gboolean has_invariant = plot_kind_fits_model (&plot_kind_invariant, system, NULL);
  PlotSpec *spec;

  append (specs, &plot_kind_time, 0, left_shares[0]);
  append (specs, &plot_kind_step, 0, left_shares[1]);
  if (events != NULL || plot_run_jumps (system))
    third = &plot_kind_events;
  else if (model_plot_of (&plot_kind_invariant, model) != NULL && has_invariant)
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
  if (plot_kind_fits_model (&plot_kind_motion, system, NULL))
    append (specs, &plot_kind_motion, 1, right_shares[1]);
  else if (third != &plot_kind_invariant && has_invariant)
    append (specs, &plot_kind_invariant, 1, right_shares[1]);
  else if (third != &plot_kind_error)
    append (specs, &plot_kind_error, 1, right_shares[1]);
  return specs;
}

/* ---- plots described by the model's file ---- */

PlotSpec *
plot_spec_from_model (const ModelPlot *plot)
{
  PlotSpec *spec = plot_spec_new (plot_kinds[plot->type], 0, 1);

  spec->title = g_strdup (plot->title);
  if (plot->show != NULL && plot->show[0] != NULL)
    spec->show = g_strdupv ((char **) plot->show);
  spec->x = g_strdup (plot->x);
  spec->y = g_strdup (plot->y);
  spec->at = g_strdup (plot->at);
  spec->log_x = plot->log_x;
  spec->log_y = plot->log_y ? 1 : 0;
  for (int i = 0; i < 4; i++)
    spec->range[i] = plot->range[i];
  return spec;
}

PlotSpec *
plot_spec_for_run (const PlotKind *kind, const PlotRun *run)
{
  const ModelPlot *plot = run->system != NULL ? model_plot_of (kind, model_system_model (run->system)) : NULL;
  PlotSpec *spec = plot != NULL ? plot_spec_from_model (plot) : plot_spec_new (kind, 0, 1);
  int columns[2];

  if (kind->across == PLOT_PLANE && spec->x == NULL && spec->y == NULL && run->system != NULL && plot_views_default_columns (run, columns, 2) == 2)
    {
      spec->x = g_strdup (model_system_column (run->system, columns[0])->name);
      spec->y = g_strdup (model_system_column (run->system, columns[1])->name);
    }
  return spec;
}
