#include "wb-lab-plane-figure.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-layers.h"
#include "plot-text.h"

static PlotLayer *
curve_layer (const LabCurve *curve, const PlotStyle *style)
{
  g_autofree double *x = g_new (double, curve->n + 1), *y = g_new (double, curve->n + 1);

  for (int k = 0; k < curve->n; k++)
    {
      x[k] = curve->points[2 * k];
      y[k] = curve->points[2 * k + 1];
    }
  return plot_layer_line_new (x, y, (gsize) curve->n, style);
}

static void
add_curve (PlotView *view, const LabCurve *curve, const PlotStyle *style, const char *label)
{
  PlotLayer *layer = curve_layer (curve, style);

  layer->no_extent = TRUE;
  if (label != NULL)
    plot_layer_set_label (layer, label, NULL, TRUE, FALSE);
  plot_view_add (view, layer);
}

static void
add_marker (PlotView *view, const double *x, PlotMarker marker, double radius, int series)
{
  PlotStyle style = { .series = series, .width = 1.8 };
  PlotLayer *layer = plot_layer_line_new (&x[0], &x[1], 1, &style);

  plot_layer_line_set_marker (layer, marker, radius, FALSE);
  layer->no_extent = TRUE;
  plot_view_add (view, layer);
}

static void
add_equilibrium (PlotView *view, const LabEquilibrium *point)
{
  switch (point->type)
    {
    case LAB_POINT_SADDLE:
      add_marker (view, point->x, PLOT_MARKER_DIAMOND, 6, PLOT_SERIES_TEXT);
      break;
    case LAB_POINT_STABLE_NODE:
    case LAB_POINT_STABLE_FOCUS:
      add_marker (view, point->x, PLOT_MARKER_DISC, 4.5, PLOT_SERIES_TEXT);
      break;
    case LAB_POINT_CENTRE:
      add_marker (view, point->x, PLOT_MARKER_RING, 5.5, PLOT_SERIES_TEXT);
      add_marker (view, point->x, PLOT_MARKER_DISC, 1.6, PLOT_SERIES_TEXT);
      break;
    default:
      add_marker (view, point->x, PLOT_MARKER_RING, 5, PLOT_SERIES_TEXT);
      break;
    }
}

static void
add_found (PlotView *view, const WbLabFound *found, guint layers)
{
  for (int k = 0; k < 2 && (layers & WB_LAB_NULLCLINES) != 0; k++)
    {
      PlotStyle style = { .series = 2, .width = 1.6, .dashed = k == 0, .dotted = k == 1 };
      g_autofree char *name = plot_text_variable (found->names[k]), *label = g_strdup_printf ("%s′ = 0", name);

      for (guint c = 0; c < found->objects.nullclines[k]->len; c++)
        add_curve (view, found->objects.nullclines[k]->pdata[c], &style, c == 0 ? label : NULL);
    }
  for (guint k = 0; k < found->objects.manifolds->len && (layers & WB_LAB_MANIFOLDS) != 0; k++)
    {
      const LabManifold *manifold = found->objects.manifolds->pdata[k];
      PlotStyle style = { .series = 3, .width = 1.5, .solid = !manifold->stable };

      add_curve (view, manifold->curve, &style, NULL);
    }
  for (guint k = 0; k < found->objects.cycles->cycles->len && (layers & WB_LAB_CYCLES) != 0; k++)
    {
      const LabCycle *cycle = found->objects.cycles->cycles->pdata[k];
      PlotStyle style = { .series = 0, .width = cycle->stable ? 3 : 2, .solid = cycle->stable, .dashed = !cycle->stable };

      add_curve (view, cycle->curve, &style, NULL);
    }
  for (guint k = 0; k < found->objects.equilibria->points->len && (layers & WB_LAB_EQUILIBRIA) != 0; k++)
    add_equilibrium (view, found->objects.equilibria->points->pdata[k]);
}

static void
ring_selected (PlotView *view, const WbLabFound *found, int selected)
{
  int n = (int) found->objects.equilibria->points->len;

  if (selected < 0)
    return;
  if (selected < n)
    add_marker (view, ((LabEquilibrium *) found->objects.equilibria->points->pdata[selected])->x, PLOT_MARKER_RING, 12, PLOT_SERIES_ACCENT);
  else if (selected - n < (int) found->objects.cycles->cycles->len)
    {
      const LabCycle *cycle = found->objects.cycles->cycles->pdata[selected - n];
      PlotStyle style = { .series = PLOT_SERIES_ACCENT, .width = 6, .opacity = 0.4, .solid = TRUE };

      add_curve (view, cycle->curve, &style, NULL);
    }
}

PlotView *
wb_lab_found_view (const WbLabFound *found, const GPtrArray *trajectories, guint layers, int selected)
{
  PlotView *view = plot_view_new ();
  g_autofree char *x = plot_text_variable (found->names[0]), *y = plot_text_variable (found->names[1]);

  plot_view_set_title (view, _("Phase plane"), _("click for a trajectory"));
  plot_view_set_x_label (view, x);
  plot_view_set_y_label (view, y);
  plot_view_set_x_range (view, found->box.low[0], found->box.high[0]);
  plot_view_set_y_range (view, found->box.low[1], found->box.high[1]);
  if ((layers & WB_LAB_FIELD) != 0)
    plot_view_add (view, plot_layer_field_new (wb_lab_search_rhs, wb_lab_search_ref (found->search), wb_lab_search_unref));
  for (guint k = 0; k < trajectories->len && (layers & WB_LAB_TRAJECTORIES) != 0; k++)
    {
      PlotStyle style = { .series = PLOT_SERIES_SECONDARY, .width = 1.4, .solid = TRUE };

      add_curve (view, trajectories->pdata[k], &style, NULL);
    }
  add_found (view, found, layers);
  ring_selected (view, found, selected);
  return view;
}
