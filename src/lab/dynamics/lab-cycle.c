/* Newton's method for closed orbits. It solves φ_T (x) = x with the phase condition f (x₀)·(x − x₀) = 0 (Kuznetsov,
 * Elements of Applied Bifurcation Theory, 3rd ed. 2004, chapter 10: single shooting). The matrix is
 *
 *   [ M − I   f (φ_T (x)) ]      M = ∂φ_T/∂x, the solution of the variational equations
 *   [ f (x₀)ᵀ       0     ]
 *
 * The Floquet multipliers are the eigenvalues of M without the one nearest to 1, which belongs to shifts along the
 * orbit. For two states the other multiplier is computed as exp (∫ trace (∂f/∂x)) (Liouville), which is accurate even
 * if the multiplier is tiny. */
#include <math.h>
#include <string.h>

#include "lab-plane.h"
#include "ode-linalg.h"

/* The integration is much more accurate than the orbit, so that its errors, which M amplifies, do not decide when
 * Newton's method has converged. */
#define ACCURACY 1e-12
#define ITERATIONS 12
#define CONVERGED 1e-9
/* An orbit closes if it returns to its start up to this part of the extents of the states; the integration has errors of about 1e-11. */
#define CLOSED 1e-8
/* Errors of an orbit far from 0, relative to the size of the states: those of the integration are relative to the states, not to their extents. */
#define FAR_ERROR 1e-11
/* Error of the largest multiplier: that of two states is exact up to errors of the integration, those of more states are multiple eigenvalues at 1. */
#define MULTIPLIER_ERROR 1e-7
#define MULTIPLE_ERROR 1e-2
/* If a multiplier is larger than this, forward integration loses digits, and the orbit is integrated backward in time. */
#define LARGE_MULTIPLIER 1e3
/* Largest number of steps in one period before a method for stiff systems is used. */
#define MOST_STEPS 20000

void
lab_cycle_free (LabCycle *cycle)
{
  if (cycle == NULL)
    return;
  g_free (cycle->x);
  g_free (cycle->multipliers);
  lab_curve_free (cycle->curve);
  g_free (cycle);
}

typedef struct
{
  LabFlow *flow;
  LabFlowRun *run;
  double t, period;
  gboolean driven, backward;
  double *x, *y;      /* x: n states; y: states of the augmented system */
} Shooting;

/* Integrates the augmented system from s->x over the period into s->y, and computes the extents of the states into extent[n]; a state that does not move
 * gets its size, or 1. Returns FALSE if the integration fails. */
static gboolean
follow (Shooting *s, double *extent, const LabProgress *progress, GError **error)
{
  int n = s->flow->n;

  memcpy (s->y, s->x, sizeof (double) * (gsize) n);
  for (int k = 0; k < n * n; k++)
    s->y[n + k] = k % (n + 1) == 0;
  s->y[n + n * n] = 0;
  if (!lab_flow_run_over (s->run, s->t, s->period, s->y, progress, error))
    return FALSE;
  lab_flow_run_extent (s->run, extent);
  for (int i = 0; i < n; i++)
    if (!(extent[i] > 0))
      extent[i] = s->x[i] != 0 ? fabs (s->x[i]) : 1;
  return TRUE;
}

/* Solves for the corrections of x and of the period. Returns the size of the correction relative to the size of the
 * orbit, or infinity if the matrix is singular. For a driven model the period is given, and the matrix is M − I
 * alone. Backward in time φ runs against f, hence the sign. */
static double
newton_step (Shooting *s, const LabProgress *progress, GError **error)
{
  int n = s->flow->n, m = s->driven ? n : n + 1;
  g_autofree double *matrix = g_new0 (double, m * m), *right = g_new0 (double, m), *f = g_new (double, n);
  g_autofree double *extent = g_new (double, n);
  g_autofree int *pivot = g_new (int, m);
  double size = 0;

  if (!follow (s, extent, progress, error))
    return INFINITY;
  for (int i = 0; i < n; i++)
    {
      right[i] = s->x[i] - s->y[i];
      for (int j = 0; j < n; j++)
        matrix[j * m + i] = s->y[n + j * n + i] - (i == j);
    }
  if (!s->driven)
    {
      double sign = s->backward ? -1 : 1;

      if (!lab_flow_rhs (s->flow, s->t, s->y, f))
        return INFINITY;
      for (int i = 0; i < n; i++)
        matrix[n * m + i] = sign * f[i];
      if (!lab_flow_rhs (s->flow, s->t, s->x, f))
        return INFINITY;
      for (int j = 0; j < n; j++)
        matrix[j * m + n] = f[j];
    }
  if (!ode_lu_factor (m, matrix, pivot))
    return INFINITY;
  ode_lu_solve (m, matrix, pivot, right);
  for (int i = 0; i < n; i++)
    {
      s->x[i] += right[i];
      size = fmax (size, fabs (right[i]) / fmax (extent[i], FAR_ERROR / CONVERGED * fabs (s->x[i])));
    }
  if (!s->driven)
    {
      s->period += right[n];
      size = fmax (size, fabs (right[n]) / s->period);
    }
  return s->period > 0 && isfinite (size) ? size : INFINITY;
}

/* Computes the Floquet multipliers from the augmented state after one period. */
static void
set_multipliers (LabCycle *cycle, const Shooting *s)
{
  int n = s->flow->n, trivial = -1, count = 0;
  g_autofree double *M = g_new (double, n * n), *values = g_new (double, 2 * n);

  cycle->n_multipliers = s->driven ? n : n - 1;
  cycle->multipliers = g_new0 (double, 2 * n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      M[i * n + j] = s->y[n + j * n + i];
  if (!lab_eigen (n, M, values, NULL))
    return;
  for (int k = 0; k < n && !s->driven; k++)
    if (trivial < 0 || hypot (values[2 * k] - 1, values[2 * k + 1]) < hypot (values[2 * trivial] - 1, values[2 * trivial + 1]))
      trivial = k;
  for (int k = 0; k < n; k++)
    if (k != trivial)
      memcpy (&cycle->multipliers[2 * count++], &values[2 * k], 2 * sizeof (double));
  if (n == 2 && !s->driven)
    {
      cycle->multipliers[0] = exp (s->y[n + n * n]);
      cycle->multipliers[1] = 0;
    }
  for (int k = 0; k < count && s->backward; k++) /* backward in time, these are the multipliers of the inverse map */
    {
      double re = cycle->multipliers[2 * k], im = cycle->multipliers[2 * k + 1], square = re * re + im * im;

      cycle->multipliers[2 * k] = re / square;
      cycle->multipliers[2 * k + 1] = -im / square;
    }
}

/* Sorts by descending modulus. The two of a complex pair have the same modulus up to rounding; the one with positive
 * imaginary part comes first. */
static int
compare_moduli (const void *a, const void *b)
{
  const double *x = a, *y = b;
  double p = hypot (x[0], x[1]), q = hypot (y[0], y[1]);

  if (fabs (p - q) > 1e-12 * (p + q))
    return p < q ? 1 : -1;
  return (x[1] < y[1]) - (x[1] > y[1]);
}

static LabCycle *
make_cycle (const Shooting *s)
{
  LabCycle *cycle = g_new0 (LabCycle, 1);

  cycle->n = s->flow->n;
  cycle->x = g_memdup2 (s->x, sizeof (double) * (gsize) s->flow->n);
  cycle->period = s->period;
  set_multipliers (cycle, s);
  qsort (cycle->multipliers, (gsize) cycle->n_multipliers, 2 * sizeof (double), compare_moduli);
  cycle->stable = cycle->n_multipliers == 0 || hypot (cycle->multipliers[0], cycle->multipliers[1]) < 1;
  return cycle;
}

/* Improves a cycle with this run, which is freed. The correction is the distance to the next iterate. The iteration
 * ends below 1e-13, or if the corrections are below CONVERGED and no longer decrease by a factor of 4: then only
 * errors of the integration remain. */
static LabCycle *
improve_with (LabFlowRun *with, LabFlow *flow, double t, const double *x, double period, gboolean driven, gboolean backward,
              const LabProgress *progress, GError **error)
{
  g_autoptr (LabFlowRun) run = with;
  g_autofree double *at = g_memdup2 (x, sizeof (double) * (gsize) flow->n), *y = NULL;
  Shooting s = { flow, run, t, period, driven, backward, at, NULL };
  double size = INFINITY, last;

  if (run == NULL)
    return NULL;
  s.y = y = g_new (double, lab_flow_run_size (run));
  for (int k = 0; k < ITERATIONS; k++)
    {
      last = size;
      size = newton_step (&s, progress, error);
      if (!(size < 1e3) || (k > 3 && size < CONVERGED && size > last / 4))
        break;
      if (size < 1e-13)
        break;
    }
  if (!(size < CONVERGED))
    return NULL;
  return make_cycle (&s);
}

/* Uses a method for stiff systems if the cycle is not found with MOST_STEPS steps of the other one. */
static LabCycle *
improve (LabFlow *flow, double t, const double *x, double period, gboolean driven, gboolean backward, const LabProgress *progress,
         GError **error)
{
  g_autoptr (GError) failed = NULL;
  LabFlowRun *run = lab_flow_run_new (flow, flow->n, TRUE, backward, ACCURACY, error);
  LabCycle *cycle;

  if (run != NULL && !backward)
    lab_flow_run_limit_steps (run, MOST_STEPS);
  cycle = improve_with (run, flow, t, x, period, driven, backward, progress, &failed);
  if (cycle == NULL && failed == NULL && run != NULL && !backward)
    cycle = improve_with (lab_flow_run_new_stiff (flow, flow->n, TRUE, ACCURACY, &failed), flow, t, x, period, driven, FALSE, progress, &failed);
  if (g_error_matches (failed, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED)) /* too many equations for a stiff method */
    g_clear_error (&failed);
  if (failed != NULL)
    g_propagate_error (error, g_steal_pointer (&failed));
  return cycle;
}

/* A strongly unstable cycle of two states is found backward in time, where its multiplier is 1/μ and the integration
 * stays near it. */
LabCycle *
lab_cycle_improve (LabFlow *flow, double t, const double *x, double period, gboolean driven, gboolean backward, const LabProgress *progress,
                   GError **error)
{
  g_autoptr (GError) cancelled = NULL;

  if (!lab_flow_run_fits (flow, flow->n))
    return NULL;
  LabCycle *cycle = improve (flow, t, x, period, driven, backward, progress, &cancelled), *other;

  if (cancelled == NULL && !driven && !backward && flow->n == 2 && (cycle == NULL || hypot (cycle->multipliers[0], cycle->multipliers[1]) > LARGE_MULTIPLIER))
    {
      other = improve (flow, t, cycle != NULL ? cycle->x : x, cycle != NULL ? cycle->period : period, driven, TRUE, progress, &cancelled);
      if (other != NULL)
        {
          lab_cycle_free (cycle);
          cycle = other;
        }
    }
  if (cancelled != NULL)
    {
      lab_cycle_free (cycle);
      g_propagate_error (error, g_steal_pointer (&cancelled));
      return NULL;
    }
  return cycle;
}

/* The correction of the period makes the gap φ_T (x) − x perpendicular to f, with the extents as units. Unlike
 * Newton's method, this does not solve for x: on a family of closed orbits M − I is singular, and every x is on a
 * closed orbit. */
LabCycle *
lab_cycle_close (LabFlow *flow, double t, const double *x, double period, gboolean driven, const LabProgress *progress, GError **error)
{
  g_autoptr (LabFlowRun) run = lab_flow_run_fits (flow, flow->n) ? lab_flow_run_new (flow, flow->n, TRUE, FALSE, ACCURACY, error) : NULL;
  g_autofree double *at = g_memdup2 (x, sizeof (double) * (gsize) flow->n), *y = NULL, *extent = g_new (double, flow->n), *f = g_new (double, flow->n);
  Shooting s = { .flow = flow, .run = run, .t = t, .period = period, .driven = driven, .x = at };
  double gap = INFINITY, largest, margin;
  LabCycle *cycle;

  if (run == NULL)
    return NULL;
  lab_flow_run_limit_steps (run, MOST_STEPS);
  s.y = y = g_new (double, lab_flow_run_size (run));
  for (int k = 0; k < ITERATIONS && gap > CLOSED; k++)
    {
      double along = 0, square = 0;

      if (!(s.period > 0 && isfinite (s.period)) || !follow (&s, extent, progress, error) || !lab_flow_rhs (flow, t, y, f))
        return NULL;
      gap = 0;
      for (int i = 0; i < flow->n; i++)
        {
          gap = fmax (gap, fabs (y[i] - at[i]) / fmax (extent[i], FAR_ERROR / CLOSED * fabs (at[i])));
          along += f[i] / extent[i] * ((y[i] - at[i]) / extent[i]);
          square += f[i] / extent[i] * (f[i] / extent[i]);
        }
      if (gap > CLOSED && driven)
        return NULL;
      if (gap > CLOSED)
        s.period -= square > 0 ? along / square : 0;
    }
  if (!(gap <= CLOSED))
    return NULL;
  cycle = make_cycle (&s);
  largest = cycle->n_multipliers > 0 ? hypot (cycle->multipliers[0], cycle->multipliers[1]) : 0;
  margin = flow->n == 2 && !driven ? MULTIPLIER_ERROR : MULTIPLE_ERROR;
  cycle->neutral = fabs (largest - 1) <= margin;
  cycle->stable = largest < 1 - margin;
  return cycle;
}
