/* Makes the view of a plot from its specification, with the data of all runs that it shows. */
#include "wb-plot-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-text.h"
#include "wb-branches.h"
#include "wb-difference.h"
#include "wb-run-result.h"
#include "wb-session-branch.h"
#include "wb-style.h"
#include "wb-translate.h"
#include "lab-values.h"

static PlotRun
plot_run (WbRunItem *run)
{
  g_autoptr (GArray) stretches = wb_run_item_stretches (run);

  return (PlotRun) {
    .trajectory = wb_run_item_trajectory (run),
    .tape = wb_run_item_tape (run),
    .system = wb_run_item_system (run),
    .t_start = wb_run_item_t_start (run),
    .t_end = wb_run_item_t_end (run),
    .method = g_array_index (stretches, WbStretch, 0).method,
    .max_step = sim_config_get_number (wb_run_item_config (run), "max_step"),
    .name = wb_run_item_name (run),
    .number = wb_run_item_number (run),
    .series = wb_run_item_color (run) - 1,
    .ghost = wb_run_item_ghost (run) && !wb_run_item_pinned (run),
  };
}

gboolean
wb_plot_view_find_runs (const PlotSpec *spec, WbRunItem *current, GListModel *runs, WbRunItem **of, WbRunItem **to)
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

/* ---- differences ---- */

/* Returns the letter of a run if both runs belong to one tree of branches, otherwise its name. Rich text. */
static char *
name_in_difference (WbRunItem *run, WbRunItem *other)
{
  if (other != NULL && wb_run_item_letter (run) != 0 && wb_run_item_tree (run) == wb_run_item_tree (other))
    return g_strdup_printf ("%c", wb_run_item_letter (run));
  return plot_text_escape (wb_run_item_name (run));
}

/* Returns the remark after the title of a plot of a difference. Free it with g_free. */
static char *
difference_remark (const PlotSpec *spec, WbDifference *difference, WbRunItem *of, WbRunItem *to)
{
  const LabDifference *result = wb_difference_result (difference);
  g_autofree char *a = name_in_difference (of, to), *b = to != NULL ? name_in_difference (to, of)
      /* Translators: the reference solution, in "run 1 − reference". */
      : g_strdup (_("reference"));
  g_autofree char *remark = NULL, *time = NULL;

  if (wb_difference_is_busy (difference))
    return g_strdup (_("the difference is being computed"));
  if (wb_difference_error (difference) != NULL)
    return g_strdup (_("the difference cannot be computed"));
  if (result == NULL)
    return g_strdup (_("the difference is shown after the run"));
  remark = spec->log_y >= 0 ? g_strdup_printf (_("|%s − %s|"), a, b) : g_strdup_printf (_("%s − %s"), a, b);
  if (to != NULL || result->n == 0 || result->t_known >= result->t[result->n - 1])
    return g_steal_pointer (&remark);
  /* Two high-accuracy runs agree up to this time. After it, the reference is not known. */
  time = plot_text_value (result->t_known, 3, model_time_unit (wb_run_item_model (of)));
  /* Translators: the difference of two runs, and the time until which the reference is known. */
  return g_strdup_printf (_("%s, known until %s"), remark, time);
}

static PlotView *
difference_view (const PlotSpec *spec, PlotSource *source, WbRunItem *current, PlotTimeAxis *axis, GListModel *runs)
{
  WbRunItem *of, *to;
  WbDifference *difference;
  const LabDifference *result;
  PlotDifference data = { 0 };
  g_autofree char *remark = NULL;

  if (!wb_plot_view_find_runs (spec, current, runs, &of, &to))
    return NULL;
  if (to != NULL && model_system_n_states (wb_run_item_system (to)) != model_system_n_states (wb_run_item_system (of)))
    return NULL;
  difference = wb_difference_of (of, to);
  result = wb_difference_result (difference);
  data.remark = remark = difference_remark (spec, difference, of, to);
  if (result != NULL)
    {
      data.t = result->t;
      data.values = result->values;
      data.n = result->n;
      data.rate = result->growth.rate;
      data.log_at_first = result->growth.log_at_first;
      data.t_first = result->growth.t_first;
      data.t_last = result->growth.t_last;
      if (to != NULL)
        {
          data.distance = result->distance;
          data.t_common = wb_branches_common (runs, of, to);
        }
    }
  source->run = plot_run (of);
  source->run.number = 0; /* a point of a difference belongs to neither run */
  source->difference = &data;
  return plot_spec_view (spec, source, axis);
}

/* ---- sensitivity bands ---- */

/* Returns the sensitivity bands of a run, or the reason why there are none. The arrays are borrowed from the run. */
static PlotBands
bands_of (WbRunItem *run)
{
  WbRunResult *sensitivity = wb_run_result_of (run, &wb_run_result_sensitivity);
  const LabSensitivityBand *band = wb_run_result_get (sensitivity);

  if (wb_run_result_is_busy (sensitivity))
    return (PlotBands) { .state = _("the sensitivity band is being computed") };
  if (wb_run_result_error (sensitivity) != NULL)
    return (PlotBands) { .state = _("the sensitivity band cannot be computed") };
  if (band == NULL)
    return (PlotBands) { .state = _("the sensitivity band is shown after the run") };
  return (PlotBands) { .t = band->t, .low = band->low, .high = band->high, .n = band->n, .largest = (const char *const *) band->largest };
}

/* ---- branches of a run ---- */

/* Sets the letter of a run if another run of its tree is visible. If its parent is visible, also sets the time before which both are
 * equal. */
static void
set_letter (PlotRun *run, WbRunItem *item, WbRunItem *current, GListModel *runs)
{
  guint n = runs != NULL ? g_list_model_get_n_items (runs) : 0;

  run->t_branch = NAN;
  for (guint i = 0; wb_run_item_tree (item) != 0 && i < n; i++)
    {
      g_autoptr (WbRunItem) other = g_list_model_get_item (runs, i);

      if (other == item || wb_run_item_tree (other) != wb_run_item_tree (item) || !(wb_run_item_visible (other) || other == current))
        continue;
      run->letter = wb_run_item_letter (item);
      if (wb_run_item_number (other) == wb_run_item_parent (item))
        run->t_branch = wb_run_item_branch_t (item);
    }
}

/* Returns the lanes of the tree of a run as an array of PlotLane. The labels are freed with `labels`. */
static GArray *
lanes_of (WbRunItem *current, GListModel *runs, GPtrArray *labels)
{
  GArray *lanes = g_array_new (FALSE, TRUE, sizeof (PlotLane));
  g_autoptr (GPtrArray) tree = runs != NULL ? wb_branches_tree (runs, current, WB_MOST_LANES) : g_ptr_array_new ();

  for (guint i = 0; i < tree->len; i++)
    {
      WbRunItem *run = g_ptr_array_index (tree, i);
      const SimRunPoll *poll = wb_run_item_state (run);
      gboolean is_branch = !isnan (wb_run_item_branch_t (run));
      char *label = plot_text_escape (is_branch ? wb_run_item_name (run) : _("first run"));
      PlotLane lane = { .letter = wb_run_item_letter (run), .number = wb_run_item_number (run), .series = wb_run_item_color (run) - 1,
                        .parent = -1, .root = is_branch ? wb_run_item_branch_t (run) : wb_run_item_t_start (run), .label = label,
                        .trajectory = wb_run_item_trajectory (run), .current = run == current,
                        .failed = poll->state == SIM_RUN_FINISHED && poll->status.reason == SIM_FAILED_RUN };

      for (guint k = 0; k < i; k++)
        if (wb_run_item_number (g_ptr_array_index (tree, k)) == wb_run_item_parent (run))
          lane.parent = (int) k;
      g_ptr_array_add (labels, label);
      g_array_append_val (lanes, lane);
    }
  return lanes;
}

/* ---- views ---- */

/* Returns the visible runs except the current one, and without the ghost unless `ghosts` is TRUE, as an array of PlotRun. A ghost in a scene gets a separate ModelSystem, because layers of
 * scenes evaluate it while they draw, on any thread. These systems are added to `instances`. */
static GArray *
other_runs (WbRunItem *current, GListModel *runs, gboolean ghosts, gboolean scene, GPtrArray *instances)
{
  GArray *others = g_array_new (FALSE, FALSE, sizeof (PlotRun));
  guint n = runs != NULL ? g_list_model_get_n_items (runs) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbRunItem) other = g_list_model_get_item (runs, i);
      PlotRun run;

      if (other == current || !wb_run_item_visible (other))
        continue;
      run = plot_run (other);
      if (run.ghost && !ghosts)
        continue;
      set_letter (&run, other, current, runs);
      if (scene && run.ghost)
        {
          run.system = lab_values_instance (wb_run_item_values (other), wb_run_item_model (other), wb_run_item_config (other), NULL);
          if (run.system == NULL)
            continue;
          g_ptr_array_add (instances, run.system);
        }
      g_array_append_val (others, run);
    }
  return others;
}

/* Marks the changes of the method and of the accuracy during a run by vertical lines. The plot of the step size also names the
 * changes. */
static void
add_changes (PlotView *view, WbRunItem *item, gboolean named)
{
  g_autoptr (GArray) stretches = wb_run_item_stretches (item);
  PlotStyle style = { .series = PLOT_SERIES_SECONDARY, .width = 1, .dashed = TRUE };

  for (guint i = 1; i < stretches->len; i++)
    {
      const WbStretch *stretch = &g_array_index (stretches, WbStretch, i), *before = stretch - 1;
      g_autofree char *label = NULL;
      char number[64];
      PlotLayer *layer;

      if (stretch->new_method && named)
        plot_views_step_add_method (view, stretch->t, stretch->method);
      if (stretch->new_method)
        label = g_strdup (wb_translate (stretch->method->label));
      else if (stretch->accuracy != before->accuracy)
        {
          plot_format_number (stretch->accuracy, 2, number, sizeof number);
          label = g_strdup_printf (_("accuracy %s"), number);
        }
      else
        continue; /* the steps themselves show a change of the maximum step */
      layer = plot_layer_rule_new (TRUE, stretch->t, named ? label : NULL, &style);
      layer->no_extent = TRUE;
      plot_view_add (view, layer);
    }
}

static PlotView *
new_view (const PlotSpec *spec, WbRunItem *item, ModelSystem *system, PlotTimeAxis *axis, GListModel *runs, const LabMeasured *measured, gboolean ghosts)
{
  g_autoptr (GPtrArray) instances = g_ptr_array_new_with_free_func ((GDestroyNotify) model_system_free);
  g_autoptr (GArray) others = other_runs (item, runs, ghosts, spec->kind->across == PLOT_SCENE, instances);
  PlotSource source = { .run = plot_run (item), .others = (const PlotRun *) (gpointer) others->data, .n_others = (int) others->len };

  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  PlotBands bands;
  g_autoptr (GArray) lanes = spec->kind->needs & PLOT_NEEDS_BRANCHES ? lanes_of (item, runs, labels) : NULL;
  PlotView *view;

  source.run.system = system;
  source.run.measured = measured;
  set_letter (&source.run, item, item, runs);
  if (lanes != NULL)
    {
      source.lanes = (const PlotLane *) (gpointer) lanes->data;
      source.n_lanes = (int) lanes->len;
    }
  if (spec->kind->needs & PLOT_NEEDS_DIFFERENCE)
    return difference_view (spec, &source, item, axis, runs);
  if (spec->sensitivity && (spec->kind->menu & PLOT_MENU_SENSITIVITY))
    {
      bands = bands_of (item);
      source.bands = &bands;
    }
  view = plot_spec_view (spec, &source, axis);
  if (view != NULL && instances->len > 0)
    plot_view_keep (view, g_ptr_array_ref (instances), (GDestroyNotify) g_ptr_array_unref);
  if (view != NULL && spec->kind->across == PLOT_OVER_TIME)
    add_changes (view, item, (spec->kind->flags & PLOT_KIND_STEP_LIMIT) != 0);
  return view;
}

PlotView *
wb_plot_view_new_for_file (const PlotSpec *spec, WbRunItem *item, ModelSystem *system, PlotTimeAxis *axis, GListModel *runs, const LabMeasured *measured)
{
  return new_view (spec, item, system, axis, runs, measured, FALSE);
}

PlotView *
wb_plot_view_new (const PlotSpec *spec, WbRunItem *item, PlotTimeAxis *axis, GListModel *runs, const LabMeasured *measured)
{
  PlotView *view = new_view (spec, item, wb_run_item_system (item), axis, runs, measured, TRUE);
  WbRunItem *of = item, *to;

  if (spec->kind->needs & PLOT_NEEDS_DIFFERENCE)
    wb_plot_view_find_runs (spec, item, runs, &of, &to);
  /* Keep a reference to the run: the painter may still draw the view after the session has released the
   * run. */
  if (view != NULL)
    plot_view_keep (view, g_object_ref (of), g_object_unref);
  return view;
}

void
wb_plot_view_join (const PlotSpec *upper, PlotView *upper_view, const PlotSpec *spec, PlotView *view, WbRunItem *item)
{
  PlotSource source = { .run = plot_run (item) };

  plot_spec_join (upper, upper_view, spec, view, &source);
}

gboolean
wb_plot_view_has_exposures (const PlotSpec *spec, ModelSystem *system)
{
  /* By default, a motion that draws the history of a point shows no earlier
   * positions. */
  if (spec->exposures == 0 && system != NULL && model_system_scene_share (system) >= 0)
    return FALSE;
  /* By default, earlier positions are shown if the states of the model jump, or if the desktop asks for reduced
   * motion. */
  return spec->exposures != 0 ? spec->exposures > 0 : !wb_style_animates () || plot_run_jumps (system);
}
