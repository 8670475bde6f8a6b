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
/* Change of the scaled parameter in the central difference for ∂φ/∂p. The error of the integration divided by it is 1e-6, and so is the
 * relative error of the derivative. Each iteration of Newton's method then gains six digits. */
#define PARAMETER_CHANGE 1e-5
/* The derivative of a revolution maps the slope of the cycle to itself. If its computed value maps the slope, in scaled coordinates, to a vector
 * that differs by more than this fraction, rounding errors have made the small multipliers useless, and period doublings are not searched. */
#define TRIVIAL_ERROR 1e-2
/* Number of points of dense output in each step at which the extent of a cycle is computed. */
#define SAMPLES 6

static gboolean evaluate (gpointer self, const double *y, double *f, double *matrix);
static gboolean residual (gpointer self, const double *y, double *f);

gboolean
lab_shooting_init (LabShooting *s, LabExtended *e, double time_scale, const LabProgress *progress, GError **error)
{
  int n = e->n;

  *s = (LabShooting) { .e = e, .n = n, .time_scale = time_scale, .progress = progress, .error = error };
  s->curve = (LabImplicit) { .m = N * n + 2, .converged = CONVERGED, .self = s, .evaluate = evaluate, .residual = residual };
  s->run = lab_flow_run_new (e->flow, n, TRUE, FALSE, ACCURACY, error);
  s->plain = s->run != NULL ? lab_flow_run_new (e->flow, 0, FALSE, FALSE, ACCURACY, error) : NULL;
  if (s->plain == NULL)
    return FALSE;
  lab_flow_run_limit_steps (s->run, MOST_STEPS);
  lab_flow_run_limit_steps (s->plain, MOST_STEPS);
  s->reference = g_new0 (double, s->curve.m);
  s->slopes = g_new0 (double, N * n);
  s->segments = g_new (double, N * n * n);
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

/* Integrates over a duration. Returns FALSE if the integration fails or the study is cancelled. After the study was cancelled, the function does
 * nothing. */
static gboolean
integrate (LabShooting *s, LabFlowRun *run, double time, double *y)
{
  return (s->error == NULL || *s->error == NULL) && lab_flow_run_over (run, s->e->flow->t, time, y, s->progress, s->error);
}

/* Integrates from x[n] over a duration with the parameter p, without variational equations. Writes the result to x. */
static gboolean
integrate_at (LabShooting *s, double p, double time, double *x)
{
  lab_extended_set_parameter (s->e, p);
  return integrate (s, s->plain, time, x);
}

/* Computes the residual of segment j and the rows of the matrix that belong to it. matrix may be NULL. */
static gboolean
evaluate_segment (LabShooting *s, const double *y, int j, double *f, double *matrix)
{
  int n = s->n, m = s->curve.m, next = (j + 1) % N;
  double p = lab_shooting_parameter (s, y), time = lab_shooting_period (s, y) / N, change = PARAMETER_CHANGE * s->e->scale[n];
  g_autofree double *slope = g_new (double, n), *below = g_new (double, n);

  lab_shooting_node (s, y, j, s->state);
  for (int k = 0; k < n * n; k++)
    s->state[n + k] = k % (n + 1) == 0;
  s->state[n + n * n] = 0;
  lab_extended_set_parameter (s->e, p);
  if (!integrate (s, s->run, time, s->state)
      || !lab_flow_rhs (s->e->flow, s->e->flow->t, s->state, slope))
    return FALSE;
  s->trace += s->state[n + n * n];
  lab_shooting_node (s, y, j, s->other);
  memcpy (below, s->other, sizeof (double) * (gsize) n);
  if (!integrate_at (s, p + change, time, s->other) || !integrate_at (s, p - change, time, below))
    return FALSE;
  for (int i = 0; i < n; i++)
    {
      double unit = s->e->scale[i] * sqrt (N), *row = matrix + (j * n + i) * m;

      f[j * n + i] = s->state[i] / unit - y[next * n + i];
      for (int k = 0; k < n; k++)
        {
          s->segments[(j * n + i) * n + k] = s->state[n + k * n + i];
          row[j * n + k] = s->state[n + k * n + i] * s->e->scale[k] / s->e->scale[i];
        }
      row[next * n + i] -= 1;
      row[m - 2] = slope[i] * time / unit;
      row[m - 1] = (s->other[i] - below[i]) / (2 * PARAMETER_CHANGE) / unit;
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
  for (int j = 0; j < N; j++)
    if (!evaluate_segment (s, y, j, f, matrix))
      return FALSE;
  f[m - 2] = phase_residual (s, y);
  memcpy (matrix + (m - 2) * m, s->slopes, sizeof (double) * (gsize) (N * s->n));
  return TRUE;
}

/* Evaluates the equations without the variational equations. */
static gboolean
residual (gpointer self, const double *y, double *f)
{
  LabShooting *s = self;
  int n = s->n;
  double time = lab_shooting_period (s, y) / N;

  for (int j = 0; j < N; j++)
    {
      lab_shooting_node (s, y, j, s->other);
      if (!integrate_at (s, lab_shooting_parameter (s, y), time, s->other))
        return FALSE;
      for (int i = 0; i < n; i++)
        f[j * n + i] = s->other[i] / (s->e->scale[i] * sqrt (N)) - y[(j + 1) % N * n + i];
    }
  f[s->curve.m - 2] = phase_residual (s, y);
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

/* Returns Π_{i<j} (μ_i μ_j − 1), with each factor scaled to 1 at most. Factors of complex conjugate pairs of i and j are positive. For two multipliers
 * their product is exp (∫ trace (∂f/∂x)). */
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
  point->multipliers = g_new0 (double, 2 * n);
  point->flip = g_new (double, n);
  if (lab_shooting_set_reference (s, y) && evaluate (s, y, f, matrix) && lab_implicit_tangent (m, matrix, along, point->tangent)
      && set_multipliers (s, point))
    {
      point->det = lab_implicit_determinant (m, matrix, point->tangent);
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
  g_free (point->multipliers);
  g_free (point->flip);
  g_free (point);
}

/* Node j of the doubled cycle is node 2j of the cycle. The segments propagate the eigenvector v, for which M v = −v. So v has the opposite
 * sign in the second revolution, and the original sign again after it. */
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

gboolean
lab_shooting_extent (LabShooting *s, const double *y, double *low, double *high, double *x)
{
  int n = s->n;
  double period = lab_shooting_period (s, y);

  lab_extended_set_parameter (s->e, lab_shooting_parameter (s, y));
  for (int i = 0; i < n; i++)
    {
      low[i] = INFINITY;
      high[i] = -INFINITY;
    }
  /* Integrate each segment from its node, so that an unstable cycle is not left. */
  for (int j = 0; j < N; j++)
    {
      lab_shooting_node (s, y, j, s->state);
      if (!lab_flow_run_start (s->plain, s->e->flow->t, s->state))
        return FALSE;
      for (int step = 0; lab_flow_run_time (s->plain) < period / N; step++)
        {
          double from = lab_flow_run_time (s->plain);

          if (step == MOST_STEPS || !lab_flow_run_step (s->plain, period / N) || !goes_on (s, step))
            return FALSE;
          for (int k = 1; k <= SAMPLES; k++)
            {
              lab_flow_run_at (s->plain, from + (lab_flow_run_time (s->plain) - from) * k / SAMPLES, s->other);
              if (s->other[0] > high[0])
                memcpy (x, s->other, sizeof (double) * (gsize) n);
              for (int i = 0; i < n; i++)
                {
                  low[i] = fmin (low[i], s->other[i]);
                  high[i] = fmax (high[i], s->other[i]);
                }
            }
        }
    }
  return TRUE;
}
