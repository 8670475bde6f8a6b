#include "wb-lab-plane-figure.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-text.h"
#include "wb-lab-plane-names.h"

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
add_equilibrium (PlotView *view, const LabPlane *plane, const LabEquilibrium *point)
{
  const double at[2] = { point->x[plane->across], point->x[plane->up] };

  switch (point->type)
    {
    case LAB_POINT_SADDLE:
    case LAB_POINT_SADDLE_FOCUS:
      add_marker (view, at, PLOT_MARKER_DIAMOND, 6, PLOT_SERIES_TEXT);
      break;
    case LAB_POINT_STABLE_NODE:
    case LAB_POINT_STABLE_FOCUS:
      add_marker (view, at, PLOT_MARKER_DISC, 4.5, PLOT_SERIES_TEXT);
      break;
    case LAB_POINT_CENTRE:
      add_marker (view, at, PLOT_MARKER_RING, 5.5, PLOT_SERIES_TEXT);
      add_marker (view, at, PLOT_MARKER_DISC, 1.6, PLOT_SERIES_TEXT);
      break;
    default:
      add_marker (view, at, PLOT_MARKER_RING, 5, PLOT_SERIES_TEXT);
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
    add_equilibrium (view, &found->plane, found->objects.equilibria->points->pdata[k]);
}

static void
ring_selected (PlotView *view, const WbLabFound *found, int selected)
{
  int n = (int) found->objects.equilibria->points->len;

  if (selected < 0)
    return;
  if (selected < n)
    {
      const double *x = ((const LabEquilibrium *) found->objects.equilibria->points->pdata[selected])->x;

      add_marker (view, (const double[]) { x[found->plane.across], x[found->plane.up] }, PLOT_MARKER_RING, 12, PLOT_SERIES_ACCENT);
    }
  else if (selected - n < (int) found->objects.cycles->cycles->len)
    {
      const LabCycle *cycle = found->objects.cycles->cycles->pdata[selected - n];
      PlotStyle style = { .series = PLOT_SERIES_ACCENT, .width = 6, .opacity = 0.4, .solid = TRUE };

      add_curve (view, cycle->curve, &style, NULL);
    }
}

/* ---- the section ---- */

/* Distance between the label and the end of the section, as a fraction of the height of the plotted region. */
#define LABEL_DISTANCE 0.04

/* Adds the section with handles at its ends and in its middle. */
static void
add_section (PlotView *view, const LabPlane *plane, const LabLine *line)
{
  const int index[2] = { plane->across, plane->up };
  PlotStyle style = { .series = PLOT_SERIES_EVENT, .width = 2.2, .solid = TRUE };
  double x[3], y[3], right;
  double *const coordinates[2] = { x, y };
  PlotLayer *ends, *label;

  for (int k = 0; k < 2; k++)
    {
      coordinates[k][0] = line->from[index[k]];
      coordinates[k][2] = line->to[index[k]];
      coordinates[k][1] = (coordinates[k][0] + coordinates[k][2]) / 2;
    }
  ends = plot_layer_line_new (x, y, 3, &style);
  plot_layer_line_set_marker (ends, PLOT_MARKER_DISC, 3, TRUE);
  plot_layer_line_set_handles (ends);
  ends->no_extent = TRUE;
  plot_view_add (view, ends);
  right = CLAMP (fmax (x[0], x[2]), plane->low[0], plane->high[0]);
  label = plot_layer_text_new (_("section"), right, (x[0] < x[2] ? y[2] : y[0]) + LABEL_DISTANCE * (plane->high[1] - plane->low[1]), 1, &style, TRUE);
  plot_layer_text_set_movable (label);
  plot_view_add (view, label);
}

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

/* Neighbouring points of the map are joined up to these multiples of the distance of the starts; larger distances are jumps. */
#define JOIN_STARTS 1.6
#define JOIN_RETURNS 3

/* Adds the map as one line, interrupted at jumps and where orbits do not return. */
static void
add_map (PlotView *view, const LabReturns *returns)
{
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double)), y = g_array_new (FALSE, FALSE, sizeof (double));
  PlotStyle style = { .series = PLOT_SERIES_EVENT, .width = 2.2, .solid = TRUE };
  const double gap = NAN;
  const LabReturnPair *before = NULL;

  for (guint k = 0; k < returns->map->len; k++)
    {
      const LabReturnPair *pair = &g_array_index (returns->map, LabReturnPair, k);

      if (isnan (pair->next))
        continue;
      if (before != NULL && (pair->at - before->at > JOIN_STARTS * returns->spacing || fabs (pair->next - before->next) > JOIN_RETURNS * returns->spacing))
        {
          g_array_append_val (x, pair->at);
          g_array_append_val (y, gap);
        }
      g_array_append_val (x, pair->at);
      g_array_append_val (y, pair->next);
      before = pair;
    }
  plot_view_add (view, plot_layer_line_new ((const double *) (gpointer) x->data, (const double *) (gpointer) y->data, x->len, &style));
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

/* Returns the remark beside the title: the slice, the region in which the objects were found, and what a click does. Free it with g_free. */
static char *
remark_text (const WbLabFound *found)
{
  g_autofree char *slice = lab_plane_slice_text (&found->plane), *region = NULL, *named = NULL;
  char numbers[4][48];

  for (int k = 0; k < 2; k++)
    {
      plot_format_number (found->plane.low[k], 3, numbers[2 * k], sizeof numbers[0]);
      plot_format_number (found->plane.high[k], 3, numbers[2 * k + 1], sizeof numbers[0]);
    }
  if (wb_lab_found_is_driven (found))
    {
      g_autofree char *time = plot_text_value (found->plane.t, 4, model_time_unit (found->plane.flow->problem.model));

      /* Translators: remark beside the title of the phase plane: the time of the direction field, "at t = 3 s". */
      region = g_strdup_printf (_("at *t* = %s"), time);
    }
  else
    /* Translators: the ranges of both axes of the phase plane, in which equilibria and closed orbits were sought, "all found in −2 to 2 × −1 to 1". */
    region = g_strdup_printf (_("all found in %s to %s × %s to %s"), numbers[0], numbers[1], numbers[2], numbers[3]);
  /* Translators: remark beside the title of a plot, "slice z = 27". */
  named = *slice != '\0' ? g_strdup_printf (_("slice %s"), slice) : NULL;
  return g_strconcat (named != NULL ? named : "", named != NULL ? ", " : "", region, ", ", _("click for a trajectory"), NULL);
}

PlotView *
wb_lab_found_view (const WbLabFound *found, const GPtrArray *trajectories, guint layers, int selected, const LabLine *line)
{
  PlotView *view = plot_view_new ();
  g_autofree char *x = plot_text_variable (found->names[0]), *y = plot_text_variable (found->names[1]);
  g_autofree char *remark = remark_text (found);
  PlotRange ranges[2];
  PlotStyle followed = { .series = PLOT_SERIES_SECONDARY, .width = 1.4, .solid = TRUE };

  plot_view_set_title (view, _("Phase plane"), remark);
  plot_view_set_x_label (view, x);
  plot_view_set_y_label (view, y);
  plot_view_set_x_range (view, found->home[0][0], found->home[1][0]);
  plot_view_set_y_range (view, found->home[0][1], found->home[1][1]);
  for (int k = 0; k < 2; k++)
    ranges[k] = (PlotRange) { found->plane.low[k], found->plane.high[k], found->plane.low[k] != found->home[0][k] || found->plane.high[k] != found->home[1][k] };
  if (ranges[0].by_hand || ranges[1].by_hand)
    plot_view_set_shown (view, &ranges[0], &ranges[1]);
  if ((layers & WB_LAB_FIELD) != 0)
    plot_view_add (view, plot_layer_field_new (wb_lab_search_rhs, wb_lab_search_ref (found->search), wb_lab_search_unref));
  if (found->objects.trajectory != NULL && (layers & WB_LAB_TRAJECTORIES) != 0)
    add_curve (view, found->objects.trajectory, &(PlotStyle) { .series = 0, .width = 1.2, .solid = TRUE }, NULL);
  for (guint k = 0; k < trajectories->len && (layers & WB_LAB_TRAJECTORIES) != 0; k++)
    add_curve (view, trajectories->pdata[k], &followed, NULL);
  wb_lab_plane_names_add_tint (view, found, layers);
  add_found (view, found, layers);
  if (line != NULL && (layers & WB_LAB_SECTION) != 0)
    add_section (view, &found->plane, line);
  ring_selected (view, found, selected);
  wb_lab_plane_names_add (view, found, trajectories, layers, selected, (layers & WB_LAB_SECTION) != 0 ? line : NULL);
  return view;
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
