/* Computes return maps. An orbit has returned when its angle about the equilibrium has changed by 2π. The time of the return is the first
 * time at which this holds, even if the orbit crosses the segment several times before. */
#include <math.h>
#include <string.h>

#include "lab-plane.h"

#define ACCURACY 1e-10
/* An orbit of a stiff system that needs more steps is followed by a method for such systems. */
#define MOST_STEPS 1500
#define MOST_STIFF_STEPS 20000
#define REPORT_STEPS 64
#define OUTSIDE 3
#define AT_REST 1e-8
/* Number of points of each step at which the angle is computed. */
#define SAMPLES 6

typedef struct
{
  const LabPlane *plane;
  const double *centre;  /* two coordinates of the equilibrium in the plane */
  LabFlowRun *run;
  int most_steps;
  gboolean is_limited;   /* the last orbit needed more steps */
} Turn;

static double
angle (const Turn *turn, const double *x)
{
  const LabPlane *p = turn->plane;

  return atan2 ((x[p->up] - turn->centre[1]) / (p->high[1] - p->low[1]), (x[p->across] - turn->centre[0]) / (p->high[0] - p->low[0]));
}

static double
wrap (double difference)
{
  return remainder (difference, 2 * G_PI);
}

static gboolean
is_far (const Turn *turn, const double *x)
{
  const LabPlane *p = turn->plane;
  const int index[2] = { p->across, p->up };

  for (int k = 0; k < 2; k++)
    {
      double width = p->high[k] - p->low[k];

      if (!(x[index[k]] > p->low[k] - OUTSIDE * width && x[index[k]] < p->high[k] + OUTSIDE * width))
        return TRUE;
    }
  return FALSE;
}

/* Finds the time between s0 and s1 of the last step at which the total rotation
 * reaches `full`, by bisection. `before` is the rotation at s0. Angles are in
 * radians. */
static double
find_return (Turn *turn, double s0, double s1, double angle0, double before, double full, double *x)
{
  for (int k = 0; k < 60; k++)
    {
      double middle = (s0 + s1) / 2, there;

      lab_flow_run_at (turn->run, middle, x);
      there = before + wrap (angle (turn, x) - angle0);
      if (fabs (there) < fabs (full))
        s0 = middle;
      else
        s1 = middle;
    }
  lab_flow_run_at (turn->run, s1, x);
  return s1;
}

static gboolean
rests (const Turn *turn, const double *x, double *fastest)
{
  const LabPlane *p = turn->plane;
  double f[2], speed;

  if (!lab_flow_rhs (p->flow, p->flow->t, x, f))
    return TRUE;
  speed = hypot (f[p->across] / (p->high[0] - p->low[0]), f[p->up] / (p->high[1] - p->low[1]));
  *fastest = fmax (*fastest, speed);
  return speed < AT_REST * *fastest;
}

/* Follows the orbit from the distance result->at until it returns, and sets result->next and result->time if it does. Returns FALSE with an
 * error if the study is cancelled. */
static gboolean
come_round (Turn *turn, LabReturn *result, double fraction, const LabProgress *progress, GError **error)
{
  const LabPlane *p = turn->plane;
  double x[2], here, turned = 0, fastest = 0;

  x[p->across] = turn->centre[0] + result->at;
  x[p->up] = turn->centre[1];
  if (!lab_flow_run_start (turn->run, p->flow->t, x))
    return TRUE;
  here = 0;
  turn->is_limited = FALSE;
  for (int k = 1; lab_flow_run_step (turn->run, INFINITY); k++)
    {
      double s0 = lab_flow_run_previous (turn->run), s1 = lab_flow_run_time (turn->run), from = s0;

      for (int i = 1; i <= SAMPLES; i++)
        {
          double to = i < SAMPLES ? s0 + (s1 - s0) * i / SAMPLES : s1, there, change;

          lab_flow_run_at (turn->run, to, x);
          there = angle (turn, x);
          change = wrap (there - here);
          if (fabs (turned + change) >= 2 * G_PI)
            {
              result->time = find_return (turn, from, to, here, turned, copysign (2 * G_PI, turned + change), x);
              result->next = x[p->across] - turn->centre[0];
              return TRUE;
            }
          turned += change;
          here = there;
          from = to;
        }
      turn->is_limited = k == turn->most_steps;
      if (turn->is_limited || is_far (turn, x) || rests (turn, x, &fastest))
        break;
      if (k % REPORT_STEPS == 0 && !lab_progress_report (progress, fraction, error))
        return FALSE;
    }
  return TRUE;
}

LabReturn *
lab_return_map (const LabPlane *plane, const double *centre, double length, int n, gboolean backward, const LabProgress *progress,
                GError **error)
{
  g_autoptr (LabFlowRun) run = lab_flow_run_new (plane->flow, 0, FALSE, backward, ACCURACY, error), stiff = NULL;
  const double c[2] = { centre[plane->across], centre[plane->up] };
  Turn turn = { plane, c, run, MOST_STEPS, FALSE };
  g_autofree LabReturn *map = NULL;

  g_return_val_if_fail (plane->flow->n == 2, NULL);
  if (run == NULL)
    return NULL;
  map = g_new (LabReturn, n);
  for (int k = 0; k < n; k++)
    {
      double fraction = (double) k / n;

      map[k] = (LabReturn) { length * (k + 0.5) / n, NAN, NAN, FALSE };
      if (!come_round (&turn, &map[k], fraction, progress, error))
        return NULL;
      if (turn.is_limited && !backward && stiff == NULL)
        {
          /* The other orbits are probably as slow. */
          stiff = lab_flow_run_new_stiff (plane->flow, 0, FALSE, ACCURACY, error);
          if (stiff == NULL)
            return NULL;
          turn = (Turn) { plane, c, stiff, MOST_STIFF_STEPS, FALSE };
          if (!come_round (&turn, &map[k], fraction, progress, error))
            return NULL;
        }
      if (!lab_progress_report (progress, fraction, error))
        return NULL;
    }
  return g_steal_pointer (&map);
}
