/* Makes the plot of the phase plane or of the return map, and finds the curve or point of the plot that is under the pointer. */
#include "wb-lab-plane-figure.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-text.h"

/* ---- the return map ---- */

char *
wb_lab_line_words (const LabPlane *plane, const LabLine *line, int direction)
{
  const int index[2] = { plane->across, plane->up };

  for (int k = 0; k < 2; k++)
    if (line->from[index[k]] == line->to[index[k]])
      {
        g_autofree char *name = plot_text_variable (plane->flow->ode->names[index[k]]);
        char number[48];

        plot_format_number (line->from[index[k]], 3, number, sizeof number);
        /* Translators: a section, "x = 0, rising". */
        return g_strdup_printf (direction > 0 ? _("%s = %s, rising") : direction < 0 ? _("%s = %s, falling") : "%s = %s", name, number);
      }
  return NULL;
}

/* Adds the map as one line, interrupted at jumps and where orbits do not return. */
static void
add_map (PlotView *view, const LabReturns *returns)
{
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double)), y = g_array_new (FALSE, FALSE, sizeof (double));
  PlotStyle style = { .series = PLOT_SERIES_EVENT, .width = 2.2, .solid = TRUE };
  const double gap = NAN;

  for (guint k = 0; k < returns->map->len; k++)
    {
      const LabReturn *pair = &g_array_index (returns->map, LabReturn, k);

      if (isnan (pair->next))
        continue;
      if (!pair->joined && x->len > 0)
        {
          g_array_append_val (x, pair->at);
          g_array_append_val (y, gap);
        }
      g_array_append_val (x, pair->at);
      g_array_append_val (y, pair->next);
    }
  plot_view_add (view, plot_layer_line_new ((const double *) (gpointer) x->data, (const double *) (gpointer) y->data, x->len, &style));
}

static void
add_marker (PlotView *view, const double *at, PlotMarker marker, double radius, int series)
{
  PlotStyle style = { .series = series, .width = 1.8 };
  PlotLayer *layer = plot_layer_line_new (&at[0], &at[1], 1, &style);

  plot_layer_line_set_marker (layer, marker, radius, FALSE);
  layer->no_extent = TRUE;
  plot_view_add (view, layer);
}

static void
add_fixed (PlotView *view, const WbLabFound *found, const LabFixedPoint *fixed)
{
  const double at[2] = { fixed->at, fixed->at };

  if (fixed->point == 0)
    {
      add_marker (view, at, fixed->stable ? PLOT_MARKER_DISC : PLOT_MARKER_RING, fixed->stable ? 4.5 : 5, 0);
      return;
    }
  switch (((const LabEquilibrium *) found->objects.equilibria->points->pdata[fixed->point - 1])->type)
    {
    case LAB_POINT_SADDLE:
      add_marker (view, at, PLOT_MARKER_DIAMOND, 6, PLOT_SERIES_TEXT);
      break;
    default:
      add_marker (view, at, fixed->stable ? PLOT_MARKER_DISC : PLOT_MARKER_RING, fixed->stable ? 4.5 : 5, PLOT_SERIES_TEXT);
      break;
    }
}

/* Part of the distance of the first and the last fixed point by which the plot of the map exceeds them, and the part of the section that it
 * shows at least. */
#define FIXED_MARGIN 0.4
#define LEAST_PART 0.15

/* Sets the range of positions that the plot of the map shows at first: around the fixed points or, if there are fewer than two, all. */
static void
map_range (const LabReturns *returns, double *range)
{
  double ends[2] = { returns->line.from[returns->along], returns->line.to[returns->along] };
  double low = fmin (ends[0], ends[1]), high = fmax (ends[0], ends[1]), pad = 0.04 * (high - low);

  range[0] = low - pad;
  range[1] = high + pad;
  if (returns->fixed->len >= 2)
    {
      double first = g_array_index (returns->fixed, LabFixedPoint, 0).at, last = g_array_index (returns->fixed, LabFixedPoint, returns->fixed->len - 1).at;
      double margin = fmax (FIXED_MARGIN * (last - first), LEAST_PART / 2 * (high - low));

      range[0] = fmax (range[0], first - margin);
      range[1] = fmin (range[1], last + margin);
    }
  if (range[0] < low)
    range[0] = low - 0.04 * (range[1] - low);
}

PlotView *
wb_lab_returns_view (const WbLabFound *found)
{
  const LabReturns *returns = found->objects.returns;
  double ends[2] = { returns->line.from[returns->along], returns->line.to[returns->along] };
  double pad = 0.04 * fabs (ends[1] - ends[0]), range[2], diagonal[2] = { fmin (ends[0], ends[1]) - pad, fmax (ends[0], ends[1]) + pad };
  PlotStyle dashed = { .series = PLOT_SERIES_SECONDARY, .width = 1.2, .dashed = TRUE };
  PlotView *view = plot_view_new ();
  g_autofree char *name = plot_text_variable (found->plane.flow->ode->names[returns->along]), *words = wb_lab_line_words (&found->plane, &returns->line, returns->direction);
  /* Translators: label of the vertical axis of a return map, "next x". */
  g_autofree char *next = g_strdup_printf (_("next %s"), name);

  plot_view_set_title (view, _("Section"), words);
  plot_view_set_x_label (view, name);
  plot_view_set_y_label (view, next);
  map_range (returns, range);
  plot_view_set_x_range (view, range[0], range[1]);
  plot_view_set_y_range (view, range[0], range[1]);
  plot_view_add (view, plot_layer_line_new (diagonal, diagonal, 2, &dashed));
  add_map (view, returns);
  for (guint k = 0; k < returns->fixed->len; k++)
    add_fixed (view, found, &g_array_index (returns->fixed, LabFixedPoint, k));
  return view;
}

/* ---- the plane ---- */

PlotView *
wb_lab_found_view (const WbLabFound *found, const PlotStudyPlane *choices, const LabLine *line)
{
  const LabPlane *plane = &found->plane;
  PlotStudyPlane options = *choices;
  double section[4];
  PlotRange ranges[2];
  PlotView *view;

  options.unit = model_time_unit (plane->flow->problem.model);
  if (line != NULL)
    {
      for (int k = 0; k < 4; k++)
        section[k] = (k < 2 ? line->from : line->to)[k % 2 == 0 ? plane->across : plane->up];
      options.section = section;
    }
  view = plot_study_plane_new (found->result, wb_lab_search_instance (found->search), &options);
  plot_view_set_x_range (view, found->home[0][0], found->home[1][0]);
  plot_view_set_y_range (view, found->home[0][1], found->home[1][1]);
  for (int k = 0; k < 2; k++)
    ranges[k] = (PlotRange) { plane->low[k], plane->high[k], plane->low[k] != found->home[0][k] || plane->high[k] != found->home[1][k] };
  if (ranges[0].by_hand || ranges[1].by_hand)
    plot_view_set_shown (view, &ranges[0], &ranges[1]);
  return view;
}

/* ---- outside ---- */

/* Margin of a window around all closed orbits, relative to its size. */
#define OUTSIDE_MARGIN 0.06

int
wb_lab_found_n_outside (const WbLabFound *found, double *low, double *high)
{
  const LabPlane *plane = &found->plane;
  int n = 0;

  for (int k = 0; k < 2; k++)
    {
      low[k] = plane->low[k];
      high[k] = plane->high[k];
    }
  for (int k = 0; k < (int) found->objects.cycles->cycles->len; k++)
    {
      const LabCurve *curve = ((const LabCycle *) found->objects.cycles->cycles->pdata[k])->curve;
      gboolean outside = FALSE;

      for (int i = 0; i < 2 * curve->n; i++)
        {
          outside |= curve->points[i] < plane->low[i % 2] || curve->points[i] > plane->high[i % 2];
          low[i % 2] = fmin (low[i % 2], curve->points[i]);
          high[i % 2] = fmax (high[i % 2], curve->points[i]);
        }
      n += outside;
    }
  for (int k = 0; k < 2; k++)
    {
      double margin = OUTSIDE_MARGIN * (high[k] - low[k]);

      low[k] -= low[k] < plane->low[k] ? margin : 0;
      high[k] += high[k] > plane->high[k] ? margin : 0;
    }
  return n;
}

/* ---- clicks ---- */

/* Distance of a click from the mark of an equilibrium, relative to the shown ranges, up to which the click selects it. A click is reported at
 * the nearest point of all marks and curves, and manifolds begin beside the mark of their saddle. */
#define MARK_REACH 4e-3

int
wb_lab_found_object_at (const WbLabFound *found, const PlotView *view, double x, double y)
{
  const LabPlaneObjects *objects = &found->objects;
  int across = found->plane.across, up = found->plane.up, n = (int) objects->equilibria->points->len;
  double low[2], high[2];

  plot_view_get_x_range (view, &low[0], &high[0]);
  plot_view_get_y_range (view, &low[1], &high[1]);

  for (int k = 0; k < n; k++)
    {
      const LabEquilibrium *point = objects->equilibria->points->pdata[k];

      if (fabs (point->x[across] - x) < MARK_REACH * (high[0] - low[0]) && fabs (point->x[up] - y) < MARK_REACH * (high[1] - low[1]))
        return k;
    }
  for (int k = 0; k < (int) objects->cycles->cycles->len; k++)
    {
      const LabCurve *curve = ((const LabCycle *) objects->cycles->cycles->pdata[k])->curve;

      for (int i = 0; i < curve->n; i++)
        if (curve->points[2 * i] == x && curve->points[2 * i + 1] == y)
          return n + k;
    }
  return -1;
}
