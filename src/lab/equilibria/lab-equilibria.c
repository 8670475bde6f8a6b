/* Searches equilibria by Newton's method from many starts. */
#include "lab-equilibria-private.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-problem.h"
#define PLANE_STARTS 60
#define STARTS 4096
/* Two points are the same equilibrium if their distance is below SAME_ERRORS times their errors, or, relative to the size of the box, below SAME. If both are degenerate, Newton's method is less exact, and
 * SAME_SINGULAR is the bound; SAME_MIXED if only the second one is. A regular point near a degenerate one is another equilibrium. */
#define SAME_ERRORS 1e3
#define SAME 1e-10
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
#define MANY_STATES 30

/* Returns the number of starts in the box, without the special ones. */
static int
number_of_starts (int n, gboolean widened)
{
  double ratio = (double) MANY_STATES / n;
  int most = n > LAB_SCAN_STATES && widened ? WIDENED_STARTS : STARTS;

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
  g_free (point->error);
  g_free (point->values);
  g_free (point->vectors);
  g_free (point->directions);
  g_free (point);
}

/* An equilibrium may be this many last Newton steps, or roundings of its states, from the computed point: at a root of multiplicity 4 the
 * distance is three more steps. */
#define ERROR_STEPS 4
/* Errors of the entries of ∂f/∂x relative to the largest one: rounding errors of the eigenvalues have this size at most, and so have those
 * of difference quotients. */
#define MATRIX_ERROR (8 * DBL_EPSILON)
#define DIFFERENCE_ERROR 1e-9

/* Computes how much the real part of each eigenvalue changes within the errors of the point, of ∂f/∂x and of the eigenvalues: ∂f/∂x at both
 * ends of the error of the point, with an error in all entries that shows how sensitive the eigenvalues are. A double eigenvalue moves by
 * the root of that error. */
static gboolean
eigenvalue_errors (const LabFlow *flow,
                   const LabEquilibrium *point,
                   const double *last,
                   const LabProgress *progress,
                   double fraction,
                   double *errors,
                   GError **error)
{
  int n = point->n;
  g_autofree double *J = g_new (double, n *n), *values = g_new (double, 2 * n), *x = g_new (double, n);
  double relative = flow->ode->jacobian != NULL ? MATRIX_ERROR : DIFFERENCE_ERROR;
  GError *cancelled = NULL;

  memset (errors, 0, sizeof (double) * (gsize) n);
  for (int sign = -1; sign <= 1; sign += 2)
    {
      double largest = 0;

      for (int i = 0; i < n; i++)
        x[i] = point->x[i] + sign * (ERROR_STEPS * last[i] + ERROR_STEPS * DBL_EPSILON * fabs (point->x[i]));
      if (!lab_flow_jacobian ((LabFlow *) flow, flow->t, x, J))
        continue;
      for (int k = 0; k < n * n; k++)
        largest = fmax (largest, fabs (J[k]));
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          J[i * n + j] += ((i + j + (i > j)) % 2 == 0 ? sign : -sign) * relative * largest;
      if (!lab_eigen_watched (n, J, values, NULL, progress, fraction, &cancelled))
        {
          if (cancelled == NULL)
            continue;
          g_propagate_error (error, cancelled);
          return FALSE;
        }
      for (int k = 0; k < n; k++)
        errors[k] = fmax (errors[k], fabs (values[2 * k] - point->values[2 * k]));
    }
  return TRUE;
}

/* Makes a classified equilibrium at x[n], which the Newton step last[n] reached. Returns NULL with an error if the study is cancelled, and NULL without an error if the derivatives are
 * undefined there. */
static LabEquilibrium *
new_point (LabFlow *flow, const double *x, const double *last, const LabProgress *progress, double fraction, GError **error)
{
  LabEquilibrium *point = g_new0 (LabEquilibrium, 1);
  int n = point->n = flow->n;
  g_autofree double *J = g_new (double, n * n), *errors = g_new (double, n);

  point->x = g_memdup2 (x, sizeof (double) * (gsize) n);
  point->error = g_new (double, n);
  point->values = g_new (double, 2 * n);
  point->vectors = g_new (double, 2 * n * n);
  point->directions = g_new (int, n);
  for (int i = 0; i < n; i++)
    point->error[i] = ERROR_STEPS * (fabs (last[i]) + DBL_EPSILON * fabs (x[i]));
  if (lab_flow_jacobian (flow, flow->t, x, J) && lab_eigen_watched (n, J, point->values, point->vectors, progress, fraction, error)
      && lab_eigen_spaces (n, J, point->values, point->vectors, point->directions, progress, fraction, error)
      && eigenvalue_errors (flow, point, last, progress, fraction, errors, error))
    {
      point->type = lab_point_type_of (n, point->values, errors);
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

void
lab_halton_point (int n, const double *low, const double *high, int k, double *x)
{
  static const int bases[] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37 };

  for (int i = 0; i < n; i++)
    {
      double u = fmod (van_der_corput (k + 1, bases[i % (int) G_N_ELEMENTS (bases)]) + 0.61803398875 * (i / (int) G_N_ELEMENTS (bases)), 1);

      x[i] = low[i] + u * (high[i] - low[i]);
    }
}

static void
start_point (const LabBox *box, int k, double *x)
{
  if (box->n > 2)
    lab_halton_point (box->n, box->low, box->high, k, x);
  for (int i = 0; i < box->n && box->n <= 2; i++)
    {
      double u = box->n == 1 ? (k + 0.5) / STARTS : ((i == 0 ? k % PLANE_STARTS : k / PLANE_STARTS) + 0.5) / PLANE_STARTS;
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
      before = lab_scaled_norm (flow->n, scale, f);
      x[i] = 0;
      after = lab_flow_rhs (flow, flow->t, x, f) ? lab_scaled_norm (flow->n, scale, f) : INFINITY;
      if (!(after <= before))
        x[i] = old;
    }
}

/* f at a root is small compared with its change over the box, and so is f near a multiple root: |f| = |x f'|/p for f = xᵖ. */
#define ROOT 1e-3
/* At a pole f is large, but its derivatives are larger. f at a root is also small compared with f at points that are ASIDE away, relative
 * to the box. */
#define ASIDE 0.1
/* Rounding errors of f, relative to its size in the box. */
#define ROUNDING 1e-15

/* Computes the largest |f_i| at four points beside x into size[n]. All states are moved, so that no point is on a pole through x. */
static void
sizes_aside (const LabSearch *search, const double *x, double *size)
{
  int n = search->flow->n;
  g_autofree double *at = g_new (double, n), *f = g_new (double, n);

  memset (size, 0, sizeof (double) * (gsize) n);
  for (int k = 0; k < 4; k++)
    {
      for (int i = 0; i < n; i++)
        at[i] = x[i] + ASIDE * (1 - 0.3 * van_der_corput (i + 1, 2)) * ((k >> (i % 2) & 1) != 0 ? 1 : -1) * search->scale[i];
      if (lab_flow_rhs (search->flow, search->flow->t, at, f))
        for (int i = 0; i < n; i++)
          size[i] = fmax (size[i], fabs (f[i]));
    }
}

/* Returns whether f is zero at x. Where ∂f/∂x is singular, Newton's method also ends at points that minimize |f|, and at poles. */
static gboolean
is_root (const LabSearch *search, const double *x)
{
  int n = search->flow->n;
  g_autofree double *f = g_new (double, n), *J = g_new (double, n * n), *low = g_new (double, n), *high = g_new (double, n),
                    *aside = g_new (double, n);

  if (!lab_flow_rhs (search->flow, search->flow->t, x, f) || !lab_flow_jacobian (search->flow, search->flow->t, x, J))
    return FALSE;
  if (!lab_flow_rhs (search->flow, search->flow->t, search->low, low))
    memset (low, 0, sizeof (double) * (gsize) n);
  if (!lab_flow_rhs (search->flow, search->flow->t, search->high, high))
    memset (high, 0, sizeof (double) * (gsize) n);
  sizes_aside (search, x, aside);
  for (int i = 0; i < n; i++)
    {
      double change = 0;

      for (int j = 0; j < n; j++)
        change += fabs (J[i * n + j]) * search->scale[j];
      if (!(fabs (f[i]) <= ROOT * fmin (change, aside[i]) + ROUNDING * fmax (fabs (low[i]), fabs (high[i]))))
        return FALSE;
    }
  return TRUE;
}

/* Returns whether two regular points are the same equilibrium: their distance is at most SAME_ERRORS of their errors, or SAME of
 * the box. */
static gboolean
is_same (const LabSearch *search, const LabEquilibrium *a, const double *b, const double *last)
{
  for (int i = 0; i < a->n; i++)
    {
      double error = a->error[i] + ERROR_STEPS * (fabs (last[i]) + DBL_EPSILON * fabs (b[i]));

      if (!(fabs (a->x[i] - b[i]) <= SAME_ERRORS * error + SAME * search->scale[i]))
        return FALSE;
    }
  return TRUE;
}

gboolean
lab_search_take (LabSearch *search, double *x, const double *last, gboolean singular, double margin)
{
  int n = search->flow->n;
  double nearest = INFINITY, nearest_degenerate = INFINITY;
  LabEquilibrium *point;

  for (int i = 0; i < n; i++)
    if (!(x[i] >= search->low[i] - margin * search->scale[i] && x[i] <= search->high[i] + margin * search->scale[i]))
      return FALSE;
  for (guint k = 0; k < search->found->points->len; k++)
    {
      const LabEquilibrium *other = search->found->points->pdata[k];
      double *least = other->type == LAB_POINT_DEGENERATE ? &nearest_degenerate : &nearest;

      if (is_same (search, other, x, last))
        return FALSE;
      *least = fmin (*least, distance (n, search->scale, other->x, x));
    }
  if ((singular && (nearest < SAME_MIXED || nearest_degenerate < SAME_SINGULAR || search->found->continuum))
      || !is_root (search, x))
    return FALSE;
  snap_to_zero (search->flow, search->scale, x);
  point = new_point (search->flow, x, last, search->progress, search->fraction, &search->cancelled);
  if (point == NULL)
    return FALSE;
  singular |= point->type == LAB_POINT_DEGENERATE;
  if (singular && (nearest < SAME_MIXED || nearest_degenerate < SAME_SINGULAR))
    {
      free_point (point);
      return FALSE;
    }
  search->n_singular += singular;
  if (singular && search->n_singular > MOST_SINGULAR)
    {
      search->found->continuum = TRUE;
      free_point (point);
      return FALSE;
    }
  g_ptr_array_add (search->found->points, point);
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

void
lab_equilibria_sort (LabEquilibria *found)
{
  g_ptr_array_sort (found->points, compare_points);
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
  g_autofree double *scale = g_new (double, flow->n), *x = g_new (double, flow->n), *last = g_new (double, flow->n);
  LabSearch search = { .flow = flow, .low = box->low, .high = box->high, .scale = scale, .found = found, .progress = progress };
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
      if (lab_equilibrium_newton (flow, scale, x, last, &singular, progress, search.fraction, &search.cancelled))
        lab_search_take (&search, x, last, singular, k < SPECIAL_STARTS && box->mean != NULL ? REACH : ROUNDED);
      if (search.cancelled == NULL && lab_progress_report (progress, search.fraction, &search.cancelled))
        continue;
      g_propagate_error (error, search.cancelled);
      return NULL;
    }
  if (flow->n <= LAB_SCAN_STATES && !lab_search_cells (&search, progress, error))
    return NULL;
  lab_equilibria_sort (found);
  return g_steal_pointer (&found);
}

LabEquilibria *
lab_equilibria_search (LabFlow *flow, LabBox *box, const LabProgress *progress, GError **error)
{
  g_autoptr (LabEquilibria) found = lab_equilibria_find (flow, box, progress, error);

  while (found != NULL && found->points->len == 0 && lab_box_widen (box))
    {
      lab_equilibria_free (found);
      found = lab_equilibria_find (flow, box, progress, error);
    }
  return found != NULL && lab_equilibria_add_beyond (flow, box, found, progress, error) ? g_steal_pointer (&found) : NULL;
    }

LabEquilibria *
lab_equilibria_find_near (LabFlow *flow, const double *low, const double *high, const double *starts, int n_starts, const LabProgress *progress,
                          GError **error)
{
  const int n = flow->n;
  g_autoptr (LabEquilibria) found = g_new0 (LabEquilibria, 1);
  g_autofree double *scale = g_new (double, n), *x = g_new (double, n), *last = g_new (double, n);
  LabSearch search = { .flow = flow, .low = low, .high = high, .scale = scale, .found = found, .progress = progress, .fraction = 1 };
  gboolean singular;

  found->points = g_ptr_array_new_with_free_func ((GDestroyNotify) free_point);
  for (int i = 0; i < n; i++)
    scale[i] = high[i] - low[i];
  for (int k = 0; k < n_starts; k++)
    {
      memcpy (x, starts + k * n, sizeof (double) * (gsize) n);
      if (lab_equilibrium_newton (flow, scale, x, last, &singular, progress, 1, &search.cancelled))
        lab_search_take (&search, x, last, singular, INFINITY);
      if (search.cancelled == NULL && lab_progress_report (progress, 1, &search.cancelled))
        continue;
      g_propagate_error (error, search.cancelled);
      return NULL;
    }
  lab_equilibria_sort (found);
  return g_steal_pointer (&found);
}
