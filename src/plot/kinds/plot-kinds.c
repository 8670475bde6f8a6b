/* Lists all kinds of plots and checks whether a model and a run have what a kind needs. */
#include "plot-kind.h"

#include <string.h>

#include "plot-error.h"
#include "plot-spec.h"
#include "plot-words.h"

const PlotKind *const plot_kinds[] = {
#define MODEL_PLOT_KIND(NAME, name, keys) &plot_kind_##name,
#define MODEL_PLOT_KIND_OF_RUNS(NAME, name) &plot_kind_##name,
#include "model-plot-kinds.def"
  NULL,
};

const PlotKind *
plot_kind_find (const char *id)
{
  for (int i = 0; plot_kinds[i] != NULL; i++)
    if (strcmp (plot_kinds[i]->id, id) == 0)
      return plot_kinds[i];
  return NULL;
}

const char *
plot_kind_title (const PlotKind *kind)
{
  return _(kind->title);
}

/* ---- checks whether the needs of a kind are met ---- */

static gboolean
has_invariant (ModelSystem *system)
{
  for (int i = 0; i < model_system_n_columns (system); i++)
    if (model_system_column (system, i)->invariant)
      return TRUE;
  return FALSE;
}

/* Returns FALSE with an error if a need of the kind is not
 * met. */
static gboolean
check (const PlotKind *kind, PlotNeeds need, gboolean present, const char *missing, GError **error)
{
  if (!(kind->needs & need) || present)
    return TRUE;
  g_set_error (error, PLOT_ERROR, PLOT_ERROR_VIEW, _("The view “%s” cannot be drawn: %s."), kind->id, missing);
  return FALSE;
}

gboolean
plot_kind_fits_model (const PlotKind *kind, ModelSystem *system, GError **error)
{
  return check (kind, PLOT_NEEDS_TWO_COLUMNS, system == NULL || model_system_n_columns (system) >= 2, _("the model has fewer than two columns"), error)
         && check (kind, PLOT_NEEDS_INVARIANT, system != NULL && has_invariant (system), _("the model declares no invariant"), error)
         && check (kind, PLOT_NEEDS_EVENTS, system != NULL && model_system_n_events (system) > 0, _("the model has no events"), error)
         && check (kind, PLOT_NEEDS_SCENE, system != NULL && model_system_n_scene_items (system) > 0, _("the model has no scene"), error);
}

gboolean
plot_kind_fits (const PlotKind *kind, const PlotSource *source, GError **error)
{
  const PlotRun *run = &source->run;

  return plot_kind_fits_model (kind, run->system, error)
         && check (kind, PLOT_NEEDS_TWO_COLUMNS, sim_trajectory_n_columns (run->trajectory) >= 2, _("the run has fewer than two columns"), error)
         && check (kind, PLOT_NEEDS_TAPE, run->tape != NULL, _("the run has no record of attempts"), error)
         && check (kind, PLOT_NEEDS_BRANCHES, source->n_lanes > 1, _("no branch was made"), error)
         && check (kind, PLOT_NEEDS_DIFFERENCE, source->difference != NULL, _("there is no second run for the comparison"), error);
}
