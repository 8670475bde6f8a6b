#include "wb-plot-spec.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-text.h"
#include "wb-difference.h"

static const struct { const char *id, *title; } kinds[WB_N_PLOT_KINDS] = {
  [WB_PLOT_TIME] = { "time", N_("Time series") },       [WB_PLOT_STEP] = { "step", N_("Step size") },
  [WB_PLOT_ERROR] = { "error", N_("Error estimate") },  [WB_PLOT_INVARIANT] = { "invariant", N_("Invariant drift") },
  [WB_PLOT_DIFFERENCE] = { "difference", N_("Difference") },
  [WB_PLOT_EVENTS] = { "events", N_("Time between events") }, [WB_PLOT_PHASE] = { "phase", N_("Phase portrait") },
  [WB_PLOT_MOTION] = { "motion", N_("Motion") },        [WB_PLOT_SECTION] = { "section", N_("Section") },
};

const char *
wb_plot_kind_id (WbPlotKind kind)
{
  return kinds[kind].id;
}

int
wb_plot_kind_find (const char *id)
{
  for (int i = 0; i < WB_N_PLOT_KINDS; i++)
    if (strcmp (kinds[i].id, id) == 0)
      return i;
  return -1;
}

const char *
wb_plot_kind_title (WbPlotKind kind)
{
  return _(kinds[kind].title);
}

WbPlotSpec *
wb_plot_spec_new (WbPlotKind kind, int column, double share)
{
  WbPlotSpec *spec = g_new0 (WbPlotSpec, 1);

  spec->kind = kind;
  spec->column = column;
  spec->share = share;
  return spec;
}

WbPlotSpec *
wb_plot_spec_copy (const WbPlotSpec *spec)
{
  WbPlotSpec *copy = g_memdup2 (spec, sizeof *spec);

  copy->show = g_strdupv (spec->show);
  copy->x = g_strdup (spec->x);
  copy->y = g_strdup (spec->y);
  copy->at = g_strdup (spec->at);
  return copy;
}

void
wb_plot_spec_free (WbPlotSpec *spec)
{
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

static gboolean
has_crossing (ModelSystem *system)
{
  for (int i = 0; i < model_system_n_events (system); i++)
    if (model_system_event (system, i)->trigger == MODEL_TRIGGER_CROSSING && model_system_event (system, i)->has_set)
      return TRUE;
  return FALSE;
}

gboolean
wb_plot_spec_jumps (ModelSystem *system)
{
  return system != NULL && has_crossing (system);
}

static const ModelPlot *
first_plot (Model *model, ModelPlotType type)
{
  for (int i = 0; i < model_n_plots (model); i++)
    if (model_plot (model, i)->type == type)
      return model_plot (model, i);
  return NULL;
}

GPtrArray *
wb_plot_specs_default (Model *model, ModelSystem *system)
{
  GPtrArray *specs = g_ptr_array_new_with_free_func ((GDestroyNotify) wb_plot_spec_free);
  const ModelPlot *phase = first_plot (model, MODEL_PLOT_PHASE);
  WbPlotKind third = WB_PLOT_ERROR;
  WbPlotSpec *spec;

  g_ptr_array_add (specs, wb_plot_spec_new (WB_PLOT_TIME, 0, left_shares[0]));
  g_ptr_array_add (specs, wb_plot_spec_new (WB_PLOT_STEP, 0, left_shares[1]));
  if (first_plot (model, MODEL_PLOT_EVENTS) != NULL || has_crossing (system))
    third = WB_PLOT_EVENTS;
  else if (first_plot (model, MODEL_PLOT_INVARIANT) != NULL && has_invariant (system))
    third = WB_PLOT_INVARIANT;
  spec = wb_plot_spec_new (third, 0, left_shares[2]);
  if (third == WB_PLOT_EVENTS && first_plot (model, MODEL_PLOT_EVENTS) != NULL)
    spec->at = g_strdup (first_plot (model, MODEL_PLOT_EVENTS)->at);
  g_ptr_array_add (specs, spec);
  if (phase != NULL || model_system_n_states (system) >= 2)
    {
      spec = wb_plot_spec_new (WB_PLOT_PHASE, 1, right_shares[0]);
      if (phase != NULL)
        {
          spec->x = g_strdup (phase->x);
          spec->y = g_strdup (phase->y);
        }
      g_ptr_array_add (specs, spec);
    }
  if (model_system_n_scene_items (system) > 0)
    g_ptr_array_add (specs, wb_plot_spec_new (WB_PLOT_MOTION, 1, right_shares[1]));
  else if (third != WB_PLOT_INVARIANT && has_invariant (system))
    g_ptr_array_add (specs, wb_plot_spec_new (WB_PLOT_INVARIANT, 1, right_shares[1]));
  else if (third != WB_PLOT_ERROR)
    g_ptr_array_add (specs, wb_plot_spec_new (WB_PLOT_ERROR, 1, right_shares[1]));
  return specs;
}

/* ---- views ---- */

static PlotRun
plot_run (WbRunItem *run)
{
  return (PlotRun) {
    .trajectory = wb_run_item_trajectory (run),
    .tape = wb_run_item_tape (run),
    .system = wb_run_item_system (run),
    .t_start = wb_run_item_t_start (run),
    .t_end = wb_run_item_t_end (run),
    .max_step = sim_config_get_number (wb_run_item_config (run), "max_step"),
  };
}

static int
column_of (ModelSystem *system, const char *name, int standard)
{
  int column = name != NULL ? model_system_find_column (system, name) : -1;

  return column >= 0 ? column : MIN (standard, model_system_n_columns (system) - 1);
}

static int
event_of (ModelSystem *system, const char *name)
{
  for (int i = 0; name != NULL && i < model_system_n_events (system); i++)
    if (strcmp (model_system_event (system, i)->name, name) == 0)
      return i;
  return -1;
}

#define MOST_CURVES 6

static int
time_columns (const WbPlotSpec *spec, const PlotRun *run, int columns[MOST_CURVES])
{
  int n = 0;

  if (spec->show == NULL)
    return plot_views_default_columns (run, columns, MOST_CURVES);
  for (int i = 0; spec->show[i] != NULL && n < MOST_CURVES; i++)
    {
      int column = model_system_find_column (run->system, spec->show[i]);

      if (column >= 0)
        columns[n++] = column;
    }
  return n;
}

/* A run's name as rich text: what it holds stands as it is. */
static char *
rich_name (WbRunItem *run)
{
  GString *rich = g_string_new (NULL);

  for (const char *p = wb_run_item_name (run); *p != '\0'; p++)
    {
      if (*p == '*' || *p == '\\')
        g_string_append_c (rich, '\\');
      g_string_append_c (rich, *p);
    }
  return g_string_free (rich, FALSE);
}

/* Says whose points those layers show that were added since there were n. */
static void
mark_layers (PlotView *view, int n, WbRunItem *run)
{
  for (int i = n; i < plot_view_n_layers (view); i++)
    plot_layer_set_run (plot_view_layer (view, i), wb_run_item_number (run));
}

static void
add_other_runs (PlotView *view, const WbPlotSpec *spec, WbRunItem *run, GListModel *runs, const int *columns, int n_columns, int x, int y)
{
  guint n = runs != NULL ? g_list_model_get_n_items (runs) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbRunItem) other = g_list_model_get_item (runs, i);
      PlotStyle style = { .series = wb_run_item_color (other) - 1, .width = 1.5, .opacity = 0.85 };
      int n_before = plot_view_n_layers (view);
      PlotLayer *layer;

      if (other == run || !wb_run_item_visible (other)
          || model_system_n_columns (wb_run_item_system (other)) != model_system_n_columns (wb_run_item_system (run)))
        continue;
      if (spec->kind == WB_PLOT_PHASE)
        plot_view_add (view, plot_layer_orbit_new (wb_run_item_trajectory (other), x, y, &style));
      else
        for (int c = 0; c < n_columns && c < 2; c++)
          {
            const ModelColumn *column = model_system_column (wb_run_item_system (other), columns[c]);
            g_autofree char *label = rich_name (other), *variable = plot_text_variable (column->name);
            g_autofree char *quantity = g_strdup_printf ("%s (%s)", variable, label);

            layer = plot_layer_curve_new (wb_run_item_trajectory (other), columns[c], &style, NULL);
            if (c == 0)
              plot_layer_set_label (layer, label, NULL, TRUE, FALSE);
            plot_layer_set_quantity (layer, quantity);
            plot_layer_set_unit (layer, column->unit);
            plot_view_add (view, layer);
          }
      mark_layers (view, n_before, other);
    }
}

static int
invariants_of (ModelSystem *system, int columns[MOST_CURVES])
{
  int n = 0;

  for (int i = 0; i < model_system_n_columns (system) && n < MOST_CURVES; i++)
    if (model_system_column (system, i)->invariant)
      columns[n++] = i;
  return n;
}

gboolean
wb_plot_spec_find_runs (const WbPlotSpec *spec, WbRunItem *current, GListModel *runs, WbRunItem **of, WbRunItem **to)
{
  guint n = runs != NULL ? g_list_model_get_n_items (runs) : 0;

  *of = spec->of == 0 ? current : NULL;
  *to = NULL;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (runs, i);

      if (wb_run_item_number (run) == spec->of)
        *of = run;
      if (wb_run_item_number (run) == spec->to)
        *to = run;
    }
  return *of != NULL && (spec->to == 0 || *to != NULL);
}

/* States of the model among the columns; the first ones where none is. */
static int
state_columns (const WbPlotSpec *spec, const PlotRun *run, int columns[MOST_CURVES])
{
  int n_all = time_columns (spec, run, columns), n = 0;

  for (int i = 0; i < n_all; i++)
    if (model_system_column (run->system, columns[i])->type == MODEL_COLUMN_STATE)
      columns[n++] = columns[i];
  for (int i = 0; n_all >= 0 && n == 0 && i < MIN (model_system_n_states (run->system), MOST_CURVES); i++)
    columns[i] = i;
  return n > 0 ? n : MIN (model_system_n_states (run->system), MOST_CURVES);
}

static PlotView *
difference_view (const WbPlotSpec *spec, WbRunItem *current, PlotTimeAxis *axis, GListModel *runs)
{
  WbRunItem *of, *to;
  WbDifference *difference;
  const LabDifference *result;
  g_autofree char *a = NULL, *b = NULL, *remark = NULL;
  int columns[MOST_CURVES], n;
  PlotRun run;

  if (!wb_plot_spec_find_runs (spec, current, runs, &of, &to))
    return NULL;
  run = plot_run (of);
  n = state_columns (spec, &run, columns);
  if (n == 0 || (to != NULL && model_system_n_states (wb_run_item_system (to)) != model_system_n_states (run.system)))
    return NULL;
  difference = wb_difference_of (of, to);
  result = wb_difference_result (difference);
  a = rich_name (of);
  b = to != NULL ? rich_name (to) : g_strdup (_("reference"));
  remark = wb_difference_is_busy (difference)             ? g_strdup (_("is being computed"))
           : wb_difference_error (difference) != NULL     ? g_strdup (_("not known"))
           : result == NULL                               ? g_strdup (_("known after the run"))
           : spec->log_y >= 0                             ? g_strdup_printf (_("|%s − %s|"), a, b)
                                                          : g_strdup_printf (_("%s − %s"), a, b);
  if (to == NULL && result != NULL && result->n > 0 && result->t_known < result->t[result->n - 1])
    {
      g_autofree char *name = g_steal_pointer (&remark), *time = plot_text_value (result->t_known, 3, model_time_unit (wb_run_item_model (of)));

      /* After it two tight runs part. */
      remark = g_strdup_printf (_("%s, known to %s"), name, time);
    }
  return plot_views_difference (&run, axis, _("Difference"), remark, result != NULL ? result->t : NULL, result != NULL ? result->values : NULL,
                                result != NULL ? result->n : 0, columns, n, spec->log_y >= 0);
}

void
wb_plot_spec_apply_field (const WbPlotSpec *spec, PlotView *view)
{
  gboolean arrows, lines;

  if (plot_views_phase_get_field (view, &arrows, &lines))
    plot_views_phase_show_field (view, spec->field != 0 ? spec->field > 0 : arrows, spec->nullclines != 0 ? spec->nullclines > 0 : lines);
}

PlotView *
wb_plot_spec_view_of (const WbPlotSpec *spec, const PlotRun *run, PlotTimeAxis *axis)
{
  int columns[MOST_CURVES], n, x, y;
  PlotView *view = NULL;
  gboolean defaults_x, defaults_y;

  switch (spec->kind)
    {
    case WB_PLOT_TIME:
      n = time_columns (spec, run, columns);
      if (n == 0)
        return NULL;
      view = plot_views_time (run, axis, columns, n);
      break;
    case WB_PLOT_STEP:
      view = plot_views_step (run, axis);
      break;
    case WB_PLOT_ERROR:
      view = plot_views_error (run, axis);
      break;
    case WB_PLOT_INVARIANT:
      n = invariants_of (run->system, columns);
      view = n > 0 ? plot_views_invariant (run, axis, columns, n, spec->log_y > 0) : NULL;
      break;
    case WB_PLOT_EVENTS:
      view = plot_views_events (run, axis, event_of (run->system, spec->at));
      break;
    case WB_PLOT_PHASE:
      if (model_system_n_columns (run->system) < 2)
        return NULL;
      x = column_of (run->system, spec->x, 0);
      y = column_of (run->system, spec->y, 1);
      view = plot_views_phase (run, axis, x, y, TRUE);
      wb_plot_spec_apply_field (spec, view);
      break;
    case WB_PLOT_MOTION:
      view = plot_views_motion (run, axis);
      if (view != NULL && spec->exposures > 0)
        plot_views_motion_set_exposures (view, plot_views_motion_interval (run), plot_time_axis_unit (axis));
      break;
    case WB_PLOT_SECTION:
      view = plot_views_section (run, column_of (run->system, spec->x, 0), column_of (run->system, spec->y, 1),
                                 column_of (run->system, spec->at, 0), -1);
      break;
    default:
      break;
    }
  if (view != NULL && (spec->log_x || spec->log_y != 0))
    {
      plot_view_get_log (view, &defaults_x, &defaults_y);
      plot_view_set_log (view, defaults_x || (spec->log_x && plot_view_time_axis (view) == NULL), spec->log_y != 0 ? spec->log_y > 0 : defaults_y);
    }
  if (view != NULL && (plot_view_title (view) == NULL || plot_view_title (view)[0] == '\0'))
    plot_view_set_title (view, wb_plot_kind_title (spec->kind), NULL);
  return view;
}

/* The other of two runs that are shown, where there are two; borrowed. */
static WbRunItem *
other_of_two (WbRunItem *run, GListModel *runs)
{
  WbRunItem *found = NULL;
  guint n = runs != NULL ? g_list_model_get_n_items (runs) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbRunItem) other = g_list_model_get_item (runs, i);

      if (other == run || !wb_run_item_visible (other))
        continue;
      if (found != NULL || model_system_n_columns (wb_run_item_system (other)) != model_system_n_columns (wb_run_item_system (run)))
        return NULL;
      found = other;
    }
  return found;
}

static void
add_to_phase (PlotView *view, const WbPlotSpec *spec, WbRunItem *item, GListModel *runs)
{
  PlotRun run = plot_run (item);
  WbRunItem *other = other_of_two (item, runs);
  int x = column_of (run.system, spec->x, 0), y = column_of (run.system, spec->y, 1);
  g_autofree char *name = other != NULL ? rich_name (other) : NULL;

  if (other != NULL && wb_run_item_color (other) > 1)
    {
      int n_before = plot_view_n_layers (view);

      plot_views_phase_pair (view, &run, wb_run_item_trajectory (other), x, y, wb_run_item_color (other) - 1, name);
      mark_layers (view, n_before, other);
    }
  else
    add_other_runs (view, spec, item, runs, NULL, 0, x, y);
}

PlotView *
wb_plot_spec_view (const WbPlotSpec *spec, WbRunItem *item, PlotTimeAxis *axis, GListModel *runs)
{
  PlotView *view = wb_plot_spec_view_with (spec, item, wb_run_item_system (item), axis, runs);
  WbRunItem *of = item, *to;

  if (spec->kind == WB_PLOT_DIFFERENCE)
    wb_plot_spec_find_runs (spec, item, runs, &of, &to);
  /* The painter may be at work when the session lets go of the run. */
  if (view != NULL)
    plot_view_keep (view, g_object_ref (of), g_object_unref);
  return view;
}

PlotView *
wb_plot_spec_view_with (const WbPlotSpec *spec, WbRunItem *item, ModelSystem *system, PlotTimeAxis *axis, GListModel *runs)
{
  PlotRun run = plot_run (item);
  PlotView *view;
  int columns[MOST_CURVES];

  run.system = system;
  view = spec->kind == WB_PLOT_DIFFERENCE ? difference_view (spec, item, axis, runs) : wb_plot_spec_view_of (spec, &run, axis);
  if (view != NULL && spec->kind != WB_PLOT_DIFFERENCE)
    mark_layers (view, 0, item);
  if (view != NULL && spec->kind == WB_PLOT_TIME)
    add_other_runs (view, spec, item, runs, columns, time_columns (spec, &run, columns), 0, 0);
  else if (view != NULL && spec->kind == WB_PLOT_PHASE)
    add_to_phase (view, spec, item, runs);
  return view;
}

void
wb_plot_spec_share (const WbPlotSpec *phase, PlotView *phase_view, PlotView *motion_view, WbRunItem *item)
{
  PlotRun run = plot_run (item);

  plot_views_share_motion (&run, phase_view, motion_view, column_of (run.system, phase->x, 0), column_of (run.system, phase->y, 1));
}
