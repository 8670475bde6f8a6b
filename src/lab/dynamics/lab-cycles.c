/* Searches the closed orbits of a plane. Each one surrounds an equilibrium whose index is not that of a saddle
 * (Strogatz, Nonlinear Dynamics and Chaos, 1994, section 6.8), so it crosses the half-line from one of these
 * equilibria to the right. Up to the right edge of the window, the return map P maps the distance s from the
 * equilibrium to the distance after one turn, and a closed orbit is a fixed point, P (s) = s. The map is computed at
 * equally spaced points, forward for stable and backward for unstable orbits. A change of the sign of P (s) − s
 * encloses an orbit, which Newton's method for cycles improves. Two orbits between neighbouring points of the map, or
 * a semistable one, are not found. */
#include <math.h>
#include <string.h>

#include "lab-plane.h"

/* Number of points of the return map on each segment that is searched. */
#define SCAN 320
/* The return map counts as the identity at a point if s_next − s is less than this fraction of the distance s. If it is the identity at the
 * number of neighbouring points below, these belong to a family of closed orbits. The local error of the integration is 1e-10. */
#define IDENTITY 1e-6
#define IDENTITY_POINTS 8
/* Two closed orbits are the same if their distance is below this fraction of the window. */
#define SAME 1e-4
/* Number of points of a drawn orbit: every half of a degree of its period. Steps between two looks at whether the
 * study is cancelled. */
#define CURVE_POINTS 720
#define REPORT_STEPS 64

void
lab_cycles_free (LabCycles *cycles)
{
  if (cycles == NULL)
    return;
  g_ptr_array_unref (cycles->cycles);
  g_ptr_array_unref (cycles->families);
  g_free (cycles);
}

/* Returns the time of a point of the curve. The last one is the period itself, which no integration passes: period · n / n can be greater. */
static double
point_time (const LabCycle *cycle, int k)
{
  return k < CURVE_POINTS ? cycle->period * k / CURVE_POINTS : cycle->period;
}

/* The points are at equally spaced times, and the orbit is followed in the direction of time in which it is stable. */
static LabCurve *
draw (const LabPlane *plane, const LabCycle *cycle, const LabProgress *progress, GError **error)
{
  g_autoptr (LabFlowRun) run = lab_flow_run_new (plane->flow, 0, FALSE, !cycle->stable, 1e-10, NULL);
  LabCurve *curve = g_new0 (LabCurve, 1);
  g_autofree double *x = g_new (double, plane->flow->n);
  int next = 1;

  curve->closed = TRUE;
  curve->points = g_new (double, 2 * (CURVE_POINTS + 1));
  if (run == NULL || !lab_flow_run_start (run, plane->flow->t, cycle->x))
    return curve;
  curve->points[0] = cycle->x[plane->across];
  curve->points[1] = cycle->x[plane->up];
  for (long k = 1; next <= CURVE_POINTS && lab_flow_run_step (run, cycle->period); k++)
    {
      for (; next <= CURVE_POINTS && point_time (cycle, next) <= lab_flow_run_time (run); next++)
        {
          lab_flow_run_at (run, point_time (cycle, next), x);
          curve->points[2 * next] = x[plane->across];
          curve->points[2 * next + 1] = x[plane->up];
        }
      if (k % REPORT_STEPS == 0 && !lab_progress_report (progress, 1, error))
        {
          lab_curve_free (curve);
          return NULL;
        }
    }
  curve->n = next;
  return curve;
}

gboolean
lab_cycle_draw (const LabPlane *plane, LabCycle *cycle, const LabProgress *progress, GError **error)
{
  lab_curve_free (cycle->curve);
  cycle->curve = draw (plane, cycle, progress, error);
  return cycle->curve != NULL;
}

/* Returns the distance of p from the segment from a to b, in units of the window. */
static double
distance_to_segment (const LabPlane *plane, const double *p, const double *a, const double *b)
{
  double w = plane->high[0] - plane->low[0], h = plane->high[1] - plane->low[1];
  double ux = (b[0] - a[0]) / w, uy = (b[1] - a[1]) / h, vx = (p[0] - a[0]) / w, vy = (p[1] - a[1]) / h;
  double square = ux * ux + uy * uy, along = square > 0 ? CLAMP ((ux * vx + uy * vy) / square, 0, 1) : 0;

  return hypot (vx - along * ux, vy - along * uy);
}

/* Two orbits of one period may be different ones that a symmetry maps to each other, so the point must be on the
 * curve of the other orbit, too. Newton's method ends with an error of the period of about 1e-9, which is far below
 * 1e-5. */
static gboolean
is_known (const LabPlane *plane, const LabCycles *found, const LabCycle *cycle)
{
  const double p[2] = { cycle->x[plane->across], cycle->x[plane->up] };

  for (guint k = 0; k < found->cycles->len; k++)
    {
      const LabCycle *other = found->cycles->pdata[k];

      if (fabs (other->period - cycle->period) > 1e-5 * cycle->period)
        continue;
      for (int i = 1; i < other->curve->n; i++)
        if (distance_to_segment (plane, p, other->curve->points + 2 * (i - 1), other->curve->points + 2 * i) < SAME)
          return TRUE;
    }
  return FALSE;
}

/* Returns whether Newton's method converged to the orbit that the return map found, and not to the equilibrium or another orbit. */
static gboolean
is_that (const LabPlane *plane, const LabCycle *cycle, const double *x, const double *centre)
{
  double w = plane->high[0] - plane->low[0], h = plane->high[1] - plane->low[1];
  double dx = (cycle->x[plane->across] - x[plane->across]) / w, dy = (cycle->x[plane->up] - x[plane->up]) / h;

  return hypot (dx, dy) < 1e-3 && hypot (dx, dy) < 0.1 * fabs (x[plane->across] - centre[plane->across]) / w;
}

/* Solves P (s) = s between two points of the return map P by the rule of false position, with bisection in every
 * third iteration, because one end of the bracket can stay fixed otherwise. Returns FALSE without an error if P − s
 * changes its sign by a jump, and FALSE with an error if the study is cancelled. */
static gboolean
find_fixed (const LabPlane *plane, const double *centre, gboolean backward, LabReturn a, LabReturn b, LabReturn *fixed,
            const LabProgress *progress, GError **error)
{
  double da = a.next - a.at, db = b.next - b.at;
  double width = b.at - a.at;

  for (int k = 0; k < 60 && b.at - a.at > 1e-13 * b.at; k++)
    {
      double s = k % 3 == 2 ? (a.at + b.at) / 2 : (a.at * db - b.at * da) / (db - da);
      g_autofree LabReturn *one = NULL;

      if (!(s > a.at && s < b.at))
        s = (a.at + b.at) / 2;
      one = lab_return_map (plane, centre, 2 * s, 1, backward, progress, error);
      if (one == NULL || isnan (one->next))
        return FALSE;
      *fixed = *one;
      if (fabs (one->next - one->at) < 1e-10 * width)
        return TRUE;
      if ((one->next - one->at < 0) == (da < 0))
        {
          a = *one;
          da = a.next - a.at;
        }
      else
        {
          b = *one;
          db = b.next - b.at;
        }
    }
  return fabs (fixed->next - fixed->at) < 1e-3 * width;
}

static gboolean
take (const LabPlane *plane, LabCycles *found, const double *centre, const LabReturn *fixed, gboolean backward, const LabProgress *progress,
      GError **error)
{
  g_autoptr (GError) cancelled = NULL;
  double x[2];
  LabCycle *cycle;

  x[plane->across] = centre[plane->across] + fixed->at;
  x[plane->up] = centre[plane->up];
  cycle = lab_cycle_improve (plane->flow, plane->flow->t, x, fixed->time, FALSE, backward, progress, &cancelled);
  if (cancelled != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cancelled));
      return FALSE;
    }
  if (cycle == NULL || !is_that (plane, cycle, x, centre) || is_known (plane, found, cycle))
    {
      lab_cycle_free (cycle);
      return TRUE;
    }
  if (!lab_cycle_draw (plane, cycle, progress, error))
    {
      lab_cycle_free (cycle);
      return FALSE;
    }
  g_ptr_array_add (found->cycles, cycle);
  return TRUE;
}

static gboolean
is_identity (const LabReturn *r)
{
  return fabs (r->next - r->at) < IDENTITY * r->at;
}

/* A family of closed orbits is stored once, and its segment is not searched further. */
static gboolean
scan (const LabPlane *plane, LabCycles *found, int index, const double *centre, double length, gboolean backward, const LabProgress *progress,
      GError **error)
{
  g_autofree LabReturn *map = lab_return_map (plane, centre, length, SCAN, backward, progress, error);
  int identical = 0, longest = 0;

  if (map == NULL)
    return FALSE;
  for (int k = 0; k < SCAN; k++)
    {
      identical = is_identity (&map[k]) ? identical + 1 : 0;
      longest = MAX (longest, identical);
    }
  if (longest >= IDENTITY_POINTS)
    {
      g_ptr_array_add (found->families, GINT_TO_POINTER (index + 1));
      return TRUE;
    }
  for (int k = 1; k < SCAN; k++)
    {
      double before = map[k - 1].next - map[k - 1].at, after = map[k].next - map[k].at;
      LabReturn fixed = map[k];
      g_autoptr (GError) cancelled = NULL;

      if (isnan (before) || isnan (after) || (before < 0) == (after < 0))
        continue;
      if (find_fixed (plane, centre, backward, map[k - 1], map[k], &fixed, progress, &cancelled)
          ? take (plane, found, centre, &fixed, backward, progress, error) : cancelled == NULL)
        continue;
      if (cancelled != NULL)
        g_propagate_error (error, g_steal_pointer (&cancelled));
      return FALSE;
    }
  return TRUE;
}

static double
extent (const LabCurve *curve)
{
  double low = INFINITY, high = -INFINITY;

  for (int k = 0; k < curve->n; k++)
    {
      low = fmin (low, curve->points[2 * k]);
      high = fmax (high, curve->points[2 * k]);
    }
  return high - low;
}

static gboolean
crosses_window (const LabPlane *plane, const LabCurve *curve)
{
  for (int i = 0; i < curve->n; i++)
    {
      const double *p = curve->points + 2 * i;

      if (p[0] >= plane->low[0] && p[0] <= plane->high[0] && p[1] >= plane->low[1] && p[1] <= plane->high[1])
        return TRUE;
    }
  return FALSE;
}

/* Sorts larger orbits first. Orbits of equal size, such as mirror images, are sorted by a coordinate, so that their
 * order does not depend on rounding. */
static int
compare_size (gconstpointer a, gconstpointer b)
{
  const LabCycle *p = *(LabCycle *const *) a, *q = *(LabCycle *const *) b;
  double d = extent (p->curve) - extent (q->curve);

  if (fabs (d) > 1e-6 * extent (p->curve))
    return d > 0 ? -1 : 1;
  return p->x[0] < q->x[0] ? -1 : 1;
}

typedef struct
{
  const LabProgress *outer;
  double from, part;
} Part;

static gboolean
report_part (gpointer user, double fraction)
{
  const Part *part = user;

  return lab_progress_report (part->outer, part->from + part->part * fraction, NULL);
}

/* Searches from each equilibrium but saddles, forward (even k) and backward in time (odd k). */
LabCycles *
lab_cycles_find (const LabPlane *plane, const LabEquilibria *equilibria, const LabProgress *progress, GError **error)
{
  g_autoptr (LabCycles) found = g_new0 (LabCycles, 1);
  guint n = equilibria->points->len;

  g_return_val_if_fail (plane->flow->n == 2, NULL);
  found->cycles = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_cycle_free);
  found->families = g_ptr_array_new ();
  for (guint k = 0; k < 2 * n; k++)
    {
      const LabEquilibrium *point = equilibria->points->pdata[k / 2];
      Part part = { progress, (double) k / (2 * n), 0.5 / n };
      LabProgress inner = { report_part, &part };
      double length = plane->high[0] - point->x[plane->across];

      if (point->type == LAB_POINT_SADDLE || !(length > 0) || equilibria->continuum
          || g_ptr_array_find (found->families, GINT_TO_POINTER (k / 2 + 1), NULL))
        continue;
      if (!scan (plane, found, (int) k / 2, point->x, length, k % 2 == 1, &inner, error))
        return NULL;
    }
  g_ptr_array_sort (found->cycles, compare_size);
  return g_steal_pointer (&found);
}

void
lab_cycles_take (const LabPlane *plane, LabCycles *cycles, LabCycles *others)
{
  for (guint k = others->cycles->len; k-- > 0;)
    {
      const LabCycle *cycle = others->cycles->pdata[k];

      if (crosses_window (plane, cycle->curve) && !is_known (plane, cycles, cycle))
        g_ptr_array_add (cycles->cycles, g_ptr_array_steal_index (others->cycles, k));
    }
  g_ptr_array_sort (cycles->cycles, compare_size);
}
