/* Finds the boundary of the true region of attraction if the boundary is a limit cycle. Backward in time, a solution that starts inside the
 * region approaches the boundary. If it approaches a cycle C that surrounds no other equilibrium, the region is the interior of C: a cycle
 * between the certified set and C would have stopped the solution. By the theorem of Poincaré and Bendixson, all solutions from inside C
 * therefore converge to the equilibrium. */
#include "lab-region.h"

#include <gio/gio.h>
#include <math.h>

#include "lab-capture.h"
#include "lab-plane.h"

/* Number of points of a closed curve. Half a degree each; a cycle is integrated at twice as many times, because its
 * speed varies. */
#define OUTLINE_POINTS 720
#define CYCLE_POINTS 1440
/* Tolerance of the backward integration. It only has to come near the cycle, which Newton's method then locates. */
#define BACKWARD_ACCURACY 1e-8
/* Two successive returns that differ by less than this fraction are near enough to the cycle for Newton's method. The
 * distance from the cycle falls by the multiplier in each turn. */
#define RETURNED 1e-5
#define MOST_BACKWARD_STEPS 40000
/* Number of directions in which runs are started. */
#define N_DIRECTIONS 6
/* Start points of runs, as fractions of the way from the certified set to the boundary. The boundary repels, so that a run that starts at
 * 1.2 moves away soon. */
#define STARTS_INSIDE 0.6
#define STARTS_OUTSIDE 1.2
/* A ray ends at this multiple of the radius of the certified set. A boundary farther away is not searched, and counts
 * as none. */
#define REACH 30
/* Runs are drawn in a box of this many times the size of the region. */
#define BOX 2.5

/* ---- outlines of sets ---- */

/* Returns the largest radius of a set's outline. */
static double
add_outline (LabResult *result, const char *name, const LabField *field, const LabPolynomial *V, double level)
{
  LabPolyline *curve = lab_result_add_curve (result, name, OUTLINE_POINTS + 1);
  double size = 0;

  for (int k = 0; k <= OUTLINE_POINTS; k++)
    {
      double angle = 2 * G_PI * (k % OUTLINE_POINTS) / OUTLINE_POINTS, u[2] = { cos (angle), sin (angle) };
      double r = lab_roa_radius (V, level, u);

      curve->x[k] = field->x0[0] + r * u[0];
      curve->y[k] = field->x0[1] + r * u[1];
      size = fmax (size, r);
    }
  return size;
}

/* ---- the boundary of the true region ---- */

/* Integrates backward from x[2] until two successive upward crossings of the level x0[1] by the second state are at
 * the same place. Writes the crossing to x and returns the time between the two crossings. Returns 0 if the solution
 * does not return, or, with an error, if the study is cancelled. The time and place of a crossing come from 60
 * bisections of the step on dense output. */
static double
find_return (const LabCapture *capture, double *x, const LabProgress *progress, GError **error)
{
  g_autoptr (LabFlowRun) run = lab_flow_run_new (capture->flow, 0, FALSE, TRUE, BACKWARD_ACCURACY, NULL);
  const double *x0 = capture->field->x0;
  double last = NAN, last_time = NAN, before, after;

  if (run == NULL || !lab_flow_run_start (run, capture->flow->t, x))
    return 0;
  for (int k = 0; k < MOST_BACKWARD_STEPS; k++)
    {
      double low, high;

      if (k % 256 == 0 && !lab_progress_report (progress, 0.9, error))
        return 0;
      before = lab_flow_run_y (run)[1] - x0[1];
      if (!(hypot (lab_flow_run_y (run)[0] - x0[0], before) < capture->far) || !lab_flow_run_step (run, INFINITY))
        return 0;
      low = lab_flow_run_previous (run);
      high = lab_flow_run_time (run);
      after = lab_flow_run_y (run)[1] - x0[1];
      if (!(before < 0 && after >= 0))
        continue;
      for (int i = 0; i < 60; i++)
        {
          double middle = low + (high - low) / 2;

          lab_flow_run_at (run, middle, x);
          if (x[1] - x0[1] < 0)
            low = middle;
          else
            high = middle;
        }
      lab_flow_run_at (run, high, x);
      if (fabs (x[0] - last) < RETURNED * fabs (x[0] - x0[0]))
        return high - last_time;
      last = x[0];
      last_time = high;
    }
  return 0;
}

/* Samples the cycle at equal times and returns its area ½ ∮ (x dy − y dx). The trapezoidal rule is used, which for a
 * smooth periodic function converges faster than any power of the step. Returns NaN if the cycle cannot be
 * integrated. By Green's theorem the area is ½ ∮ (x y' − y x') dt over one period, with coordinates relative to the
 * equilibrium (Trefethen and Weideman, SIAM Rev. 56 (2014) 385, on the trapezoidal rule). */
static double
sample_cycle (const LabCapture *capture, const LabCycle *cycle, LabPolyline *curve)
{
  g_autoptr (LabFlowRun) run = lab_flow_run_new (capture->flow, 0, FALSE, TRUE, 1e-10, NULL);
  const double *x0 = capture->field->x0;
  double sum = 0, step = cycle->period / CYCLE_POINTS, x[2], f[2];
  int k = 0;

  if (run == NULL || !lab_flow_run_start (run, capture->flow->t, cycle->x))
    return NAN;
  while (k < CYCLE_POINTS)
    {
      if (!lab_flow_run_step (run, cycle->period))
        return NAN;
      for (; k < CYCLE_POINTS && (k + 1) * step <= lab_flow_run_time (run) * (1 + 1e-12); k++)
        {
          lab_flow_run_at (run, fmin ((k + 1) * step, lab_flow_run_time (run)), x);
          if (!lab_flow_rhs (capture->flow, capture->flow->t, x, f))
            return NAN;
          curve->x[k] = x[0];
          curve->y[k] = x[1];
          sum += (x[0] - x0[0]) * f[1] - (x[1] - x0[1]) * f[0];
        }
    }
  curve->x[CYCLE_POINTS] = curve->x[0];
  curve->y[CYCLE_POINTS] = curve->y[0];
  return fabs (sum * step) / 2;
}

/* Returns whether a point is inside a closed curve, by counting the edges to its right. */
static gboolean
is_inside (const LabPolyline *curve, double x, double y)
{
  gboolean inside = FALSE;

  for (int k = 0; k + 1 < curve->n; k++)
    if ((curve->y[k] > y) != (curve->y[k + 1] > y)
        && x < curve->x[k] + (y - curve->y[k]) / (curve->y[k + 1] - curve->y[k]) * (curve->x[k + 1] - curve->x[k]))
      inside = !inside;
  return inside;
}

/* Returns whether the curve surrounds the equilibrium of the field and no other equilibrium. */
static gboolean
surrounds_one (const LabCapture *capture, const LabPolyline *curve, const LabProgress *progress, GError **error)
{
  double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
  LabBox box = { 2, low, high };
  g_autoptr (LabEquilibria) found = NULL;
  int n = 0;

  for (int k = 0; k < curve->n; k++)
    {
      low[0] = fmin (low[0], curve->x[k]);
      high[0] = fmax (high[0], curve->x[k]);
      low[1] = fmin (low[1], curve->y[k]);
      high[1] = fmax (high[1], curve->y[k]);
    }
  found = lab_equilibria_find (capture->flow, &box, progress, error);
  if (found == NULL || found->continuum)
    return FALSE;
  for (guint k = 0; k < found->points->len; k++)
    {
      const LabEquilibrium *point = found->points->pdata[k];

      n += is_inside (curve, point->x[0], point->x[1]);
    }
  return n == 1 && is_inside (curve, capture->field->x0[0], capture->field->x0[1]);
}

/* Adds the boundary to the result if it is a cycle, and returns the area inside the cycle. Returns NaN if it is not a cycle, or, with an
 * error, if the study is cancelled. */
static double
add_boundary (const LabCapture *capture, double radius, LabResult *result, const LabProgress *progress, GError **error)
{
  double x[2] = { capture->field->x0[0] + radius * (1 - 1e-6), capture->field->x0[1] }, area;
  double period = find_return (capture, x, progress, error);
  g_autoptr (GError) cancelled = NULL;
  LabPolyline *curve;
  LabCycle *cycle;

  if (!(period > 0))
    return NAN;
  cycle = lab_cycle_improve (capture->flow, capture->flow->t, x, period, FALSE, TRUE, progress, &cancelled);
  if (cycle == NULL)
    {
      if (cancelled != NULL)
        g_propagate_error (error, g_steal_pointer (&cancelled));
      return NAN;
    }
  curve = lab_result_add_curve (result, "boundary", CYCLE_POINTS + 1);
  area = sample_cycle (capture, cycle, curve);
  lab_cycle_free (cycle);
  if (isfinite (area) && surrounds_one (capture, curve, progress, &cancelled))
    return area;
  if (cancelled != NULL)
    g_propagate_error (error, g_steal_pointer (&cancelled));
  g_ptr_array_remove (result->curves, curve);
  return NAN;
}

/* ---- runs from outside the certified set ---- */

/* Draws one run. It is followed twice: first without a path, to know whether it converges, then with one. */
static void
add_run (LabCapture *capture, double radius, const double *u, double box, LabResult *result)
{
  double z[2] = { radius * u[0], radius * u[1] };
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (double));
  gboolean rests = lab_capture_rests (capture, z, NULL, INFINITY);
  LabPolyline *curve;

  /* A run that neither converges nor escapes is not drawn, since it may converge to another set. */
  if (!rests && !capture->escaped)
    return;
  lab_capture_rests (capture, z, path, box);
  curve = lab_result_add_curve (result, rests ? "rest" : "escape", (int) path->len / 2);
  for (int k = 0; k < curve->n; k++)
    {
      curve->x[k] = g_array_index (path, double, 2 * k);
      curve->y[k] = g_array_index (path, double, 2 * k + 1);
    }
}

/* Starts runs in six directions: every second one inside the measured boundary, at STARTS_INSIDE of the way from the
 * certified set, the others beyond it at STARTS_OUTSIDE. */
static gboolean
add_runs (LabCapture *capture, double size, LabResult *result, const LabProgress *progress, GError **error)
{
  double u[N_DIRECTIONS][2], set[N_DIRECTIONS], reach[N_DIRECTIONS], largest = size;

  for (int k = 0; k < N_DIRECTIONS; k++)
    {
      if (!lab_progress_report (progress, 0.95, error))
        return FALSE;
      u[k][0] = cos (2 * G_PI * (k + 0.5) / N_DIRECTIONS);
      u[k][1] = sin (2 * G_PI * (k + 0.5) / N_DIRECTIONS);
      set[k] = lab_roa_radius (capture->V, capture->level, u[k]);
      reach[k] = lab_capture_reach (capture, u[k], set[k], REACH * size);
      largest = fmax (largest, reach[k] < REACH * size ? reach[k] : size);
    }
  for (int k = 0; k < N_DIRECTIONS; k++)
    {
      gboolean ends = reach[k] < REACH * size;
      double width = (ends ? reach[k] : size) - set[k];

      if (k % 2 == 0)
        add_run (capture, set[k] + STARTS_INSIDE * fmax (width, 0), u[k], BOX * largest, result);
      else if (ends)
        add_run (capture, STARTS_OUTSIDE * reach[k], u[k], BOX * largest, result);
    }
  return TRUE;
}

/* The set in which runs count as converged is slightly smaller than the certified one, since a level that was rounded
 * up would not be one. */
gboolean
lab_region_add (const LabProblem *problem, const LabRoa *roa, LabResult *result, LabRegion *region, const LabProgress *progress,
                GError **error)
{
  static const double right[2] = { 1, 0 };
  g_autoptr (LabCapture) capture = NULL;
  g_autoptr (GError) cancelled = NULL;
  double level = roa->level.rho, size;

  *region = (LabRegion) { NAN, NAN };
  if (roa->field->n != 2 || !(level > 0) || !isfinite (level))
    return TRUE;
  size = add_outline (result, roa->level.certified ? "certified" : "candidate", roa->field, roa->V, level);
  if (roa->smaller != NULL)
    add_outline (result, "smaller", roa->field, roa->smaller, roa->smaller_level);
  capture = lab_capture_new (problem, roa->field, roa->V, level * (1 - 1e-6), NULL);
  if (capture == NULL)
    return TRUE;
  region->true_area = add_boundary (capture, lab_roa_radius (roa->V, level, right), result, progress, &cancelled);
  if (cancelled == NULL)
    add_runs (capture, size, result, progress, &cancelled);
  if (cancelled != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cancelled));
      return FALSE;
    }
  region->share = roa->area / region->true_area;
  return TRUE;
}
