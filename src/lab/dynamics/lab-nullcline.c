/* Computes nullclines by marching squares (Lorensen and Cline, Comput. Graph. 21 (1987) 163, in two dimensions). A crossing of a cell's
 * edge is a root of f on the edge, found by the Illinois method. Two crossings of a cell are joined. Of four crossings, those pairs are
 * joined that do not separate the centre from corners with the same sign. Segments that share an edge form one curve.
 *
 * A cell without a change of sign at its corners may contain a small closed curve. Cells in which |f| at a corner is less than its
 * change over the cell are therefore tested at 16 inner points; if one of these has another sign, a finer grid is used. */
#include <math.h>
#include <string.h>

#include "lab-plane.h"

/* Cells along each side of the window, factor of the finer grid, and error of a crossing relative to an edge. In a
 * picture of 900 pixels a cell has about 5. */
#define CELLS 192
#define FINER 4
#define REFINE 1e-9
/* Number of evaluations of f between two looks at whether the study is cancelled. */
#define REPORT_EVALUATIONS 1024

void
lab_curve_free (LabCurve *curve)
{
  if (curve == NULL)
    return;
  g_free (curve->points);
  g_free (curve);
}

typedef struct
{
  const LabPlane *plane;
  int state, cells;
  double *x, *f;        /* scratch: n states and n slopes */
  double *values;       /* values of f at the (cells + 1)² grid points */
  /* coordinates of the crossing of each edge: 2 numbers for each of 2 · cells · (cells + 1) edges; NaN: the edge is not crossed */
  double *roots;
  int *link;            /* for each edge the two edges to which segments lead; −1: none */
  const LabProgress *progress;
  double fraction;
  long evaluations;
  GError *cancelled;    /* set if the study is cancelled */
} Grid;

/* Returns f at a point of the plane, or NaN if it is undefined or the study is cancelled. */
static double
evaluate (Grid *g, double a, double b)
{
  const LabPlane *p = g->plane;

  if (g->cancelled != NULL
      || (++g->evaluations % REPORT_EVALUATIONS == 0 && !lab_progress_report (g->progress, g->fraction, &g->cancelled)))
    return NAN;
  memcpy (g->x, p->x, sizeof (double) * (gsize) p->flow->n);
  g->x[p->across] = a;
  g->x[p->up] = b;
  return lab_flow_rhs (p->flow, p->t, g->x, g->f) ? g->f[g->state] : NAN;
}

static double
node_x (const Grid *g, double i)
{
  return g->plane->low[0] + (g->plane->high[0] - g->plane->low[0]) * i / g->cells;
}

static double
node_y (const Grid *g, double j)
{
  return g->plane->low[1] + (g->plane->high[1] - g->plane->low[1]) * j / g->cells;
}

static double *
value (Grid *g, int i, int j)
{
  return &g->values[j * (g->cells + 1) + i];
}

/* Returns the index of the edge that leads from grid point (i, j) to the right (up = 0) or upward (up = 1). */
static int
edge (const Grid *g, int i, int j, int up)
{
  return (up * (g->cells + 1) + j) * (g->cells + 1) + i;
}

static int
n_edges (const Grid *g)
{
  return 2 * (g->cells + 1) * (g->cells + 1);
}

/* Returns the sign of a value. Zero counts as positive, so that a crossing at a grid point is found only once. */
static gboolean
changes (double a, double b)
{
  return isfinite (a) && isfinite (b) && (a < 0) != (b < 0);
}

/* Finds the crossing of an edge by the Illinois method (Dowell and Jarratt, BIT 11 (1971) 168): false position, where
 * the value at an end that stays twice in a row is halved, so that the other end moves next. theta is the position
 * along the edge, 0 to 1. */
static void
find_root (Grid *g, int i, int j, int up)
{
  double a = *value (g, i, j), b = *value (g, i + !up, j + up), low = 0, high = 1;
  double *root = &g->roots[2 * edge (g, i, j, up)];
  int side = 0;

  root[0] = NAN;
  if (!changes (a, b))
    return;
  for (int k = 0; k < 60 && high - low > REFINE; k++)
    {
      double theta = (low * b - high * a) / (b - a), f;

      if (!(theta > low && theta < high))
        theta = (low + high) / 2;
      f = evaluate (g, node_x (g, up ? i : i + theta), node_y (g, up ? j + theta : j));
      if (!isfinite (f))
        break;
      if (f == 0)
        low = high = theta;
      else if ((f < 0) == (a < 0))
        {
          low = theta;
          a = f;
          b *= side < 0 ? 0.5 : 1;
          side = -1;
        }
      else
        {
          high = theta;
          b = f;
          a *= side > 0 ? 0.5 : 1;
          side = 1;
        }
    }
  low = fabs (a) < fabs (b) ? low : high;
  root[0] = node_x (g, up ? i : i + low);
  root[1] = node_y (g, up ? j + low : j);
}

/* Links two edges in both directions. An edge belongs to two cells, so it has at most two links. */
static void
join (Grid *g, int a, int b)
{
  g->link[2 * a + (g->link[2 * a] >= 0)] = b;
  g->link[2 * b + (g->link[2 * b] >= 0)] = a;
}

/* Distinguishes a root from a pole. f changes its sign at a pole too, but its value at the crossing is not small. */
static gboolean
is_pole (Grid *g, int e, double size)
{
  double f = evaluate (g, g->roots[2 * e], g->roots[2 * e + 1]);

  return !(fabs (f) <= size);
}

/* Joins the crossings of a cell. Two crossings have one segment. Of four, all corners alternate in sign, and two
 * pairs of segments are possible; the sign at the centre decides. */
static void
join_cell (Grid *g, int i, int j)
{
  int edges[4] = { edge (g, i, j, 0), edge (g, i + 1, j, 1), edge (g, i, j + 1, 0), edge (g, i, j, 1) };
  int crossed[4], n = 0;
  double corner = *value (g, i, j), size = fabs (corner);

  size = fmax (size, fmax (fabs (*value (g, i + 1, j)), fmax (fabs (*value (g, i, j + 1)), fabs (*value (g, i + 1, j + 1)))));
  for (int k = 0; k < 4; k++)
    if (!isnan (g->roots[2 * edges[k]]) && !is_pole (g, edges[k], size))
      crossed[n++] = edges[k];
  if (n == 2)
    join (g, crossed[0], crossed[1]);
  else if (n == 4)
    {
      double centre = evaluate (g, node_x (g, i + 0.5), node_y (g, j + 0.5));
      gboolean same = (centre < 0) == (corner < 0); /* TRUE: corners (0, 0) and (1, 1) are in the same region */

      join (g, edges[0], same ? edges[1] : edges[3]);
      join (g, edges[2], same ? edges[3] : edges[1]);
    }
}

static void
append_edge (const Grid *g, GArray *points, int e)
{
  g_array_append_vals (points, &g->roots[2 * e], 2);
}

/* Follows the segments that begin at an edge, and removes them. Returns them as one curve. */
static LabCurve *
follow (Grid *g, int start)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (double));
  LabCurve *curve = g_new0 (LabCurve, 1);
  int at = start;

  append_edge (g, points, at);
  while (g->link[2 * at] >= 0 || g->link[2 * at + 1] >= 0)
    {
      int slot = g->link[2 * at] >= 0 ? 0 : 1, next = g->link[2 * at + slot];

      g->link[2 * at + slot] = -1;
      g->link[2 * next + (g->link[2 * next] != at)] = -1;
      append_edge (g, points, next);
      at = next;
    }
  curve->closed = at == start;
  curve->n = (int) points->len / 2;
  curve->points = (double *) (gpointer) g_array_free (points, FALSE);
  return curve;
}

static int
n_links (const Grid *g, int e)
{
  return (g->link[2 * e] >= 0) + (g->link[2 * e + 1] >= 0);
}

static GPtrArray *
collect (Grid *g)
{
  GPtrArray *curves = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_curve_free);

  for (int pass = 1; pass <= 2; pass++) /* first open curves from their ends, then closed curves */
    for (int e = 0; e < n_edges (g); e++)
      if (n_links (g, e) == pass)
        g_ptr_array_add (curves, follow (g, e));
  return curves;
}

/* Returns whether f changes its sign inside a cell whose corners have equal signs. The test is made only if the
 * values at the corners do not exclude a zero: the least of |f| is below the difference of the largest and the least. */
static gboolean
hides_branch (Grid *g, int i, int j)
{
  double a = *value (g, i, j), b = *value (g, i + 1, j), c = *value (g, i, j + 1), d = *value (g, i + 1, j + 1);
  double least = fmin (fmin (fabs (a), fabs (b)), fmin (fabs (c), fabs (d))), most = fmax (fmax (fabs (a), fabs (b)), fmax (fabs (c), fabs (d)));

  if (!(least < most - least) || changes (a, b) || changes (a, c) || changes (a, d))
    return FALSE;
  for (int k = 0; k < FINER * FINER; k++)
    if (changes (a, evaluate (g, node_x (g, i + (k % FINER + 0.5) / FINER), node_y (g, j + (k / FINER + 0.5) / FINER))))
      return TRUE;
  return FALSE;
}

static void
fill (Grid *g, int cells)
{
  g->cells = cells;
  g->values = g_renew (double, g->values, (cells + 1) * (cells + 1));
  for (int j = 0; j <= cells; j++)
    {
      for (int i = 0; i <= cells; i++)
        *value (g, i, j) = evaluate (g, node_x (g, i), node_y (g, j));
      g->fraction = (double) j / cells;
    }
}

static gboolean
any_hidden (Grid *g)
{
  for (int j = 0; j < g->cells && g->cancelled == NULL; j++)
    for (int i = 0; i < g->cells; i++)
      if (hides_branch (g, i, j))
        return TRUE;
  return FALSE;
}

/* Finds the crossings of all edges and joins them. */
static void
cross (Grid *g)
{
  g->roots = g_new (double, 2 * n_edges (g));
  g->link = g_new (int, 2 * n_edges (g));
  for (int k = 0; k < 2 * n_edges (g); k++)
    {
      g->roots[k] = NAN;
      g->link[k] = -1;
    }
  for (int j = 0; j <= g->cells; j++)
    for (int i = 0; i <= g->cells; i++)
      {
        if (i < g->cells)
          find_root (g, i, j, 0);
        if (j < g->cells)
          find_root (g, i, j, 1);
      }
  for (int j = 0; j < g->cells; j++)
    for (int i = 0; i < g->cells; i++)
      join_cell (g, i, j);
}

GPtrArray *
lab_nullcline (const LabPlane *plane, int state, const LabProgress *progress, GError **error)
{
  Grid g = { .plane = plane, .state = state, .x = g_new (double, plane->flow->n), .f = g_new (double, plane->flow->n), .progress = progress };
  GPtrArray *curves = NULL;

  fill (&g, CELLS);
  if (any_hidden (&g))
    fill (&g, FINER * CELLS);
  if (g.cancelled == NULL)
    cross (&g);
  if (g.cancelled == NULL)
    curves = collect (&g);
  else
    g_propagate_error (error, g.cancelled);
  g_free (g.x);
  g_free (g.f);
  g_free (g.values);
  g_free (g.roots);
  g_free (g.link);
  return curves;
}
