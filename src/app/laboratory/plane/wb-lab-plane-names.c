#include "wb-lab-plane-names.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-layer-names.h"
#include "plot-layers.h"
#include "plot-text.h"

/* Half extents of marks, px: those of equilibria, of handles of the section, and of the ring around a selected equilibrium. */
#define MARK 6
#define HANDLE 3
#define RING 13
/* Opacity of the tint. */
#define TINT 0.13

/* Returns the short name of an equilibrium in the plot. Its mark shows whether it is stable. */
static const char *
point_name (LabPointType type)
{
  switch (type)
    {
    case LAB_POINT_STABLE_NODE:
    case LAB_POINT_UNSTABLE_NODE: return _("node");
    case LAB_POINT_STABLE_FOCUS:
    case LAB_POINT_UNSTABLE_FOCUS: return _("focus");
    case LAB_POINT_SADDLE: return _("saddle");
    case LAB_POINT_SADDLE_FOCUS: return _("saddle-focus");
    case LAB_POINT_CENTRE: return _("centre");
    default: return _("degenerate");
    }
}

static void
name_points (PlotLayer *names, const WbLabFound *found, int selected)
{
  const GPtrArray *points = found->objects.equilibria->points;

  for (guint k = 0; k < points->len; k++)
    {
      const LabEquilibrium *point = points->pdata[k];
      double x = point->x[found->plane.across], y = point->x[found->plane.up], radius = (int) k == selected ? RING : MARK;

      /* The points of a continuum have no names of their own. */
      if (found->objects.equilibria->continuum)
        plot_layer_names_avoid_mark (names, x, y, radius);
      else
        plot_layer_names_add_point (names, point_name (point->type), x, y, radius, PLOT_SERIES_TEXT);
    }
}

static void
name_cycles (PlotLayer *names, const WbLabFound *found)
{
  for (guint k = 0; k < found->objects.cycles->cycles->len; k++)
    {
      const LabCycle *cycle = found->objects.cycles->cycles->pdata[k];
      g_autofree char *period = plot_text_value (cycle->period, 3, model_time_unit (found->plane.flow->problem.model));
      /* Translators: name of a closed orbit in the plot, with its period: "stable cycle, 64.9 ms". */
      g_autofree char *text = cycle->stable ? g_strdup_printf (_("stable cycle, %s"), period) : g_strdup (_("unstable cycle"));

      plot_layer_names_add_curve (names, text, 0);
      plot_layer_names_extend (names, cycle->curve->points, cycle->curve->n);
    }
}

static void
name_nullclines (PlotLayer *names, const WbLabFound *found)
{
  for (int k = 0; k < 2; k++)
    {
      const GPtrArray *branches = found->objects.nullclines[k];

      if (branches->len > 0)
        plot_layer_names_add_nullcline (names, found->names[k], 2);
      for (guint c = 0; c < branches->len; c++)
        plot_layer_names_extend (names, ((const LabCurve *) branches->pdata[c])->points, ((const LabCurve *) branches->pdata[c])->n);
    }
}

static void
avoid (PlotLayer *names, const LabCurve *curve)
{
  plot_layer_names_avoid (names, curve->points, curve->n);
}

static void
avoid_section (PlotLayer *names, const LabPlane *plane, const LabLine *line)
{
  double points[6] = { line->from[plane->across], line->from[plane->up], line->to[plane->across], line->to[plane->up] };

  plot_layer_names_avoid (names, points, 2);
  points[4] = (points[0] + points[2]) / 2;
  points[5] = (points[1] + points[3]) / 2;
  for (int k = 0; k < 3; k++)
    plot_layer_names_avoid_mark (names, points[2 * k], points[2 * k + 1], HANDLE);
}

void
wb_lab_plane_names_add (PlotView *view, const WbLabFound *found, const GPtrArray *trajectories, guint layers, int selected, const LabLine *line)
{
  PlotLayer *names = plot_layer_names_new ();

  names->no_extent = TRUE;
  if ((layers & WB_LAB_EQUILIBRIA) != 0)
    name_points (names, found, selected);
  if ((layers & WB_LAB_CYCLES) != 0)
    name_cycles (names, found);
  if ((layers & WB_LAB_NULLCLINES) != 0)
    name_nullclines (names, found);
  for (guint k = 0; k < found->objects.manifolds->len && (layers & WB_LAB_MANIFOLDS) != 0; k++)
    avoid (names, ((const LabManifold *) found->objects.manifolds->pdata[k])->curve);
  if ((layers & WB_LAB_TRAJECTORIES) != 0)
    {
      if (found->objects.trajectory != NULL)
        avoid (names, found->objects.trajectory);
      for (guint k = 0; k < trajectories->len; k++)
        avoid (names, trajectories->pdata[k]);
    }
  if (line != NULL)
    avoid_section (names, &found->plane, line);
  plot_view_add (view, names);
}

void
wb_lab_plane_names_add_tint (PlotView *view, const WbLabFound *found, guint layers)
{
  PlotStyle style = { .series = 2 };
  PlotLayer *first = NULL;
  gboolean basins = TRUE;

  for (guint k = 0; k < found->objects.cycles->cycles->len && (layers & WB_LAB_CYCLES) != 0; k++)
    {
      const LabCycle *cycle = found->objects.cycles->cycles->pdata[k];
      g_autofree double *x = g_new (double, cycle->curve->n + 1), *y = g_new (double, cycle->curve->n + 1);
      PlotLayer *layer;
      int point, inner;

      if (cycle->stable)
        continue;
      for (int i = 0; i < cycle->curve->n; i++)
        {
          x[i] = cycle->curve->points[2 * i];
          y[i] = cycle->curve->points[2 * i + 1];
        }
      layer = plot_layer_line_new (x, y, (gsize) cycle->curve->n, &style);
      plot_layer_line_set_marker (layer, PLOT_MARKER_NONE, 0, FALSE);
      plot_layer_line_set_fill (layer, TINT);
      layer->no_extent = TRUE;
      plot_view_add (view, layer);
      first = first != NULL ? first : layer;
      basins &= lab_plane_attractor (&found->plane, &found->objects, (int) k, &point, &inner);
    }
  if (first != NULL)
    plot_layer_set_label (first, basins ? _("basin") : _("inside of an unstable cycle"), NULL, TRUE, FALSE);
}
