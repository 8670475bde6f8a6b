/* The plot kind that shows the tree of branched runs over time. */
#include "plot-kind-private.h"
#include "plot-words.h"

static PlotView *
branches_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  PlotView *view = plot_kind_time_view (&source->run, axis, _("Branches"), _("times at which branches begin"));

  plot_view_set_axes_shown (view, TRUE, FALSE);
  plot_view_set_y_range (view, 0, 1);
  plot_view_add (view, plot_layer_lanes_new (source->lanes, source->n_lanes));
  return view;
}

const PlotKind plot_kind_branches = {
  .id = "branches",
  .title = N_("Branches"),
  .across = PLOT_OVER_TIME,
  .needs = PLOT_NEEDS_BRANCHES,
  .menu = PLOT_MENU_FOLLOW,
  .view = branches_view,
};
