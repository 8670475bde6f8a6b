/* The plot kind that shows columns over time. */
#include <math.h>

#include "plot-kind-private.h"
#include "plot-text.h"
#include "plot-words.h"

/* Returns whether a time plot of the model's file shows exactly these columns. */
static gboolean
shows (const PlotRun *run, const ModelPlot *plot, const int *columns, int n_columns)
{
  for (int i = 0; i < n_columns; i++)
    if (plot->show[i] == NULL || model_system_find_column (run->system, plot->show[i]) != columns[i])
      return FALSE;
  return plot->show[n_columns] == NULL;
}

/* Sets the y range of a plot of these columns from the model's file. It is used as long as all data are
 * inside. */
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

/* Opacity of a band around a curve. Where bands of several curves overlap, all remain visible. */
#define BAND_OPACITY 0.25

/* Returns the index of the state that a column shows, or −1 if it shows no state or its values are wrapped to an interval. */
static int
state_of (const PlotRun *run, int column)
{
  const ModelColumn *info = plot_kind_column_info (run, column);

  return info != NULL && info->type == MODEL_COLUMN_STATE && info->wrap == 0 ? info->index : -1;
}

/* Returns the text after the title of a plot with sensitivity bands, or NULL if bands is NULL. Free it with g_free. */
static char *
bands_remark (const PlotRun *run, const PlotBands *bands, const int *columns, int n_columns)
{
  g_autofree char *name = NULL;
  int state = -1;

  if (bands == NULL || bands->state != NULL)
    return bands != NULL ? g_strdup (bands->state) : NULL;
  for (int i = 0; i < n_columns && state < 0; i++)
    state = state_of (run, columns[i]);
  if (state < 0)
    return g_strdup (_("only states have a sensitivity band"));
  if (*bands->largest[state] == '\0')
    return g_strdup (_("band: no parameter has an effect"));
  name = plot_text_variable (bands->largest[state]);
  /* Translators: the band around a curve shows the effect of a change of each parameter by 1 %; %s is the parameter with the largest
   * effect. */
  return g_strdup_printf (_("band: each parameter ±1 %%, most by %s"), name);
}

/* Adds the bands of the states among these columns, below all curves. first is the series of the first column. The bands do not change the
 * ranges of the axes, because the bands of a chaotic run grow without bound. */
static void
add_bands (PlotView *view, const PlotRun *run, const PlotBands *bands, const int *columns, int n_columns, int first)
{
  for (int i = n_columns - 1; bands != NULL && bands->state == NULL && i >= 0; i--)
    {
      gsize at = (gsize) MAX (state_of (run, columns[i]), 0) * bands->n;
      PlotStyle style = { .series = (first + i) % PLOT_N_STYLES };
      PlotLayer *band;

      if (state_of (run, columns[i]) < 0)
        continue;
      band = plot_layer_band_new (bands->t, bands->low + at, bands->high + at, bands->n, &style, BAND_OPACITY);
      band->no_extent = TRUE;
      plot_view_add (view, band);
    }
}

static PlotView *
view_of_columns (const PlotRun *run, const PlotBands *bands, PlotTimeAxis *axis, const int *columns, int n_columns)
{
  g_autofree char *about = bands_remark (run, bands, columns, n_columns);
  PlotView *view = plot_kind_time_view (run, axis, _("Time series"), about);
  PlotLayer *events;
  const ModelColumn *main;

  /* All time plots of a run share its time axis. It is logarithmic if the first time plot in the model's file is. */
  for (int i = 0; run->system != NULL && i < model_n_plots (model_system_model (run->system)); i++)
    {
      const ModelPlot *plot = model_plot (model_system_model (run->system), i);

      if (plot->type != MODEL_PLOT_TIME)
        continue;
      if (plot->log_x)
        plot_time_axis_set_log (axis, TRUE);
      break;
    }
  plot_kind_add_phases (view, run, TRUE);
  add_bands (view, run, bands, columns, n_columns, 0);
  main = n_columns > 0 ? plot_kind_column_info (run, columns[0]) : NULL;
  events = plot_kind_add_events (view, run, TRUE, main != NULL && main->wrap == 0 ? columns[0] : PLOT_COLUMN_NONE);
  /* Add the first column last, so that its curve is drawn on top of the others. */
  for (int i = n_columns - 1; i >= 0; i--)
    {
      const ModelColumn *info = plot_kind_column_info (run, columns[i]);
      g_autofree char *label = plot_kind_label (run, columns[i]);
      PlotStyle style = { .series = i % PLOT_N_STYLES };
      PlotTransform transform = { 0, 1, FALSE, info != NULL ? info->wrap : 0 };
      PlotLayer *curve = plot_layer_curve_new (run->trajectory, columns[i], &style, &transform);
      gboolean remark = info != NULL && info->about != NULL && *info->about != '\0' && g_utf8_strlen (info->about, -1) <= 16;

      plot_layer_set_label (curve, label, remark ? info->about : NULL, TRUE, TRUE);
      plot_layer_set_unit (curve, info != NULL ? info->unit : NULL);
      curve->rank = i;
      plot_view_add (view, curve);
      plot_layer_events_add_curve (events, columns[i], transform.wrap);
    }
  plot_kind_add_measured (view, run, columns, n_columns, 0);
  if (n_columns > 0)
    plot_view_add (view, plot_layer_inset_new (run->trajectory, columns, n_columns, &(PlotStyle){ .series = 0 }));
  take_home (view, run, columns, n_columns);
  return view;
}

PlotView *
plot_views_time (const PlotRun *run, PlotTimeAxis *axis, const int *columns, int n_columns)
{
  return view_of_columns (run, NULL, axis, columns, n_columns);
}

/* Largest number of curves that a second run adds; more would hide the first run. */
#define MOST_OTHER_CURVES 2

/* Adds the curve of a run in a tree of branched runs, with its letter. */
static void
add_branch (const PlotRun *run, PlotView *view, int column, gboolean main)
{
  const ModelColumn *info = model_system_column (run->system, column);
  PlotStyle style = { .series = run->series, .width = main ? 2 : 1.5, .opacity = main ? 1 : 0.7 };
  PlotTransform transform = { 0, 1, FALSE, info->wrap };
  PlotLayer *layer = plot_layer_curve_new (run->trajectory, column, &style, &transform);
  char letter[2] = { (char) run->letter, '\0' };
  g_autofree char *variable = plot_text_variable (info->name), *quantity = g_strdup_printf ("%s (%s)", variable, letter);

  plot_layer_set_label (layer, letter, NULL, TRUE, FALSE);
  plot_layer_set_quantity (layer, quantity);
  plot_layer_set_unit (layer, info->unit);
  layer->begins = !isnan (run->t_branch);
  layer->begin = run->t_branch;
  layer->rank = run->letter;
  plot_view_add (view, layer);
}

static PlotView *
branch_view (const PlotRun *run, const PlotBands *bands, PlotTimeAxis *axis, int column)
{
  g_autofree char *label = plot_kind_label (run, column), *remark = bands_remark (run, bands, &column, 1);
  g_autofree char *both = remark != NULL ? g_strdup_printf ("%s, %s", label, remark) : NULL;
  PlotView *view = plot_kind_time_view (run, axis, _("Time series"), both != NULL ? both : label);
  const ModelColumn *info = plot_kind_column_info (run, column);

  plot_kind_add_phases (view, run, TRUE);
  add_bands (view, run, bands, &column, 1, run->series);
  plot_layer_events_add_curve (plot_kind_add_events (view, run, TRUE, PLOT_COLUMN_NONE), column, info != NULL ? info->wrap : 0);
  add_branch (run, view, column, TRUE);
  plot_kind_add_measured (view, run, &column, 1, run->series);
  take_home (view, run, &column, 1);
  return view;
}

static PlotView *
time_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  int columns[PLOT_MOST_CURVES], n = plot_kind_columns (spec, &source->run, columns);

  /* In a tree of branched runs each run has its own colour, so the plot shows only one quantity. */
  if (n > 0 && source->run.letter != 0)
    return branch_view (&source->run, source->bands, axis, columns[0]);
  return n > 0 ? view_of_columns (&source->run, source->bands, axis, columns, n) : NULL;
}

/* Draws the curves of a ghost (the run before the last change of a value) faintly, each in the colour of the curve that replaces
 * it. */
static void
add_ghost (const PlotRun *other, PlotView *view, const int *columns, int n)
{
  for (int c = 0; c < n; c++)
    {
      const ModelColumn *column = model_system_column (other->system, columns[c]);
      PlotStyle style = plot_kind_ghost_style (c % PLOT_N_SERIES);
      PlotTransform transform = { 0, 1, FALSE, column->wrap };
      g_autofree char *variable = plot_text_variable (column->name), *quantity = g_strdup_printf (_("%s before"), variable);
      PlotLayer *layer = plot_layer_curve_new (other->trajectory, columns[c], &style, &transform);

      /* Translators: key of the curves of the run before the last change of a value. */
      if (c == 0)
        plot_layer_set_label (layer, _("before"), NULL, TRUE, FALSE);
      plot_layer_set_quantity (layer, quantity);
      plot_layer_set_unit (layer, column->unit);
      layer->rank = n;
      plot_view_add (view, layer);
    }
}

static void
time_add_run (const PlotSpec *spec, const PlotSource *source, const PlotRun *other, PlotView *view)
{
  int columns[PLOT_MOST_CURVES], n = plot_kind_columns (spec, &source->run, columns);
  PlotStyle style = plot_kind_other_style (other);

  if (other->ghost)
    {
      add_ghost (other, view, columns, n);
      return;
    }
  if (source->run.letter != 0 && other->letter != 0)
    {
      add_branch (other, view, columns[0], FALSE);
      return;
    }
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

const PlotKind plot_kind_time = {
  .id = "time",
  .title = N_("Time series"),
  .across = PLOT_OVER_TIME,
  .menu = PLOT_MENU_TIME | PLOT_MENU_SENSITIVITY | PLOT_MENU_MEASURED,
  .flags = PLOT_KIND_EXPORTED,
  .height = 268,
  .view = time_view,
  .add_run = time_add_run,
};
