/* Reads the branches of a bifurcation diagram as lists of points with the special points between them, and moves along them. */
#include "lab-track.h"

#include <math.h>
#include <string.h>

#include "lab-diagram.h"

/* Index of the first column with a state in the tables of branches and of special points. */
#define BRANCH_STATES 4
#define SPECIAL_STATES 6
/* A special point is between two points of a branch if the way over it is at most this many times as long as the way between them. */
#define LONGEST_WAY 2
/* Margin of the window of a plane, relative to the range of its objects. */
#define MARGIN 0.1
/* Two values of the parameter are the same up to this fraction of its range. */
#define SAME 1e-9

/* A point of a branch. */
typedef struct
{
  double p;
  int row;              /* row of the table of branches, or −1 */
  int special;          /* row of the table of special points, or −1 */
  int cycle_row;        /* row of the tables of cycles, or −1 */
  int branch;
  gboolean stable;      /* whether the branch is stable from this point to the next one */
  gboolean last;        /* whether this is the last point of the branch */
  double period;
} Point;

struct LabTrack
{
  gint ref_count;
  LabResult *result;
  GArray *points;       /* Point */
  int n;                /* number of states */
  double from, to;
  double *scale;        /* n widths */
};

#define POINT(track, k) (&g_array_index ((track)->points, Point, (guint) (k)))

/* ---- the points ---- */

/* Returns a state of a point. */
static double
state_of (const LabTrack *track, const Point *point, int state)
{
  if (point->row >= 0)
    return lab_table_number (lab_result_table (track->result, "branches"), point->row, BRANCH_STATES + state);
  return lab_table_number (lab_result_table (track->result, "special"), point->special, SPECIAL_STATES + state);
}

/* Returns the distance of two points. Its units are the range of the parameter and the widths of the states. */
static double
distance (const LabTrack *track, const Point *a, const Point *b)
{
  double sum = fabs (a->p - b->p) / (track->to - track->from);

  for (int k = 0; k < track->n; k++)
    sum += fabs (state_of (track, a, k) - state_of (track, b, k)) / track->scale[k];
  return sum;
}

/* Returns the point of a row of the special points on a branch of equilibria. */
static Point
special_point (const LabTrack *track, int row, int branch)
{
  const LabTable *special = lab_result_table (track->result, "special");

  return (Point) { .p = lab_table_number (special, row, lab_table_column (special, "p")), .row = -1, .special = row, .cycle_row = -1, .branch = branch,
                   .period = NAN };
}

/* Finds for each pair of neighbouring rows of a branch of equilibria, first to last − 1, the special point between them: between[r − first] becomes its
 * row, or −1. A special point is between at most one pair of a branch: one with a change of stability if there is one, otherwise that with the
 * shortest way over the point in units of the distance of the pair. */
static void
find_between (const LabTrack *track, const LabDiagramRow *rows, int first, int last, int *between)
{
  const LabTable *special = lab_result_table (track->result, "special");
  const int period = lab_table_column (special, "period");

  for (int r = first; r < last; r++)
    between[r - first] = -1;
  for (int s = 0; s < lab_table_n_rows (special); s++)
    {
      Point point = special_point (track, s, 0);
      double best = INFINITY;
      int pair = -1;

      for (int r = first; r + 1 < last && !isfinite (lab_table_number (special, s, period)); r++)
        {
          Point a = { .p = rows[r].p, .row = r, .special = -1 }, b = { .p = rows[r + 1].p, .row = r + 1, .special = -1 };
          double way = (distance (track, &a, &point) + distance (track, &point, &b)) / distance (track, &a, &b);

          if (!(way <= LONGEST_WAY) || between[r - first] >= 0)
            continue;
          way += rows[r].stable == rows[r + 1].stable ? LONGEST_WAY : 0;
          if (!(way < best))
            continue;
          best = way;
          pair = r;
        }
      if (pair >= 0)
        between[pair - first] = s;
    }
}

/* Returns the special point of cycles at a row of a branch: the one with the nearest parameter and period, or −1. */
static int
special_of_cycle (const LabTrack *track, double p, double period)
{
  const LabTable *special = lab_result_table (track->result, "special");
  const int column = lab_table_column (special, "period");
  double best = 1e-3;
  int row = -1;

  for (int r = 0; r < lab_table_n_rows (special); r++)
    {
      double away = fabs (lab_table_number (special, r, lab_table_column (special, "p")) - p) / (track->to - track->from)
                    + fabs (lab_table_number (special, r, column) - period) / period;

      if (!(away < best))
        continue;
      best = away;
      row = r;
    }
  return row;
}

/* Appends the points of the rows first to last − 1, which are one branch. */
static void
add_branch (LabTrack *track, const LabDiagramRow *rows, int first, int last, int cycle_row)
{
  g_autofree int *between = g_new (int, last - first + 1);

  if (!rows[first].cycle)
    find_between (track, rows, first, last, between);
  for (int r = first; r < last; r++)
    {
      Point point = { .p = rows[r].p, .row = r, .special = -1, .cycle_row = rows[r].cycle ? cycle_row + r - first : -1, .branch = rows[r].branch,
                      .stable = rows[r].stable, .last = r + 1 == last, .period = rows[r].period };

      if (rows[r].cycle && rows[r].special)
        point.special = special_of_cycle (track, point.p, point.period);
      if (rows[r].cycle && !point.last)
        point.stable = lab_diagram_is_stable_between (&rows[r], &rows[r + 1]);
      if (!rows[r].cycle && !point.last && between[r - first] < 0)
        point.stable &= rows[r + 1].stable; /* a change without a special point is somewhere between the two */
      g_array_append_val (track->points, point);
      if (!rows[r].cycle && !point.last && between[r - first] >= 0)
        {
          Point special = special_point (track, between[r - first], point.branch);

          special.stable = rows[r + 1].stable;
          g_array_append_val (track->points, special);
        }
    }
}

LabTrack *
lab_track_new (const LabResult *result)
{
  LabTrack *track = g_new0 (LabTrack, 1);
  const LabTable *range = lab_result_table (result, "range");
  g_autofree LabDiagramRow *rows = NULL;
  int n_rows = lab_diagram_n_rows (result), cycle_row = 0;

  track->ref_count = 1;
  track->result = lab_result_copy (result);
  track->points = g_array_new (FALSE, FALSE, sizeof (Point));
  track->n = lab_diagram_n_states (result);
  track->from = lab_table_number (range, 0, 1);
  track->to = lab_table_number (range, 0, 2);
  track->scale = g_new (double, track->n + 1);
  for (int k = 0; k < track->n; k++)
    {
      double low = INFINITY, high = -INFINITY;

      g_free (rows);
      rows = lab_diagram_rows (result, k);
      for (int r = 0; r < n_rows; r++)
        {
          low = fmin (low, rows[r].low);
          high = fmax (high, rows[r].high);
        }
      track->scale[k] = high > low ? high - low : 1;
    }
  for (int first = 0, last; first < n_rows; first = last)
    {
      for (last = first; last < n_rows && rows[last].branch == rows[first].branch; last++)
        ;
      add_branch (track, rows, first, last, cycle_row);
      cycle_row += rows[first].cycle ? last - first : 0;
    }
  return track;
}

LabTrack *
lab_track_ref (LabTrack *track)
{
  g_atomic_int_inc (&track->ref_count);
  return track;
}

void
lab_track_unref (LabTrack *track)
{
  if (track == NULL || !g_atomic_int_dec_and_test (&track->ref_count))
    return;
  lab_result_free (track->result);
  g_array_unref (track->points);
  g_free (track->scale);
  g_free (track);
}

void
lab_track_range (const LabTrack *track, double *from, double *to)
{
  *from = track->from;
  *to = track->to;
}

void
lab_track_scale (const LabTrack *track, double *scale)
{
  memcpy (scale, track->scale, sizeof (double) * (gsize) track->n);
}

int
lab_track_n_states (const LabTrack *track)
{
  return track->n;
}

void
lab_track_window (const LabTrack *track, int state, double *low, double *high)
{
  const LabTable *box = lab_result_table (track->result, "box");
  const double ends[2] = { lab_table_number (box, state, 1), lab_table_number (box, state, 2) };
  g_autofree LabDiagramRow *rows = lab_diagram_rows (track->result, state);
  double margin;

  *low = INFINITY;
  *high = -INFINITY;
  for (int r = 0; r < lab_diagram_n_rows (track->result); r++)
    {
      if (!rows[r].cycle && (rows[r].low < ends[0] - (ends[1] - ends[0]) || rows[r].high > ends[1] + (ends[1] - ends[0])))
        continue;
      *low = fmin (*low, rows[r].low);
      *high = fmax (*high, rows[r].high);
    }
  if (!(*high > *low))
    {
      *low = ends[0];
      *high = ends[1];
    }
  margin = MARGIN * (*high - *low);
  *low -= margin;
  *high += margin;
}

double
lab_track_next_special (const LabTrack *track, double p, int direction)
{
  const LabTable *special = lab_result_table (track->result, "special");
  const double near = SAME * (track->to - track->from);
  double best = NAN;

  for (int r = 0; r < lab_table_n_rows (special); r++)
    {
      double at = lab_diagram_rounded (track->result, lab_table_number (special, r, lab_table_column (special, "p")));

      if ((at - p) * direction > near && !((at - best) * direction >= 0))
        best = at;
    }
  return best;
}

/* ---- places ---- */

/* Sets a place between the point `at` and the next one. */
static void
set_place (const LabTrack *track, int at, double fraction, LabPlace *place)
{
  const Point *a = POINT (track, at), *b = a->last ? a : a + 1;

  *place = (LabPlace) { .at = at, .fraction = fraction, .p = a->p + fraction * (b->p - a->p), .branch = a->branch, .cycle = a->cycle_row >= 0,
                        .stable = a->stable, .period = a->period + fraction * (b->period - a->period) };
}

GArray *
lab_track_places (const LabTrack *track, double p)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (LabPlace));

  for (guint k = 0; k + 1 < track->points->len; k++)
    {
      const Point *a = POINT (track, k), *b = a + 1;
      LabPlace place;

      /* A point at p itself belongs to the part after it, unless the branch turns there. */
      if (a->last || a->p == b->p || !((a->p <= p && p < b->p) || (b->p < p && p <= a->p) || (b->last && b->p == p)))
        continue;
      set_place (track, (int) k, (p - a->p) / (b->p - a->p), &place);
      place.p = p;
      g_array_append_val (places, place);
    }
  return places;
}

void
lab_track_state (const LabTrack *track, const LabPlace *place, double *x)
{
  const Point *a = POINT (track, place->at), *b = a->last ? a : a + 1;

  for (int k = 0; k < track->n; k++)
    x[k] = state_of (track, a, k) + place->fraction * (state_of (track, b, k) - state_of (track, a, k));
}

void
lab_track_extent (const LabTrack *track, const LabPlace *place, int state, double *low, double *high)
{
  const Point *a = POINT (track, place->at), *b = a->last ? a : a + 1;
  const LabTable *extents = lab_result_table (track->result, "extents");

  if (a->cycle_row < 0)
    {
      *low = *high = state_of (track, a, state) + place->fraction * (state_of (track, b, state) - state_of (track, a, state));
      return;
    }
  for (int end = 0; end < 2; end++)
    {
      double from = lab_table_number (extents, a->cycle_row, 2 + 2 * state + end), to = lab_table_number (extents, b->cycle_row, 2 + 2 * state + end);

      *(end == 0 ? low : high) = from + place->fraction * (to - from);
    }
}

/* Moves a place where the parameter turns, at the point `end`, to the special point that is there: on a branch that is almost vertical, rounding errors can
 * make the parameter turn some points before it. way is the direction along the branch. */
static void
move_to_special (const LabTrack *track, int end, int way, LabPlace *place)
{
  const double near = SAME * (track->to - track->from), p = POINT (track, end)->p;

  for (int at = end; at >= 0 && at < (int) track->points->len; at += way)
    {
      const Point *point = POINT (track, at);

      if (point->branch != place->branch || fabs (point->p - p) > near)
        return;
      if (point->special >= 0)
        {
          set_place (track, point->last ? at - 1 : at, point->last ? 1 : 0, place);
          return;
        }
      if (way > 0 ? !point->stable : at > 0 && !point[-1].stable)
        return;
    }
}

gboolean
lab_track_follow (const LabTrack *track, LabPlace *place, double p)
{
  const double near = SAME * (track->to - track->from);
  const Point *a = POINT (track, place->at);
  double sign = p > place->p ? 1 : -1;
  int at = place->at, way;

  if (p == place->p)
    return TRUE;
  if (a->last)
    return FALSE;
  way = (a[1].p - a->p) * sign > 0 ? 1 : -1; /* along the branch to larger or to smaller indices */
  for (;;)
    {
      const Point *from = POINT (track, at), *to = from + 1, *end = way > 0 ? to : from;

      if ((end->p - p) * sign >= -near)
        {
          set_place (track, at, from->p == to->p ? 0 : CLAMP ((p - from->p) / (to->p - from->p), 0, 1), place);
          place->p = p;
          return TRUE;
        }
      if ((way > 0 && !to->last && to->stable && (to[1].p - to->p) * sign >= 0)
          || (way < 0 && at > 0 && !from[-1].last && from[-1].stable && (from[-1].p - from->p) * sign >= 0))
        {
          at += way;
          continue;
        }
      set_place (track, at, way > 0 ? 1 : 0, place);
      move_to_special (track, way > 0 ? at + 1 : at, way, place);
      return FALSE;
    }
}

int
lab_track_special (const LabTrack *track, const LabPlace *place)
{
  const Point *a = POINT (track, place->at);

  if (place->fraction <= 0)
    return a->special;
  return place->fraction >= 1 && !a->last ? a[1].special : -1;
}

/* ---- ranges ---- */

static int
compare_values (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Returns the number of stable places at p. */
static int
n_stable (const LabTrack *track, double p)
{
  g_autoptr (GArray) places = lab_track_places (track, p);
  int n = 0;

  for (guint k = 0; k < places->len; k++)
    n += g_array_index (places, LabPlace, k).stable;
  return n;
}

GArray *
lab_track_ranges (const LabTrack *track)
{
  const double near = SAME * (track->to - track->from);
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (double));
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (LabStableRange));

  g_array_append_val (ends, track->from);
  g_array_append_val (ends, track->to);
  for (guint k = 0; k < track->points->len; k++)
    {
      const Point *point = POINT (track, k);
      gboolean first = k == 0 || point[-1].last;
      /* The number of stable places changes only where a branch begins, ends, turns or changes its stability. */
      gboolean turns = !first && !point->last && (point[1].p - point->p) * (point->p - point[-1].p) <= 0;

      if ((first || point->last || turns || point->special >= 0 || point->stable != point[-1].stable) && point->p > track->from && point->p < track->to)
        g_array_append_val (ends, point->p);
    }
  g_array_sort (ends, compare_values);
  for (guint k = 0; k + 1 < ends->len; k++)
    {
      LabStableRange range = { g_array_index (ends, double, k), g_array_index (ends, double, k + 1), 0 };

      if (!(range.to - range.from > near))
        continue;
      range.n_stable = n_stable (track, range.from + (range.to - range.from) / 2);
      if (ranges->len > 0 && g_array_index (ranges, LabStableRange, ranges->len - 1).n_stable == range.n_stable)
        g_array_index (ranges, LabStableRange, ranges->len - 1).to = range.to;
      else
        g_array_append_val (ranges, range);
    }
  return ranges;
}
