#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-continuation-private.h"
#include "lab-registry.h"
#include "ode-linalg.h"

#define ITERATIONS 8
#define CONVERGED 1e-11

gboolean
lab_extended_init (LabExtended *e, LabFlow *flow, const LabBox *box, const char *parameter, double from, double to, GError **error)
{
  int n = flow->n, m = n + 1;

  *e = (LabExtended) { .flow = flow, .n = n, .m = m, .from = from, .to = to };
  e->parameter = model_system_find_parameter (flow->system, parameter);
  if (e->parameter < 0)
    {
      g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME, _("unknown parameter '%s'"), parameter);
      return FALSE;
    }
  e->scale = g_new (double, m);
  for (int i = 0; i < n; i++)
    e->scale[i] = box->high[i] - box->low[i];
  e->scale[n] = to - from;
  e->parameters = g_new (double, model_system_n_parameter_values (flow->system) + 1);
  model_system_get_parameters (flow->system, e->parameters);
  e->x = g_new (double, n);
  e->f = g_new (double, n);
  e->J = g_new (double, n * n);
  return TRUE;
}

void
lab_extended_clear (LabExtended *e)
{
  if (e->parameters != NULL)
    model_system_set_parameters (e->flow->system, e->parameters);
  g_free (e->scale);
  g_free (e->parameters);
  g_free (e->x);
  g_free (e->f);
  g_free (e->J);
}

static void
set_parameter (LabExtended *e, double p)
{
  double old = e->parameters[e->parameter];

  e->parameters[e->parameter] = p;
  model_system_set_parameters (e->flow->system, e->parameters);
  e->parameters[e->parameter] = old;
}

void
lab_extended_unscale (const LabExtended *e, const double *y, double *x, double *p)
{
  for (int i = 0; i < e->n; i++)
    x[i] = y[i] * e->scale[i];
  *p = e->from + y[e->n] * e->scale[e->n];
}

void
lab_extended_set (LabExtended *e, const double *y)
{
  double p;

  lab_extended_unscale (e, y, e->x, &p);
  set_parameter (e, p);
}

/* The derivative by the parameter is a central difference: ε^(1/3) balances
 * truncation and rounding. */
static gboolean
evaluate (LabExtended *e, const double *y, double *f, double *matrix)
{
  double p, delta;
  int n = e->n, m = e->m;

  lab_extended_unscale (e, y, e->x, &p);
  delta = 6.055454452393343e-6 * fmax (fabs (p), e->scale[n]);
  set_parameter (e, p + delta);
  if (!lab_flow_rhs (e->flow, e->flow->t, e->x, f))
    return FALSE;
  set_parameter (e, p - delta);
  if (!lab_flow_rhs (e->flow, e->flow->t, e->x, e->f))
    return FALSE;
  for (int i = 0; i < n; i++)
    matrix[i * m + n] = (f[i] - e->f[i]) / (2 * delta) * e->scale[n];
  set_parameter (e, p);
  if (!lab_flow_rhs (e->flow, e->flow->t, e->x, f) || !lab_flow_jacobian (e->flow, e->flow->t, e->x, e->J))
    return FALSE;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      matrix[i * m + j] = e->J[i * n + j] * e->scale[j];
  return TRUE;
}

/* Factors [matrix; row], with each equation scaled to its largest entry. Returns the sign of the determinant times the product of the
 * pivots, which is the determinant up to a positive factor, or 0 if it is singular. */
static double
factor_bordered (const LabExtended *e, const double *matrix, const double *row, double *factors, int *pivot, double *weights)
{
  int m = e->m;
  double det = 1;

  for (int i = 0; i < m; i++)
    {
      const double *from = i < m - 1 ? matrix + i * m : row;
      double largest = 0;

      for (int j = 0; j < m; j++)
        largest = fmax (largest, fabs (from[j]));
      weights[i] = largest > 0 ? 1 / largest : 1;
      for (int j = 0; j < m; j++)
        factors[j * m + i] = from[j] * weights[i];
    }
  if (!ode_lu_factor (m, factors, pivot))
    return 0;
  for (int i = 0; i < m; i++)
    det *= (pivot[i] != i ? -1 : 1) / factors[i * m + i]; /* the diagonal holds reciprocals */
  return det;
}

int
lab_extended_correct (LabExtended *e, const double *direction, double *y)
{
  int m = e->m;
  g_autofree double *guess = g_memdup2 (y, sizeof (double) * (gsize) m), *f = g_new (double, m), *matrix = g_new (double, m * m);
  g_autofree double *factors = g_new (double, m * m), *weights = g_new (double, m);
  g_autofree int *pivot = g_new (int, m);

  for (int k = 1; k <= ITERATIONS; k++)
    {
      double size = 0;

      if (!evaluate (e, y, f, matrix) || factor_bordered (e, matrix, direction, factors, pivot, weights) == 0)
        return 0;
      f[m - 1] = 0;
      for (int i = 0; i < m; i++)
        f[m - 1] += direction[i] * (y[i] - guess[i]);
      for (int i = 0; i < m; i++)
        f[i] *= -weights[i];
      ode_lu_solve (m, factors, pivot, f);
      for (int i = 0; i < m; i++)
        {
          y[i] += f[i];
          size = isfinite (f[i]) ? fmax (size, fabs (f[i])) : INFINITY;
        }
      if (size < CONVERGED)
        return k;
      if (!(size < 1))
        return 0;
    }
  return 0;
}

static void
normalize (double *v, int m, const double *along)
{
  double length = 0, product = 0;

  for (int i = 0; i < m; i++)
    {
      length = hypot (length, v[i]);
      product += v[i] * along[i];
    }
  for (int i = 0; i < m; i++)
    v[i] /= product < 0 ? -length : length;
}

/* The tangent solves F_y v = 0, along·v = 1. If `along` is perpendicular to it, other rows are tried. */
static gboolean
find_tangent (const LabExtended *e, const double *matrix, const double *along, double *tangent)
{
  int m = e->m;
  g_autofree double *factors = g_new (double, m * m), *weights = g_new (double, m), *row = g_memdup2 (along, sizeof (double) * (gsize) m);
  g_autofree int *pivot = g_new (int, m);

  for (int attempt = 0; attempt <= m; attempt++)
    {
      double size = 0;

      memset (tangent, 0, sizeof (double) * (gsize) m);
      tangent[m - 1] = 1;
      if (factor_bordered (e, matrix, row, factors, pivot, weights) != 0)
        {
          tangent[m - 1] *= weights[m - 1];
          ode_lu_solve (m, factors, pivot, tangent);
          for (int i = 0; i < m; i++)
            size = isfinite (tangent[i]) ? fmax (size, fabs (tangent[i])) : INFINITY;
          if (size < 1e8)
            {
              normalize (tangent, m, along);
              return TRUE;
            }
        }
      for (int i = 0; i < m; i++)
        row[i] = i == attempt;
    }
  return FALSE;
}

/* Returns the sign of Π_{i<j} (λ_i + λ_j), which is real. Where it changes, a pair of eigenvalues crosses the imaginary axis. */
static double
hopf_test (int n, const double *values)
{
  double re = 1, im = 0;

  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      {
        double a = values[2 * i] + values[2 * j], b = values[2 * i + 1] + values[2 * j + 1], size, u;

        size = hypot (a, b);
        if (size == 0)
          return 0;
        u = (re * a - im * b) / size;
        im = (re * b + im * a) / size;
        re = u;
      }
  return re;
}

LabContPoint *
lab_cont_point_new (LabExtended *e, const double *y, const double *along)
{
  LabContPoint *point = g_new0 (LabContPoint, 1);
  int n = e->n, m = e->m;
  g_autofree double *matrix = g_new (double, m * m), *f = g_new (double, m), *factors = g_new (double, m * m), *weights = g_new (double, m);
  g_autofree int *pivot = g_new (int, m);

  point->y = g_memdup2 (y, sizeof (double) * (gsize) m);
  point->tangent = g_new (double, m);
  point->values = g_new (double, 2 * n);
  if (evaluate (e, y, f, matrix) && find_tangent (e, matrix, along, point->tangent) && lab_eigen (n, e->J, point->values, NULL))
    {
      point->det = factor_bordered (e, matrix, point->tangent, factors, pivot, weights);
      point->hopf = hopf_test (n, point->values);
      return point;
    }
  lab_cont_point_free (point);
  return NULL;
}

void
lab_cont_point_free (LabContPoint *point)
{
  if (point == NULL)
    return;
  g_free (point->y);
  g_free (point->tangent);
  g_free (point->values);
  g_free (point);
}

/* Inverse iteration with AᵀA + τ² (tangent tangentᵀ) + a small shift, where A is F_y with scaled rows: the eigenvector of its smallest
 * eigenvalue is the second direction of the kernel. */
gboolean
lab_extended_other_direction (LabExtended *e, const LabContPoint *point, double *direction)
{
  int n = e->n, m = e->m;
  g_autofree double *matrix = g_new (double, m * m), *f = g_new (double, m), *square = g_new (double, m * m);
  g_autofree int *pivot = g_new (int, m);

  if (!evaluate (e, point->y, f, matrix))
    return FALSE;
  for (int i = 0; i < n; i++)
    {
      double largest = 0;

      for (int j = 0; j < m; j++)
        largest = fmax (largest, fabs (matrix[i * m + j]));
      for (int j = 0; j < m && largest > 0; j++)
        matrix[i * m + j] /= largest;
    }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      {
        double sum = point->tangent[i] * point->tangent[j] + (i == j ? 1e-13 : 0);

        for (int k = 0; k < n; k++)
          sum += matrix[k * m + i] * matrix[k * m + j];
        square[j * m + i] = sum;
      }
  if (!ode_lu_factor (m, square, pivot))
    return FALSE;
  for (int i = 0; i < m; i++)
    direction[i] = 1 + 0.1 * i;
  for (int k = 0; k < 4; k++)
    {
      ode_lu_solve (m, square, pivot, direction);
      normalize (direction, m, direction);
    }
  return isfinite (direction[0]);
}
