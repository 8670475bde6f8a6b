/* The plot kind that shows the times between events. */
#include "plot-kind-private.h"
#include "plot-words.h"

/* Returns the title for the times between occurrences of an event. It comes from the model or, if the model has none, from the event's
 * name. Free it with g_free. */
static char *
events_title (const PlotRun *run, int event)
{
  Model *model = run->system != NULL ? model_system_model (run->system) : NULL;

  for (int i = 0; model != NULL && i < model_n_plots (model); i++)
    {
      const ModelPlot *plot = model_plot (model, i);

      if (plot->type == MODEL_PLOT_EVENTS && plot->title != NULL && plot_kind_event (run, plot->at) == event)
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
  PlotView *view = plot_kind_time_view (run, axis, title, remark);

  plot_view_set_log (view, plot_time_axis_get_log (axis), TRUE);
  plot_kind_add_phases (view, run, FALSE);
  plot_kind_add_events (view, run, FALSE, PLOT_COLUMN_NONE);
  plot_view_add (view, plot_layer_law_new (run->system, run->trajectory, event));
  plot_view_add (view, plot_layer_intervals_new (run->trajectory, event));
  return view;
}

static PlotView *
events_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  return plot_views_events (&source->run, axis, plot_kind_event (&source->run, spec->at));
}

const PlotKind plot_kind_events = {
  .id = "events",
  .title = N_("Time between events"),
  .across = PLOT_OVER_TIME,
  .needs = PLOT_NEEDS_EVENTS,
  .menu = PLOT_MENU_TIME,
  .rows = PLOT_ROWS_EVENTS,
  .view = events_view,
};
