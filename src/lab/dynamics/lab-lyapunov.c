/* Computes Lyapunov exponents by the QR method (Benettin, Galgani, Giorgilli and Strelcyn,
 * Meccanica 15 (1980) 9; Geist, Parlitz and Lauterborn, Prog. Theor. Phys. 83 (1990) 875).
 * The variational equations propagate n vectors, which modified Gram–Schmidt makes
 * orthonormal after each step. The sums of the logarithms of their lengths are the exponents
 * times t. After one step the lengths are near 1, so the tolerance is relative to each
 * vector. */
#include "lab-lyapunov.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-length.h"
#include "lab-problem.h"

/* Tolerance of the integration, and number of times at which the averages so far are kept. The averages converge like
 * 1/t, so their error is far above that of the integration. */
#define ACCURACY 1e-9
#define HISTORY 200
/* Tolerance if only the largest exponent is computed, whose error over a finite time is much larger. */
#define LARGEST_ACCURACY 1e-6

void
lab_lyapunov_free (LabLyapunov *lyapunov)
{
  if (lyapunov == NULL)
    return;
  g_free (lyapunov->exponents);
  g_array_unref (lyapunov->history);
  g_free (lyapunov);
}

/* Makes the columns of v[n · n] orthonormal, and adds the logarithms of their lengths to sums[n]. Each column is
 * divided by its length after the removal of its components along the earlier columns (modified Gram–Schmidt; Golub
 * and Van Loan, Matrix Computations, 4th ed. 2013, section 5.2). */
static void
orthonormalize (int n, double *v, double *sums)
{
  for (int c = 0; c < n; c++)
    {
      double *column = v + c * n, length = 0;

      for (int e = 0; e < c; e++)
        {
          double product = 0;

          for (int i = 0; i < n; i++)
            product += v[e * n + i] * column[i];
          for (int i = 0; i < n; i++)
            column[i] -= product * v[e * n + i];
        }
      for (int i = 0; i < n; i++)
        length += column[i] * column[i];
      length = sqrt (length);
      sums[c] += log (length);
      for (int i = 0; i < n; i++)
        column[i] /= length;
    }
}

static int
compare_falling (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x < y) - (x > y);
}

/* Appends a row to the history: the time and the averages Σ ln (lengths) / time. */
static void
note (LabLyapunov *result, double time, const double *sums)
{
  g_array_append_val (result->history, time);
  for (int c = 0; c < result->n; c++)
    {
      double value = sums[c] / time;

      g_array_append_val (result->history, value);
    }
}

static gboolean
fail (GError **error, const LabFlowRun *run, double t)
{
  const char *obstacle = run != NULL ? lab_flow_run_obstacle (run) : NULL;

  if (obstacle != NULL && (error == NULL || *error == NULL))
    g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, obstacle);
  else if (error == NULL || *error == NULL)
    g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the orbit cannot be followed beyond t = %g"), t);
  return FALSE;
}

/* Integrates x together with n vectors, which begin as the unit matrix, and the integral of trace (∂f/∂x) as last
 * component. The mean of the trace is the sum of all exponents (Liouville), an independent check of the result. */
static gboolean
integrate (LabFlow *flow, double t, double *y, double time, LabLyapunov *result, LabLyapunovNoted noted_func, gpointer user,
           const LabProgress *progress, GError **error)
{
  int n = flow->n, noted = 0;
  g_autoptr (LabFlowRun) run = lab_flow_run_new (flow, n, TRUE, FALSE, ACCURACY, error);
  g_autofree double *sums = g_new0 (double, n), *z = NULL;

  if (run == NULL)
    return FALSE;
  z = g_new0 (double, lab_flow_run_size (run));
  memcpy (z, y, sizeof (double) * (gsize) n);
  for (int k = 0; k < n * n; k++)
    z[n + k] = k % (n + 1) == 0;
  if (!lab_flow_run_start (run, t, z))
    return fail (error, run, t);
  for (long k = 0; lab_flow_run_time (run) < time; k++)
    {
      if (!lab_flow_run_step (run, time))
        return fail (error, run, t + lab_flow_run_time (run));
      memcpy (z, lab_flow_run_y (run), sizeof (double) * (gsize) lab_flow_run_size (run));
      orthonormalize (n, z + n, sums);
      if (!lab_flow_run_set (run, z))
        return fail (error, run, t + lab_flow_run_time (run));
      if (lab_flow_run_time (run) >= time * (noted + 1) / HISTORY)
        {
          note (result, lab_flow_run_time (run), sums);
          noted++;
          if (noted_func != NULL)
            noted_func (user, result);
        }
      if (k % lab_progress_steps (lab_flow_run_size (run)) == 0 && !lab_progress_report (progress, lab_flow_run_time (run) / time, error))
        return FALSE;
    }
  for (int c = 0; c < n; c++)
    result->exponents[c] = sums[c] / time;
  result->mean_trace = z[lab_flow_run_size (run) - 1] / time;
  return TRUE;
}

LabLyapunov *
lab_lyapunov (LabFlow *flow, double transient, double time, const LabProgress *progress, LabLyapunovNoted noted, gpointer user,
              GError **error)
{
  g_autoptr (LabLyapunov) result = g_new0 (LabLyapunov, 1);
  g_autofree double *x = g_memdup2 (flow->x0, sizeof (double) * (gsize) flow->n);

  lab_flow_take_sizes (flow, flow->x0);
  result->n = flow->n;
  result->exponents = g_new0 (double, flow->n);
  result->history = g_array_new (FALSE, FALSE, sizeof (double));
  result->time = time;
  if (transient > 0)
    {
      g_autoptr (LabFlowRun) run = lab_flow_run_new (flow, 0, FALSE, FALSE, ACCURACY, error);

      if (run == NULL)
        return NULL;
      if (!lab_flow_run_over (run, flow->t, transient, x, progress, error))
        {
          fail (error, run, flow->t + lab_flow_run_time (run));
          return NULL;
        }
    }
  if (!integrate (flow, flow->t + transient, x, time, result, noted, user, progress, error))
    return NULL;
  for (int c = 0; c < flow->n; c++)
    result->sum += result->exponents[c];
  qsort (result->exponents, (gsize) flow->n, sizeof (double), compare_falling);
  return g_steal_pointer (&result);
}

/* The first vector is (1, …, 1), which has a component in the fastest growing direction even if one coordinate is invariant. */
gboolean
lab_lyapunov_largest (LabFlow *flow, double t, const double *x, double time, const LabProgress *progress, double *exponent)
{
  int n = flow->n;
  g_autoptr (LabFlowRun) run = NULL;
  g_autofree double *z = g_new (double, 2 * n);
  double sum = 0;

  lab_flow_take_sizes (flow, x);
  run = lab_flow_run_new (flow, 1, FALSE, FALSE, LARGEST_ACCURACY, NULL);
  *exponent = NAN;
  memcpy (z, x, sizeof (double) * (gsize) n);
  for (int i = 0; i < n; i++)
    z[n + i] = 1 / sqrt (n);
  if (run == NULL || !lab_flow_run_start (run, t, z))
    return TRUE;
  for (long k = 0; lab_flow_run_time (run) < time; k++)
    {
      double length = 0;

      if (!lab_flow_run_step (run, time))
        return TRUE;
      memcpy (z, lab_flow_run_y (run), sizeof (double) * 2 * (gsize) n);
      for (int i = 0; i < n; i++)
        length += z[n + i] * z[n + i];
      length = sqrt (length);
      sum += log (length);
      for (int i = 0; i < n; i++)
        z[n + i] /= length;
      if (!lab_flow_run_set (run, z))
        return TRUE;
      if (k % lab_progress_steps (lab_flow_run_size (run)) == 0 && !lab_progress_report (progress, lab_flow_run_time (run) / time, NULL))
        return FALSE;
    }
  *exponent = sum / time;
  return TRUE;
}
