/* Tables for piecewise linear and cubic interpolation. */
#include "expr-table.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* A table. On a segment, y(x) = c[0] + u (c[1] + u (c[2] + u c[3])) with u = x − knot. */
struct ExprTable
{
  atomic_int references; /* number of references; changed by any thread that holds one */
  int n;
  ExprOutside outside;
  double *knots;
  double (*segments)[4]; /* coefficients c of the n − 1 segments */
};

/* Computes the slopes s at the knots of the cubic spline with the not-a-knot end
 * condition: the third derivative is continuous at the second and the last but
 * one knot. With the widths h_i and the divided differences d_i of the segments,
 * the equations at interior knots are
 *     h_i s_{i−1} + 2 (h_{i−1} + h_i) s_i + h_{i−1} s_{i+1}
 *       = 3 (h_i d_{i−1} + h_{i−1} d_i)
 * and at the first knot, after one elimination (de Boor, A Practical Guide to
 * Splines, 2001, chapter IV, eqs. 8 to 10),
 *     h_1 s_0 + (h_0 + h_1) s_1
 *       = ((h_0 + 2 (h_0 + h_1)) h_1 d_0 + h_0² d_1) / (h_0 + h_1),
 * and its mirror image at the last knot. The system is tridiagonal; elimination
 * is stable without pivoting. */
static void
not_a_knot_slopes (int n, const double *h, const double *d, double *s)
{
  g_autofree double *diagonal = g_new (double, n), *upper = g_new (double, n);
  double l0 = h[0] + h[1], l1 = h[n - 2] + h[n - 3];

  diagonal[0] = h[1];
  upper[0] = l0;
  s[0] = ((h[0] + 2 * l0) * h[1] * d[0] + h[0] * h[0] * d[1]) / l0;
  for (int i = 1; i < n - 1; i++)
    {
      double m = -h[i] / diagonal[i - 1];
      s[i] = m * s[i - 1] + 3 * (h[i] * d[i - 1] + h[i - 1] * d[i]);
      diagonal[i] = m * upper[i - 1] + 2 * (h[i - 1] + h[i]);
      upper[i] = h[i - 1];
    }
  double last = (h[n - 2] * h[n - 2] * d[n - 3] + (2 * l1 + h[n - 2]) * h[n - 3] * d[n - 2]) / l1;
  double m = -l1 / diagonal[n - 2];
  s[n - 1] = (last + m * s[n - 2]) / (h[n - 3] + m * upper[n - 2]);
  for (int i = n - 2; i >= 0; i--)
    s[i] = (s[i] - upper[i] * s[i + 1]) / diagonal[i];
}

/* Sets the coefficients of each segment from its end values and slopes (cubic
 * Hermite form). With two points the result is a straight line, with three a parabola, because the
 * not-a-knot condition needs four points. */
static void
fit_cubic (ExprTable *table, const double *y)
{
  int n = table->n;
  g_autofree double *h = g_new (double, n), *d = g_new (double, n), *s = g_new (double, n);

  for (int i = 0; i < n - 1; i++)
    {
      h[i] = table->knots[i + 1] - table->knots[i];
      d[i] = (y[i + 1] - y[i]) / h[i];
    }
  if (n == 2)
    s[0] = s[1] = d[0];
  else if (n == 3)
    {
      double second = (d[1] - d[0]) / (h[0] + h[1]); /* half of the second derivative of the parabola */
      s[0] = d[0] - second * h[0];
      s[1] = d[0] + second * h[0];
      s[2] = d[1] + second * h[1];
    }
  else
    not_a_knot_slopes (n, h, d, s);

  for (int i = 0; i < n - 1; i++)
    {
      double c = (s[i] + s[i + 1] - 2 * d[i]) / h[i];
      table->segments[i][0] = y[i];
      table->segments[i][1] = s[i];
      table->segments[i][2] = (d[i] - s[i]) / h[i] - c;
      table->segments[i][3] = c / h[i];
    }
}

ExprTable *
expr_table_new (const double *x, const double *y, int n, ExprInterpolation interpolation, ExprOutside outside)
{
  ExprTable *table = g_new0 (ExprTable, 1);

  g_assert (n >= 2);
  for (int i = 1; i < n; i++)
    g_assert (x[i] > x[i - 1]);
  atomic_init (&table->references, 1);
  table->n = n;
  table->outside = outside;
  table->knots = g_memdup2 (x, (gsize) n * sizeof *x);
  table->segments = g_malloc0_n ((gsize) n, sizeof *table->segments);
  if (interpolation == EXPR_TABLE_CUBIC)
    fit_cubic (table, y);
  else
    for (int i = 0; i < n - 1; i++)
      {
        table->segments[i][0] = y[i];
        table->segments[i][1] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
      }
  /* One more row after the last segment has the last value as a constant. It is used for EXPR_OUTSIDE_HOLD and for x at the last knot. */
  table->segments[n - 1][0] = y[n - 1];
  return table;
}

ExprTable *
expr_table_ref (ExprTable *table)
{
  atomic_fetch_add_explicit (&table->references, 1, memory_order_relaxed);
  return table;
}

void
expr_table_unref (ExprTable *table)
{
  /* Each thread drops its reference with release order; the thread that drops the last one
   * needs acquire order, because it frees memory that the other threads wrote. */
  if (table == NULL || atomic_fetch_sub_explicit (&table->references, 1, memory_order_acq_rel) != 1)
    return;
  g_free (table->knots);
  g_free (table->segments);
  g_free (table);
}

/* Returns the index of the segment with knots[i] ≤ x < knots[i + 1], limited to 0 … n − 2. */
static int
find_segment (const ExprTable *table, double x)
{
  int low = 0, high = table->n - 1;

  while (high - low > 1)
    {
      int middle = (low + high) / 2;
      if (x >= table->knots[middle])
        low = middle;
      else
        high = middle;
    }
  return low;
}

double
expr_table_eval (const ExprTable *table, int order, double x)
{
  double first = table->knots[0], last = table->knots[table->n - 1];

  if (x != x)
    return x;
  if (x < first || x > last)
    {
      if (table->outside == EXPR_OUTSIDE_ERROR)
        return NAN;
      if (table->outside == EXPR_OUTSIDE_HOLD)
        return order > 0 ? 0 : x < first ? table->segments[0][0] : table->segments[table->n - 1][0];
    }
  if (x == last && order == 0)
    return table->segments[table->n - 1][0];

  int i = find_segment (table, x);
  const double *c = table->segments[i];
  double u = x - table->knots[i];
  switch (order)
    {
    case 0: return c[0] + u * (c[1] + u * (c[2] + u * c[3]));
    case 1: return c[1] + u * (2 * c[2] + u * (3 * c[3]));
    case 2: return 2 * c[2] + u * (6 * c[3]);
    case 3: return 6 * c[3];
    default: return 0;
    }
}

/* ---- bounds ---- */

/* The largest and smallest value so far. */
typedef struct
{
  double least, most;
} Bounds;

static void
include (Bounds *bounds, double value, double error)
{
  bounds->least = fmin (bounds->least, value - error);
  bounds->most = fmax (bounds->most, value + error);
}

/* Includes the values of a₀ + a₁ u + a₂ u² + a₃ u³ for u between u0 and u1: the values at both ends and at the zeros of its derivative
 * a₁ + 2 a₂ u + 3 a₃ u². Horner's scheme has a rounding error of at most 6 half units of Σ |aₖ uᵏ| (Higham, Accuracy and Stability of
 * Numerical Algorithms, 2nd ed. 2002, section 5.1); u itself is rounded, which adds one. */
static void
include_cubic (Bounds *bounds, const double *a, double u0, double u1)
{
  double u = fmax (fabs (u0), fabs (u1)), error = 8 * DBL_EPSILON * (fabs (a[0]) + u * (fabs (a[1]) + u * (fabs (a[2]) + u * fabs (a[3]))));
  double points[5] = { u0, u1 };
  int n = 2;

  if (a[3] != 0)
    {
      double discriminant = a[2] * a[2] - 3 * a[1] * a[3], root = sqrt (fmax (discriminant, 0));
      double q = -(a[2] + (a[2] > 0 ? root : -root));

      points[n++] = q / (3 * a[3]);
      if (q != 0)
        points[n++] = a[1] / q;
    }
  else if (a[2] != 0)
    points[n++] = -a[1] / (2 * a[2]);
  for (int k = 0; k < n; k++)
    {
      double p = fmin (fmax (points[k], u0), u1);

      include (bounds, a[0] + p * (a[1] + p * (a[2] + p * a[3])), error);
    }
}

/* Writes the coefficients of the derivative of a segment. */
static void
differentiate (const double *c, int order, double *a)
{
  for (int k = 0; k < 4; k++)
    a[k] = c[k];
  for (; order > 0; order--)
    {
      for (int k = 0; k < 3; k++)
        a[k] = (k + 1) * a[k + 1];
      a[3] = 0;
    }
}

static gboolean
is_linear (const ExprTable *table)
{
  for (int i = 0; i < table->n - 1; i++)
    if (table->segments[i][2] != 0 || table->segments[i][3] != 0)
      return FALSE;
  return TRUE;
}

gboolean
expr_table_bounds (const ExprTable *table, int order, double lo, double hi, double *least, double *most, gboolean *is_smooth)
{
  double first = table->knots[0], last = table->knots[table->n - 1];
  gboolean extends = table->outside == EXPR_OUTSIDE_EXTEND;
  Bounds bounds = { INFINITY, -INFINITY };
  int from = find_segment (table, lo), to = find_segment (table, hi);

  for (int i = from; i <= to; i++)
    {
      double x0 = i == from && (extends || lo > table->knots[i]) ? lo : table->knots[i];
      double x1 = i == to && (extends || hi < table->knots[i + 1]) ? hi : table->knots[i + 1];
      double a[4];

      differentiate (table->segments[i], order, a);
      if (x0 <= x1)
        include_cubic (&bounds, a, x0 - table->knots[i], x1 - table->knots[i]);
    }
  if (!extends && (lo < first || hi > last))
    {
      if (order > 0)
        include (&bounds, 0, 0);
      else if (lo < first)
        include (&bounds, table->segments[0][0], 0);
      if (order == 0 && hi > last)
        include (&bounds, table->segments[table->n - 1][0], 0);
    }
  if (order == 0 && lo <= last && hi >= last)
    include (&bounds, table->segments[table->n - 1][0], 0);
  *least = bounds.least;
  *most = bounds.most;
  /* A spline has continuous second derivatives at its knots; at the ends of a table without extension the slope jumps. */
  *is_smooth = from == to || (order == 0 && to - from <= 1 && !is_linear (table));
  if (!extends && ((lo < first && hi > first) || (lo < last && hi > last)))
    *is_smooth = FALSE;
  return table->outside != EXPR_OUTSIDE_ERROR || (lo >= first && hi <= last);
}
