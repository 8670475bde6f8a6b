/* Backward error analysis: the numerical solution x_{n+1} = Φ_ε (x_n) of a method
 * of order p is, up to terms that are exponentially small in 1/ε, the exact
 * solution of
 *
 *     x' = f̃_ε (x) = f (x) + εᵖ f_{p+1} (x) + εᵖ⁺¹ f_{p+2} (x) + …
 *
 * (Hairer, Lubich and Wanner, Geometric Numerical Integration, 2nd ed. 2006,
 * section IX.1, equation 1.2). Its solution through x = x_0 passes through the
 * points x_k = Φ_ε^k (x), k = −m … m, so that f̃_ε (x) is the derivative of the
 * polynomial through them, up to O (ε²ᵐ):
 *
 *     f̃_ε (x) = (1/ε) Σ_{k=1}^{m} w_k (x_k − x_{−k}),  w_k = (−1)^{k+1} (m!)²/(k (m − k)! (m + k)!)
 *
 * (modified equations by interpolation of numerical points: Skeel and Hardy,
 * SIAM J. Sci. Comput. 23 (2001) 1172; the weights: Fornberg, Math. Comp. 51
 * (1988) 699). This needs no derivatives of f and holds for every one-step
 * method. The points before x solve Φ_ε (z) = x_{k+1} by the iteration z ← z +
 * x_{k+1} − Φ_ε (z). The coefficients come from the values at M step sizes ε_i, by
 * the polynomial
 *
 *     (f̃_ε − f)/εᵖ = f_{p+1} + ε f_{p+2} + … + εᴹ⁻¹ f_{p+M}.
 *
 * Constants: M is three more than the terms that are used, and 2m > p + M, so
 * that the errors of the fit and of the derivative have a higher order than the
 * last term. The ε_i are from a quarter to all of h/2: smaller ones lose digits
 * to rounding, which the division by εᵖ⁺¹ amplifies, larger ones to the terms
 * left out. */
#include "lab-modified.h"

#include <math.h>
#include <string.h>

#include "lab-length.h"
#include "lab-size.h"
#include "ode-linalg.h"

#define EXTRA_NODES 3
#define LARGEST_PART 0.5
#define SMALLEST_NODE 0.25
/* Largest number of iterations for a point before x. Each iteration reduces the error by the factor ε |∂f/∂x|. */
#define MOST_ITERATIONS 60
#define MOST_NODES (LAB_MODIFIED_MOST_TERMS + EXTRA_NODES)

struct LabModified
{
  LabStepMap *map;
  LabFlow *flow;
  double h;
  int n, order, n_terms, n_nodes, reach;   /* reach is m, the number of points on either side of x */
  double nodes[MOST_NODES];                /* the step sizes ε_i */
  double weights[MOST_NODES * MOST_NODES]; /* inverse of the matrix u_i^j, where u = ε/ε_max; row j has the weights of coefficient j */
  double *ahead, *behind;                  /* the points x_k and x_{−k}, k = 1 … m */
  double *sum, *terms;
  double *size; /* n numbers: the sizes of the states */
};

/* Inverts the matrix of the powers of u_i, which has one row for each step size ε_i. */
static void
make_weights (LabModified *m)
{
  int count = m->n_nodes;
  double a[MOST_NODES * MOST_NODES];
  int pivot[MOST_NODES];

  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++)
      a[j * count + i] = pow (m->nodes[i] / m->nodes[count - 1], j);
  ode_lu_factor (count, a, pivot);
  for (int i = 0; i < count; i++)
    {
      double unit[MOST_NODES] = { 0 };

      unit[i] = 1;
      ode_lu_solve (count, a, pivot, unit);
      for (int j = 0; j < count; j++)
        m->weights[j * count + i] = unit[j];
    }
}

/* The reach m is the smallest with 2m > p + M, and the ε_i are equally spaced from a quarter to all of h/2. */
LabModified *
lab_modified_new (LabStepMap *map, LabFlow *flow, double h, int terms)
{
  LabModified *m = g_new0 (LabModified, 1);

  g_assert (terms >= 1 && terms <= LAB_MODIFIED_MOST_TERMS);
  m->map = map;
  m->flow = flow;
  m->h = h;
  m->n = flow->n;
  m->order = lab_step_map_method (map)->order;
  m->n_terms = terms;
  m->n_nodes = terms + EXTRA_NODES;
  m->reach = (m->order + m->n_nodes) / 2 + 1;
  for (int i = 0; i < m->n_nodes; i++)
    m->nodes[i] = h * LARGEST_PART * (SMALLEST_NODE + (1 - SMALLEST_NODE) * i / (m->n_nodes - 1));
  make_weights (m);
  m->ahead = g_new (double, (m->reach + 1) * m->n);
  m->behind = g_new (double, (m->reach + 1) * m->n);
  m->sum = g_new (double, m->n);
  m->terms = g_new (double, (terms + 1) * m->n);
  m->size = g_new (double, m->n);
  lab_flow_sizes (flow, flow->x0, m->size);
  return m;
}

void
lab_modified_free (LabModified *modified)
{
  if (modified == NULL)
    return;
  g_free (modified->ahead);
  g_free (modified->behind);
  g_free (modified->sum);
  g_free (modified->terms);
  g_free (modified->size);
  g_free (modified);
}

/* Solves Φ_ε (z) = target for z. On entry z is the guess. */
static gboolean
step_back (LabModified *m, const double *target, double epsilon, double *z)
{
  double before = INFINITY;

  for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++)
    {
      const double *end = lab_step_map_set (m->map, z) ? lab_step_map_step (m->map, epsilon) : NULL;
      double change = 0;

      if (end == NULL)
        return FALSE;
      for (int i = 0; i < m->n; i++)
        {
          double d = target[i] - end[i];

          z[i] += d;
          change = fmax (change, fabs (d) / fmax (m->size[i], fabs (z[i])));
        }
      /* Near the rounding error the changes no longer decrease. */
      if (change == 0 || (change < 1e-13 && change >= before))
        return TRUE;
      before = change;
    }
  return FALSE;
}

/* Computes f̃_ε (x) into m->sum. */
static gboolean
interpolated_slope (LabModified *m, const double *x, double epsilon)
{
  int n = m->n;
  gsize size = sizeof (double) * (gsize)n;
  double weight = 1;

  memcpy (m->ahead, x, size);
  memcpy (m->behind, x, size);
  if (!lab_step_map_set (m->map, x))
    return FALSE;
  for (int k = 1; k <= m->reach; k++)
    {
      const double *next = lab_step_map_step (m->map, epsilon);

      if (next == NULL)
        return FALSE;
      memcpy (m->ahead + k * n, next, size);
    }
  /* A state that passes through zero keeps the size of its other values. */
  for (int k = 0; k <= m->reach; k++)
    lab_size_take (m->size, m->ahead + k * n, n);
  memset (m->sum, 0, size);
  for (int k = 1; k <= m->reach; k++)
    {
      double *z = m->behind + k * n;
      const double *last = m->behind + (k - 1) * n, *second = k > 1 ? m->behind + (k - 2) * n : m->ahead + n;

      for (int i = 0; i < n; i++)
        z[i] = 2 * last[i] - second[i];
      if (!step_back (m, last, epsilon, z))
        return FALSE;
      weight *= (m->reach - k + 1.0) / (m->reach + k); /* (m!)²/((m − k)! (m + k)!) */
      for (int i = 0; i < n; i++)
        m->sum[i] += (k % 2 == 1 ? weight : -weight) * (m->ahead[k * n + i] - z[i]) / (k * epsilon);
    }
  return TRUE;
}

/* Evaluates (f̃_ε − f)/εᵖ at the nodes ε_i, and takes the coefficients of the polynomial through these values. */
gboolean
lab_modified_terms (LabModified *m, const double *x, double *terms)
{
  int n = m->n, count = m->n_nodes;
  double largest = m->nodes[count - 1];

  if (!lab_flow_rhs (m->flow, m->flow->t, x, terms))
    return FALSE;
  memset (terms + n, 0, sizeof (double) * (gsize)(m->n_terms * n));
  for (int i = 0; i < count; i++)
    {
      double scale = pow (m->nodes[i], m->order);

      if (!interpolated_slope (m, x, m->nodes[i]))
        return FALSE;
      for (int j = 0; j < m->n_terms; j++)
        for (int c = 0; c < n; c++)
          terms[(j + 1) * n + c] += m->weights[j * count + i] * ((m->sum[c] - terms[c]) / scale) / pow (largest, j);
    }
  return TRUE;
}

/* Returns f + Σ_j h^{p+j} f_{p+1+j}, the truncated series. */
gboolean
lab_modified_rhs (LabModified *m, const double *x, double *dxdt)
{
  if (!lab_modified_terms (m, x, m->terms))
    return FALSE;
  memcpy (dxdt, m->terms, sizeof (double) * (gsize)m->n);
  for (int j = 0; j < m->n_terms; j++)
    for (int c = 0; c < m->n; c++)
      dxdt[c] += pow (m->h, m->order + j) * m->terms[(j + 1) * m->n + c];
  return TRUE;
}
