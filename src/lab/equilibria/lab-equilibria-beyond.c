/* Equilibria outside of a default box. The box comes from one run, and other equilibria of the model need not be near that run. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "lab-equilibria-private.h"

/* Number of starts in the box of lab_box_reach, besides its cells. */
#define REACH_STARTS 512
/* Distances of the far starts from the centre of the box: 2^FIRST_POWER … 2^LAST_POWER half widths, and the number of starts at each. */
#define FIRST_POWER -20
#define LAST_POWER 30
#define NEAR_STARTS 16
#define FEW_STARTS 2
#define MANY_STATES 30
/* With one state the sign of f is compared at distances that grow by this factor, 2^(1/16). */
#define LINE_FACTOR 1.0442737824274138
#define BISECTIONS 60
/* f is linear near a regular equilibrium: at PROBE errors from it the linear part is right within LARGEST_BEND of its size. A place where f
 * is zero only because it is rounded, such as x²/(1 + x²) − 1 at 1e9, does not pass. */
#define PROBE 1e3
#define LARGEST_BEND 0.5

/* Returns whether a point is a regular equilibrium. */
static gboolean
is_regular (LabFlow *flow, const LabEquilibrium *point, const double *scale)
{
  int n = flow->n;
  g_autofree double *x = g_memdup2 (point->x, sizeof (double) * (gsize) n), *f = g_new (double, n), *moved = g_new (double, n),
                    *J = g_new (double, n *n);

  if (point->type == LAB_POINT_DEGENERATE || !lab_flow_rhs (flow, flow->t, x, f) || !lab_flow_jacobian (flow, flow->t, x, J))
    return FALSE;
  for (int j = 0; j < n; j++)
    {
      double delta = PROBE * (point->error[j] > 0 ? point->error[j] : DBL_EPSILON * scale[j]), linear = 0, rest = 0;

      x[j] = point->x[j] + delta;
      delta = x[j] - point->x[j];
      if (!lab_flow_rhs (flow, flow->t, x, moved))
        return FALSE;
      x[j] = point->x[j];
      for (int i = 0; i < n; i++)
        {
          linear = fmax (linear, fabs (J[i * n + j] * delta));
          rest = fmax (rest, fabs (moved[i] - f[i] - J[i * n + j] * delta));
        }
      if (!(rest <= LARGEST_BEND * linear))
        return FALSE;
    }
  return TRUE;
}

/* Starts Newton's method at x[n], and takes a regular equilibrium wherever it is. Returns FALSE if the study is cancelled. */
static gboolean
try_start (LabSearch *search, double *x)
{
  g_autofree double *last = g_new (double, search->flow->n);
  GPtrArray *points = search->found->points;
  gboolean singular;

  if (lab_equilibrium_newton (search->flow, search->scale, x, last, &singular, search->progress, 1, &search->cancelled) && !singular
      && lab_search_take (search, x, last, FALSE, INFINITY) && !is_regular (search->flow, points->pdata[points->len - 1], search->scale))
    g_ptr_array_remove_index (points, points->len - 1);
  return search->cancelled == NULL && lab_progress_report (search->progress, 1, &search->cancelled);
}

/* Returns the sign of f of one state at x; NaN if f is undefined. */
static double
sign_at (LabFlow *flow, double x)
{
  double f;

  return lab_flow_rhs (flow, flow->t, &x, &f) ? (f > 0) - (f < 0) : NAN;
}

/* Starts Newton's method where f of one state changes its sign between two distances from the centre. */
static gboolean
search_line (LabSearch *search, double centre)
{
  for (int side = -1; side <= 1; side += 2)
    {
      double last = ldexp (search->scale[0], LAST_POWER);
      double low = centre + side * ldexp (search->scale[0], FIRST_POWER), before = sign_at (search->flow, low);

      for (double r = ldexp (search->scale[0], FIRST_POWER) * LINE_FACTOR; r < last; r *= LINE_FACTOR)
        {
          double high = centre + side * r, after = sign_at (search->flow, high), a = low, b = high;

          if (before * after < 0)
            {
              for (int k = 0; k < BISECTIONS; k++)
                {
                  double middle = a + (b - a) / 2;

                  *(sign_at (search->flow, middle) * before > 0 ? &a : &b) = middle;
                }
              if (!try_start (search, &b))
                return FALSE;
            }
          low = high;
          before = after;
        }
    }
  return TRUE;
}

/* Starts Newton's method at many distances from the centre. */
static gboolean
search_far (LabSearch *search, const double *centre)
{
  int n = search->flow->n, count = n <= MANY_STATES ? NEAR_STARTS : FEW_STARTS, k = 0;
  g_autofree double *low = g_new (double, n), *high = g_new (double, n), *x = g_new (double, n);

  if (n == 1)
    return search_line (search, centre[0]);
  for (int power = FIRST_POWER; power <= LAST_POWER; power++)
    for (int start = 0; start < count; start++)
      {
        for (int i = 0; i < n; i++)
          {
            low[i] = centre[i] - ldexp (search->scale[i] / 2, power);
            high[i] = centre[i] + ldexp (search->scale[i] / 2, power);
          }
        lab_halton_point (n, low, high, k++, x);
        if (!try_start (search, x))
          return FALSE;
      }
  return TRUE;
}

/* Searches the box of lab_box_reach. */
static gboolean
search_reach (LabSearch *search)
{
  int n = search->flow->n, starts = n <= MANY_STATES ? REACH_STARTS : FEW_STARTS;
  g_autofree double *x = g_new (double, n), *last = g_new (double, n);
  gboolean singular;

  for (int k = 0; k < starts; k++)
    {
      lab_halton_point (n, search->low, search->high, k, x);
      if (lab_equilibrium_newton (search->flow, search->scale, x, last, &singular, search->progress, 1, &search->cancelled))
        lab_search_take (search, x, last, singular, 0);
      if (search->cancelled != NULL || !lab_progress_report (search->progress, 1, &search->cancelled))
        return FALSE;
    }
  return n > LAB_SCAN_STATES || lab_search_cells (search, search->progress, &search->cancelled);
}

gboolean
lab_equilibria_add_beyond (LabFlow *flow, const LabBox *box, LabEquilibria *found, const LabProgress *progress, GError **error)
{
  int n = flow->n;
  g_autofree double *low = g_new (double, n), *high = g_new (double, n), *scale = g_new (double, n), *centre = g_new (double, n);
  LabSearch search = { .flow = flow, .low = low, .high = high, .scale = scale, .found = found, .progress = progress, .fraction = 1 };
  gboolean larger = FALSE, done = TRUE;
  guint n_near;

  if (box->mean == NULL || found->continuum)
    return TRUE;
  lab_box_reach (box, flow, low, high);
  for (int i = 0; i < n; i++)
    {
      scale[i] = high[i] - low[i];
      centre[i] = low[i] + scale[i] / 2;
      larger |= low[i] < box->low[i] || high[i] > box->high[i];
    }
  if (larger)
    done = search_reach (&search);
  n_near = found->points->len;
  done = done && search_far (&search, centre);
  if (done && found->points->len - n_near > LAB_EQUILIBRIA_FAR)
    {
      found->further = TRUE;
      g_ptr_array_set_size (found->points, (int) n_near);
    }
  lab_equilibria_sort (found);
  if (search.cancelled != NULL)
    g_propagate_error (error, search.cancelled);
  return done;
}
