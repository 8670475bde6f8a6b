/* Multiple shooting for cycles with the parameter as an unknown (Ascher, Mattheij and Russell, Numerical Solution of
 * Boundary Value Problems for ODEs, 1995, chapter 4; Kuznetsov, Elements of Applied Bifurcation Theory, 3rd ed. 2004,
 * chapter 10). N points x_j are on the cycle at equal times; each segment between them is integrated separately, so
 * that the derivatives of an unstable cycle grow over T/N only. With the flow φ and Φ_j = ∂φ_{T/N}/∂x (x_j):
 *
 *   φ_{T/N} (x_j) − x_{j+1} = 0,  j = 0 … N − 1, x_N = x_0      rows [Φ_j, −I, f T/N, ∂φ/∂p]
 *   Σ f_j·(x_j − r_j) = 0                                       row  [f_0ᵀ … f_{N−1}ᵀ, 0, 0]
 *
 * The column of the period is ∂φ/∂ln T = f T/N, since ln T is the unknown, which keeps T positive. The last column is
 * scaled by the range of the parameter. Coordinates are divided by √N, so that the length of y does not depend on N. */
#include "lab-shooting.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#define N LAB_SHOOTING_NODES
/* Relative and absolute tolerance of the integration. The next constant is the error of a cycle at which Newton's method ends; it is
 * larger, because the segments amplify errors of the integration. */
#define ACCURACY 1e-11
#define CONVERGED 1e-8
/* Largest number of steps in one segment. Without a limit a bad iterate could lead to a singularity. */
#define MOST_STEPS 5000
#define REPORT_STEPS 64
/* Change of the parameter in the central difference for ∂f/∂p, relative to the values of its range: ε^(1/3) balances truncation and rounding
 * errors. */
#define PARAMETER_CHANGE 6.055454452393343e-6
/* Largest distance between two cycles at which the derivatives of one are used for the other. It is more than the largest step along a branch. */
#define NEAR 0.06
/* The derivative of a revolution maps the slope of the cycle to itself. If its computed value maps the slope, in scaled coordinates, to a vector
 * that differs by more than this fraction, rounding errors have made the small multipliers useless, and period doublings are not searched. */
#define TRIVIAL_ERROR 1e-2
/* Number of points of dense output in each step at which the extent of a cycle is computed. */
#define SAMPLES 6
/* Number of iterations of the secant method for the greatest first state. */
#define MOST_SECANTS 6

static gboolean evaluate (gpointer self, const double *y, double *f, double *matrix);
static gboolean residual (gpointer self, const double *y, double *f);
static gboolean nearby (gpointer self, const double *y, double *matrix);

gboolean
lab_shooting_init (LabShooting *s, LabExtended *e, double time_scale, const LabProgress *progress, GError **error)
{
  int n = e->n;

  *s = (LabShooting) { .e = e, .n = n, .time_scale = time_scale, .progress = progress, .error = error };
  s->curve = (LabImplicit) { .m = N * n + 2, .converged = CONVERGED, .self = s, .evaluate = evaluate, .residual = residual, .nearby = nearby };
  s->run = lab_flow_run_new_varied (e->flow, e->parameter, PARAMETER_CHANGE * fmax (e->scale[n], fmax (fabs (e->from), fabs (e->to))), ACCURACY, error);
  s->plain = s->run != NULL ? lab_flow_run_new (e->flow, 0, FALSE, FALSE, ACCURACY, error) : NULL;
  if (s->plain == NULL)
    return FALSE;
  lab_flow_run_limit_steps (s->run, MOST_STEPS);
  lab_flow_run_limit_steps (s->plain, MOST_STEPS);
  s->reference = g_new0 (double, s->curve.m);
  s->slopes = g_new0 (double, N * n);
  s->segments = g_new (double, N * n * n);
  s->matrix = g_new (double, (s->curve.m - 1) * s->curve.m);
  s->at = g_new (double, s->curve.m);
  s->state = g_new (double, lab_flow_run_size (s->run));
  s->other = g_new (double, n);
  return TRUE;
}

void
lab_shooting_clear (LabShooting *s)
{
  lab_flow_run_free (s->run);
  lab_flow_run_free (s->plain);
  g_free (s->reference);
  g_free (s->slopes);
  g_free (s->segments);
  g_free (s->matrix);
  g_free (s->at);
  g_free (s->state);
  g_free (s->other);
}

void
lab_shooting_node (const LabShooting *s, const double *y, int j, double *x)
{
  for (int i = 0; i < s->n; i++)
    x[i] = y[j * s->n + i] * s->e->scale[i] * sqrt (N);
}

void
lab_shooting_set_node (const LabShooting *s, double *y, int j, const double *x)
{
  for (int i = 0; i < s->n; i++)
    y[j * s->n + i] = x[i] / (s->e->scale[i] * sqrt (N));
}

double
lab_shooting_period (const LabShooting *s, const double *y)
{
  return s->time_scale * exp (y[s->curve.m - 2]);
}

double
lab_shooting_parameter (const LabShooting *s, const double *y)
{
  return s->e->from + y[s->curve.m - 1] * s->e->scale[s->n];
}

/* The phase condition is Σ f_j·(x_j − r_j) = 0, where f_j are the slopes at the points r_j of the reference cycle. */
gboolean
lab_shooting_set_reference (LabShooting *s, const double *y)
{
  int n = s->n;
  double size = 0;

  memcpy (s->reference, y, sizeof (double) * (gsize) s->curve.m);
  lab_extended_set_parameter (s->e, lab_shooting_parameter (s, y));
  for (int j = 0; j < N; j++)
    {
      lab_shooting_node (s, y, j, s->other);
      if (!lab_flow_rhs (s->e->flow, s->e->flow->t, s->other, s->slopes + j * n))
        return FALSE;
      for (int i = 0; i < n; i++)
        {
          s->slopes[j * n + i] /= s->e->scale[i];
          size = hypot (size, s->slopes[j * n + i]);
        }
    }
  for (int k = 0; k < N * n && size > 0; k++)
    s->slopes[k] /= size;
  return TRUE;
}

/* Integrates segment j from y[size of the run], over the duration `time` of a segment. The segments follow one another in one integration, so that
 * each begins with the step size of the one before. Returns FALSE if the integration fails or the study is cancelled. After the study was cancelled,
 * the function does nothing. */
static gboolean
integrate (LabShooting *s, LabFlowRun *run, int j, double time, const double *y)
{
  return (s->error == NULL || *s->error == NULL) && (j == 0 ? lab_flow_run_start (run, s->e->flow->t, y) : lab_flow_run_set (run, y))
         && lab_flow_run_to (run, (j + 1) * time, s->progress, s->error);
}

/* Computes the residual of segment j and the rows of the matrix that belong to it. s->state has x, the n columns of
 * Φ, ∂φ/∂p, and ∫ trace (∂f/∂x), in this order. */
static gboolean
evaluate_segment (LabShooting *s, const double *y, int j, double *f, double *matrix)
{
  int n = s->n, m = s->curve.m, next = (j + 1) % N;
  double time = lab_shooting_period (s, y) / N;
  const double *end;
  g_autofree double *slope = g_new (double, n);

  memset (s->state, 0, sizeof (double) * (gsize) lab_flow_run_size (s->run));
  lab_shooting_node (s, y, j, s->state);
  for (int k = 0; k < n; k++)
    s->state[n + k * n + k] = 1;
  if (!integrate (s, s->run, j, time, s->state))
    return FALSE;
  end = lab_flow_run_y (s->run);
  if (!lab_flow_rhs (s->e->flow, s->e->flow->t, end, slope))
    return FALSE;
  s->trace += end[n + n * (n + 1)];
  for (int i = 0; i < n; i++)
    {
      double unit = s->e->scale[i] * sqrt (N), *row = matrix + (j * n + i) * m;

      f[j * n + i] = end[i] / unit - y[next * n + i];
      for (int k = 0; k < n; k++)
        {
          s->segments[(j * n + i) * n + k] = end[n + k * n + i];
          row[j * n + k] = end[n + k * n + i] * s->e->scale[k] / s->e->scale[i];
        }
      row[next * n + i] -= 1;
      row[m - 2] = slope[i] * time / unit;
      row[m - 1] = end[n + n * n + i] * s->e->scale[n] / unit;
    }
  return TRUE;
}

/* Computes the residual of the phase condition, Σ f_j·(x_j − r_j). */
static double
phase_residual (const LabShooting *s, const double *y)
{
  double sum = 0;

  for (int k = 0; k < N * s->n; k++)
    sum += s->slopes[k] * (y[k] - s->reference[k]);
  return sum;
}

static gboolean
evaluate (gpointer self, const double *y, double *f, double *matrix)
{
  LabShooting *s = self;
  int m = s->curve.m;

  memset (matrix, 0, sizeof (double) * (gsize) ((m - 1) * m));
  s->trace = 0;
  lab_extended_set_parameter (s->e, lab_shooting_parameter (s, y));
  for (int j = 0; j < N; j++)
    if (!evaluate_segment (s, y, j, f, matrix))
      return FALSE;
  f[m - 2] = phase_residual (s, y);
  memcpy (matrix + (m - 2) * m, s->slopes, sizeof (double) * (gsize) (N * s->n));
  memcpy (s->matrix, matrix, sizeof (double) * (gsize) ((m - 1) * m));
  memcpy (s->at, y, sizeof (double) * (gsize) m);
  s->has_matrix = TRUE;
  return TRUE;
}

/* Evaluates the equations without the variational equations. */
static gboolean
residual (gpointer self, const double *y, double *f)
{
  LabShooting *s = self;
  int n = s->n;
  double time = lab_shooting_period (s, y) / N;

  lab_extended_set_parameter (s->e, lab_shooting_parameter (s, y));
  for (int j = 0; j < N; j++)
    {
      lab_shooting_node (s, y, j, s->other);
      if (!integrate (s, s->plain, j, time, s->other))
        return FALSE;
      for (int i = 0; i < n; i++)
        f[j * n + i] = lab_flow_run_y (s->plain)[i] / (s->e->scale[i] * sqrt (N)) - y[(j + 1) % N * n + i];
    }
  f[s->curve.m - 2] = phase_residual (s, y);
  return TRUE;
}

/* Returns the derivatives of the last evaluation. The phase condition has changed since then if the reference cycle has. */
static gboolean
nearby (gpointer self, const double *y, double *matrix)
{
  const LabShooting *s = self;
  int m = s->curve.m;

  if (!s->has_matrix || lab_implicit_distance (m, y, s->at) > NEAR)
    return FALSE;
  memcpy (matrix, s->matrix, sizeof (double) * (gsize) ((m - 1) * m));
  memcpy (matrix + (m - 2) * m, s->slopes, sizeof (double) * (gsize) (N * s->n));
  return TRUE;
}

/* ---- points of branches ---- */

/* Multiplies v[n] by the matrix of segment j, in place. */
static void
apply_segment (const LabShooting *s, int j, double *v)
{
  int n = s->n;
  g_autofree double *from = g_memdup2 (v, sizeof (double) * (gsize) n);

  for (int i = 0; i < n; i++)
    {
      v[i] = 0;
      for (int k = 0; k < n; k++)
        v[i] += s->segments[(j * n + i) * n + k] * from[k];
    }
}

/* Sorts by descending modulus. */
static int
compare_moduli (const void *a, const void *b)
{
  const double *x = a, *y = b;
  double p = hypot (x[0], x[1]), q = hypot (y[0], y[1]);

  return (p < q) - (p > q);
}

/* Computes the product M of the segment matrices in scaled coordinates. */
static void
monodromy (const LabShooting *s, double *M)
{
  int n = s->n;
  const double *scale = s->e->scale;
  g_autofree double *column = g_new (double, n);

  for (int k = 0; k < n; k++)
    {
      memset (column, 0, sizeof (double) * (gsize) n);
      column[k] = 1;
      for (int j = 0; j < N; j++)
        apply_segment (s, j, column);
      for (int i = 0; i < n; i++)
        M[i * n + k] = column[i] * scale[k] / scale[i];
    }
}

/* Replaces M by H M H, where H = 1 − 2 v vᵀ / |v|² is the reflection of the unit vector q to −sign (q_0) e_0. Sets v[n] (Householder; Golub and
 * Van Loan, Matrix Computations, 4th ed. 2013, section 5.1). */
static void
reflect (int n, double *M, const double *q, double *v)
{
  double square = 0;

  memcpy (v, q, sizeof (double) * (gsize) n);
  v[0] += q[0] < 0 ? -1 : 1;
  for (int i = 0; i < n; i++)
    square += v[i] * v[i];
  for (int k = 0; k < n; k++)
    {
      double row = 0;

      for (int j = 0; j < n; j++)
        row += M[k * n + j] * v[j];
      for (int j = 0; j < n; j++)
        M[k * n + j] -= 2 * row * v[j] / square;
    }
  for (int k = 0; k < n; k++)
    {
      double column = 0;

      for (int i = 0; i < n; i++)
        column += M[i * n + k] * v[i];
      for (int i = 0; i < n; i++)
        M[i * n + k] -= 2 * column * v[i] / square;
    }
}

/* Computes the eigenvector of the reflected matrix A for the real eigenvalue mu, reflects it back and removes the scale. w[n − 1] is the
 * eigenvector of the block of A without row and column 0. Row 0 is the trivial multiplier 1 and the row a: u + a·w = μ u. */
static void
restore_vector (const LabShooting *s, const double *A, const double *v, double mu, const double *w, double *vector)
{
  int n = s->n;
  double sum = 0, product = 0, square = 0;

  for (int k = 1; k < n; k++)
    {
      sum += A[k] * w[2 * (k - 1)];
      vector[k] = w[2 * (k - 1)];
    }
  vector[0] = sum / (mu - 1);
  for (int i = 0; i < n; i++)
    {
      product += v[i] * vector[i];
      square += v[i] * v[i];
    }
  for (int i = 0; i < n; i++)
    vector[i] = (vector[i] - 2 * product * v[i] / square) * s->e->scale[i];
}

/* Returns Π_{i<j} (μ_i μ_j − 1), with each factor scaled to 1 at most. Factors of complex conjugate pairs of i and j
 * are positive. For two multipliers their product is exp (∫ trace (∂f/∂x)). For a pair e^{±iα} the factor is 0; the
 * sign changes where a complex pair passes the unit circle (Neimark and Sacker). −expm1 (−s) = (e^s − 1)/e^s is the
 * scaled value for s > 0, and does not overflow. */
static double
torus_value (const LabShooting *s, const double *multipliers)
{
  int count = s->n - 1;
  double complex product = 1;

  if (count == 2)
    return s->trace > 0 ? -expm1 (-s->trace) : expm1 (s->trace);
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++)
      {
        double complex both = (multipliers[2 * i] + I * multipliers[2 * i + 1]) * (multipliers[2 * j] + I * multipliers[2 * j + 1]);

        product *= (both - 1) / fmax (1, cabs (both));
      }
  return creal (product);
}

/* Computes the Floquet multipliers, the eigenvalues of the product M of the segment matrices. The slope f of the cycle is an eigenvector of M with
 * the trivial multiplier 1. If f is the first vector of an orthogonal basis, the first column of M is (1, 0 … 0)ᵀ, and the rest of M has the other
 * multipliers. They are accurate at a fold too, where another multiplier is 1. For two states the multiplier is exp (∫ trace (∂f/∂x)) by Liouville's
 * formula, which is accurate even if the multiplier is tiny. */
static gboolean
set_multipliers (LabShooting *s, LabCyclePoint *point)
{
  int n = s->n, flip = -1;
  double error = 0, size = 0;
  g_autofree double *M = g_new (double, n * n), *v = g_new (double, n), *q = g_new (double, n), *rest = g_new (double, n * n);
  g_autofree double *vectors = g_new (double, 2 * n * n);

  for (int i = 0; i < n; i++)
    size = hypot (size, s->slopes[i]);
  if (!(size > 0))
    return FALSE;
  for (int i = 0; i < n; i++)
    q[i] = s->slopes[i] / size;
  monodromy (s, M);
  reflect (n, M, q, v);
  for (int i = 0; i < n; i++)
    {
      error = fmax (error, fabs (M[i * n] - (i == 0)));
      for (int k = 0; i > 0 && k < n - 1; k++)
        rest[(i - 1) * (n - 1) + k] = M[i * n + k + 1];
    }
  if (!lab_eigen (n - 1, rest, point->multipliers, vectors))
    return FALSE;
  point->doubling = error < TRIVIAL_ERROR ? 1 : NAN;
  for (int k = 0; k < n - 1; k++)
    {
      double re = point->multipliers[2 * k], im = point->multipliers[2 * k + 1];

      if (im != 0) /* a complex pair contributes |μ + 1|² > 0 and is skipped */
        continue;
      point->doubling *= (re + 1) / fmax (1, fabs (re));
      if (flip < 0 || fabs (re + 1) < fabs (point->multipliers[2 * flip] + 1))
        flip = k;
    }
  memset (point->flip, 0, sizeof (double) * (gsize) n);
  if (flip >= 0)
    restore_vector (s, M, v, point->multipliers[2 * flip], vectors + 2 * flip * (n - 1), point->flip);
  if (n == 2)
    {
      point->multipliers[0] = exp (s->trace);
      point->multipliers[1] = 0;
      point->doubling = 1; /* the multiplier is positive, so there is no period doubling */
    }
  qsort (point->multipliers, (gsize) (n - 1), 2 * sizeof (double), compare_moduli);
  point->torus = isnan (point->doubling) ? NAN : torus_value (s, point->multipliers);
  return TRUE;
}

LabCyclePoint *
lab_cycle_point_new (LabShooting *s, const double *y, const double *along)
{
  LabCyclePoint *point = g_new0 (LabCyclePoint, 1);
  int n = s->n, m = s->curve.m;
  g_autofree double *matrix = g_new (double, m * m), *f = g_new (double, m);

  point->y = g_memdup2 (y, sizeof (double) * (gsize) m);
  point->tangent = g_new (double, m);
  point->bend = g_new0 (double, m);
  point->multipliers = g_new0 (double, 2 * n);
  point->flip = g_new (double, n);
  if (lab_shooting_set_reference (s, y) && evaluate (s, y, f, matrix) && lab_implicit_tangent (m, matrix, along, point->tangent)
      && set_multipliers (s, point))
    {
      point->det = lab_implicit_determinant (m, matrix, point->tangent, NULL);
      return point;
    }
  lab_cycle_point_free (point);
  return NULL;
}

void
lab_cycle_point_free (LabCyclePoint *point)
{
  if (point == NULL)
    return;
  g_free (point->y);
  g_free (point->tangent);
  g_free (point->bend);
  g_free (point->multipliers);
  g_free (point->flip);
  g_free (point);
}

/* Node j of the doubled cycle is node 2j of the cycle. The segments propagate the eigenvector v, for which M v = −v.
 * So v has the opposite sign in the second revolution, and the original sign again after it. Doubling has the same
 * number of nodes, so ln T grows by ln 2 and every second node is kept (N is even). */
gboolean
lab_shooting_double (LabShooting *s, const double *y, const double *flip, double *doubled, double *direction)
{
  int n = s->n, m = s->curve.m;
  g_autofree double *matrix = g_new (double, m * m), *f = g_new (double, m), *v = g_memdup2 (flip, sizeof (double) * (gsize) n);

  if (!evaluate (s, y, f, matrix))
    return FALSE;
  memset (direction, 0, sizeof (double) * (gsize) m);
  for (int j = 0; j < 2 * N; j++)
    {
      if (j % 2 == 0)
        {
          lab_shooting_set_node (s, direction, j / 2, v);
          memcpy (doubled + j / 2 * n, y + j % N * n, sizeof (double) * (gsize) n);
        }
      apply_segment (s, j % N, v);
    }
  doubled[m - 2] = y[m - 2] + log (2);
  doubled[m - 1] = y[m - 1];
  lab_implicit_normalize (m, direction, direction);
  return TRUE;
}

/* Returns FALSE if the study is cancelled. It reports progress in every REPORT_STEPS-th step. */
static gboolean
goes_on (const LabShooting *s, int step)
{
  return (s->error == NULL || *s->error == NULL) && (step % REPORT_STEPS != 0 || lab_progress_report (s->progress, 0, s->error));
}

/* Samples of a cycle: the last three times and states, and the point before the greatest first state. */
typedef struct
{
  double t[3], *x;      /* 3 · n states, in ascending order of the times */
  int count;            /* number of samples so far, at most 3 */
  double *before, past; /* n states shortly before the greatest first state, and the time from there to the sample after it */
} Samples;

/* Adds a sample, and updates the extents with the extremum of the parabola through the last three samples. For
 * samples (t_0, a), (t_1, b), (t_2, c) with the divided differences l = (b − a)/(t_1 − t_0), r = (c − b)/(t_2 − t_1)
 * and k = (r − l)/(t_2 − t_0), the parabola has the slope m = l + k (t_1 − t_0) at t_1 and the extremum b − m²/(4k). */
static void
add_sample (Samples *samples, int n, double t, const double *x, double *low, double *high)
{
  double *a = samples->x, *b = a + n, *c = b + n, *at = samples->t;

  memmove (at, at + 1, 2 * sizeof (double));
  memmove (a, b, sizeof (double) * (gsize) (2 * n));
  memcpy (c, x, sizeof (double) * (gsize) n);
  at[2] = t;
  samples->count = MIN (samples->count + 1, 3);
  for (int i = 0; i < n; i++)
    {
      double left, right, bend, extremum = c[i];

      if (samples->count == 3 && (b[i] - a[i]) * (c[i] - b[i]) < 0)
        {
          left = (b[i] - a[i]) / (at[1] - at[0]);
          right = (c[i] - b[i]) / (at[2] - at[1]);
          bend = (right - left) / (at[2] - at[0]);
          /* The slope at the middle sample is left + bend (t_1 − t_0). */
          extremum = b[i] - pow (left + bend * (at[1] - at[0]), 2) / (4 * bend);
        }
      if (i == 0 && extremum > high[0])
        {
          memcpy (samples->before, a, sizeof (double) * (gsize) n);
          samples->past = samples->count == 3 ? at[2] - at[0] : 0;
        }
      low[i] = fmin (low[i], extremum);
      high[i] = fmax (high[i], extremum);
    }
}

/* Computes the point after `before` at which the first state is greatest into x: the zero of its slope, by the secant method with the slopes at the ends of
 * the samples. Returns FALSE if the cycle cannot be integrated. */
static gboolean
greatest (LabShooting *s, const Samples *samples, double *x)
{
  int n = s->n;
  g_autofree double *f = g_new (double, n);
  double from = 0, to = samples->past, above, below = 0;

  memcpy (x, samples->before, sizeof (double) * (gsize) n);
  if (!lab_flow_rhs (s->e->flow, s->e->flow->t, x, f))
    return FALSE;
  above = f[0];
  for (int k = 0; k < MOST_SECANTS && to > from; k++)
    {
      double time = k == 0 || !(above * below < 0) ? to : from + (to - from) * above / (above - below);

      memcpy (x, samples->before, sizeof (double) * (gsize) n);
      if (!(time > 0) || !lab_flow_run_over (s->plain, s->e->flow->t, time, x, s->progress, s->error) || !lab_flow_rhs (s->e->flow, s->e->flow->t, x, f))
        return FALSE;
      if ((f[0] < 0) == (above < 0))
        {
          from = time;
          above = f[0];
        }
      else
        {
          to = time;
          below = f[0];
        }
    }
  return TRUE;
}

gboolean
lab_shooting_extent (LabShooting *s, const double *y, double *low, double *high, double *x)
{
  int n = s->n;
  double period = lab_shooting_period (s, y);
  g_autofree double *last = g_new (double, 3 * n), *before = g_new (double, n);
  Samples samples = { .x = last, .before = before };

  lab_extended_set_parameter (s->e, lab_shooting_parameter (s, y));
  for (int i = 0; i < n; i++)
    {
      low[i] = INFINITY;
      high[i] = -INFINITY;
    }
  /* Integrate each segment from its node, so that an unstable cycle is not left. The first segment is added again at the end, because a maximum can be at
   * node 0. */
  for (int j = 0; j <= N; j++)
    {
      lab_shooting_node (s, y, j % N, s->state);
      if (!(j == 0 ? lab_flow_run_start (s->plain, s->e->flow->t, s->state) : lab_flow_run_set (s->plain, s->state)))
        return FALSE;
      for (int step = 0; lab_flow_run_time (s->plain) < (j + 1) * period / N; step++)
        {
          double from = lab_flow_run_time (s->plain);

          if (step == MOST_STEPS || !lab_flow_run_step (s->plain, (j + 1) * period / N) || !goes_on (s, step))
            return FALSE;
          for (int k = 1; k <= SAMPLES; k++)
            {
              double t = from + (lab_flow_run_time (s->plain) - from) * k / SAMPLES;

              lab_flow_run_at (s->plain, t, s->other);
              add_sample (&samples, n, t, s->other, low, high);
            }
          if (j == N)
            break;
        }
    }
  return greatest (s, &samples, x);
}
