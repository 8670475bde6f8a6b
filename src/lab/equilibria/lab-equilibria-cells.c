/* Finds equilibria by the signs of f in the corners of cells. */
#include <math.h>

#include "lab-equilibria-private.h"

/* Number of cells along each axis. Newton's method can miss equilibria that are nearer to each other than its starts; these cells are a
 * quarter as wide. */
#define LINE_CELLS 16384
#define PLANE_CELLS 240
#define SPACE_CELLS 32
/* Number of nodes or cells between two reports of progress. */
#define REPORT_CELLS 256
#define SHORT_STEPS 10
/* An equilibrium is in the box up to this distance, relative to the size of the box. */
#define ROUNDED 1e-9

typedef struct
{
  int cells;     /* number of cells along each axis */
  gsize n_nodes; /* (cells + 1)ⁿ */
  /* for each node a bit i if f_i ≤ 0, and a bit LAB_SCAN_STATES + i if f_i ≥ 0; 0 if f is undefined there */
  guint8 *signs;
} SignGrid;

/* Computes the coordinates of a node of the grid, or of the centre of the cell that begins at this node. */
static void
grid_point (const LabSearch *search, const SignGrid *grid, gsize node, double offset, double *x)
{
  for (int i = 0; i < search->flow->n; i++, node /= (gsize) grid->cells + 1)
    x[i] = search->low[i] + search->scale[i] * ((double) (node % ((gsize) grid->cells + 1)) + offset) / grid->cells;
}

static guint8
signs_at (const LabSearch *search, const double *x)
{
  double f[LAB_SCAN_STATES];
  guint signs = 0;

  if (!lab_flow_rhs (search->flow, search->flow->t, x, f))
    return 0;
  for (int i = 0; i < search->flow->n; i++)
    signs |= (guint) (f[i] <= 0) << i | (guint) (f[i] >= 0) << (LAB_SCAN_STATES + i);
  return (guint8) signs;
}

/* Returns whether each component of f is zero or has both signs in the corners of the cell that begins at a node. */
static gboolean
changes_signs (const LabSearch *search, const SignGrid *grid, gsize node)
{
  int n = search->flow->n;
  guint all = (1u << n) - 1, signs = 0;

  for (int bits = 0; bits <= (int) all; bits++)
    {
      gsize corner = node, stride = 1, rest = node;

      for (int i = 0; i < n; i++, stride *= (gsize) grid->cells + 1, rest /= (gsize) grid->cells + 1)
        {
          if (rest % ((gsize) grid->cells + 1) == (gsize) grid->cells)
            return FALSE; /* no cell begins at the last node of an axis */
          corner += (bits >> i & 1) != 0 ? stride : 0;
        }
      if (grid->signs[corner] == 0)
        return FALSE;
      signs |= grid->signs[corner];
    }
  return signs == (all | all << LAB_SCAN_STATES);
}

/* Takes a few Newton steps from x[n] that are at most half as long as a cell. The damping of lab_equilibrium_newton is not enough near a
 * narrow structure of f: its first step may lead to another equilibrium. */
static void
approach (const LabSearch *search, const SignGrid *grid, double *x)
{
  int n = search->flow->n;
  g_auto (LabNewton) s = { 0 };

  lab_newton_init (&s, n);
  for (int k = 0; k < SHORT_STEPS; k++)
    {
      double size;

      if (!lab_flow_rhs (search->flow, search->flow->t, x, s.f) || !lab_flow_jacobian (search->flow, search->flow->t, x, s.J)
          || !lab_newton_factor (&s, n))
        return;
      lab_newton_solve (&s, n, s.f);
      size = 2 * grid->cells * lab_scaled_norm (n, search->scale, s.f);
      if (!isfinite (size))
        return;
      for (int i = 0; i < n; i++)
        x[i] -= s.f[i] / fmax (1, size);
      if (size < 1e-3)
        return;
    }
}

/* Starts Newton's method in all cells of a grid whose corners show that they may contain an equilibrium. Returns FALSE with an error if the
 * study is cancelled. */
gboolean
lab_search_cells (LabSearch *search, const LabProgress *progress, GError **error)
{
  int n = search->flow->n;
  g_autofree guint8 *signs = NULL;
  SignGrid grid = { .cells = n == 1 ? LINE_CELLS : n == 2 ? PLANE_CELLS : SPACE_CELLS, .n_nodes = 1 };
  double x[LAB_SCAN_STATES], last[LAB_SCAN_STATES];

  for (int i = 0; i < n; i++)
    grid.n_nodes *= (gsize) grid.cells + 1;
  grid.signs = signs = g_new (guint8, grid.n_nodes);
  for (gsize k = 0; k < grid.n_nodes; k++)
    {
      grid_point (search, &grid, k, 0, x);
      signs[k] = signs_at (search, x);
      if (k % REPORT_CELLS == 0 && !lab_progress_report (progress, 1, error))
        return FALSE;
    }
  for (gsize k = 0; k < grid.n_nodes; k++)
    {
      gboolean singular, may = changes_signs (search, &grid, k);

      grid_point (search, &grid, k, 0.5, x);
      if (may)
        approach (search, &grid, x);
      if (may && lab_equilibrium_newton (search->flow, search->scale, x, last, &singular, NULL, 1, NULL))
        lab_search_take (search, x, last, singular, ROUNDED);
      if ((may || k % REPORT_CELLS == 0) && !lab_progress_report (progress, 1, error))
        return FALSE;
    }
  return TRUE;
}
