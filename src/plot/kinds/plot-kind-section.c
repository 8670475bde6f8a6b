/* The plot kind that shows a Poincaré section: the points of a plane at which another quantity crosses zero or an event
 * occurs. */
#include "plot-kind-private.h"
#include "plot-words.h"

PlotView *
plot_views_section (const PlotRun *run, int x_column, int y_column, int at_column, int event)
{
  PlotView *view = plot_view_new ();
  g_autofree char *x_label = plot_kind_quantity (run, x_column, NULL), *y_label = plot_kind_quantity (run, y_column, NULL);
  g_autofree char *at = at_column >= 0 && event < 0 ? plot_kind_label (run, at_column) : NULL;
  /* Translators: remark beside the title of a Poincaré section: its condition. */
  g_autofree char *remark = at != NULL ? g_strdup_printf (_("where %s rises through 0"), at)
                            /* Translators: remark beside the title of a Poincaré section: its points are the times of this event. */
                            : event >= 0 && run->system != NULL ? g_strdup_printf (_("at “%s”"), model_system_event (run->system, event)->name) : NULL;

  /* Translators: a Poincaré section, as in "Section: where x rises through 0". */
  plot_view_set_title (view, _("Section"), remark);
  plot_view_set_x_label (view, x_label);
  plot_view_set_y_label (view, y_label);
  plot_view_add (view, plot_layer_section_new (run->trajectory, x_column, y_column, at_column, event));
  return view;
}

static PlotView *
section_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  const PlotRun *run = &source->run;

  return plot_views_section (run, plot_kind_column (run, spec->x, 0), plot_kind_column (run, spec->y, 1), plot_kind_column (run, spec->at, 0),
                             plot_kind_event (run, spec->at));
}

const PlotKind plot_kind_section = {
  .id = "section",
  .title = N_("Section"),
  .across = PLOT_PLANE,
  .menu = PLOT_MENU_PLANE,
  .view = section_view,
};
