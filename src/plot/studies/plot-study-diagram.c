/* Builds the view of a bifurcation diagram: branches of equilibria and cycles by stability, special points, and their
 * names beside them. */
#include "plot-study-diagram.h"

#include <math.h>
#include <string.h>

#include "lab-result.h"
#include "plot-format.h"
#include "plot-layers.h"
#include "plot-study-picture.h"
#include "plot-text.h"
#include "plot-words.h"

/* Room for the name of a special point, and distance of a name above or below its point, as fractions of the width and height of the diagram. */
#define NAME_WIDTH 0.28
#define NAME_HEIGHT 0.05
#define NAME_SHIFT 0.045
/* A name that would cover more points of curves than this is omitted. */
#define MOST_COVERED 5
/* Points of curves nearer to a special point than this fraction of the width are under its marker. */
#define MARKER_WIDTH 0.01

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

/* Adds two curves for a branch of cycles: the smallest and the largest value of the state on each cycle. */
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

static gboolean
has_points (const Curve *curve)
{
  for (guint i = 0; i < curve->x->len; i++)
    if (!isnan (g_array_index (curve->x, double, i)))
      return TRUE;
  return FALSE;
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
  gboolean has[N_CURVES];

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
    has[k] = has_points (&curves[k]);
  for (int k = 0; k < N_CURVES; k++)
    {
      /* Four names are too long for the key of a narrow diagram. Dashes then mean the same for cycles as for equilibria. */
      gboolean both = has[UNSTABLE] && has[STABLE_CYCLE] && has[UNSTABLE_CYCLE];

      if (has[k])
        {
          PlotLayer *layer = plot_layer_line_new ((const double *) (gpointer) curves[k].x->data, (const double *) (gpointer) curves[k].y->data, curves[k].x->len,
                                                  &kinds[k].style);

          plot_layer_set_label (layer, both && k == STABLE_CYCLE ? _("cycles") : _(kinds[k].label), NULL, !both || k != UNSTABLE_CYCLE, FALSE);
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

/* Returns the extent of the diagram along the vertical axis. */
static double
height_of (const LabDiagramRow *rows, int n)
{
  double low = INFINITY, high = -INFINITY;

  for (int r = 0; r < n; r++)
    {
      low = fmin (low, rows[r].low);
      high = fmax (high, rows[r].high);
    }
  return high - low;
}

/* The room of a name. */
typedef struct { double left, right, low, high; } Room;

typedef struct
{
  const LabDiagramRow *rows;
  int n_rows, n_taken;
  double from, to;           /* range of the parameter */
  double p_span, y_span;
  Room *taken;               /* the rooms of the names so far */
} Names;

/* Returns the number of points of curves in the room of the name of a point, or a negative number if the room is not free. */
static int
count_covered (const Names *names, const LabDiagramPoint *point, const Room *room)
{
  int n = 0;

  if (room->left < names->from || room->right > names->to)
    return -1;
  for (int k = 0; k < names->n_taken; k++)
    if (room->left < names->taken[k].right && room->right > names->taken[k].left && room->low < names->taken[k].high && room->high > names->taken[k].low)
      return -1;
  for (int r = 0; r < names->n_rows; r++)
    for (int end = 0; end < (names->rows[r].cycle ? 2 : 1); end++)
      {
        double p = names->rows[r].p, y = end == 0 ? names->rows[r].low : names->rows[r].high;

        n += p > room->left && p < room->right && y > room->low && y < room->high && fabs (p - point->p) > MARKER_WIDTH * names->p_span;
      }
  return n;
}

/* Adds the name of a special point beside its marker, where it covers the fewest points of curves. It is omitted if other names leave no room, or
 * if it would cover too much. */
static void
add_name (PlotView *view, Names *names, const LabDiagramPoint *point, const char *name)
{
  static const struct { int side, level; } places[] = { { 1, 0 }, { -1, 0 }, { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } };
  PlotStyle words = { .series = PLOT_SERIES_TEXT };
  g_autofree char *text = NULL;
  int best = -1, fewest = 0;
  Room room = { 0 };

  for (int k = 0; k < (int) G_N_ELEMENTS (places); k++)
    {
      double end = point->p + places[k].side * NAME_WIDTH * names->p_span, y = point->y + places[k].level * NAME_SHIFT * names->y_span;
      Room here = { fmin (point->p, end), fmax (point->p, end), y - NAME_HEIGHT / 2 * names->y_span, y + NAME_HEIGHT / 2 * names->y_span };
      int covered = count_covered (names, point, &here);

      if (covered < 0 || (best >= 0 && covered >= fewest))
        continue;
      best = k;
      fewest = covered;
      room = here;
    }
  if (best < 0 || fewest > MOST_COVERED)
    return;
  names->taken[names->n_taken++] = room;
  text = g_strdup_printf (places[best].side < 0 ? "%s   " : "   %s", name);
  plot_view_add (view, plot_layer_text_new (text, point->p, (room.low + room.high) / 2, places[best].side < 0 ? 1 : 0, &words, FALSE));
}

static void
add_special (PlotView *view, const LabResult *result, int state)
{
  const LabTable *range = lab_result_table (result, "range");
  int n = lab_table_n_rows (lab_result_table (result, "special"));
  g_autofree Room *taken = g_new (Room, n + 1);
  g_autofree LabDiagramRow *rows = lab_diagram_rows (result, state);
  PlotStyle mark = { .series = 4, .width = 1.6 };
  Names names = { .rows = rows, .n_rows = lab_diagram_n_rows (result), .from = lab_table_number (range, 0, 1), .to = lab_table_number (range, 0, 2), .taken = taken };

  names.p_span = names.to - names.from;
  names.y_span = height_of (rows, names.n_rows);
  for (int r = 0; r < n; r++)
    {
      LabDiagramPoint point = lab_diagram_special (result, r, state);
      PlotLayer *layer = plot_layer_line_new (&point.p, &point.y, 1, &mark);
      g_autofree char *name = NULL;
      char number[64];

      plot_format_number (lab_diagram_rounded (result, point.p), 4, number, sizeof number);
      name = g_strdup_printf ("%s, %s", plot_study_diagram_name (result, r), number);

      plot_layer_line_set_marker (layer, marker_of (result, r), 4.5, FALSE);
      plot_layer_set_label (layer, plot_study_diagram_name (result, r), NULL, FALSE, FALSE);
      plot_view_add (view, layer);
      add_name (view, &names, &point, name);
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

/* ---- the marker ---- */

/* Opacity of a range with several stable states, and the least part of the width at which it has a name. */
#define TINT 0.09
#define LEAST_NAMED 0.12

/* Tints the ranges in which there are several stable states. */
static void
add_tints (PlotView *view, const LabTrack *track, double top)
{
  const PlotStyle green = { .series = 2 };
  g_autoptr (GArray) ranges = lab_track_ranges (track);
  double from, to;

  lab_track_range (track, &from, &to);
  for (guint k = 0; k < ranges->len; k++)
    {
      const LabStableRange *range = &g_array_index (ranges, LabStableRange, k);
      g_autofree char *name = NULL;
      PlotLayer *text;

      if (range->n_stable < 2)
        continue;
      plot_view_add (view, plot_layer_shade_new (TRUE, range->from, range->to, &green, TINT));
      if (range->to - range->from < LEAST_NAMED * (to - from))
        continue;
      /* Translators: in a range of the parameter of the bifurcation diagram: "2 stable states". */
      name = g_strdup_printf (ngettext ("%d stable state", "%d stable states", (gulong) range->n_stable), range->n_stable);
      text = plot_layer_text_new (name, (range->from + range->to) / 2, top, 0.5, &green, FALSE);
      plot_layer_text_set_movable (text);
      text->no_extent = TRUE;
      plot_view_add (view, text);
    }
}

/* The layers of the marker in a view. */
typedef struct
{
  PlotLayer *line, *now, *dots[N_CURVES]; /* dots: places, as the curves of their kinds */
  double low, high;                       /* ends of the line */
} Marker;

/* Its address identifies the views that have a marker. */
static const int marker_maker = 0;

/* Appends the places of one kind, or those of the present state if kind is −1, and replaces the points of a layer by them. */
static void
set_dots (PlotLayer *layer, const LabTrack *track, int state, const LabPlace *places, guint n, int kind)
{
  Curve dots = { g_array_new (FALSE, FALSE, sizeof (double)), g_array_new (FALSE, FALSE, sizeof (double)) };

  for (guint k = 0; k < n; k++)
    {
      double low, high;

      if (kind >= 0 && kind != (places[k].cycle ? (places[k].stable ? STABLE_CYCLE : UNSTABLE_CYCLE) : places[k].stable ? STABLE : UNSTABLE))
        continue;
      lab_track_extent (track, &places[k], state, &low, &high);
      append (&dots, places[k].p, high);
      if (places[k].cycle)
        append (&dots, places[k].p, low);
    }
  plot_layer_line_set (layer, (const double *) (gpointer) dots.x->data, (const double *) (gpointer) dots.y->data, dots.x->len);
  g_array_unref (dots.x);
  g_array_unref (dots.y);
}

/* Adds an empty layer of markers. */
static PlotLayer *
dots_new (PlotView *view, PlotMarker marker, double radius, const PlotStyle *style)
{
  PlotLayer *layer = plot_layer_line_new (NULL, NULL, 0, style);

  plot_layer_line_set_marker (layer, marker, radius, FALSE);
  layer->no_extent = TRUE;
  plot_view_add (view, layer);
  return layer;
}

void
plot_study_diagram_add_marker (PlotView *view, const LabTrack *track, int state)
{
  const PlotStyle accent = { .series = PLOT_SERIES_ACCENT, .width = 2, .solid = TRUE }, ring = { .series = 4, .width = 2.2 };
  Marker *marker = g_new0 (Marker, 1);
  double low, high;

  lab_track_window (track, state, &low, &high);
  add_tints (view, track, high - 0.05 * (high - low));
  /* The line is longer than any window to which the user zooms. */
  marker->low = low - 1e3 * (high - low);
  marker->high = high + 1e3 * (high - low);
  marker->line = plot_layer_line_new (NULL, NULL, 0, &accent);
  marker->line->no_extent = TRUE;
  plot_view_add (view, marker->line);
  marker->now = dots_new (view, PLOT_MARKER_RING, 9, &ring);
  plot_layer_set_label (marker->now, _("now"), NULL, TRUE, FALSE);
  for (int k = 0; k < N_CURVES; k++)
    {
      const PlotStyle style = { .series = k == STABLE || k == UNSTABLE ? 0 : 2, .width = 1.6 };

      marker->dots[k] = dots_new (view, k == STABLE || k == STABLE_CYCLE ? PLOT_MARKER_DISC : PLOT_MARKER_RING, 4.5, &style);
    }
  plot_view_set_parts (view, &marker_maker, marker);
}

void
plot_study_diagram_move_marker (PlotView *view, const LabTrack *track, int state, double p, const GArray *places, const LabPlace *now)
{
  const Marker *marker = plot_view_parts (view, &marker_maker);
  const LabPlace *all = places != NULL ? (const LabPlace *) (gpointer) places->data : NULL;
  guint n = places != NULL ? places->len : 0;

  if (marker == NULL)
    return;
  plot_layer_line_set (marker->line, (const double[]) { p, p }, (const double[]) { marker->low, marker->high }, isfinite (p) ? 2 : 0);
  set_dots (marker->now, track, state, now, now != NULL ? 1 : 0, -1);
  for (int k = 0; k < N_CURVES; k++)
    set_dots (marker->dots[k], track, state, all, n, k);
}

static PlotView *
make_diagram (const LabStudyKind *study, const LabResult *result, const char *remark, const PlotStudyChoice *choice)
{
  return plot_study_diagram_new (result, choice->state, choice->selected, _(study->label), remark);
}

const PlotStudyPicture plot_study_picture_continue = { .study = &lab_study_continue, .side = PLOT_SIDE_BRANCHES, .make = make_diagram };
