/* Tests by integration whether the runs from states around an equilibrium converge to it, and how far on a ray they
 * do.
 *
 * A run has converged when it enters {V ≤ level}, a part of the region of attraction that is known already: from
 * there it stays in the set and V falls to 0 (Lyapunov; Khalil, Nonlinear Systems, 3rd ed. 2002, theorem 4.1 and
 * section 8.2). No run has to be followed to the equilibrium itself. */
#include "lab-capture.h"

#include <string.h>

#include "lab-roa.h"

/* Relative and absolute tolerance of the runs. More digits of the boundary are not needed. A run has escaped at FAR
 * times the size of the known set. This is an assumption about the model, not a proof; it decides only which points
 * are sampled and which runs are drawn. */
#define ACCURACY 1e-7
#define FAR 1e3
#define MOST_STEPS 20000
/* Number of points that each step adds to a recorded path. */
#define PATH_POINTS 6

/* Returns the smallest |Re λ| of the eigenvalues of the linear part, the rate of the slowest decay, from which the
 * longest time of a run follows, or 1 if it is not known. */
static double
slowest_rate (const LabField *field)
{
  int n = field->n;
  g_autofree double *values = g_new (double, 2 * n);
  double slowest = INFINITY;

  if (!lab_eigen (n, field->A, values, NULL))
    return 1;
  for (int i = 0; i < n; i++)
    slowest = fmin (slowest, fabs (values[2 * i]));
  return slowest > 0 && isfinite (slowest) ? slowest : 1;
}

LabCapture *
lab_capture_new (const LabProblem *problem, const LabField *field, const LabPolynomial *V, double level, GError **error)
{
  g_autoptr (LabCapture) capture = g_new0 (LabCapture, 1);
  double size = 0;

  capture->field = field;
  capture->V = V;
  capture->level = level;
  /* A run that starts near the edge of the region takes many times the slowest time constant. */
  capture->duration = 200 / slowest_rate (field);
  for (int i = 0; i < 2 * field->n; i++)
    {
      /* The size of the set is its largest radius along the axes. */
      double u[LAB_MOST_VARIABLES] = { 0 }, r;

      u[i / 2] = i % 2 == 0 ? 1 : -1;
      r = lab_roa_radius (V, level, u);
      size = isfinite (r) ? fmax (size, r) : size;
    }
  capture->far = FAR * (size > 0 ? size : 1);
  capture->flow = lab_flow_new (problem, error);
  if (capture->flow != NULL)
    capture->run = lab_flow_run_new (capture->flow, 0, FALSE, FALSE, ACCURACY, error);
  return capture->run != NULL ? g_steal_pointer (&capture) : NULL;
}

void
lab_capture_free (LabCapture *capture)
{
  if (capture == NULL)
    return;
  lab_flow_run_free (capture->run);
  lab_flow_free (capture->flow);
  g_free (capture);
}

/* Appends points of the last step to a path. */
static void
extend (const LabCapture *capture, GArray *path)
{
  double from = lab_flow_run_previous (capture->run), to = lab_flow_run_time (capture->run), x[LAB_MOST_VARIABLES];

  for (int k = 1; k <= PATH_POINTS; k++)
    {
      lab_flow_run_at (capture->run, k == PATH_POINTS ? to : from + (to - from) * k / PATH_POINTS, x);
      g_array_append_vals (path, x, (guint) capture->field->n);
    }
}

/* Computes the deviation z = x − x0, and returns its largest component. */
static double
deviation (const LabCapture *capture, const double *x, double *z)
{
  double size = 0;

  for (int i = 0; i < capture->field->n; i++)
    {
      z[i] = x[i] - capture->field->x0[i];
      size = fmax (size, fabs (z[i]));
    }
  return size;
}

/* Follows the run until it enters the set, escapes, or ends by time or number of steps. With a path it goes on inside
 * the set until it is within 1e-3 of its start distance, or leaves the box of the picture. */
gboolean
lab_capture_rests (LabCapture *capture, const double *z, GArray *path, double box)
{
  int n = capture->field->n;
  double x[LAB_MOST_VARIABLES], away[LAB_MOST_VARIABLES], start = 0, size;
  gboolean rests = FALSE;

  for (int i = 0; i < n; i++)
    {
      x[i] = capture->field->x0[i] + z[i];
      start = fmax (start, fabs (z[i]));
    }
  capture->escaped = FALSE;
  /* A start inside the set has converged. A path is drawn from there nevertheless. */
  if (lab_polynomial_value (capture->V, z) <= capture->level && path == NULL)
    return TRUE;
  if (path != NULL)
    g_array_append_vals (path, x, (guint) n);
  if (!lab_flow_run_start (capture->run, capture->flow->t, x))
    return FALSE;
  for (int k = 0; k < MOST_STEPS && lab_flow_run_time (capture->run) < capture->duration; k++)
    {
      if (!lab_flow_run_step (capture->run, capture->duration))
        return rests;
      size = deviation (capture, lab_flow_run_y (capture->run), away);
      capture->escaped = !(size < capture->far);
      if (capture->escaped)
        return FALSE;
      rests = rests || lab_polynomial_value (capture->V, away) <= capture->level;
      if (path == NULL && rests)
        return TRUE;
      if (path != NULL)
        {
          extend (capture, path);
          if (size > box || size < 1e-3 * start)
            return rests;
        }
    }
  return rests;
}

/* The radius grows by factors of 1.3, so that a gap in which runs do not converge is not passed over if it is wider
 * than that. 14 bisections reduce the error to 0.3/2¹⁴ < 2e-5 of the radius. */
double
lab_capture_reach (LabCapture *capture, const double *u, double within, double most)
{
  double z[LAB_MOST_VARIABLES], low = within, high = within;
  int n = capture->field->n;
  gboolean rests = TRUE;

  while (rests && high < most)
    {
      low = high;
      high *= 1.3;
      for (int i = 0; i < n; i++)
        z[i] = high * u[i];
      rests = lab_capture_rests (capture, z, NULL, INFINITY);
    }
  for (int k = 0; k < 14 && !rests; k++)
    {
      double middle = (low + high) / 2;

      for (int i = 0; i < n; i++)
        z[i] = middle * u[i];
      if (lab_capture_rests (capture, z, NULL, INFINITY))
        low = middle;
      else
        high = middle;
    }
  return fmin (low, most);
}
