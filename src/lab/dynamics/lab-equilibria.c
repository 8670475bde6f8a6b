/* Searches equilibria by Newton's method from many starts, with the affine invariant test of
 * Deuflhard, Newton Methods for Nonlinear Problems, Springer 2004, section 3.3: a step is halved
 * until the simplified Newton correction at the new point, computed with the old factors, is
 * shorter than the correction at the old point. The convergence to equilibria with singular ∂f/∂x
 * is linear. */
#include "lab-equilibria.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-registry.h"
#include "ode-linalg.h"

/* ---- Newton's method ---- */

#define NEWTON_ITERATIONS 60
#define HALVINGS 30
#define CONVERGED 1e-12
/* Size of the last step at which linear convergence to a singular point counts as complete. Rounding errors stop it there: f is quadratic
 * near the point, so only half of the digits are correct. */
#define SINGULAR_CONVERGED 1e-6

static double
scaled_norm (int n, const double *scale, const double *v)
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    largest = isfinite (v[i]) ? fmax (largest, fabs (v[i]) / scale[i]) : INFINITY;
  return largest;
}

/* Factors J or, if J is singular, JᵀJ + ε ‖J‖² I. The solution of the latter with the right-hand side Jᵀ b is the shortest step
 * (Levenberg). RIDGE is ε. */
#define RIDGE 1e-14

typedef struct
{
  double *matrix, *step, *trial, *f, *J;
  int *pivot;
  gboolean ridge;
} Scratch;

static void
scratch_clear (Scratch *s)
{
  g_free (s->matrix);
  g_free (s->step);
  g_free (s->trial);
  g_free (s->f);
  g_free (s->J);
  g_free (s->pivot);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scratch, scratch_clear)

static void
scratch_init (Scratch *s, int n)
{
  *s = (Scratch) { g_new (double, n * n), g_new (double, n), g_new (double, n), g_new (double, n), g_new (double, n * n), g_new (int, n), FALSE };
}

static gboolean
factor (Scratch *s, int n)
{
  double size = 0;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s->matrix[j * n + i] = s->J[i * n + j];
  s->ridge = !ode_lu_factor (n, s->matrix, s->pivot);
  if (!s->ridge)
    return TRUE;
  for (int k = 0; k < n * n; k++)
    size = fmax (size, fabs (s->J[k]));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
        double sum = i == j ? RIDGE * n * size * size : 0;

        for (int k = 0; k < n; k++)
          sum += s->J[k * n + i] * s->J[k * n + j];
        s->matrix[j * n + i] = sum;
      }
  return ode_lu_factor (n, s->matrix, s->pivot);
}

static void
solve (const Scratch *s, int n, double *b)
{
  if (s->ridge)
    {
      g_autofree double *c = g_memdup2 (b, sizeof (double) * (gsize) n);

      for (int i = 0; i < n; i++)
        {
          b[i] = 0;
          for (int k = 0; k < n; k++)
            b[i] += s->J[k * n + i] * c[k];
        }
    }
  ode_lu_solve (n, s->matrix, s->pivot, b);
}

/* Number of states from which each iteration reports progress. */
#define MANY_STATES 30

gboolean
lab_equilibrium_newton (LabFlow *flow, const double *scale, double *x, gboolean *singular, const LabProgress *progress, double fraction,
                        GError **error)
{
  int n = flow->n;
  g_auto (Scratch) s = { 0 };
  double previous = INFINITY;

  scratch_init (&s, n);
  *singular = FALSE;
  for (int iteration = 0; iteration < NEWTON_ITERATIONS; iteration++)
    {
      double size, damping = 1;
      int halving;

      if (n >= MANY_STATES && !lab_progress_report (progress, fraction, error))
        return FALSE;
      if (!lab_flow_rhs (flow, flow->t, x, s.f) || !lab_flow_jacobian (flow, flow->t, x, s.J))
        return FALSE;
      for (int i = 0; i < n; i++)
        s.step[i] = -s.f[i];
      if (scaled_norm (n, scale, s.f) == 0)
        return TRUE;
      if (!factor (&s, n))
        return *singular = previous < SINGULAR_CONVERGED;
      *singular |= s.ridge;
      solve (&s, n, s.step);
      size = scaled_norm (n, scale, s.step);
      if (size < CONVERGED)
        {
          for (int i = 0; i < n; i++)
            x[i] += s.step[i];
          return TRUE;
        }
      for (halving = 0; halving < HALVINGS; halving++, damping *= 0.5)
        {
          for (int i = 0; i < n; i++)
            s.trial[i] = x[i] + damping * s.step[i];
          if (!lab_flow_rhs (flow, flow->t, s.trial, s.f))
            continue;
          solve (&s, n, s.f);
          if (scaled_norm (n, scale, s.f) <= (1 - damping / 4) * size)
            break;
        }
      if (halving == HALVINGS) /* rounding errors dominate, or there is no root in this direction */
        {
          *singular = s.ridge || size >= 1e-9;
          return size < SINGULAR_CONVERGED;
        }
      memcpy (x, s.trial, sizeof (double) * (gsize) n);
      *singular = s.ridge || (size < SINGULAR_CONVERGED && size > 0.3 * previous);
      previous = size;
    }
  *singular = TRUE;
  return previous < SINGULAR_CONVERGED;
}

/* ---- the search from many starts ---- */

/* Largest number of states for which the box is scanned. */
#define SCAN_STATES 3
#define PLANE_STARTS 60
#define STARTS 4096
/* Two points are the same equilibrium if their distance, relative to the size of the box, is below SAME. If both are degenerate, Newton's method is less exact, and
 * SAME_SINGULAR is the bound; SAME_MIXED if only the second one is. A regular point near a degenerate one is another equilibrium. */
#define SAME 1e-8
#define SAME_SINGULAR 1e-3
#define SAME_MIXED 1e-5
#define MOST_SINGULAR 24
/* An equilibrium is in the box up to this distance, relative to the size of the box. */
#define ROUNDED 1e-9
/* Starts of Newton's method besides those in the box: zero, the initial state, and the mean and the end of the run. In a default box their equilibria count up
 * to this distance outside, relative to the size of the box. */
#define SPECIAL_STARTS 4
#define REACH 2
/* In a widened box with many states there are fewer starts: Newton's method finds its equilibria from afar too, and four boxes are searched. */
#define WIDENED_STARTS 512

/* A start takes a time of about n³, and in many dimensions a grid of starts is sparse anyway. From MANY_STATES on the number of starts decreases so
 * that the time grows like n, down to FEWEST_STARTS. */
#define FEWEST_STARTS 256

/* Returns the number of starts in the box, without the special ones. */
static int
number_of_starts (int n, gboolean widened)
{
  double ratio = (double) MANY_STATES / n;
  int most = n > SCAN_STATES && widened ? WIDENED_STARTS : STARTS;

  if (n == 2)
    return PLANE_STARTS * PLANE_STARTS;
  return n <= MANY_STATES ? most : MIN (most, MAX (FEWEST_STARTS, (int) (STARTS * ratio * ratio)));
}

/* Frees an equilibrium (a GDestroyNotify). */
static void
free_point (LabEquilibrium *point)
{
  if (point == NULL)
    return;
  g_free (point->x);
  g_free (point->values);
  g_free (point->vectors);
  g_free (point);
}

/* Makes a classified equilibrium at x[n]. Returns NULL with an error if the study is cancelled, and NULL without an error if the derivatives are
 * undefined there. */
static LabEquilibrium *
new_point (LabFlow *flow, const double *x, const LabProgress *progress, double fraction, GError **error)
{
  LabEquilibrium *point = g_new0 (LabEquilibrium, 1);
  int n = point->n = flow->n;
  g_autofree double *J = g_new (double, n * n);

  point->x = g_memdup2 (x, sizeof (double) * (gsize) n);
  point->values = g_new (double, 2 * n);
  point->vectors = g_new (double, 2 * n * n);
  if (lab_flow_jacobian (flow, flow->t, x, J) && lab_eigen_watched (n, J, point->values, point->vectors, progress, fraction, error))
    {
      point->type = lab_point_type_of (n, point->values);
      return point;
    }
  free_point (point);
  return NULL;
}

void
lab_equilibria_free (LabEquilibria *equilibria)
{
  if (equilibria == NULL)
    return;
  g_ptr_array_unref (equilibria->points);
  g_free (equilibria);
}

/* Returns number k of the van der Corput sequence in a base. The numbers in several bases form Halton's points, which fill a box
 * evenly. */
static double
van_der_corput (int k, int base)
{
  double value = 0, digit = 1.0 / base;

  for (; k > 0; k /= base, digit /= base)
    value += digit * (k % base);
  return value;
}

static void
start_point (const LabBox *box, int k, double *x)
{
  static const int bases[] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37 };

  for (int i = 0; i < box->n; i++)
    {
      double u;

      if (box->n == 1)
        u = (k + 0.5) / STARTS;
      else if (box->n == 2)
        u = ((i == 0 ? k % PLANE_STARTS : k / PLANE_STARTS) + 0.5) / PLANE_STARTS;
      else
        u = fmod (van_der_corput (k + 1, bases[i % (int) G_N_ELEMENTS (bases)]) + 0.61803398875 * (i / (int) G_N_ELEMENTS (bases)), 1);
      x[i] = box->low[i] + u * (box->high[i] - box->low[i]);
    }
}

static double
distance (int n, const double *scale, const double *a, const double *b)
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    largest = fmax (largest, fabs (a[i] - b[i]) / scale[i]);
  return largest;
}

/* Sets coordinates that are 0 up to rounding errors to 0, if this does not increase |f|. */
static void
snap_to_zero (LabFlow *flow, const double *scale, double *x)
{
  g_autofree double *f = g_new (double, flow->n);

  for (int i = 0; i < flow->n; i++)
    {
      double old = x[i], before, after;

      if (old == 0 || fabs (old) > 1e-11 * scale[i] || !lab_flow_rhs (flow, flow->t, x, f))
        continue;
      before = scaled_norm (flow->n, scale, f);
      x[i] = 0;
      after = lab_flow_rhs (flow, flow->t, x, f) ? scaled_norm (flow->n, scale, f) : INFINITY;
      if (!(after <= before))
        x[i] = old;
    }
}

typedef struct
{
  LabFlow *flow;
  const LabBox *box;
  const double *scale;
  LabEquilibria *found;
  int n_singular;
  const LabProgress *progress;
  double fraction;      /* the fraction that is reported within a start of Newton's method */
  GError *cancelled;    /* set if the study is cancelled */
} Search;

/* f at a root is small compared with its change over the box, and so is f near a multiple root: |f| = |x f'|/p for f = xᵖ. */
#define ROOT 1e-3
/* Rounding errors of f, relative to its size in the box. */
#define ROUNDING 1e-15

/* Returns whether f is zero at x. Where ∂f/∂x is singular, Newton's method also ends at points that minimize |f|. */
static gboolean
is_root (const Search *search, const double *x)
{
  int n = search->flow->n;
  g_autofree double *f = g_new (double, n), *J = g_new (double, n * n), *low = g_new (double, n), *high = g_new (double, n);

  if (!lab_flow_rhs (search->flow, search->flow->t, x, f) || !lab_flow_jacobian (search->flow, search->flow->t, x, J))
    return FALSE;
  if (!lab_flow_rhs (search->flow, search->flow->t, search->box->low, low))
    memset (low, 0, sizeof (double) * (gsize) n);
  if (!lab_flow_rhs (search->flow, search->flow->t, search->box->high, high))
    memset (high, 0, sizeof (double) * (gsize) n);
  for (int i = 0; i < n; i++)
    {
      double change = 0;

      for (int j = 0; j < n; j++)
        change += fabs (J[i * n + j]) * search->scale[j];
      if (!(fabs (f[i]) <= ROOT * change + ROUNDING * fmax (fabs (low[i]), fabs (high[i]))))
        return FALSE;
    }
  return TRUE;
}

/* Adds the point x[n], which Newton's method found, if it is an equilibrium in the box or not farther outside than `margin`, relative to the size of
 * the box. */
static void
take (Search *search, double *x, gboolean singular, double margin)
{
  int n = search->flow->n;
  double nearest = INFINITY, nearest_degenerate = INFINITY;
  LabEquilibrium *point;

  for (int i = 0; i < n; i++)
    if (!(x[i] >= search->box->low[i] - margin * search->scale[i] && x[i] <= search->box->high[i] + margin * search->scale[i]))
      return;
  for (guint k = 0; k < search->found->points->len; k++)
    {
      const LabEquilibrium *other = search->found->points->pdata[k];
      double *least = other->type == LAB_POINT_DEGENERATE ? &nearest_degenerate : &nearest;

      *least = fmin (*least, distance (n, search->scale, other->x, x));
    }
  if (fmin (nearest, nearest_degenerate) < SAME || (singular && (nearest < SAME_MIXED || nearest_degenerate < SAME_SINGULAR || search->found->continuum))
      || !is_root (search, x))
    return;
  snap_to_zero (search->flow, search->scale, x);
  point = new_point (search->flow, x, search->progress, search->fraction, &search->cancelled);
  if (point == NULL)
    return;
  singular |= point->type == LAB_POINT_DEGENERATE;
  if (singular && (nearest < SAME_MIXED || nearest_degenerate < SAME_SINGULAR))
    {
      free_point (point);
      return;
    }
  search->n_singular += singular;
  if (singular && search->n_singular > MOST_SINGULAR)
    {
      search->found->continuum = TRUE;
      free_point (point);
      return;
    }
  g_ptr_array_add (search->found->points, point);
}

/* ---- cells with changes of sign ---- */

/* Number of cells along each axis. Newton's method can miss equilibria that are nearer to each other than its starts; these cells are a
 * quarter as wide. */
#define LINE_CELLS 16384
#define PLANE_CELLS 240
#define SPACE_CELLS 32
/* Number of nodes or cells between two reports of progress. */
#define REPORT_CELLS 256
#define SHORT_STEPS 10

typedef struct
{
  int cells;        /* number of cells along each axis */
  gsize n_nodes;    /* (cells + 1)ⁿ */
  /* for each node a bit i if f_i ≤ 0, and a bit SCAN_STATES + i if f_i ≥ 0; 0 if f is undefined there */
  guint8 *signs;
} SignGrid;

/* Computes the coordinates of a node of the grid, or of the centre of the cell that begins at this node. */
static void
grid_point (const Search *search, const SignGrid *grid, gsize node, double offset, double *x)
{
  for (int i = 0; i < search->flow->n; i++, node /= (gsize) grid->cells + 1)
    x[i] = search->box->low[i] + search->scale[i] * ((double) (node % ((gsize) grid->cells + 1)) + offset) / grid->cells;
}

static guint8
signs_at (const Search *search, const double *x)
{
  double f[SCAN_STATES];
  guint signs = 0;

  if (!lab_flow_rhs (search->flow, search->flow->t, x, f))
    return 0;
  for (int i = 0; i < search->flow->n; i++)
    signs |= (guint) (f[i] <= 0) << i | (guint) (f[i] >= 0) << (SCAN_STATES + i);
  return (guint8) signs;
}

/* Returns whether each component of f is zero or has both signs in the corners of the cell that begins at a node. */
static gboolean
changes_signs (const Search *search, const SignGrid *grid, gsize node)
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
  return signs == (all | all << SCAN_STATES);
}

/* Takes a few Newton steps from x[n] that are at most half as long as a cell. The damping of lab_equilibrium_newton is not enough near a
 * narrow structure of f: its first step may lead to another equilibrium. */
static void
approach (const Search *search, const SignGrid *grid, double *x)
{
  int n = search->flow->n;
  g_auto (Scratch) s = { 0 };

  scratch_init (&s, n);
  for (int k = 0; k < SHORT_STEPS; k++)
    {
      double size;

      if (!lab_flow_rhs (search->flow, search->flow->t, x, s.f) || !lab_flow_jacobian (search->flow, search->flow->t, x, s.J) || !factor (&s, n))
        return;
      solve (&s, n, s.f);
      size = 2 * grid->cells * scaled_norm (n, search->scale, s.f);
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
static gboolean
search_cells (Search *search, const LabProgress *progress, GError **error)
{
  int n = search->flow->n;
  g_autofree guint8 *signs = NULL;
  SignGrid grid = { .cells = n == 1 ? LINE_CELLS : n == 2 ? PLANE_CELLS : SPACE_CELLS, .n_nodes = 1 };
  double x[SCAN_STATES];

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
      if (may && lab_equilibrium_newton (search->flow, search->scale, x, &singular, NULL, 1, NULL))
        take (search, x, singular, ROUNDED);
      if ((may || k % REPORT_CELLS == 0) && !lab_progress_report (progress, 1, error))
        return FALSE;
    }
  return TRUE;
}

static int
compare_points (gconstpointer a, gconstpointer b)
{
  const LabEquilibrium *p = *(LabEquilibrium *const *) a, *q = *(LabEquilibrium *const *) b;

  for (int i = 0; i < p->n; i++)
    if (p->x[i] != q->x[i])
      return p->x[i] < q->x[i] ? -1 : 1;
  return 0;
}

/* Sets x to a start of Newton's method: 0 to SPECIAL_STARTS − 1 are zero, the initial state, and the mean and the end of the run of a default box. Zero
 * is first, so that an equilibrium at zero has no rounding errors. */
static void
set_start (const LabFlow *flow, const LabBox *box, int k, double *x)
{
  const double *const special[SPECIAL_STARTS] = { NULL, flow->x0, box->mean, box->end };

  if (k >= SPECIAL_STARTS)
    start_point (box, k - SPECIAL_STARTS, x);
  else if (special[k] != NULL)
    memcpy (x, special[k], sizeof (double) * (gsize) flow->n);
  else
    memset (x, 0, sizeof (double) * (gsize) flow->n);
}

gboolean
lab_equilibria_require (const LabFlow *flow, GError **error)
{
  if (!lab_flow_require_autonomous (flow, error))
    return FALSE;
  if (flow->n <= LAB_EQUILIBRIA_STATES)
    return TRUE;
  g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL,
               _("equilibria are searched in models with at most %d states; this one has %d"), LAB_EQUILIBRIA_STATES, flow->n);
  return FALSE;
}

LabEquilibria *
lab_equilibria_find (LabFlow *flow, const LabBox *box, const LabProgress *progress, GError **error)
{
  g_autoptr (LabEquilibria) found = g_new0 (LabEquilibria, 1);
  g_autofree double *scale = g_new (double, flow->n), *x = g_new (double, flow->n);
  Search search = { .flow = flow, .box = box, .scale = scale, .found = found, .progress = progress };
  int n_starts = number_of_starts (flow->n, box->widened > 0);
  gboolean singular;

  found->points = g_ptr_array_new_with_free_func ((GDestroyNotify) free_point);
  if (!lab_equilibria_require (flow, error))
    return NULL;
  for (int i = 0; i < flow->n; i++)
    scale[i] = box->high[i] - box->low[i];
  for (int k = 0; k < SPECIAL_STARTS + n_starts; k++)
    {
      search.fraction = (double) MAX (0, k - SPECIAL_STARTS) / n_starts;
      set_start (flow, box, k, x);
      if (lab_equilibrium_newton (flow, scale, x, &singular, progress, search.fraction, &search.cancelled))
        take (&search, x, singular, k < SPECIAL_STARTS && box->mean != NULL ? REACH : ROUNDED);
      if (search.cancelled == NULL && lab_progress_report (progress, search.fraction, &search.cancelled))
        continue;
      g_propagate_error (error, search.cancelled);
      return NULL;
    }
  if (flow->n <= SCAN_STATES && !search_cells (&search, progress, error))
    return NULL;
  g_ptr_array_sort (found->points, compare_points);
  return g_steal_pointer (&found);
}

LabEquilibria *
lab_equilibria_search (LabFlow *flow, LabBox *box, const LabProgress *progress, GError **error)
{
  for (;;)
    {
      g_autoptr (LabEquilibria) found = lab_equilibria_find (flow, box, progress, error);

      if (found == NULL || found->points->len > 0 || !lab_box_widen (box))
        return g_steal_pointer (&found);
    }
}
