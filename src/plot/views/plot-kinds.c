#include "plot-kind.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "plot-kind-private.h"
#include "plot-text.h"
#include "plot-views.h"

/* ---- columns by name ---- */

int
plot_kind_column (const PlotRun *run, const char *name, int standard)
{
  int column = name != NULL ? model_system_find_column (run->system, name) : -1;

  return column >= 0 ? column : MIN (standard, model_system_n_columns (run->system) - 1);
}

int
plot_kind_event (const PlotRun *run, const char *name)
{
  for (int i = 0; name != NULL && i < model_system_n_events (run->system); i++)
    if (strcmp (model_system_event (run->system, i)->name, name) == 0)
      return i;
  return -1;
}

int
plot_kind_columns (const PlotSpec *spec, const PlotRun *run, int columns[PLOT_MOST_CURVES])
{
  int n = 0;

  if (spec->show == NULL)
    return plot_views_default_columns (run, columns, PLOT_MOST_CURVES);
  for (int i = 0; spec->show[i] != NULL && n < PLOT_MOST_CURVES; i++)
    {
      int column = model_system_find_column (run->system, spec->show[i]);

      if (column >= 0)
        columns[n++] = column;
    }
  return n;
}

/* ---- runs drawn beside the first ---- */

PlotStyle
plot_kind_other_style (const PlotRun *other)
{
  return (PlotStyle) { .series = other->series, .width = 1.5, .opacity = 0.85 };
}

/* ---- over time ---- */

/* Curves of another run: more columns than two would hide the first run. */
#define MOST_OTHER_CURVES 2

static PlotView *
time_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  int columns[PLOT_MOST_CURVES], n = plot_kind_columns (spec, &source->run, columns);

  return n > 0 ? plot_views_time (&source->run, axis, columns, n) : NULL;
}

static void
time_add_run (const PlotSpec *spec, const PlotSource *source, const PlotRun *other, PlotView *view)
{
  int columns[PLOT_MOST_CURVES], n = plot_kind_columns (spec, &source->run, columns);
  PlotStyle style = plot_kind_other_style (other);

  for (int c = 0; c < MIN (n, MOST_OTHER_CURVES); c++)
    {
      const ModelColumn *column = model_system_column (other->system, columns[c]);
      g_autofree char *label = plot_text_escape (other->name), *variable = plot_text_variable (column->name);
      g_autofree char *quantity = g_strdup_printf ("%s (%s)", variable, label);
      PlotLayer *layer = plot_layer_curve_new (other->trajectory, columns[c], &style, NULL);

      if (c == 0)
        plot_layer_set_label (layer, label, NULL, TRUE, FALSE);
      plot_layer_set_quantity (layer, quantity);
      plot_layer_set_unit (layer, column->unit);
      plot_view_add (view, layer);
    }
}

static PlotView *
step_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  return plot_views_step (&source->run, axis);
}

static PlotView *
error_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  return plot_views_error (&source->run, axis);
}

static PlotView *
invariant_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  int columns[PLOT_MOST_CURVES], n = 0;

  for (int i = 0; i < model_system_n_columns (source->run.system) && n < PLOT_MOST_CURVES; i++)
    if (model_system_column (source->run.system, i)->invariant)
      columns[n++] = i;
  return n > 0 ? plot_views_invariant (&source->run, axis, columns, n, spec->log_y > 0) : NULL;
}

static PlotView *
events_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  return plot_views_events (&source->run, axis, plot_kind_event (&source->run, spec->at));
}

/* The states among the columns; the first states where none of the columns is one. */
static int
state_columns (const PlotSpec *spec, const PlotRun *run, int columns[PLOT_MOST_CURVES])
{
  int n_all = plot_kind_columns (spec, run, columns), n_states = MIN (model_system_n_states (run->system), PLOT_MOST_CURVES), n = 0;

  for (int i = 0; i < n_all; i++)
    if (model_system_column (run->system, columns[i])->type == MODEL_COLUMN_STATE)
      columns[n++] = columns[i];
  for (int i = 0; n == 0 && i < n_states; i++)
    columns[i] = i;
  return n > 0 ? n : n_states;
}

static PlotView *
difference_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  const PlotDifference *difference = source->difference;
  int columns[PLOT_MOST_CURVES], n;

  if (difference == NULL)
    return NULL;
  n = state_columns (spec, &source->run, columns);
  if (n == 0)
    return NULL;
  return plot_views_difference (&source->run, axis, _("Difference"), difference->remark, difference->t, difference->values, difference->n, columns, n,
                                spec->log_y >= 0);
}

/* ---- planes ---- */

static PlotView *
phase_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  const PlotRun *run = &source->run;
  PlotView *view;

  if (model_system_n_columns (run->system) < 2)
    return NULL;
  view = plot_views_phase (run, axis, plot_kind_column (run, spec->x, 0), plot_kind_column (run, spec->y, 1), TRUE);
  plot_spec_apply_field (spec, view);
  return view;
}

/* Two runs are shown with their distance, more runs as orbits. */
static void
phase_add_run (const PlotSpec *spec, const PlotSource *source, const PlotRun *other, PlotView *view)
{
  const PlotRun *run = &source->run;
  int x = plot_kind_column (run, spec->x, 0), y = plot_kind_column (run, spec->y, 1);

  if (source->n_others == 1 && other->series > 0)
    {
      g_autofree char *name = plot_text_escape (other->name);

      plot_views_phase_pair (view, run, other->trajectory, x, y, other->series, name);
    }
  else
    {
      PlotStyle style = plot_kind_other_style (other);

      plot_view_add (view, plot_layer_orbit_new (other->trajectory, x, y, &style));
    }
}

static PlotView *
motion_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  PlotView *view = plot_views_motion (&source->run, axis);

  if (view != NULL && spec->exposures > 0)
    plot_views_motion_set_exposures (view, plot_views_motion_interval (&source->run), plot_time_axis_unit (axis));
  return view;
}

static void
motion_join (const PlotSpec *upper, PlotView *upper_view, PlotView *view, const PlotSource *source)
{
  if (upper->kind == &plot_kind_phase)
    plot_views_share_motion (&source->run, upper_view, view, plot_kind_column (&source->run, upper->x, 0),
                             plot_kind_column (&source->run, upper->y, 1));
}

static PlotView *
section_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  const PlotRun *run = &source->run;

  return plot_views_section (run, plot_kind_column (run, spec->x, 0), plot_kind_column (run, spec->y, 1), plot_kind_column (run, spec->at, 0), -1);
}

/* ---- the table ---- */

#define MENU_TIME (PLOT_MENU_FIT | PLOT_MENU_LOG | PLOT_MENU_FOLLOW)
#define MENU_PLANE (PLOT_MENU_FIT | PLOT_MENU_LOG)

const PlotKind plot_kind_time = {
  .id = "time", .title = N_("Time series"), .across = PLOT_OVER_TIME, .menu = MENU_TIME, .flags = PLOT_KIND_EXPORTED, .view = time_view,
  .add_run = time_add_run,
};
const PlotKind plot_kind_step = {
  .id = "step", .title = N_("Step size"), .across = PLOT_OVER_TIME, .menu = MENU_TIME, .flags = PLOT_KIND_STEP_LIMIT, .rows = PLOT_ROWS_ATTEMPTS,
  .view = step_view,
};
const PlotKind plot_kind_error = {
  .id = "error", .title = N_("Error estimate"), .across = PLOT_OVER_TIME, .menu = MENU_TIME, .rows = PLOT_ROWS_ATTEMPTS, .view = error_view,
};
const PlotKind plot_kind_invariant = {
  .id = "invariant", .title = N_("Invariant drift"), .across = PLOT_OVER_TIME, .needs = PLOT_NEEDS_INVARIANT, .menu = MENU_TIME,
  .flags = PLOT_KIND_LOG_RESHAPES, .view = invariant_view,
};
const PlotKind plot_kind_difference = {
  .id = "difference", .title = N_("Difference"), .across = PLOT_OVER_TIME, .needs = PLOT_NEEDS_DIFFERENCE, .menu = MENU_TIME,
  .flags = PLOT_KIND_LOG_RESHAPES, .rows = PLOT_ROWS_DIFFERENCE, .view = difference_view,
};
const PlotKind plot_kind_events = {
  .id = "events", .title = N_("Time between events"), .across = PLOT_OVER_TIME, .needs = PLOT_NEEDS_EVENTS, .menu = MENU_TIME,
  .rows = PLOT_ROWS_EVENTS, .view = events_view,
};
const PlotKind plot_kind_phase = {
  .id = "phase", .title = N_("Phase portrait"), .across = PLOT_PLANE, .needs = PLOT_NEEDS_TWO_COLUMNS,
  .menu = MENU_PLANE | PLOT_MENU_FIELD | PLOT_MENU_START, .flags = PLOT_KIND_EXPORTED | PLOT_KIND_FOCUSED, .film = 1, .view = phase_view,
  .add_run = phase_add_run,
};
const PlotKind plot_kind_motion = {
  .id = "motion", .title = N_("Motion"), .across = PLOT_SCENE, .needs = PLOT_NEEDS_SCENE, .menu = PLOT_MENU_EXPOSURES, .film = 2,
  .view = motion_view, .join = motion_join,
};
const PlotKind plot_kind_section = {
  .id = "section", .title = N_("Section"), .across = PLOT_PLANE, .menu = MENU_PLANE, .view = section_view,
};

const PlotKind *const plot_kinds[] = {
  &plot_kind_time, &plot_kind_step, &plot_kind_error, &plot_kind_invariant, &plot_kind_difference, &plot_kind_events,
  &plot_kind_phase, &plot_kind_motion, &plot_kind_section, NULL,
};

int
plot_n_kinds (void)
{
  return (int) G_N_ELEMENTS (plot_kinds) - 1;
}

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
