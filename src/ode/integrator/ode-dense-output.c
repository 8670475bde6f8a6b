/* Each segment, over the interval [t0, t1] of one step, stores a Chebyshev series for each component,
 *
 *   x_i(t) = Σ_k c_ki T_k(s),   s = 2 (t − t0)/(t1 − t0) − 1,   k = 0 … m,
 *
 * which agrees with the interpolant of the step at the m + 1 points s_j = cos (π
 * j/m). Most interpolants are polynomials in t, so that a large enough m reproduces them
 * up to rounding; the interpolants of rotations, of projected states and of algebraic unknowns are analytic,
 * and the series converges geometrically (Trefethen, Approximation Theory and
 * Approximation Practice, 2013, chapters 4 and 8). The values at both ends are
 * stored in addition to the series, so that they are exact.
 *
 * Chebyshev series are preferred to powers of t because their evaluation is
 * stable for every degree (ibid., chapter 19, on the barycentric and Clenshaw
 * formulas), and because the last coefficients show whether the degree is
 * sufficient. The object does not depend on the method: it stores
 * values of the interpolant, and may outlive the integrator.
 *
 * There are two growing arrays, one of numbers and one of segments. When a step is repeated,
 * segments at the end are removed, which only changes the lengths of these arrays. */
#include "ode-dense-output.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The largest degree of the series; interpolants of the library have degrees up
 * to 12. */
#define MOST_DEGREE 24
/* A step that is shorter than this number of ulp of t contains too few representable
 * times to compute a series from values; a straight line is then as good as any
 * polynomial. */
#define FEW_ULP 4096.0

typedef struct
{
  double t0, t1;
  int degree;
  size_t at; /* offset in `numbers` of x0[n], x1[n], c[degree + 1][n] */
  double misfit; /* largest difference between the series and the interpolant, relative to the largest value of the component */
} Segment;

struct OdeDenseOutput
{
  int n;
  Segment *segments;
  size_t n_segments, segments_size;
  double *numbers;
  size_t n_numbers, numbers_size;
  double *scratch; /* scratch: (MOST_DEGREE + 1) · n values at the nodes, then n numbers */
};

/* The scratch has values at the nodes of the largest degree, and one more vector. */
OdeDenseOutput *
ode_dense_output_new (int n_states)
{
  OdeDenseOutput *dense = calloc (1, sizeof *dense);

  if (dense == NULL)
    return NULL;
  dense->n = n_states;
  dense->scratch = malloc (((size_t) n_states * (MOST_DEGREE + 2) + 1) * sizeof (double));
  if (dense->scratch == NULL)
    {
      free (dense);
      return NULL;
    }
  return dense;
}

void
ode_dense_output_free (OdeDenseOutput *dense)
{
  if (dense == NULL)
    return;
  free (dense->segments);
  free (dense->numbers);
  free (dense->scratch);
  free (dense);
}

/* Allocates space for more segments and numbers. Sizes at least double, so that
 * appending takes constant time on average. If memory runs out, the
 * stored segments remain valid; the caller decides whether
 * the run continues without dense output. */
static bool
reserve (OdeDenseOutput *dense, size_t n_segments, size_t n_numbers)
{
  if (dense->n_segments + n_segments > dense->segments_size)
    {
      size_t size = 2 * dense->segments_size + n_segments + 16;
      Segment *segments = realloc (dense->segments, size * sizeof *segments);

      if (segments == NULL)
        return false;
      dense->segments = segments;
      dense->segments_size = size;
    }
  if (dense->n_numbers + n_numbers > dense->numbers_size || dense->numbers == NULL) /* even without states, numbers is not NULL */
    {
      size_t size = 2 * dense->numbers_size + n_numbers + 64;
      double *numbers = realloc (dense->numbers, size * sizeof *numbers);

      if (numbers == NULL)
        return false;
      dense->numbers = numbers;
      dense->numbers_size = size;
    }
  return true;
}

/* Segments are in order of time, so the ones to remove are at the end. */
void
ode_dense_output_truncate (OdeDenseOutput *dense, double t)
{
  while (dense->n_segments > 0 && dense->segments[dense->n_segments - 1].t0 >= t)
    dense->n_numbers = dense->segments[--dense->n_segments].at;
}

/* Computes T_k(s) for k = 0 … degree by T_{k+1} = 2 s T_k − T_{k−1}. */
static void
chebyshev (double s, int degree, double *values)
{
  values[0] = 1;
  if (degree > 0)
    values[1] = s;
  for (int k = 2; k <= degree; k++)
    values[k] = 2 * s * values[k - 1] - values[k - 2];
}

/* Computes the series c[m + 1][n] through the values v[m + 1][n] at the nodes: c_k = 2/m Σ″_j v_j
 * cos (π j k/m), where the first and last term of the sum, and c_0 and c_m, count half. The points
 * cos (πj/m) are those of Clenshaw and Curtis, at which the sum over j is a discrete cosine
 * transform; a direct sum is fast enough for m ≤ 24. */
static void
fit (int n, int m, const double *v, double *c)
{
  for (int k = 0; k <= m; k++)
    {
      double *row = c + (size_t) k * (size_t) n;

      memset (row, 0, (size_t) n * sizeof (double));
      for (int j = 0; j <= m; j++)
        {
          double weight = (j == 0 || j == m ? 1.0 : 2.0) / (k == 0 || k == m ? 2.0 * m : m) * cos (M_PI * (j * k % (2 * m)) / m);

          for (int i = 0; i < n; i++)
            row[i] += weight * v[(size_t) j * (size_t) n + (size_t) i];
        }
    }
}

/* Returns the largest difference between the series and the interpolant at two
 * points between nodes, relative to the largest value of the component; +inf if the
 * interpolant cannot be evaluated. */
static double
misfit (OdeDenseOutput *dense, OdeIntegrator *integrator, int m, const double *v, const double *c)
{
  static const double thetas[] = { 0.137, 0.731 };
  double t0 = ode_integrator_t_previous (integrator), t1 = ode_integrator_t (integrator), worst = 0, T[MOST_DEGREE + 1];
  double *x = dense->scratch + (size_t) (MOST_DEGREE + 1) * (size_t) dense->n;

  for (int p = 0; p < 2; p++)
    {
      double t = t0 + thetas[p] * (t1 - t0);

      if (ode_integrator_interpolate (integrator, t, x) != ODE_DONE)
        return INFINITY;
      chebyshev (2 * (t - t0) / (t1 - t0) - 1, m, T);
      for (int i = 0; i < dense->n; i++)
        {
          double sum = 0, size = DBL_MIN;

          for (int k = 0; k <= m; k++)
            sum += c[(size_t) k * (size_t) dense->n + (size_t) i] * T[k];
          for (int j = 0; j <= m; j++)
            size = fmax (size, fabs (v[(size_t) j * (size_t) dense->n + (size_t) i]));
          worst = fmax (worst, fabs (sum - x[i]) / size);
        }
    }
  return worst;
}

/* Evaluates the interpolant at the nodes of degree m. Node 0 is the end of the
 * step and node m its start; at these two the stored states are used, so that
 * the series agrees with the stored ends up to rounding. The nodes are
 * denser near the ends, because an interpolation polynomial through equally
 * spaced points would oscillate there. */
static bool
sample (OdeDenseOutput *dense, OdeIntegrator *integrator, int m)
{
  double t0 = ode_integrator_t_previous (integrator), t1 = ode_integrator_t (integrator);

  for (int j = 0; j <= m; j++)
    {
      double t = j == 0 ? t1 : j == m ? t0 : t0 + 0.5 * (1 + cos (M_PI * j / m)) * (t1 - t0);

      if (ode_integrator_interpolate (integrator, t, dense->scratch + (size_t) j * (size_t) dense->n) != ODE_DONE)
        return false;
    }
  return true;
}

/* Returns the degree of the series without trailing terms that are rounding errors, that
 * is, smaller than 4 ε times the largest value of the component, in every component. For
 * example, a cubic fitted with degree 5 is stored as a cubic. */
static int
trim (int n, int m, const double *v, const double *c)
{
  for (; m > 1; m--)
    for (int i = 0; i < n; i++)
      {
        double size = 0;

        for (int j = 0; j <= m; j++)
          size = fmax (size, fabs (v[(size_t) j * (size_t) n + (size_t) i]));
        if (fabs (c[(size_t) m * (size_t) n + (size_t) i]) > 4 * DBL_EPSILON * size)
          return m;
      }
  return m;
}

/* The degree of the interpolant is not known. The first try is the order of
 * dense output, and at least 3; the degree is raised by 3 until the series
 * agrees with the interpolant between its nodes. If the interpolant cannot be
 * evaluated, because an extra stage is undefined, the step is stored as a
 * straight line. */
bool
ode_dense_output_append_step (OdeDenseOutput *dense, OdeIntegrator *integrator)
{
  double t0 = ode_integrator_t_previous (integrator), t1 = ode_integrator_t (integrator);
  size_t n = (size_t) dense->n, bytes = n * sizeof (double);
  int order = ode_integrator_method (integrator)->dense_order, m = order > 3 ? order : 3;
  double last = INFINITY, error, *at, *c;

  if (!(t1 > t0))
    return true;
  ode_dense_output_truncate (dense, t0);
  if (!reserve (dense, 1, n * (MOST_DEGREE + 3)))
    return false;
  at = dense->numbers + dense->n_numbers;
  c = at + 2 * n;
  memcpy (at, ode_integrator_x_previous (integrator), bytes);
  memcpy (at + n, ode_integrator_x (integrator), bytes);
  if (m > MOST_DEGREE)
    m = MOST_DEGREE;
  /* Raise the degree until the series agrees with the interpolant up to the
   * rounding of a sum of m terms, or no longer improves. In the latter case the
   * interpolant itself has larger rounding errors. */
  for (;;)
    {
      error = 0;
      if (t1 - t0 < FEW_ULP * DBL_EPSILON * fmax (fabs (t0), fabs (t1)) || !sample (dense, integrator, m))
        {
          m = 1;
          memcpy (dense->scratch, at + n, bytes);
          memcpy (dense->scratch + n, at, bytes);
          fit (dense->n, m, dense->scratch, c);
          break;
        }
      fit (dense->n, m, dense->scratch, c);
      error = misfit (dense, integrator, m, dense->scratch, c);
      if (error <= 32 * DBL_EPSILON || error > 0.1 * last || m == MOST_DEGREE)
        break;
      last = error;
      m = m + 3 < MOST_DEGREE ? m + 3 : MOST_DEGREE;
    }
  m = trim (dense->n, m, dense->scratch, c);
  dense->segments[dense->n_segments++] = (Segment) { t0, t1, m, dense->n_numbers, error };
  dense->n_numbers += n * (size_t) (m + 3);
  return true;
}

/* Times are compared for equality, because a continued run begins exactly at
 * the double at which the previous run ended. With a gap or an overlap the
 * solution would be undefined or ambiguous there. */
bool
ode_dense_output_append (OdeDenseOutput *dense, const OdeDenseOutput *later)
{
  if (later->n != dense->n || later == dense)
    return false;
  if (dense->n_segments > 0 && later->n_segments > 0 && ode_dense_output_start (later) != ode_dense_output_stop (dense))
    return false;
  if (!reserve (dense, later->n_segments, later->n_numbers))
    return false;
  for (size_t k = 0; k < later->n_segments; k++)
    {
      dense->segments[dense->n_segments] = later->segments[k];
      dense->segments[dense->n_segments++].at += dense->n_numbers;
    }
  if (later->n_numbers > 0)
    memcpy (dense->numbers + dense->n_numbers, later->numbers, later->n_numbers * sizeof (double));
  dense->n_numbers += later->n_numbers;
  return true;
}

int
ode_dense_output_n_states (const OdeDenseOutput *dense)
{
  return dense->n;
}

size_t
ode_dense_output_n_segments (const OdeDenseOutput *dense)
{
  return dense->n_segments;
}

double
ode_dense_output_start (const OdeDenseOutput *dense)
{
  return dense->n_segments > 0 ? dense->segments[0].t0 : NAN;
}

double
ode_dense_output_stop (const OdeDenseOutput *dense)
{
  return dense->n_segments > 0 ? dense->segments[dense->n_segments - 1].t1 : NAN;
}

/* Returns the start of segment k, and the end of the last segment for k = n_segments. */
double
ode_dense_output_break (const OdeDenseOutput *dense, size_t k)
{
  return k < dense->n_segments ? dense->segments[k].t0 : ode_dense_output_stop (dense);
}

int
ode_dense_output_degree (const OdeDenseOutput *dense, size_t segment)
{
  return dense->segments[segment].degree;
}

/* Replaces c_k of one component by the series of the derivative with respect to
 * s: d_{k−1} = d_{k+1} + 2 k c_k, where d_0 counts half. */
static void
differentiate (int degree, const double *c, size_t stride, double *d)
{
  double above = 0, here = 0; /* d_{k+1}, d_k */

  for (int k = degree; k >= 1; k--)
    {
      double below = above + 2 * k * c[(size_t) k * stride];

      above = here;
      here = below;
      d[k - 1] = below;
    }
  d[degree] = 0;
  d[0] *= 0.5;
}

/* The terms are added from the highest k to the lowest, since the later coefficients are small and
 * would lose digits if they were added to a large sum last. At the ends the stored states are
 * returned. */
bool
ode_dense_output_evaluate_segment (const OdeDenseOutput *dense, size_t segment, double t, double *x, double *dxdt)
{
  const Segment *part = dense->segments + segment;
  size_t n = (size_t) dense->n;
  const double *at, *c;
  double h, T[MOST_DEGREE + 1], d[MOST_DEGREE + 1];

  if (segment >= dense->n_segments || !(t >= part->t0 && t <= part->t1))
    return false;
  h = part->t1 - part->t0;
  at = dense->numbers + part->at;
  c = at + 2 * n;
  chebyshev (2 * ((t - part->t0) / h) - 1, part->degree, T);
  if (x != NULL && (t == part->t0 || t == part->t1))
    memcpy (x, t == part->t0 ? at : at + n, n * sizeof (double));
  else if (x != NULL)
    for (size_t i = 0; i < n; i++)
      {
        x[i] = 0;
        for (int k = part->degree; k >= 0; k--)
          x[i] += c[(size_t) k * n + i] * T[k];
      }
  for (size_t i = 0; dxdt != NULL && i < n; i++)
    {
      double sum = 0;

      differentiate (part->degree, c + i, n, d);
      for (int k = part->degree; k >= 0; k--)
        sum += d[k] * T[k];
      dxdt[i] = 2 / h * sum;
    }
  return true;
}

/* Bisection over the starts of segments finds the segment in O(log n). A caller
 * that evaluates many ascending times can use ode_dense_output_evaluate_segment instead. */
bool
ode_dense_output_evaluate (const OdeDenseOutput *dense, double t, double *x, double *dxdt)
{
  size_t low = 0, high = dense->n_segments;

  if (high == 0 || !(t >= dense->segments[0].t0 && t <= dense->segments[high - 1].t1))
    return false;
  /* Find the last segment that begins at or before t. */
  while (high - low > 1)
    {
      size_t middle = low + (high - low) / 2;

      if (dense->segments[middle].t0 <= t)
        low = middle;
      else
        high = middle;
    }
  return ode_dense_output_evaluate_segment (dense, low, t, x, dxdt);
}

/* The derivative of a series in T_k(s) is such a series of one degree less,
 * times ds/dt = 2/h. Its values at the ends follow from T_k(1) = 1 and T_k(−1) =
 * (−1)^k. At a break neighbouring segments may have different values, since the
 * slope of an interpolant need not be continuous. */
OdeDenseOutput *
ode_dense_output_derivative (const OdeDenseOutput *dense)
{
  OdeDenseOutput *result = ode_dense_output_new (dense->n);
  size_t n = (size_t) dense->n;
  double d[MOST_DEGREE + 1];

  if (result == NULL)
    return NULL;
  for (size_t segment = 0; segment < dense->n_segments; segment++)
    {
      const Segment *part = &dense->segments[segment];
      int degree = part->degree > 0 ? part->degree - 1 : 0;
      double h = part->t1 - part->t0, *at;

      if (!reserve (result, 1, n * (size_t) (degree + 3)))
        {
          ode_dense_output_free (result);
          return NULL;
        }
      at = result->numbers + result->n_numbers;
      for (size_t i = 0; i < n; i++)
        {
          differentiate (part->degree, dense->numbers + part->at + 2 * n + i, n, d);
          at[i] = at[n + i] = 0;
          for (int k = degree; k >= 0; k--)
            {
              double value = 2 / h * d[k];

              at[(size_t) (k + 2) * n + i] = value;
              at[i] += k % 2 == 0 ? value : -value; /* T_k(−1) is 1 for even k and −1 for odd k */
              at[n + i] += value;                   /* T_k(1) is 1 */
            }
        }
      result->segments[result->n_segments++] = (Segment) { part->t0, part->t1, degree, result->n_numbers, part->misfit };
      result->n_numbers += n * (size_t) (degree + 3);
    }
  return result;
}

/* ---- bounds ---- */

/* The bounds of a segment contain the series up to this multiple of its misfit, which is measured at two points only. */
#define MISFIT_FACTOR 8
/* Rounding errors of the sums over at most 25 terms, in ε times the sum of their absolute values. Those of the recurrence of T_j grow at most
 * like j². */
#define ROUNDING_FACTOR 64

/* Computes the coefficients w[j][k] of T_j (middle + half·v) = Σ_k w_jk T_k (v), k ≤ j ≤ m, by the recurrence T_{j+1} (s) = 2 s T_j (s) − T_{j−1} (s)
 * with s = middle + half·v, v T_0 = T_1 and v T_k = (T_{k+1} + T_{k−1})/2. A series in s with the coefficients c has in v the coefficients
 * d_k = Σ_{j ≥ k} w_jk c_j. The matrix is the same for all components and takes O(m²) operations. */
static void
narrow (int m, double middle, double half, double (*w)[MOST_DEGREE + 1])
{
  w[0][0] = 1;
  if (m == 0)
    return;
  w[1][0] = middle;
  w[1][1] = half;
  for (int j = 1; j < m; j++)
    {
      const double *c = w[j], *before = w[j - 1];
      double *next = w[j + 1];

      for (int k = 0; k <= j + 1; k++)
        {
          double lower = k == 0 ? 0 : k == 1 ? 2 * c[0] : c[k - 1], own = k <= j ? c[k] : 0, upper = k < j ? c[k + 1] : 0;

          next[k] = 2 * middle * own + half * (lower + upper) - (k < j ? before[k] : 0);
        }
    }
}

/* The polynomial has in [a, b] the series Σ_k d_k T_k(v) with |T_k| ≤ 1, so it lies within d_0 ± Σ_{k ≥ 1} |d_k|. For a short interval d_1
 * dominates, and the bound is exact in the limit. */
bool
ode_dense_output_bounds (const OdeDenseOutput *dense, size_t segment, double a, double b, double *lo, double *hi)
{
  const Segment *s = &dense->segments[segment];
  const double *x0 = dense->numbers + s->at, *x1 = x0 + dense->n, *c = x1 + dense->n;
  double h = s->t1 - s->t0, w[MOST_DEGREE + 1][MOST_DEGREE + 1];
  double from = 2 * (a - s->t0) / h - 1, to = 2 * (b - s->t0) / h - 1;

  if (!(a <= b && a >= s->t0 && b <= s->t1))
    return false;
  narrow (s->degree, 0.5 * (from + to), 0.5 * (to - from), w);
  for (int i = 0; i < dense->n; i++)
    {
      double d[MOST_DEGREE + 1] = { 0 }, reach = 0, size = 0, rounding = 0, margin;

      for (int j = 0; j <= s->degree; j++)
        {
          double cj = c[(size_t) j * (size_t) dense->n + (size_t) i];

          size += fabs (cj);
          rounding += (ROUNDING_FACTOR + j * j) * fabs (cj);
          for (int k = 0; k <= j; k++)
            d[k] += w[j][k] * cj;
        }
      for (int k = 1; k <= s->degree; k++)
        reach += fabs (d[k]);
      margin = MISFIT_FACTOR * s->misfit * size + DBL_EPSILON * rounding;
      lo[i] = d[0] - reach - margin;
      hi[i] = d[0] + reach + margin;
      /* The ends of the step are those of the run, which a projection may have moved. They are not values of the series, so
       * the bounds are extended to them. */
      if (a == s->t0)
        {
          lo[i] = fmin (lo[i], x0[i]);
          hi[i] = fmax (hi[i], x0[i]);
        }
      if (b == s->t1)
        {
          lo[i] = fmin (lo[i], x1[i]);
          hi[i] = fmax (hi[i], x1[i]);
        }
    }
  return true;
}
