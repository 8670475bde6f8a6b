/* Computes return maps of sections. The points at which orbits start are equally spaced. Between two of them whose returns are far apart, the interval
 * is halved until the returns are near each other or the interval is very short, as at a jump of the map. Orbits that are followed backward
 * in time give further points of the same map: if the orbit through q was last at p, then p returns at q. They lie densely where the map is so
 * steep that halving cannot resolve it. */
#include "lab-returns.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-result.h"
#include "lab-state-table.h"

/* Number of equally spaced orbits in each direction of time, and largest number of those that are added in each direction. */
#define STARTS 240
#define MOST_ADDED 2000
/* Two points of the map are joined if their returns differ by less than this fraction of the section. Otherwise the interval between them is halved
 * until it is shorter than the second fraction. The error of a return is 1e-10 times the slope of the map. */
#define JOINED 0.01
#define SHORTEST 1e-9
/* An orbit that comes this near to an equilibrium on the section, relative to the window, has come to rest, unless it began nearer than ten times
 * this: the integration has no correct digits of smaller distances. */
#define RESTING 1e-7
#define ACCURACY 1e-10
/* After an orbit that needs more steps, orbits are followed by a method for stiff systems. */
#define MOST_STEPS 1500
#define MOST_STIFF_STEPS 20000
#define REPORT_STEPS 64
#define OUTSIDE 3
#define AT_REST 1e-8
/* Number of points of each step at which the side of the line is computed. */
#define SAMPLES 6
/* An orbit that starts on the line counts as on a side of the line from this distance on, relative to the window. Rounding errors are smaller. */
#define OFF_LINE 1e-12
/* An orbit that crosses the line outside the section where one of its last crossings was, up to this distance relative to the window, is closed and
 * never meets the section. The integration has about this error in a turn. The line can be crossed at several places in each turn. */
#define SAME_CROSSING 1e-9
#define LAST_CROSSINGS 4
/* An equilibrium is on the section up to this distance, relative to the window. */
#define ON_LINE 1e-7
/* The map counts as the identity at a point if next − at is less than this fraction of the length of the section. If this holds for the
 * number of neighbouring points below, their orbits are a family of closed orbits. */
#define IDENTITY 1e-7
#define IDENTITY_POINTS 8
/* Two closed orbits are the same if their distance, relative to the window, and the relative difference of their periods are below these. */
#define SAME 1e-4
#define SAME_PERIOD 1e-5
/* Largest distance of a closed orbit from the fixed point of the map from which Newton's method started, relative to the window, and largest
 * relative difference of its period. */
#define NEAR 1e-3

/* ---- orbits ---- */

typedef struct
{
  const LabPlane *plane;
  LabFlow *flow;
  const LabReturns *returns;
  const LabEquilibria *equilibria;
  LabFlowRun *run[2];      /* forward and backward in time */
  gboolean is_stiff;       /* the forward run has a method for stiff systems */
  double low[2], size[2];  /* the window by states: lower ends and sizes */
  const LabProgress *progress;
  double fraction;         /* the fraction that is reported during an orbit */
  GError *cancelled;       /* error if the user has cancelled the study, otherwise NULL */
} Search;

static void
search_clear (Search *s)
{
  lab_flow_run_free (s->run[0]);
  lab_flow_run_free (s->run[1]);
  g_clear_error (&s->cancelled);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

/* Returns the signed distance of x from the line through the section, relative to the window. */
static double
side (const Search *s, const double *x)
{
  const LabLine *line = &s->returns->line;
  double ux = (line->to[0] - line->from[0]) / s->size[0], uy = (line->to[1] - line->from[1]) / s->size[1];

  return (ux * (x[1] - line->from[1]) / s->size[1] - uy * (x[0] - line->from[0]) / s->size[0]) / hypot (ux, uy);
}

/* Returns the position between the ends of the section, 0 to 1, that belongs to a value of the state along it. */
static double
fraction_of (const LabReturns *returns, double at)
{
  double from = returns->line.from[returns->along], to = returns->line.to[returns->along];

  return (at - from) / (to - from);
}

static void
point_at (const LabReturns *returns, double at, double *x)
{
  double s = fraction_of (returns, at);

  for (int i = 0; i < 2; i++)
    x[i] = i == returns->along ? at : returns->line.from[i] + s * (returns->line.to[i] - returns->line.from[i]);
}

/* Returns whether x is so far outside the window that the orbit is given up. */
static gboolean
is_far (const Search *s, const double *x)
{
  for (int i = 0; i < 2; i++)
    if (!(x[i] > s->low[i] - OUTSIDE * s->size[i] && x[i] < s->low[i] + (1 + OUTSIDE) * s->size[i]))
      return TRUE;
  return FALSE;
}

/* Returns whether the orbit has come to rest: its speed is below AT_REST of its greatest speed, or f is undefined. */
static gboolean
rests (const Search *s, const double *x, double *fastest)
{
  double f[2], speed;

  if (!lab_flow_rhs (s->flow, s->flow->t, x, f))
    return TRUE;
  speed = hypot (f[0] / s->size[0], f[1] / s->size[1]);
  *fastest = fmax (*fastest, speed);
  return speed < AT_REST * *fastest;
}

/* Locates the crossing between the times s0, before it, and s1 of the last step by bisection. Returns its time. */
static double
locate (const Search *s, LabFlowRun *run, double s0, double s1, double sign, double *x)
{
  for (int k = 0; k < 60; k++)
    {
      double middle = (s0 + s1) / 2;

      lab_flow_run_at (run, middle, x);
      if (sign * side (s, x) < 0)
        s0 = middle;
      else
        s1 = middle;
    }
  lab_flow_run_at (run, s1, x);
  return s1;
}

/* Returns whether x is so near to an equilibrium that the orbit from `start` has come to rest there. */
static gboolean
is_resting (const Search *s, const double *start, const double *x)
{
  for (guint k = 0; k < s->equilibria->points->len && !s->equilibria->continuum; k++)
    {
      const double *point = ((const LabEquilibrium *) s->equilibria->points->pdata[k])->x;

      if (hypot ((x[0] - point[0]) / s->size[0], (x[1] - point[1]) / s->size[1]) < RESTING
          && hypot ((start[0] - point[0]) / s->size[0], (start[1] - point[1]) / s->size[1]) > 10 * RESTING)
        return TRUE;
    }
  return FALSE;
}

/* Returns whether an orbit crosses the line at x where one of its last n crossings was. Keeps x among them. */
static gboolean
is_crossed_again (const Search *s, double (*last)[2], int n, const double *x)
{
  gboolean again = FALSE;

  for (int k = 0; k < MIN (n, LAST_CROSSINGS); k++)
    again |= hypot ((x[0] - last[k][0]) / s->size[0], (x[1] - last[k][1]) / s->size[1]) < SAME_CROSSING;
  memcpy (last[n % LAST_CROSSINGS], x, sizeof *last);
  return again;
}

/* Follows the orbit that starts at a position until it crosses the section again in the same direction. If the study
 * is cancelled, the orbit does not return. An orbit returns when it crosses the line between the ends of the section
 * in the direction in which it started. It must first have been behind the line, which it leaves at its start by
 * going in front of it. A crossing of the line beyond the ends of the section does not count. */
static LabReturn
follow (Search *s, double at, gboolean backward)
{
  int most_steps = s->is_stiff && !backward ? MOST_STIFF_STEPS : MOST_STEPS;
  LabReturn pair = { at, NAN, NAN, FALSE };
  LabFlowRun *run = s->run[backward];
  double x[2], start[2], f[2], end[2], last[LAST_CROSSINGS][2], sign, fastest = 0;
  int n_crossings = 0;     /* outside the section */
  gboolean behind = FALSE; /* whether the orbit has been on the side from which it must cross */

  point_at (s->returns, at, x);
  memcpy (start, x, sizeof start);
  if (!lab_flow_rhs (s->flow, s->flow->t, x, f))
    return pair;
  for (int i = 0; i < 2; i++)
    end[i] = s->returns->line.from[i] + f[i];
  sign = side (s, end) * (backward ? -1 : 1); /* the distance is linear in x, so this is its derivative */
  if (!(sign != 0) || !lab_flow_run_start (run, s->flow->t, x))
    return pair;
  sign = copysign (1, sign);
  for (int k = 0; lab_flow_run_step (run, INFINITY); k++)
    {
      double s0 = lab_flow_run_previous (run), s1 = lab_flow_run_time (run), from = s0;

      for (int i = 1; i <= SAMPLES; i++)
        {
          double to = i < SAMPLES ? s0 + (s1 - s0) * i / SAMPLES : s1, distance;

          lab_flow_run_at (run, to, x);
          distance = sign * side (s, x);
          if (behind && distance >= 0)
            {
              double time = locate (s, run, from, to, sign, x), fraction = fraction_of (s->returns, x[s->returns->along]);

              if (is_resting (s, start, x))
                return pair;
              if (fraction >= 0 && fraction <= 1)
                return (LabReturn) { at, x[s->returns->along], time, FALSE };
              if (is_crossed_again (s, last, n_crossings++, x))
                return pair;
              behind = FALSE;
            }
          behind |= distance < -OFF_LINE;
          from = to;
        }
      lab_flow_run_at (run, s1, x);
      if (is_far (s, x) || rests (s, x, &fastest))
        break;
      if (k % REPORT_STEPS == 0 && !lab_progress_report (s->progress, s->fraction, &s->cancelled))
        break;
      if (k < most_steps)
        continue;
      if (backward || s->is_stiff || (run = lab_flow_run_new_stiff (s->flow, 0, FALSE, ACCURACY, NULL)) == NULL)
        break;
      lab_flow_run_free (s->run[0]);
      s->run[0] = run;
      s->is_stiff = TRUE;
      return follow (s, at, FALSE);
    }
  return pair;
}

/* ---- fixed points ---- */

/* Solves P (at) = at between two points of the map by the Illinois method. Returns FALSE if P − at changes its sign
 * by a jump. Every fourth iteration bisects, which bounds the number of iterations where the map is far from a
 * straight line. */
static gboolean
solve (Search *s, gboolean backward, LabReturn a, LabReturn b, LabReturn *fixed)
{
  double da = a.next - a.at, db = b.next - b.at, width = b.at - a.at;
  int last = 0;

  for (int k = 0; k < 60 && b.at - a.at > 1e-13 * width; k++)
    {
      double at = k % 4 == 3 ? (a.at + b.at) / 2 : (a.at * db - b.at * da) / (db - da), difference;

      *fixed = follow (s, at > a.at && at < b.at ? at : (a.at + b.at) / 2, backward);
      difference = fixed->next - fixed->at;
      if (isnan (difference))
        return FALSE;
      if (fabs (difference) < 1e-11 * width)
        return TRUE;
      if ((difference < 0) == (da < 0))
        {
          a = *fixed;
          da = difference;
          db *= last < 0 ? 0.5 : 1;
          last = -1;
        }
      else
        {
          b = *fixed;
          db = difference;
          da *= last > 0 ? 0.5 : 1;
          last = 1;
        }
    }
  return fabs (fixed->next - fixed->at) < 1e-6 * width;
}

/* Returns the distance of a point from a curve in the plane, relative to the window. */
static double
distance_to_curve (const Search *s, const double *x, const LabCurve *curve)
{
  const LabPlane *p = s->plane;
  double w = p->high[0] - p->low[0], h = p->high[1] - p->low[1], nearest = INFINITY;

  for (int k = 1; k < curve->n; k++)
    {
      const double *a = curve->points + 2 * (k - 1), *b = curve->points + 2 * k;
      double ux = (b[0] - a[0]) / w, uy = (b[1] - a[1]) / h, vx = (x[p->across] - a[0]) / w, vy = (x[p->up] - a[1]) / h;
      double square = ux * ux + uy * uy, along = square > 0 ? CLAMP ((ux * vx + uy * vy) / square, 0, 1) : 0;

      nearest = fmin (nearest, hypot (vx - along * ux, vy - along * uy));
    }
  return nearest;
}

/* Returns the number of the closed orbit with this period through x in the list, from 1, or 0. */
static int
find_cycle (const Search *s, const LabCycles *cycles, const double *x, double period)
{
  for (guint k = 0; k < cycles->cycles->len; k++)
    {
      const LabCycle *cycle = cycles->cycles->pdata[k];

      if (cycle->curve != NULL && fabs (cycle->period - period) <= SAME_PERIOD * period && distance_to_curve (s, x, cycle->curve) < SAME)
        return (int) k + 1;
    }
  return 0;
}

static gboolean
is_listed (const GArray *fixed, double at, double width)
{
  for (guint k = 0; k < fixed->len; k++)
    if (fabs (g_array_index (fixed, LabFixedPoint, k).at - at) < 1e-5 * width)
      return TRUE;
  return FALSE;
}

/* Appends the closed orbit through a fixed point of the map, unless Newton's method does not converge to it. */
static void
take (Search *s, GArray *list, const LabReturn *fixed, gboolean backward, const LabCycles *cycles)
{
  double x[2], width = fabs (s->returns->line.to[s->returns->along] - s->returns->line.from[s->returns->along]);
  LabFixedPoint point = { .at = fixed->at, .period = fixed->time };
  const LabCycle *cycle;
  LabCycle *improved = NULL;

  if (is_listed (list, fixed->at, width))
    return;
  point_at (s->returns, fixed->at, x);
  point.cycle = find_cycle (s, cycles, x, fixed->time);
  if (point.cycle > 0)
    cycle = cycles->cycles->pdata[point.cycle - 1];
  else
    cycle = improved = lab_cycle_improve (s->flow, s->flow->t, x, fixed->time, FALSE, backward, s->progress, &s->cancelled);
  if (cycle != NULL && (improved == NULL || (hypot ((improved->x[0] - x[0]) / s->size[0], (improved->x[1] - x[1]) / s->size[1]) < NEAR
                                             && fabs (improved->period - fixed->time) < NEAR * fixed->time)))
    {
      point.multiplier = cycle->multipliers[0];
      point.period = cycle->period;
      point.stable = cycle->stable;
      g_array_append_val (list, point);
    }
  lab_cycle_free (improved);
}

/* Appends the equilibria on the section. Near a focus with the eigenvalues α ± iβ the distance changes by the factor exp (2πα/β) in each
 * turn. */
static void
take_equilibria (const Search *s, GArray *list, const LabEquilibria *equilibria)
{
  for (guint k = 0; k < equilibria->points->len && !equilibria->continuum; k++)
    {
      const LabEquilibrium *point = equilibria->points->pdata[k];
      double at = point->x[s->returns->along], fraction = fraction_of (s->returns, at);
      LabFixedPoint fixed = { at, (int) k + 1, 0, NAN, NAN, FALSE };

      if (!(fabs (side (s, point->x)) < ON_LINE) || !(fraction >= -ON_LINE && fraction <= 1 + ON_LINE))
        continue;
      if (lab_point_type_turns (point->type))
        fixed.multiplier = exp (2 * G_PI * point->values[0] / fabs (point->values[1]));
      fixed.stable = point->type == LAB_POINT_STABLE_FOCUS || point->type == LAB_POINT_STABLE_NODE;
      g_array_append_val (list, fixed);
    }
}

/* ---- the map ---- */

static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  const LabReturn *p = a, *q = b;

  return p->at < q->at ? -1 : p->at > q->at;
}

static int
compare_returns (gconstpointer a, gconstpointer b)
{
  const LabReturn *p = a, *q = b;

  return p->next < q->next ? -1 : p->next > q->next;
}

static int
compare_fixed (gconstpointer a, gconstpointer b)
{
  const LabFixedPoint *p = a, *q = b;

  return p->at < q->at ? -1 : p->at > q->at;
}

/* Returns whether the map is the identity on a part of the section, at equally spaced positions. */
static gboolean
has_family (const GArray *pairs, double width)
{
  int identical = 0, longest = 0;

  for (guint k = 0; k < pairs->len; k++)
    {
      const LabReturn *pair = &g_array_index (pairs, LabReturn, k);

      identical = fabs (pair->next - pair->at) < IDENTITY * width ? identical + 1 : 0;
      longest = MAX (longest, identical);
    }
  return longest >= IDENTITY_POINTS;
}

/* Returns whether the map has to be computed between two points. */
static gboolean
are_apart (const LabReturn *a, const LabReturn *b, double width)
{
  if (b->at - a->at <= SHORTEST * width || (isnan (a->next) && isnan (b->next)))
    return FALSE;
  return !(fabs (a->next - b->next) <= JOINED * width);
}

/* Adds points between neighbours that are apart, by halving the intervals. Returns FALSE if the study is cancelled. */
static gboolean
refine (Search *s, GArray *pairs, gboolean backward, double width)
{
  g_autoptr (GArray) todo = g_array_new (FALSE, FALSE, sizeof (LabReturn)); /* the points that are still to be taken, the first one at the end */
  int added = 0;

  for (guint k = pairs->len; k-- > 0;)
    g_array_append_val (todo, g_array_index (pairs, LabReturn, k));
  g_array_set_size (pairs, 0);
  while (todo->len > 0)
    {
      LabReturn next = g_array_index (todo, LabReturn, todo->len - 1);
      const LabReturn *last = pairs->len > 0 ? &g_array_index (pairs, LabReturn, pairs->len - 1) : NULL;

      if (last != NULL && added < MOST_ADDED && are_apart (last, &next, width))
        {
          LabReturn middle = follow (s, (last->at + next.at) / 2, backward);

          added++;
          g_array_append_val (todo, middle);
          if (s->cancelled != NULL || !lab_progress_report (s->progress, s->fraction, &s->cancelled))
            return FALSE;
          continue;
        }
      g_array_append_val (pairs, next);
      g_array_set_size (todo, todo->len - 1);
    }
  return TRUE;
}

/* Computes the map in one direction of time, and its fixed points. Returns FALSE if the study is cancelled. */
static gboolean
scan (Search *s, LabReturns *returns, gboolean backward, const LabCycles *cycles)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (LabReturn));
  double from = returns->line.from[returns->along], to = returns->line.to[returns->along], low = fmin (from, to), width = fabs (to - from);

  for (int k = 0; k < STARTS; k++)
    {
      LabReturn pair;

      s->fraction = (backward + (double) k / STARTS) / 2;
      pair = follow (s, low + width * (k + 0.5) / STARTS, backward);
      g_array_append_val (pairs, pair);
      if (s->cancelled != NULL || !lab_progress_report (s->progress, s->fraction, &s->cancelled))
        return FALSE;
    }
  returns->family |= has_family (pairs, width);
  if (!refine (s, pairs, backward, width))
    return FALSE;
  for (guint k = 0; k < pairs->len; k++)
    {
      LabReturn pair = g_array_index (pairs, LabReturn, k);

      if (backward && isnan (pair.next))
        continue;
      if (backward)
        pair = (LabReturn) { pair.next, pair.at, pair.time, FALSE };
      g_array_append_val (returns->map, pair);
    }
  for (guint k = 1; k < pairs->len && !returns->family; k++)
    {
      LabReturn a = g_array_index (pairs, LabReturn, k - 1), b = g_array_index (pairs, LabReturn, k), fixed = b;
      double before = a.next - a.at, after = b.next - b.at;

      if (isnan (before) || isnan (after) || (before < 0) == (after < 0))
        continue;
      if (solve (s, backward, a, b, &fixed))
        take (s, returns->fixed, &fixed, backward, cycles);
      if (s->cancelled != NULL)
        return FALSE;
    }
  return TRUE;
}

/* Sorts the points of the map, and marks those up to which the map is continuous. Points that are nearer to each other than the error of their positions
 * are sorted by their returns: where the map is that steep, it increases, as orbits in the plane do not cross. */
static void
join (GArray *map, double width)
{
  LabReturn *points = (LabReturn *) (gpointer) map->data;

  g_array_sort (map, compare_pairs);
  for (guint from = 0, to; from < map->len; from = to)
    {
      for (to = from + 1; to < map->len && points[to].at - points[to - 1].at < SHORTEST * width; to++)
        ;
      qsort (points + from, to - from, sizeof *points, compare_returns);
    }
  for (guint k = 1; k < map->len; k++)
    points[k].joined = fabs (points[k].next - points[k - 1].next) <= JOINED * width;
}

/* Returns the common sign of the derivative of the state that is constant on the section, or 0. */
static int
direction_of (LabFlow *flow, const LabReturns *returns)
{
  int other = 1 - returns->along, sign = 0;

  if (returns->line.from[other] != returns->line.to[other])
    return 0;
  for (guint k = 0; k < returns->map->len; k++)
    {
      double x[2], f[2];
      int here;

      point_at (returns, g_array_index (returns->map, LabReturn, k).at, x);
      if (!lab_flow_rhs (flow, flow->t, x, f) || f[other] == 0)
        continue;
      here = f[other] > 0 ? 1 : -1;
      if (sign == -here)
        return 0;
      sign = here;
    }
  return sign;
}

LabReturns *
lab_returns_new (const LabPlane *plane, const LabLine *line, const LabEquilibria *equilibria, const LabCycles *cycles,
                 const LabProgress *progress, GError **error)
{
  g_autoptr (LabReturns) returns = g_new0 (LabReturns, 1);
  g_auto (Search) s = { .plane = plane, .flow = plane->flow, .returns = returns, .equilibria = equilibria, .progress = progress };

  g_return_val_if_fail (plane->flow->n == 2, NULL);
  for (int k = 0; k < 2; k++)
    {
      int state = k == 0 ? plane->across : plane->up;

      s.low[state] = plane->low[k];
      s.size[state] = plane->high[k] - plane->low[k];
    }
  returns->line = *line;
  returns->along = fabs (line->to[1] - line->from[1]) / s.size[1] > fabs (line->to[0] - line->from[0]) / s.size[0];
  returns->map = g_array_new (FALSE, FALSE, sizeof (LabReturn));
  returns->fixed = g_array_new (FALSE, FALSE, sizeof (LabFixedPoint));
  for (int k = 0; k < 2; k++)
    if ((s.run[k] = lab_flow_run_new (plane->flow, 0, FALSE, k == 1, ACCURACY, error)) == NULL)
      return NULL;
  take_equilibria (&s, returns->fixed, equilibria);
  for (int backward = 0; backward < 2; backward++)
    if (!scan (&s, returns, backward, cycles))
      {
        g_propagate_error (error, g_steal_pointer (&s.cancelled));
        return NULL;
      }
  join (returns->map, fabs (line->to[returns->along] - line->from[returns->along]));
  g_array_sort (returns->fixed, compare_fixed);
  returns->direction = direction_of (plane->flow, returns);
  return g_steal_pointer (&returns);
}

void
lab_returns_free (LabReturns *returns)
{
  if (returns == NULL)
    return;
  g_clear_pointer (&returns->map, g_array_unref);
  g_clear_pointer (&returns->fixed, g_array_unref);
  g_free (returns);
}

/* ---- results ---- */

static void
add_section (LabResult *result, const LabReturns *returns, const LabFlow *flow)
{
  static const char *const columns[] = { "end", NULL };
  LabTable *table = lab_table_with_states (result, "section", flow, columns);

  lab_table_add_text (table, "from");
  lab_table_add_states (table, returns->line.from, 2);
  lab_table_add_text (table, "to");
  lab_table_add_states (table, returns->line.to, 2);
}

void
lab_returns_add (LabResult *result, const LabReturns *returns, const LabFlow *flow, const LabEquilibria *equilibria)
{
  const char *state = flow->ode->names[returns->along];
  g_autofree char *next = g_strdup_printf ("next_%s", state);
  const char *const map_columns[] = { state, next, "time", "joined", NULL };
  const char *const fixed_columns[] = { "kind", state, "multiplier", "period", "stable", "cycle", NULL };
  const char *unit = model_time_unit (flow->problem.model);
  LabTable *map, *fixed;

  add_section (result, returns, flow);
  map = lab_result_add_table (result, "return_map", map_columns);
  lab_table_set_unit (map, "time", unit);
  for (guint k = 0; k < returns->map->len; k++)
    {
      const LabReturn *pair = &g_array_index (returns->map, LabReturn, k);

      lab_table_add (map, pair->at);
      lab_table_add (map, pair->next);
      lab_table_add (map, pair->time);
      lab_table_add (map, pair->joined);
    }
  lab_result_add_number (result, "fixed_points", returns->fixed->len, NULL);
  fixed = lab_result_add_table (result, "fixed_points", fixed_columns);
  lab_table_set_unit (fixed, "period", unit);
  for (guint k = 0; k < returns->fixed->len; k++)
    {
      const LabFixedPoint *point = &g_array_index (returns->fixed, LabFixedPoint, k);
      const LabEquilibrium *there = point->point > 0 ? equilibria->points->pdata[point->point - 1] : NULL;

      lab_table_add_text (fixed, there != NULL ? lab_point_type_id (there->type) : "cycle");
      lab_table_add (fixed, point->at);
      lab_table_add (fixed, point->multiplier);
      lab_table_add (fixed, point->period);
      lab_table_add (fixed, point->stable);
      lab_table_add (fixed, point->cycle > 0 ? point->cycle : NAN);
    }
}
