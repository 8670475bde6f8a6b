/* Computes the stable and unstable manifolds of saddles. A branch begins at a small distance from the saddle
 * along an eigenvector, and follows the flow: forward in time for the unstable manifold, backward for the stable
 * one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab-plane.h"

/* Distance of the start from the saddle, relative to the window. The error is of the order of the square of this distance. */
#define OFFSET 1e-5
/* Distance of neighbouring points of the curve, relative to the window. */
#define SPACING 0.004
/* Largest length of a branch, relative to the window, and largest number of its steps. A branch that has neither left
 * nor come to rest by then is not drawn further. */
#define LONGEST 40
#define MOST_STEPS 20000
#define REPORT_STEPS 64
/* A branch ends if its speed falls below this fraction of its maximum, since it then approaches another equilibrium. */
#define AT_REST 1e-7
/* A branch is followed outside the window up to this distance, relative to the size of the window, because it may return. */
#define OUTSIDE 3
#define ACCURACY 1e-9
/* Number of pixels along each side of the window that a picture is assumed to have. A branch ends if a whole revolution is within about one pixel of
 * the revolution before. */
#define PIXELS 900
/* Points of the curve at less than this distance along the curve, relative to the window, are not compared. */
#define RECENT 0.02
/* Largest number of a cell from the lower left corner of the window in each direction, in the table of cells. */
#define MOST_CELLS 4096

void
lab_manifold_free (LabManifold *manifold)
{
  if (manifold == NULL)
    return;
  lab_curve_free (manifold->curve);
  g_free (manifold);
}

static void
to_plane (const LabPlane *plane, const double *x, double *point)
{
  point[0] = x[plane->across];
  point[1] = x[plane->up];
}

/* The cells, of the size of a pixel, through which a branch has passed. */
typedef struct
{
  const LabPlane *plane;
  GArray *lengths;     /* length of the curve up to each of its points, relative to the window */
  GHashTable *cells;   /* from the key of a cell to the index of the last point before which the curve passed through it */
  guint marked;        /* number of points whose cells are in the table */
  guint since;         /* index of the first point of those at the end that are all near an earlier revolution; 0: the last one is not */
} Track;

/* Returns the key of a cell, or NULL if it is too far away. */
static gpointer
cell_key (long i, long j)
{
  if (labs (i) >= MOST_CELLS || labs (j) >= MOST_CELLS)
    return NULL;
  return GSIZE_TO_POINTER ((gsize) (i + MOST_CELLS) * 2 * MOST_CELLS + (gsize) (j + MOST_CELLS));
}

static void
cell_of (const LabPlane *plane, const double *p, double *cell)
{
  for (int k = 0; k < 2; k++)
    cell[k] = CLAMP ((p[k] - plane->low[k]) / (plane->high[k] - plane->low[k]) * PIXELS, -2.0 * MOST_CELLS, 2.0 * MOST_CELLS);
}

/* Adds the cells of the segment before a point to the table. */
static void
mark_segment (Track *track, const GArray *points, guint index)
{
  double a[2], b[2];
  int n;

  cell_of (track->plane, &g_array_index (points, double, 2 * index - 2), a);
  cell_of (track->plane, &g_array_index (points, double, 2 * index), b);
  n = (int) ceil (2 * hypot (b[0] - a[0], b[1] - a[1])) + 1;
  for (int k = 1; k <= n; k++)
    {
      gpointer key = cell_key (lround (floor (a[0] + (b[0] - a[0]) * k / n)), lround (floor (a[1] + (b[1] - a[1]) * k / n)));

      if (key != NULL)
        g_hash_table_insert (track->cells, key, GUINT_TO_POINTER (index));
    }
}

/* Returns the index of the last earlier point within about a pixel of p, or 0. */
static guint
find_near (const Track *track, const double *p)
{
  double cell[2];
  guint last = 0;

  cell_of (track->plane, p, cell);
  for (int k = 0; k < 9; k++)
    {
      gpointer key = cell_key (lround (floor (cell[0])) + k % 3 - 1, lround (floor (cell[1])) + k / 3 - 1);

      if (key != NULL)
        last = MAX (last, GPOINTER_TO_UINT (g_hash_table_lookup (track->cells, key)));
    }
  return last;
}

/* Takes the new points of the curve into the track. Returns TRUE if the last revolution is nowhere farther than about a pixel from the one before;
 * since is then its first point. Orbits of a plane do not cross, so that this is so for a spiral with narrow revolutions only. */
static gboolean
is_repeated (Track *track, const GArray *points)
{
  for (guint k = track->lengths->len; k < points->len / 2; k++)
    {
      const double *p = &g_array_index (points, double, 2 * k);
      double length = k == 0 ? 0 : g_array_index (track->lengths, double, k - 1)
                                   + hypot ((p[0] - p[-2]) / (track->plane->high[0] - track->plane->low[0]), (p[1] - p[-1]) / (track->plane->high[1] - track->plane->low[1]));
      guint near;

      g_array_append_val (track->lengths, length);
      for (; track->marked < k && g_array_index (track->lengths, double, track->marked) < length - RECENT; track->marked++)
        if (track->marked > 0)
          mark_segment (track, points, track->marked);
      near = find_near (track, p);
      track->since = near == 0 ? 0 : track->since > 0 ? track->since : k;
      if (near > 0 && track->since <= near)
        return TRUE;
    }
  return FALSE;
}

/* Returns the distance of two states in the plane, relative to the window. */
static double
distance (const LabPlane *plane, const double *a, const double *b)
{
  return hypot ((a[0] - b[0]) / (plane->high[0] - plane->low[0]), (a[1] - b[1]) / (plane->high[1] - plane->low[1]));
}

static gboolean
is_far (const LabPlane *plane, const double *p)
{
  for (int k = 0; k < 2; k++)
    {
      double width = plane->high[k] - plane->low[k];

      if (!(p[k] > plane->low[k] - OUTSIDE * width && p[k] < plane->high[k] + OUTSIDE * width))
        return TRUE;
    }
  return FALSE;
}

/* Appends points of the last step at equal distances, by dense output. Returns the length of the step in the plane. */
static double
append_step (const LabPlane *plane, LabFlowRun *run, GArray *points)
{
  double s0 = lab_flow_run_previous (run), s1 = lab_flow_run_time (run), x[2], p[2], last[2], length = 0;
  const double *end;
  int pieces;

  memcpy (last, &g_array_index (points, double, points->len - 2), sizeof last);
  to_plane (plane, lab_flow_run_y (run), p);
  pieces = (int) CLAMP (ceil (2 * distance (plane, last, p) / SPACING), 1, 1000);
  for (int k = 1; k <= pieces; k++)
    {
      if (k < pieces)
        lab_flow_run_at (run, s0 + (s1 - s0) * k / pieces, x);
      end = k < pieces ? x : lab_flow_run_y (run);
      to_plane (plane, end, p);
      length += distance (plane, last, p);
      if (k == pieces || distance (plane, &g_array_index (points, double, points->len - 2), p) >= SPACING)
        g_array_append_vals (points, p, 2);
      memcpy (last, p, sizeof last);
    }
  return length;
}

/* Follows one branch. Returns NULL with an error if the study is cancelled. The distance from the saddle along the
 * eigenvector is OFFSET in the plane, whatever the length of the eigenvector. Near the saddle the speed is small,
 * too, so that a branch is tested for rest only after ten times this distance. */
static LabCurve *
follow (const LabPlane *plane, const LabEquilibrium *saddle, const double *direction, double sign, gboolean stable,
        const LabProgress *progress, GError **error)
{
  LabFlow *flow = plane->flow;
  g_autoptr (LabFlowRun) run = lab_flow_run_new (flow, 0, FALSE, stable, ACCURACY, error);
  g_autoptr (GArray) points = NULL, lengths = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GHashTable) cells = g_hash_table_new (NULL, NULL);
  Track track = { plane, lengths, cells, 0, 0 };
  LabCurve *curve;
  double x[2], p[2], f[2], length = 0, fastest = 0, scale;

  if (run == NULL)
    return NULL;
  scale = hypot (direction[2 * plane->across] / (plane->high[0] - plane->low[0]),
                 direction[2 * plane->up] / (plane->high[1] - plane->low[1]));
  points = g_array_new (FALSE, FALSE, sizeof (double));
  to_plane (plane, saddle->x, p);
  g_array_append_vals (points, p, 2);
  for (int i = 0; i < 2; i++)
    x[i] = saddle->x[i] + sign * OFFSET * direction[2 * i] / scale;
  if (lab_flow_run_start (run, flow->t, x))
    for (int k = 0; k < MOST_STEPS && length < LONGEST && lab_flow_run_step (run, INFINITY); k++)
      {
        double speed;

        length += append_step (plane, run, points);
        to_plane (plane, lab_flow_run_y (run), p);
        if (is_repeated (&track, points))
          {
            g_array_set_size (points, 2 * track.since);
            break;
          }
        if (is_far (plane, p) || !lab_flow_rhs (flow, flow->t, lab_flow_run_y (run), f))
          break;
        speed = hypot (f[plane->across] / (plane->high[0] - plane->low[0]), f[plane->up] / (plane->high[1] - plane->low[1]));
        fastest = fmax (fastest, speed);
        if (length > 10 * OFFSET && speed < AT_REST * fastest)
          break;
        if (k % REPORT_STEPS == 0 && !lab_progress_report (progress, length / LONGEST, error))
          return NULL;
      }
  curve = g_new0 (LabCurve, 1);
  curve->n = (int) points->len / 2;
  curve->points = (double *) (gpointer) g_array_free (g_steal_pointer (&points), FALSE);
  return curve;
}

GPtrArray *
lab_manifolds (const LabPlane *plane, const LabEquilibria *equilibria, const LabProgress *progress, GError **error)
{
  g_autoptr (GPtrArray) manifolds = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_manifold_free);

  g_return_val_if_fail (plane->flow->n == 2, NULL);
  for (guint e = 0; e < equilibria->points->len; e++)
    {
      const LabEquilibrium *point = equilibria->points->pdata[e];

      for (int branch = 0; branch < 4 && point->type == LAB_POINT_SADDLE; branch++)
        {
          gboolean stable = branch >= 2; /* the eigenvalues are sorted, the unstable one first */
          LabManifold *manifold = g_new0 (LabManifold, 1);

          g_ptr_array_add (manifolds, manifold);
          manifold->point = (int) e;
          manifold->stable = stable;
          manifold->curve = follow (plane, point, point->vectors + (stable ? 4 : 0), branch % 2 == 0 ? 1 : -1, stable, progress, error);
          if (manifold->curve == NULL || !lab_progress_report (progress, (e + branch / 4.0) / equilibria->points->len, error))
            return NULL;
        }
    }
  return g_steal_pointer (&manifolds);
}
