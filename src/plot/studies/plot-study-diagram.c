#include "plot-study-diagram.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-result.h"
#include "plot-layers.h"
#include "plot-text.h"

/* A name is omitted if that of another special point is nearer than these fractions of the width and height of the diagram. */
#define NAME_WIDTH 0.2
#define NAME_HEIGHT 0.07

/* A curve. NaN separates its parts. */
typedef struct { GArray *x, *y; } Curve;

enum { STABLE, UNSTABLE, STABLE_CYCLE, UNSTABLE_CYCLE, N_CURVES };

static void
append (Curve *curve, double x, double y)
{
  g_array_append_val (curve->x, x);
  g_array_append_val (curve->y, y);
}

/* ---- branches of equilibria and cycles ---- */

/* Finds the special equilibrium at which the stability changes between two rows, that is, the nearest one. Returns FALSE if there is
 * none. */
static gboolean
find_change (const LabResult *result, int state, const LabDiagramRow *a, const LabDiagramRow *b, LabDiagramPoint *change)
{
  const LabTable *special = lab_result_table (result, "special");
  double best = INFINITY;

  for (int r = 0; r < lab_table_n_rows (special); r++)
    {
      LabDiagramPoint point;
      double distance;

      if (isfinite (lab_table_number (special, r, lab_table_column (special, "period"))))
        continue;
      point = lab_diagram_special (result, r, state);
      distance = fabs (point.p - a->p) + fabs (point.p - b->p) + fabs (point.y - a->low) + fabs (point.y - b->low);
      if (!(distance < best))
        continue;
      best = distance;
      *change = point;
    }
  /* The special point is between the two rows, except for the curvature of the branch. */
  return best <= 2 * (fabs (a->p - b->p) + fabs (a->low - b->low));
}

static void
add_equilibria (const LabResult *result, int state, const LabDiagramRow *rows, int n, Curve *curves)
{
  for (int r = 0; r < n; r++)
    {
      Curve *curve = &curves[rows[r].stable ? STABLE : UNSTABLE];
      LabDiagramPoint change = { 0 };

      append (curve, rows[r].p, rows[r].low);
      if (r + 1 < n && rows[r + 1].stable != rows[r].stable)
        {
          Curve *next = &curves[rows[r + 1].stable ? STABLE : UNSTABLE];

          if (!find_change (result, state, &rows[r], &rows[r + 1], &change))
            change = (LabDiagramPoint) { .p = rows[r + 1].p, .y = rows[r + 1].low };
          append (curve, change.p, change.y);
          append (curve, NAN, NAN);
          append (next, change.p, change.y);
        }
    }
  append (&curves[STABLE], NAN, NAN);
  append (&curves[UNSTABLE], NAN, NAN);
}

/* Draws the least and the greatest values on cycles. */
static void
add_cycles (const LabDiagramRow *rows, int n, Curve *curves)
{
  for (int end = 0; end < 2; end++)
    {
      for (int r = 0; r + 1 < n; r++)
        {
          gboolean stable = lab_diagram_is_stable_between (&rows[r], &rows[r + 1]);
          Curve *curve = &curves[stable ? STABLE_CYCLE : UNSTABLE_CYCLE];

          append (curve, rows[r].p, end == 0 ? rows[r].low : rows[r].high);
          append (curve, rows[r + 1].p, end == 0 ? rows[r + 1].low : rows[r + 1].high);
          if (r + 2 >= n || lab_diagram_is_stable_between (&rows[r + 1], &rows[r + 2]) != stable)
            append (curve, NAN, NAN);
        }
    }
}

static void
add_branches (PlotView *view, const LabResult *result, int state)
{
  static const struct { const char *label; PlotStyle style; } kinds[N_CURVES] = {
    { N_("stable"), { .series = 0, .width = 2.4, .solid = TRUE } },
    { N_("unstable"), { .series = 0, .width = 1.6, .dashed = TRUE } },
    { N_("stable cycles"), { .series = 2, .width = 2.4, .solid = TRUE } },
    { N_("unstable cycles"), { .series = 2, .width = 1.6, .dashed = TRUE } },
  };
  g_autofree LabDiagramRow *rows = lab_diagram_rows (result, state);
  int n = lab_diagram_n_rows (result);
  Curve curves[N_CURVES];

  for (int k = 0; k < N_CURVES; k++)
    curves[k] = (Curve) { g_array_new (FALSE, FALSE, sizeof (double)), g_array_new (FALSE, FALSE, sizeof (double)) };
  for (int from = 0, to; from < n; from = to)
    {
      for (to = from; to < n && rows[to].branch == rows[from].branch; to++)
        ;
      if (rows[from].cycle)
        add_cycles (rows + from, to - from, curves);
      else
        add_equilibria (result, state, rows + from, to - from, curves);
    }
  for (int k = 0; k < N_CURVES; k++)
    {
      gboolean empty = TRUE;
      PlotLayer *layer;

      for (guint i = 0; i < curves[k].x->len; i++)
        empty &= isnan (g_array_index (curves[k].x, double, i));
      if (!empty)
        {
          layer = plot_layer_line_new ((const double *) (gpointer) curves[k].x->data, (const double *) (gpointer) curves[k].y->data, curves[k].x->len,
                                       &kinds[k].style);
          plot_layer_set_label (layer, _(kinds[k].label), NULL, TRUE, FALSE);
          plot_view_add (view, layer);
        }
      g_array_unref (curves[k].x);
      g_array_unref (curves[k].y);
    }
}

/* ---- special points ---- */

const char *
plot_study_diagram_name (const LabResult *result, int row)
{
  static const struct { const char *kind, *type, *name; } names[] = {
    { "fold", "cycle", N_("fold of cycles") },           { "fold", "", N_("fold") },
    { "branch", "pitchfork", N_("pitchfork") },          { "branch", "transcritical", N_("transcritical") },
    { "branch", "cycle", N_("branch point of cycles") }, { "branch", "cycle_pitchfork", N_("pitchfork of cycles") },
    { "branch", "cycle_transcritical", N_("transcritical point of cycles") }, { "hopf", "subcritical", N_("subcritical Hopf") },
    { "hopf", "supercritical", N_("supercritical Hopf") }, { "hopf", "", N_("Hopf") },
    { "period_doubling", "cycle", N_("period doubling") }, { "torus", "cycle", N_("torus (Neimark–Sacker) point") },
  };
  const LabTable *special = lab_result_table (result, "special");
  const char *kind = lab_table_text (special, row, 0), *type = lab_table_text (special, row, 1);

  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    if (strcmp (kind, names[k].kind) == 0 && strcmp (type, names[k].type) == 0)
      return _(names[k].name);
  return kind;
}

static PlotMarker
marker_of (const LabResult *result, int row)
{
  const char *kind = lab_table_text (lab_result_table (result, "special"), row, 0);

  return strcmp (kind, "hopf") == 0     ? PLOT_MARKER_DISC
         : strcmp (kind, "fold") == 0   ? PLOT_MARKER_DIAMOND
         : strcmp (kind, "branch") == 0 ? PLOT_MARKER_SQUARE
         : strcmp (kind, "torus") == 0  ? PLOT_MARKER_RING
                                        : PLOT_MARKER_TRIANGLE;
}

/* Computes the extent of the diagram in both directions. */
static void
spans (const LabResult *result, int state, double *p_span, double *y_span)
{
  g_autofree LabDiagramRow *rows = lab_diagram_rows (result, state);
  double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };

  for (int r = 0; r < lab_diagram_n_rows (result); r++)
    {
      low[0] = fmin (low[0], rows[r].p);
      high[0] = fmax (high[0], rows[r].p);
      low[1] = fmin (low[1], rows[r].low);
      high[1] = fmax (high[1], rows[r].high);
    }
  *p_span = high[0] - low[0];
  *y_span = high[1] - low[1];
}

static void
add_special (PlotView *view, const LabResult *result, int state)
{
  const LabTable *range = lab_result_table (result, "range");
  int n = lab_table_n_rows (lab_result_table (result, "special"));
  g_autofree LabDiagramPoint *named = g_new (LabDiagramPoint, n + 1);
  PlotStyle mark = { .series = 4, .width = 1.6 }, words = { .series = PLOT_SERIES_TEXT };
  double p_span, y_span;
  int n_named = 0;

  spans (result, state, &p_span, &y_span);
  for (int r = 0; r < n; r++)
    {
      LabDiagramPoint point = lab_diagram_special (result, r, state);
      PlotLayer *layer = plot_layer_line_new (&point.p, &point.y, 1, &mark);
      gboolean free = TRUE;

      plot_layer_line_set_marker (layer, marker_of (result, r), 4.5, FALSE);
      plot_layer_set_label (layer, plot_study_diagram_name (result, r), NULL, FALSE, FALSE);
      plot_view_add (view, layer);
      for (int k = 0; k < n_named; k++)
        free &= fabs (named[k].p - point.p) > NAME_WIDTH * p_span || fabs (named[k].y - point.y) > NAME_HEIGHT * y_span;
      if (!free)
        continue;
      named[n_named++] = point;
      {
        gboolean left = point.p > 0.3 * lab_table_number (range, 0, 1) + 0.7 * lab_table_number (range, 0, 2);
        g_autofree char *text = g_strdup_printf (left ? "%s   " : "   %s", plot_study_diagram_name (result, r));

        plot_view_add (view, plot_layer_text_new (text, point.p, point.y, left ? 1 : 0, &words, FALSE));
      }
    }
}

static void
add_ring (PlotView *view, const LabDiagramPoint *point)
{
  PlotStyle style = { .series = PLOT_SERIES_ACCENT, .width = 2.2 };
  PlotLayer *layer = plot_layer_line_new (&point->p, &point->y, 1, &style);

  plot_layer_line_set_marker (layer, PLOT_MARKER_RING, 9, FALSE);
  layer->no_extent = TRUE;
  plot_view_add (view, layer);
}

PlotView *
plot_study_diagram_new (const LabResult *result, int state, const LabDiagramPoint *selected, const char *title, const char *remark)
{
  const LabTable *range = lab_result_table (result, "range");
  PlotView *view = plot_view_new ();
  g_autofree char *x = plot_text_variable (lab_diagram_parameter (result)), *y = plot_text_variable (lab_diagram_state (result, state));

  plot_view_set_title (view, title, remark);
  plot_view_set_x_label (view, x);
  plot_view_set_y_label (view, y);
  plot_view_set_x_home (view, lab_table_number (range, 0, 1), lab_table_number (range, 0, 2));
  add_branches (view, result, state);
  if (selected != NULL) /* draw the ring first: it is filled and would cover the marker of a special point */
    add_ring (view, selected);
  add_special (view, result, state);
  return view;
}
