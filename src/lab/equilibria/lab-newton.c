/* Damped Newton's method for equilibria, with the affine invariant test of
 * Deuflhard, Newton Methods for Nonlinear Problems, Springer 2004, section 3.3: a step is halved
 * until the simplified Newton correction at the new point, computed with the old factors, is
 * shorter than the correction at the old point. The convergence to equilibria with singular ∂f/∂x
 * is linear. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "lab-equilibria-private.h"
#include "ode-linalg.h"

#define NEWTON_ITERATIONS 60
#define HALVINGS 30
#define CONVERGED 1e-12
/* Size of the last step at which linear convergence to a singular point counts as complete. Rounding errors stop it there: f is quadratic
 * near the point, so only half of the digits are correct. */
#define SINGULAR_CONVERGED 1e-6

double
lab_scaled_norm (int n, const double *scale, const double *v)
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    largest = isfinite (v[i]) ? fmax (largest, fabs (v[i]) / scale[i]) : INFINITY;
  return largest;
}

/* Factors J or, if J is singular, JᵀJ + ε ‖J‖² I. The solution of the latter with the right-hand side Jᵀ b is the shortest step
 * (Levenberg). RIDGE is ε. */
#define RIDGE 1e-14

void
lab_newton_clear (LabNewton *s)
{
  g_free (s->matrix);
  g_free (s->step);
  g_free (s->trial);
  g_free (s->f);
  g_free (s->J);
  g_free (s->pivot);
}
void
lab_newton_init (LabNewton *s, int n)
{
  *s = (LabNewton){
    g_new (double, n *n), g_new (double, n), g_new (double, n), g_new (double, n), g_new (double, n *n), g_new (int, n), FALSE
  };
}

gboolean
lab_newton_factor (LabNewton *s, int n)
{
  double size = 0;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s->matrix[j * n + i] = s->J[i * n + j];
  s->ridge = !ode_lu_factor (n, s->matrix, s->pivot);
  if (!s->ridge)
    return TRUE;
  for (int k = 0; k < n * n; k++)
    size = fmax (size, fabs (s->J[k]));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
        double sum = i == j ? RIDGE * n * size * size : 0;

        for (int k = 0; k < n; k++)
          sum += s->J[k * n + i] * s->J[k * n + j];
        s->matrix[j * n + i] = sum;
      }
  return ode_lu_factor (n, s->matrix, s->pivot);
}

void
lab_newton_solve (const LabNewton *s, int n, double *b)
{
  if (s->ridge)
    {
      g_autofree double *c = g_memdup2 (b, sizeof (double) * (gsize) n);

      for (int i = 0; i < n; i++)
        {
          b[i] = 0;
          for (int k = 0; k < n; k++)
            b[i] += s->J[k * n + i] * c[k];
        }
    }
  ode_lu_solve (n, s->matrix, s->pivot, b);
}

/* Number of states from which each iteration reports progress. */
#define MANY_STATES 30
/* A step that exceeds this fraction of the one before ends the last iterations: rounding errors of f make it. */
#define ROUNDED_STEP 0.9
/* Number of last iterations; at a root of multiplicity 2 each halves the distance. */
#define LAST_ITERATIONS 45
/* A ratio of steps above LINEAR in SLOW_STEPS of the last iterations shows that the root is multiple. */
#define LINEAR 0.3
#define SLOW_STEPS 3

/* Computes the Newton step s->step at x[n]. Returns 1, 0 if f is zero at x, or −1 if a value is undefined. */
static int
newton_step (LabFlow *flow, LabNewton *s, const double *x)
{
  int n = flow->n;
  gboolean zero = TRUE;

  if (!lab_flow_rhs (flow, flow->t, x, s->f) || !lab_flow_jacobian (flow, flow->t, x, s->J))
    return -1;
  for (int i = 0; i < n; i++)
    {
      s->step[i] = -s->f[i];
      zero &= s->f[i] == 0;
    }
  if (zero)
    return 0;
  if (!lab_newton_factor (s, n))
    return -1;
  lab_newton_solve (s, n, s->step);
  return 1;
}

/* The rounding errors of f show at points that are a few roundings of x away. At one point they may be 0 by chance. */
static const int roundings[] = { -34, -21, -13, -8, 8, 13, 21, 34 };

/* Raises last[n] to the Newton steps that rounding errors of f make at x: f (x + δ) − f (x) − J δ is such an error if δ is a few roundings
 * of x. s has f and J at x. Does nothing if a value is undefined. */
static void
add_rounding (LabFlow *flow, LabNewton *s, const double *x, double *last)
{
  int n = flow->n;
  g_autofree double *r = g_new (double, n);

  if (!lab_newton_factor (s, n))
    return;
  for (int k = 0; k < (int) (sizeof roundings / sizeof roundings[0]); k++)
    {
      for (int i = 0; i < n; i++)
        s->trial[i] = x[i] * (1 + roundings[k] * DBL_EPSILON);
      if (!lab_flow_rhs (flow, flow->t, s->trial, r))
        continue;
      for (int i = 0; i < n; i++)
        {
          r[i] -= s->f[i];
          for (int j = 0; j < n; j++)
            r[i] -= s->J[i * n + j] * (s->trial[j] - x[j]);
        }
      lab_newton_solve (s, n, r);
      for (int i = 0; i < n; i++)
        last[i] = isfinite (r[i]) && fabs (r[i]) > fabs (last[i]) ? r[i] : last[i];
    }
}

/* Takes the step of s and further ones until rounding errors of f make them, so that the distance from the root is about the last step,
 * whatever the scale is. Writes that step, or larger ones that rounding errors make, into last[n]. Returns whether the steps decreased only
 * linearly. */
static gboolean
finish (LabFlow *flow, LabNewton *s, const double *scale, double *x, double *last)
{
  int n = flow->n, n_slow = 0;
  double before = lab_scaled_norm (n, scale, s->step);

  for (int k = 0; k < LAST_ITERATIONS; k++)
    {
      double size;

      for (int i = 0; i < n; i++)
        {
          last[i] = s->step[i];
          s->trial[i] = x[i] + s->step[i];
        }
      if (newton_step (flow, s, s->trial) < 0)
        break;
      memcpy (x, s->trial, sizeof (double) * (gsize) n);
      size = lab_scaled_norm (n, scale, s->step);
      if (size == 0)
        break;
      if (!(size < ROUNDED_STEP * before))
        {
          memcpy (last, s->step, sizeof (double) * (gsize) n);
          break;
        }
      n_slow += size > LINEAR * before;
      before = size;
    }
  if (lab_flow_rhs (flow, flow->t, x, s->f) && lab_flow_jacobian (flow, flow->t, x, s->J))
    add_rounding (flow, s, x, last);
  return n_slow >= SLOW_STEPS;
}

gboolean
lab_equilibrium_newton (LabFlow *flow,
                        const double *scale,
                        double *x,
                        double *last,
                        gboolean *singular,
                        const LabProgress *progress,
                        double fraction,
                        GError **error)
{
  int n = flow->n;
  g_auto (LabNewton) s = { 0 };
  double previous = INFINITY;

  lab_newton_init (&s, n);
  memset (last, 0, sizeof (double) * (gsize) n);
  *singular = FALSE;
  for (int iteration = 0; iteration < NEWTON_ITERATIONS; iteration++)
    {
      double size, damping = 1;
      int halving, found;

      if (n >= MANY_STATES && !lab_progress_report (progress, fraction, error))
        return FALSE;
      found = newton_step (flow, &s, x);
      if (found < 0)
        return *singular = previous < SINGULAR_CONVERGED;
      if (found == 0)
        {
          if (previous > CONVERGED) /* the step that came here is not its error */
            memset (last, 0, sizeof (double) * (gsize) n);
          add_rounding (flow, &s, x, last);
          return TRUE;
        }
      *singular |= s.ridge;
      size = lab_scaled_norm (n, scale, s.step);
      if (size < CONVERGED)
        {
          *singular |= finish (flow, &s, scale, x, last);
          return TRUE;
        }
      memcpy (last, s.step, sizeof (double) * (gsize) n);
      for (halving = 0; halving < HALVINGS; halving++, damping *= 0.5)
        {
          for (int i = 0; i < n; i++)
            s.trial[i] = x[i] + damping * s.step[i];
          if (!lab_flow_rhs (flow, flow->t, s.trial, s.f))
            continue;
          lab_newton_solve (&s, n, s.f);
          if (lab_scaled_norm (n, scale, s.f) <= (1 - damping / 4) * size)
            break;
        }
      if (halving == HALVINGS) /* rounding errors dominate, or there is no root in this direction */
        {
          *singular = s.ridge || size >= 1e-9;
          return size < SINGULAR_CONVERGED;
        }
      memcpy (x, s.trial, sizeof (double) * (gsize) n);
      *singular = s.ridge || (size < SINGULAR_CONVERGED && size > LINEAR * previous);
      previous = size;
    }
  *singular = TRUE;
  return previous < SINGULAR_CONVERGED;
}
