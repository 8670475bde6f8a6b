/* Computes the first Lyapunov coefficient of a Hopf point, which is negative if the cycles that begin there are
 * stable within the centre manifold (supercritical), and positive if they are not (Kuznetsov, Elements of Applied
 * Bifurcation Theory, 3rd ed. 2004, sections 3.5 and 5.4).
 *
 * The second and third derivatives of f are difference quotients of the symbolic Jacobian J, so that only one or two
 * orders of derivatives lose digits:
 *
 *   B (u, v) = ∂/∂h J (x + h u) v       ≈ (J (x + h u) − J (x − h u)) v / 2h
 *   C (u, u, v) = ∂²/∂h² J (x + h u) v  ≈ (J (x + h u) − 2 J (x) + J (x − h u)) v / h² */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "lab-continuation.h"
#include "ode-linalg.h"

/* Increments of difference quotients of J, relative to the size of the states: ε^(1/3) for first and ε^(1/4) for second
 * differences. */
#define FIRST 6e-6
#define SECOND 1.2e-4

typedef struct
{
  LabFlow *flow;
  const double *x, *scale;
  int n;
  double *J, *low, *high, *at;
  gboolean defined;
} Forms;

/* Returns h such that the largest component of h u, in units of the states, is `relative`. Returns 0 for u = 0, where
 * the forms are zero. */
static double
increment (const Forms *f, const double *u, double relative)
{
  double size = 0;

  for (int i = 0; i < f->n; i++)
    size = fmax (size, fabs (u[i]) / f->scale[i]);
  return size > 0 ? relative / size : 0;
}

static void
jacobian_at (Forms *f, const double *u, double h, double *J)
{
  for (int i = 0; i < f->n; i++)
    f->at[i] = f->x[i] + h * u[i];
  f->defined &= lab_flow_jacobian (f->flow, f->flow->t, f->at, J);
}

/* Adds factor · B (u, v) to result, where B (u, v) = (∂J/∂u) v is the bilinear form of second derivatives. */
static void
add_second (Forms *f, const double *u, const double *v, double complex factor, double complex *result)
{
  double h = increment (f, u, FIRST);

  if (h == 0)
    return;
  jacobian_at (f, u, h, f->high);
  jacobian_at (f, u, -h, f->low);
  for (int i = 0; i < f->n; i++)
    for (int j = 0; j < f->n; j++)
      result[i] += factor * (f->high[i * f->n + j] - f->low[i * f->n + j]) / (2 * h) * v[j];
}

/* Adds factor · C (u, u, v) to result, where C is the trilinear form of third derivatives. */
static void
add_third (Forms *f, const double *u, const double *v, double complex factor, double complex *result)
{
  double h = increment (f, u, SECOND);

  if (h == 0)
    return;
  jacobian_at (f, u, h, f->high);
  jacobian_at (f, u, -h, f->low);
  for (int i = 0; i < f->n; i++)
    for (int j = 0; j < f->n; j++)
      result[i] += factor * (f->high[i * f->n + j] - 2 * f->J[i * f->n + j] + f->low[i * f->n + j]) / (h * h) * v[j];
}

/* Solves (shift·I − J) z = b in place. */
static gboolean
solve_shifted (const Forms *f, double complex shift, double complex *b)
{
  int n = f->n;
  g_autofree double *re = g_new (double, n * n), *im = g_new (double, n * n), *u = g_new (double, n), *v = g_new (double, n);
  g_autofree int *pivot = g_new (int, n);

  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        {
          re[j * n + i] = (i == j ? creal (shift) : 0) - f->J[i * n + j];
          im[j * n + i] = i == j ? cimag (shift) : 0;
        }
      u[i] = creal (b[i]);
      v[i] = cimag (b[i]);
    }
  if (!ode_lu_factor_complex (n, re, im, pivot))
    return FALSE;
  ode_lu_solve_complex (n, re, im, pivot, u, v);
  for (int i = 0; i < n; i++)
    b[i] = u[i] + I * v[i];
  return TRUE;
}

/* Computes the eigenvector of a matrix for the eigenvalue nearest to iω, or that of its transpose for the eigenvalue
 * nearest to −iω. The vectors have the length that lab_eigen gives them; lab_hopf_coefficient then makes ⟨p, q⟩ = 1
 * by dividing p. */
static void
eigenvector (int n, const double *J, gboolean transposed, double omega, double complex *q)
{
  g_autofree double *matrix = g_new (double, n * n), *values = g_new (double, 2 * n), *vectors = g_new (double, 2 * n * n);
  double target = transposed ? -omega : omega;
  int best = 0;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      matrix[i * n + j] = transposed ? J[j * n + i] : J[i * n + j];
  if (!lab_eigen (n, matrix, values, vectors))
    return;
  for (int k = 1; k < n; k++)
    if (hypot (values[2 * k], values[2 * k + 1] - target) < hypot (values[2 * best], values[2 * best + 1] - target))
      best = k;
  for (int i = 0; i < n; i++)
    q[i] = vectors[2 * n * best + 2 * i] + I * vectors[2 * n * best + 2 * i + 1];
}

static double complex
inner (int n, const double complex *p, const double complex *v)
{
  double complex sum = 0;

  for (int i = 0; i < n; i++)
    sum += conj (p[i]) * v[i];
  return sum;
}

/* Evaluates l₁ = 1/(2ω) Re [⟨p, C(q,q,q̄)⟩ − 2⟨p, B(q, J⁻¹ B(q,q̄))⟩ + ⟨p, B(q̄, (2iω − J)⁻¹ B(q,q))⟩] with Jq = iωq,
 * Jᵀp = −iωp, ⟨p, q⟩ = 1. With q = a + ib, complex forms are sums of real ones. This is the formula of Kuznetsov,
 * section 5.4, with J in place of A. The value depends on the length of q, which is 1 here, but its sign does not. */
double
lab_hopf_coefficient (LabFlow *flow, const double *scale, const double *x, double omega)
{
  int n = flow->n;
  g_autofree double *J = g_new (double, n * n), *low = g_new (double, n * n), *high = g_new (double, n * n), *at = g_new (double, n);
  g_autofree double *a = g_new (double, n), *b = g_new (double, n), *c = g_new (double, n), *d = g_new (double, n);
  g_autofree double complex *q = g_new0 (double complex, n), *p = g_new0 (double complex, n), *third = g_new0 (double complex, n);
  g_autofree double complex *mixed = g_new0 (double complex, n), *square = g_new0 (double complex, n);
  g_autofree double complex *first = g_new0 (double complex, n), *second = g_new0 (double complex, n);
  Forms f = { flow, x, scale, n, J, low, high, at, TRUE };
  double complex product;

  if (!lab_flow_jacobian (flow, flow->t, x, J))
    return NAN;
  eigenvector (n, J, FALSE, omega, q);
  eigenvector (n, J, TRUE, omega, p);
  product = inner (n, p, q);
  for (int i = 0; i < n; i++)
    {
      p[i] /= conj (product);
      a[i] = creal (q[i]);
      b[i] = cimag (q[i]);
    }
  add_third (&f, a, a, 1, third);  /* C(q,q,q̄) = C(a,a,a) + C(b,b,a) + i (C(a,a,b) + C(b,b,b)) */
  add_third (&f, b, a, 1, third);
  add_third (&f, a, b, I, third);
  add_third (&f, b, b, I, third);
  add_second (&f, a, a, 1, mixed); /* B(q,q̄) = B(a,a) + B(b,b) */
  add_second (&f, b, b, 1, mixed);
  add_second (&f, a, a, 1, square); /* B(q,q) = B(a,a) − B(b,b) + 2i B(a,b) */
  add_second (&f, b, b, -1, square);
  add_second (&f, a, b, 2 * I, square);
  if (!solve_shifted (&f, 0, mixed) || !solve_shifted (&f, 2 * I * omega, square))
    return NAN;
  for (int i = 0; i < n; i++)
    c[i] = -creal (mixed[i]); /* J⁻¹ B(q,q̄), which is real */
  add_second (&f, a, c, 1, first);
  add_second (&f, b, c, I, first);
  for (int i = 0; i < n; i++)
    {
      c[i] = creal (square[i]);
      d[i] = cimag (square[i]);
    }
  add_second (&f, a, c, 1, second); /* B(q̄, z) with z = c + id */
  add_second (&f, b, d, 1, second);
  add_second (&f, a, d, I, second);
  add_second (&f, b, c, -I, second);
  if (!f.defined)
    return NAN;
  return creal (inner (n, p, third) - 2 * inner (n, p, first) + inner (n, p, second)) / (2 * omega);
}
