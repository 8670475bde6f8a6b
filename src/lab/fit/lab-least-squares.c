/* Bounded nonlinear least squares by the Levenberg–Marquardt method with an active set.
 *
 * Debian 12 has no C library for this problem: levmar and CMPfit are not packaged, multifit of GSL has no bounds and ends at a point where the residuals do not
 * exist, NLopt does not use that the function is a sum of squares, and Ceres is C++ with twenty libraries of its own. A run of a model takes a thousand times
 * longer than the algebra, so that nothing is gained by a faster one.
 *
 * One iteration: quantities at a bound beyond which the sum falls are held. For the others
 *
 *   (J̃ᵀJ̃ + μ D²) p = −J̃ᵀ r̃,   D_j = largest ‖J̃_j‖ so far
 *
 * (Moré, The Levenberg–Marquardt algorithm, LNM 630 (1978) 105, for D) by the QR factorization J̃ = Q R and least squares on (R; √μ D). The point
 * θ + p is projected onto the bounds. It is accepted if the sum falls; μ follows from the ratio of the real to the predicted reduction (Nielsen, Damping
 * parameter in Marquardt's method, IMM-REP-1999-05, eq. 2.21). As μ grows, the step becomes the projected gradient, so that a bound does not end the search before
 * its conditions hold. J̃ and r̃ are those of a robust loss (Triggs et al., Bundle adjustment, LNCS 1883 (2000) 298, section 4.3).
 *
 * The search has converged if the undamped step is small beside the confidence region, or beside θ: the relative offset ‖Qᵀr̃‖/√m over
 * ‖r̃ − QQᵀr̃‖/√(n − m) (Bates and Watts, Technometrics 23 (1981) 179). */
#include "lab-least-squares.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-information.h"
#include "ode-least-squares.h"

/* Relative offset at which the search ends, and up to which a search whose sum does not fall any more has converged. The first leaves eight digits of a
 * standard deviation; the derivatives have errors of about 1e-9. */
#define OFFSET 1e-8
#define LARGEST_OFFSET 1e-4
/* Undamped step, relative to θ, with the same two meanings: residuals that are all rounding errors have no confidence region. */
#define STEP 1e-12
#define LARGEST_STEP 1e-8
/* First damping, relative to D² ≥ diagonal of JᵀJ, smallest and largest one. The first steps are short, since a long one easily ends where the residuals do not
 * depend on a quantity any more (problem BoxBOD of NIST, start 1); the damping falls by a factor of 3 with each step that does what is predicted. */
#define FIRST_DAMPING 100
#define LEAST_DAMPING 1e-16
#define MOST_DAMPING 1e18

/* ---- losses ---- */

/* Computes ρ, ρ′ and ρ″ at z. */
static void
loss_at (LabLoss loss, double z, double rho[3])
{
  double u = 1 + z, s = sqrt (u);

  switch (loss)
    {
    case LAB_LOSS_HUBER:
      rho[0] = z <= 1 ? z : 2 * sqrt (z) - 1;
      rho[1] = z <= 1 ? 1 : 1 / sqrt (z);
      rho[2] = z <= 1 ? 0 : -0.5 / (z * sqrt (z));
      break;
    case LAB_LOSS_SOFT_L1:
      rho[0] = 2 * z / (1 + s); /* 2 (s − 1) without cancellation */
      rho[1] = 1 / s;
      rho[2] = -0.5 / (u * s);
      break;
    case LAB_LOSS_CAUCHY:
      rho[0] = log1p (z);
      rho[1] = 1 / u;
      rho[2] = -1 / (u * u);
      break;
    case LAB_LOSS_ARCTAN:
      rho[0] = atan (z);
      rho[1] = 1 / (1 + z * z);
      rho[2] = -2 * z / ((1 + z * z) * (1 + z * z));
      break;
    default:
      rho[0] = z;
      rho[1] = 1;
      rho[2] = 0;
    }
}

double
lab_loss_weight (LabLoss loss, double scale, double r)
{
  double rho[3];

  loss_at (loss, r / scale * (r / scale), rho);
  return rho[1];
}

static double
sum_of (const LabLeastSquares *problem, const double *r)
{
  double sum = 0, C = problem->loss_scale, rho[3];

  for (int k = 0; k < problem->n; k++)
    if (problem->loss == LAB_LOSS_LINEAR)
      sum += r[k] * r[k];
    else
      {
        loss_at (problem->loss, r[k] / C * (r[k] / C), rho);
        sum += C * C * rho[0];
      }
  return sum;
}

/* Multiplies r and J so that J̃ᵀ r̃ is half the gradient of the sum and J̃ᵀ J̃ about half its second derivative. */
static void
apply_loss (const LabLeastSquares *problem, double *r, double *J)
{
  double C = problem->loss_scale, rho[3];

  for (int k = 0; k < problem->n && problem->loss != LAB_LOSS_LINEAR; k++)
    {
      double z = r[k] / C * (r[k] / C), factor;

      loss_at (problem->loss, z, rho);
      /* Where the second derivative is not positive, the first one alone is used. */
      factor = rho[1] + 2 * rho[2] * z;
      factor = sqrt (factor > 0.1 * rho[1] ? factor : rho[1]);
      for (int j = 0; j < problem->m; j++)
        J[(gsize) k * (gsize) problem->m + (gsize) j] *= factor;
      r[k] *= rho[1] / factor;
    }
}

/* ---- the linear approximation ---- */

/* The linear approximation at a point, for the free columns only. */
typedef struct
{
  int m;            /* number of free columns */
  int *column;      /* their indices */
  double *R;        /* m × m */
  double *q;        /* m: the first rows of Qᵀ r̃ */
  double rest;      /* ‖r̃ − QQᵀ r̃‖ */
  double *gradient; /* J̃ᵀ r̃ of all columns of the problem */
} Linear;

static void
linear_clear (Linear *linear)
{
  g_free (linear->column);
  g_free (linear->R);
  g_free (linear->q);
  g_free (linear->gradient);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Linear, linear_clear)

static int
held_at (const LabLeastSquares *problem, const double *theta, const double *gradient, int j)
{
  if (theta[j] <= problem->low[j] && gradient[j] > 0)
    return -1;
  return theta[j] >= problem->high[j] && gradient[j] < 0 ? 1 : 0;
}

/* Computes the linear approximation at a point, and raises scale[m] to the norms of the columns. */
static void
linearize (const LabLeastSquares *problem, const LabLeastSquaresResult *at, double *scale, Linear *linear)
{
  int n = problem->n, m = problem->m;
  g_autofree double *r = g_memdup2 (at->r, sizeof (double) * (gsize) n), *J = g_memdup2 (at->J, sizeof (double) * (gsize) n * (gsize) m), *A = NULL;
  double rest = 0;

  apply_loss (problem, r, J);
  *linear = (Linear) { .column = g_new (int, m + 1), .R = g_new0 (double, m * m + 1), .q = g_new0 (double, m + 1), .gradient = g_new0 (double, m + 1) };
  for (int j = 0; j < m; j++)
    {
      double norm = 0;

      for (int k = 0; k < n; k++)
        {
          norm = hypot (norm, J[(gsize) k * (gsize) m + (gsize) j]);
          linear->gradient[j] += J[(gsize) k * (gsize) m + (gsize) j] * r[k];
        }
      scale[j] = fmax (scale[j], norm);
      if ((problem->fixed == NULL || !problem->fixed[j]) && held_at (problem, at->theta, linear->gradient, j) == 0)
        linear->column[linear->m++] = j;
    }
  A = g_new (double, (gsize) n * (gsize) linear->m + 1);
  for (int k = 0; k < n; k++)
    for (int c = 0; c < linear->m; c++)
      A[(gsize) k * (gsize) linear->m + (gsize) c] = J[(gsize) k * (gsize) m + (gsize) linear->column[c]];
  lab_factor_qr (A, r, n, linear->m);
  for (int i = 0; i < linear->m && i < n; i++)
    {
      linear->q[i] = r[i];
      memcpy (linear->R + i * linear->m, A + i * linear->m, sizeof (double) * (gsize) linear->m);
    }
  for (int k = linear->m; k < n; k++)
    rest = hypot (rest, r[k]);
  linear->rest = rest;
}

/* Computes the step of the free columns with damping μ into step[n_all], which is 0 elsewhere. */
static void
solve (const Linear *linear, const double *scale, double damping, double *step, int n_all)
{
  int m = linear->m;
  g_autofree double *A = g_new0 (double, 2 * m * m + 1), *b = g_new0 (double, 2 * m + 1), *x = g_new0 (double, m + 1);
  g_autofree double *work = g_new (double, ode_least_squares_work_size (m, 2 * m));

  memset (step, 0, sizeof (double) * (gsize) n_all);
  for (int i = 0; i < m; i++)
    {
      for (int j = 0; j < m; j++)
        A[i * m + j] = scale[linear->column[j]] > 0 ? linear->R[i * m + j] / scale[linear->column[j]] : 0;
      A[(m + i) * m + i] = sqrt (damping);
      b[i] = -linear->q[i];
    }
  if (m > 0)
    ode_least_squares (m, 2 * m, A, b, x, work);
  for (int j = 0; j < m; j++)
    step[linear->column[j]] = scale[linear->column[j]] > 0 ? x[j] / scale[linear->column[j]] : 0;
}

/* Returns the reduction of the sum that the linear approximation predicts for a step: ‖q‖² − ‖q + R s‖². */
static double
predicted (const Linear *linear, const double *step)
{
  double reduction = 0;

  for (int i = 0; i < linear->m; i++)
    {
      double moved = 0;

      for (int j = i; j < linear->m; j++)
        moved += linear->R[i * linear->m + j] * step[linear->column[j]];
      reduction -= moved * (2 * linear->q[i] + moved);
    }
  return reduction;
}

/* ---- the search ---- */

void
lab_least_squares_result_free (LabLeastSquaresResult *result)
{
  if (result == NULL)
    return;
  g_free (result->theta);
  g_free (result->r);
  g_free (result->J);
  g_free (result->message);
  g_free (result);
}

static LabLeastSquaresResult *
result_new (const LabLeastSquares *problem)
{
  LabLeastSquaresResult *result = g_new0 (LabLeastSquaresResult, 1);

  result->theta = g_new0 (double, problem->m + 1);
  result->r = g_new0 (double, problem->n + 1);
  result->J = g_new0 (double, (gsize) problem->n * (gsize) problem->m + 1);
  result->sum = NAN;
  return result;
}

static gboolean
evaluate (const LabLeastSquares *problem, LabLeastSquaresResult *at, char **failure, GError **error)
{
  *failure = NULL;
  at->sum = NAN;
  if (!problem->evaluate (problem->user, at->theta, at->r, at->J, failure, error))
    {
      g_clear_pointer (failure, g_free);
      return FALSE;
    }
  if (*failure == NULL)
    at->sum = sum_of (problem, at->r);
  if (*failure == NULL && !isfinite (at->sum))
    *failure = g_strdup (_("the sum of squares is not a finite number"));
  return TRUE;
}

/* Computes how far the point is from the minimum of the linear approximation: *offset relative to the confidence region, *step relative to θ. */
static void
measure (const LabLeastSquares *problem, const Linear *linear, const LabLeastSquaresResult *at, const double *scale, double *offset, double *step)
{
  g_autofree double *p = g_new (double, problem->m + 1);
  double along = 0, degrees = problem->n - linear->m;

  for (int i = 0; i < linear->m; i++)
    along = hypot (along, linear->q[i]);
  if (linear->m > 0 && degrees > 0 && linear->rest > 0)
    *offset = along / sqrt (linear->m) / (linear->rest / sqrt (degrees));
  else
    *offset = along > 0 ? INFINITY : 0;
  solve (linear, scale, 0, p, problem->m);
  *step = 0;
  for (int j = 0; j < problem->m; j++)
    if (p[j] != 0)
      *step = fmax (*step, fabs (p[j]) / fmax (fabs (at->theta[j]), DBL_MIN));
}

/* Looks for a point with a smaller sum, with growing damping. Returns 1 if *next is such a point, 0 if there is none, and −1 with an error. */
static int
try_steps (const LabLeastSquares *problem, const Linear *linear, LabLeastSquaresResult *at, LabLeastSquaresResult *next, const double *scale,
           double *damping, GError **error)
{
  g_autofree double *step = g_new (double, problem->m + 1);
  double factor = 2;

  for (; *damping < MOST_DAMPING; *damping *= factor, factor *= 2)
    {
      g_autofree char *failure = NULL;
      double reduction, ratio;
      gboolean moves = FALSE;

      solve (linear, scale, *damping, step, problem->m);
      for (int j = 0; j < problem->m; j++)
        {
          next->theta[j] = step[j] == 0 ? at->theta[j] : CLAMP (at->theta[j] + step[j], problem->low[j], problem->high[j]);
          step[j] = next->theta[j] - at->theta[j];
          moves |= step[j] != 0;
        }
      if (!moves)
        return 0;
      reduction = predicted (linear, step);
      if (!(reduction > 0))
        continue;
      at->evaluations++;
      if (!evaluate (problem, next, &failure, error))
        return -1;
      if (failure != NULL || !(next->sum < at->sum))
        continue;
      ratio = (at->sum - next->sum) / reduction;
      *damping = fmax (*damping * fmax (1.0 / 3, 1 - pow (2 * ratio - 1, 3)), LEAST_DAMPING);
      return 1;
    }
  return 0;
}

static void
exchange (LabLeastSquaresResult *a, LabLeastSquaresResult *b)
{
  double *theta = a->theta, *r = a->r, *J = a->J;

  a->theta = b->theta;
  a->r = b->r;
  a->J = b->J;
  a->sum = b->sum;
  b->theta = theta;
  b->r = r;
  b->J = J;
}

LabLeastSquaresResult *
lab_least_squares (const LabLeastSquares *problem, const double *theta, GError **error)
{
  g_autoptr (LabLeastSquaresResult) at = result_new (problem), next = result_new (problem);
  g_autofree double *scale = g_new0 (double, problem->m + 1);
  double damping = FIRST_DAMPING, offset = INFINITY, step = INFINITY;

  for (int j = 0; j < problem->m; j++)
    at->theta[j] = problem->fixed != NULL && problem->fixed[j] ? theta[j] : CLAMP (theta[j], problem->low[j], problem->high[j]);
  at->evaluations = 1;
  if (!evaluate (problem, at, &at->message, error))
    return NULL;
  if (at->message != NULL)
    {
      at->sum = NAN;
      return g_steal_pointer (&at);
    }
  for (;;)
    {
      g_auto (Linear) linear = { 0 };
      int found;

      linearize (problem, at, scale, &linear);
      measure (problem, &linear, at, scale, &offset, &step);
      at->converged = offset <= OFFSET || step <= STEP;
      if (at->converged || at->iterations >= problem->most_iterations)
        break;
      found = try_steps (problem, &linear, at, next, scale, &damping, error);
      if (found < 0)
        return NULL;
      if (found == 0)
        {
          /* The errors of the runs hide what is left to gain. */
          at->converged = offset <= LARGEST_OFFSET || step <= LARGEST_STEP;
          break;
        }
      exchange (at, next);
      at->iterations++;
      if (problem->iterated != NULL)
        problem->iterated (problem->user, at->iterations, at->sum);
    }
  if (!at->converged)
    at->message = at->iterations >= problem->most_iterations
                      ? g_strdup_printf (_("stopped after %d iterations; the sum still falls"), at->iterations)
                      : g_strdup (_("no step reduces the sum any more, though its slope is not zero"));
  return g_steal_pointer (&at);
}

int
lab_least_squares_at_bound (const LabLeastSquares *problem, const LabLeastSquaresResult *result, int j)
{
  g_autofree double *scale = g_new0 (double, problem->m + 1);
  g_auto (Linear) linear = { 0 };

  linearize (problem, result, scale, &linear);
  return held_at (problem, result->theta, linear.gradient, j);
}
