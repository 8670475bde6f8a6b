/* The plot kind that shows a phase portrait, one column against another. */
#include <math.h>

#include "model-equal-scale.h"
#include "plot-kind-phase.h"
#include "plot-kind-plane.h"
#include "plot-kind-private.h"
#include "plot-words.h"

gboolean
plot_views_phase_get_field (PlotView *view, gboolean *arrows, gboolean *nullclines)
{
  const PlotPhaseParts *parts = plot_view_parts (view, &plot_kind_phase);
  gboolean has_field = parts != NULL && parts->field != NULL;

  *arrows = has_field && parts->field->visible;
  *nullclines = has_field && parts->nullclines->visible;
  return has_field;
}

void
plot_views_phase_show_field (PlotView *view, gboolean arrows, gboolean nullclines)
{
  const PlotPhaseParts *parts = plot_view_parts (view, &plot_kind_phase);

  if (parts == NULL || parts->field == NULL)
    return;
  plot_layer_set_visible (parts->field, arrows);
  plot_layer_set_visible (parts->nullclines, nullclines);
  plot_view_set_title (view, plot_view_title (view), arrows || nullclines ? parts->field->remark : NULL);
}

void
plot_views_phase_apply (const PlotSpec *spec, PlotView *view)
{
  gboolean arrows, lines;

  if (plot_views_phase_get_field (view, &arrows, &lines))
    plot_views_phase_show_field (view, spec->field != 0 ? spec->field > 0 : arrows, spec->nullclines != 0 ? spec->nullclines > 0 : lines);
}

/* Sets the ranges that the model's file gives for this plane. They are used as long as all data are
 * inside. */
static void
take_home (PlotView *view, const PlotRun *run, int x_column, int y_column)
{
  Model *model = run->system != NULL ? model_system_model (run->system) : NULL;

  for (int i = 0; model != NULL && i < model_n_plots (model); i++)
    {
      const ModelPlot *plot = model_plot (model, i);

      if (plot->type != MODEL_PLOT_PHASE || plot->x == NULL || plot->y == NULL || model_system_find_column (run->system, plot->x) != x_column
          || model_system_find_column (run->system, plot->y) != y_column)
        continue;
      if (isfinite (plot->range[0]) && isfinite (plot->range[1]))
        plot_view_set_x_home (view, plot->range[0], plot->range[1]);
      if (isfinite (plot->range[2]) && isfinite (plot->range[3]))
        plot_view_set_y_home (view, plot->range[2], plot->range[3]);
      return;
    }
}

/* Marks an orbit with the letter of its run in a tree of branched runs. */
static void
name_by_letter (PlotLayer *orbit, const PlotRun *run)
{
  char letter[2] = { (char) run->letter, '\0' };

  plot_layer_orbit_set_letter (orbit, letter[0]);
  plot_layer_set_label (orbit, letter, NULL, TRUE, FALSE);
  orbit->rank = run->letter;
}

PlotView *
plot_views_phase (const PlotRun *run, PlotTimeAxis *axis, int x_column, int y_column, gboolean field)
{
  PlotView *view = plot_view_new ();
  g_autofree char *x_label = plot_kind_quantity (run, x_column, axis), *y_label = plot_kind_quantity (run, y_column, axis);
  const ModelColumn *x = plot_kind_column_info (run, x_column), *y = plot_kind_column_info (run, y_column);
  PlotStyle style = { .series = run->letter != 0 ? run->series : 0 };
  PlotPhaseParts *parts = g_new0 (PlotPhaseParts, 1);

  plot_view_set_parts (view, &plot_kind_phase, parts);
  plot_view_set_title (view, _("Phase portrait"), NULL);
  plot_view_set_clock (view, axis);
  plot_view_set_x_label (view, x_label);
  plot_view_set_y_label (view, y_label);
  if (field)
    plot_kind_add_plane (view, run, x_column, y_column, &parts->field, &parts->nullclines);
  /* For two position states, and if the model's file says so, both axes have the same number of pixels per unit, so that shapes are not distorted. */
  if (x != NULL && y != NULL && model_has_equal_scale (model_system_model (run->system), x->name, y->name))
    plot_view_set_equal (view, TRUE);
  if (x != NULL && y != NULL && x->type == MODEL_COLUMN_STATE && y->type == MODEL_COLUMN_STATE && x->kind == ODE_POSITION && y->kind == ODE_POSITION
      && x->wrap == 0 && y->wrap == 0 && g_strcmp0 (x->unit, y->unit) == 0 && g_strcmp0 (x->unit, "rad") != 0)
    plot_view_set_equal (view, TRUE);
  parts->orbit = plot_layer_orbit_new (run->trajectory, x_column, y_column, &style);
  plot_view_add (view, parts->orbit);
  if (run->letter != 0)
    name_by_letter (parts->orbit, run);
  plot_kind_add_measured_pair (view, run, x_column, y_column);
  take_home (view, run, x_column, y_column);
  return view;
}

/* Adds a second run to a phase portrait. The orbits are marked A and B, and their current distance is
 * shown. */
static void
add_pair (PlotView *view, const PlotRun *run, SimTrajectory *other, int x_column, int y_column, int series, const char *name)
{
  const PlotPhaseParts *parts = plot_view_parts (view, &plot_kind_phase);
  PlotLayer *second;
  PlotStyle style = { .series = series, .solid = TRUE };
  int n = model_system_n_columns (run->system), n_states = 0;
  g_autofree int *columns = g_new (int, n + 1);

  for (int i = 0; i < n; i++)
    if (model_system_column (run->system, i)->type == MODEL_COLUMN_STATE)
      columns[n_states++] = i;
  second = plot_layer_orbit_new (other, x_column, y_column, &style);
  plot_layer_orbit_set_letter (parts->orbit, 'A');
  plot_layer_orbit_set_letter (second, 'B');
  plot_layer_set_label (parts->orbit, "A", NULL, TRUE, FALSE);
  plot_layer_set_label (second, "B", NULL, TRUE, FALSE);
  second->rank = 1;
  plot_view_add (view, second);
  plot_view_add (view, plot_layer_pair_new (run->trajectory, other, columns, n_states, 0, series, name));
}

static PlotView *
phase_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  const PlotRun *run = &source->run;
  PlotView *view;

  view = plot_views_phase (run, axis, plot_kind_column (run, spec->x, 0), plot_kind_column (run, spec->y, 1), TRUE);
  plot_views_phase_apply (spec, view);
  return view;
}

static int
n_other_runs (const PlotSource *source)
{
  int n = 0;

  for (int i = 0; i < source->n_others; i++)
    n += !source->others[i].ghost;
  return n;
}

/* For a second run, the distance from the first is shown. For three or more runs, and for a ghost (the run before a change), only the
 * orbits are shown. */
static void
phase_add_run (const PlotSpec *spec, const PlotSource *source, const PlotRun *other, PlotView *view)
{
  const PlotRun *run = &source->run;
  int x = plot_kind_column (run, spec->x, 0), y = plot_kind_column (run, spec->y, 1);

  if (other->ghost)
    {
      PlotStyle style = plot_kind_ghost_style (0);
      PlotLayer *orbit = plot_layer_orbit_new (other->trajectory, x, y, &style);

      plot_layer_set_label (orbit, _("before"), NULL, TRUE, FALSE);
      plot_view_add (view, orbit);
    }
  else if (run->letter != 0 && other->letter != 0)
    {
      /* The added orbit is drawn over that of the current run, so it is faint. */
      PlotStyle style = { .series = other->series, .width = 1, .opacity = 0.5 };
      PlotLayer *orbit = plot_layer_orbit_new (other->trajectory, x, y, &style);

      name_by_letter (orbit, other);
      plot_view_add (view, orbit);
    }
  else if (n_other_runs (source) == 1 && other->series > 0)
    {
      g_autofree char *name = plot_text_escape (other->name);

      add_pair (view, run, other->trajectory, x, y, other->series, name);
    }
  else
    {
      PlotStyle style = plot_kind_other_style (other);

      plot_view_add (view, plot_layer_orbit_new (other->trajectory, x, y, &style));
    }
}

const PlotKind plot_kind_phase = {
  .id = "phase",
  .title = N_("Phase portrait"),
  .across = PLOT_PLANE,
  .needs = PLOT_NEEDS_TWO_COLUMNS,
  .menu = PLOT_MENU_PLANE | PLOT_MENU_FIELD | PLOT_MENU_START | PLOT_MENU_MEASURED,
  .flags = PLOT_KIND_EXPORTED | PLOT_KIND_FOCUSED,
  .height = 402,
  .film = 1,
  .view = phase_view,
  .add_run = phase_add_run,
};
