/* Draws a region of attraction in the plane of two states. */
#include <math.h>

#include "plot-layers.h"
#include "plot-study-views.h"
#include "plot-words.h"

#define SET_OPACITY 0.18

static void
add_runs (PlotView *view, const PlotRegion *region, gboolean escapes)
{
  gboolean labelled = FALSE;

  for (int i = 0; i < region->n_runs; i++)
    {
      const PlotRegionRun *run = &region->runs[i];
      PlotStyle style = { .series = escapes ? PLOT_SERIES_REJECTED : 0, .width = 1.5, .solid = TRUE };
      PlotLayer *line, *start;

      if (run->escapes != escapes || run->n == 0)
        continue;
      line = plot_layer_line_new (run->x, run->y, (gsize) run->n, &style);
      start = plot_layer_line_new (run->x, run->y, 1, &style);
      plot_layer_line_set_marker (start, PLOT_MARKER_DISC, 4, FALSE);
      /* A run that escapes does not affect the range of the axes. */
      line->no_extent = start->no_extent = escapes;
      if (!labelled)
        plot_layer_set_label (line, escapes ? _("escapes") : _("comes to rest"), NULL, TRUE, FALSE);
      labelled = TRUE;
      plot_view_add (view, line);
      plot_view_add (view, start);
    }
}

static void
label_set (PlotLayer *set, const PlotRegion *region)
{
  /* Translators: labels of the region of attraction. */
  const char *name = region->certified ? _("certified set") : _("candidate, not certified");
  g_autofree char *label = region->share > 0 && region->certified
                             /* Translators: the certified set and how much of the true region of attraction it covers. */
                             ? g_strdup_printf (_("certified set, %.1f %%"), 100 * region->share)
                             : g_strdup (name);

  plot_layer_set_label (set, label, NULL, TRUE, FALSE);
}

PlotView *
plot_study_region_new (const PlotRegion *region)
{
  PlotView *view = plot_view_new ();

  plot_view_set_title (view, region->title, region->remark);
  plot_view_set_x_label (view, region->x_label);
  plot_view_set_y_label (view, region->y_label);
  if (region->x_high > region->x_low)
    plot_view_set_x_home (view, region->x_low, region->x_high);
  if (region->y_high > region->y_low)
    plot_view_set_y_home (view, region->y_low, region->y_high);
  if (region->n_set > 0)
    {
      PlotStyle style = { .series = PLOT_SERIES_VERIFIED, .width = 2.2, .dashed = !region->certified };
      PlotLayer *set = plot_layer_line_new (region->set_x, region->set_y, (gsize) region->n_set, &style);

      plot_layer_line_set_fill (set, SET_OPACITY);
      label_set (set, region);
      plot_view_add (view, set);
    }
  if (region->n_smaller > 0)
    {
      PlotLayer *set = plot_layer_line_new (region->smaller_x, region->smaller_y, (gsize) region->n_smaller,
                                            &(PlotStyle) { .series = PLOT_SERIES_VERIFIED, .width = 1.2 });

      plot_layer_set_label (set, _("set of degree 2"), NULL, TRUE, FALSE);
      plot_view_add (view, set);
    }
  if (region->n_true > 0)
    {
      PlotLayer *line = plot_layer_line_new (region->true_x, region->true_y, (gsize) region->n_true,
                                             &(PlotStyle) { .series = PLOT_SERIES_TEXT, .width = 1.4, .dashed = TRUE });

      /* Translators: computed boundary of the true region of attraction. */
      plot_layer_set_label (line, _("true boundary"), NULL, TRUE, FALSE);
      plot_view_add (view, line);
    }
  add_runs (view, region, FALSE);
  add_runs (view, region, TRUE);
  return view;
}
