/* Computes return maps. An orbit has returned when its angle about the equilibrium has changed by 2π. The time of the return is the first
 * time at which this holds, even if the orbit crosses the segment several times before. */
#include <math.h>
#include <string.h>

#include "lab-plane.h"

/* Tolerance of the integration. The error of a distance after one turn is about this times the slope of the map. */
#define ACCURACY 1e-10
/* An orbit of a stiff system that needs more steps is followed by a method for such systems. */
#define MOST_STEPS 1500
#define MOST_STIFF_STEPS 20000
#define REPORT_STEPS 64
/* An orbit is given up at this distance outside the window, relative to the window, or if its speed falls below this
 * fraction of its greatest speed. */
#define OUTSIDE 3
#define AT_REST 1e-8
/* Number of points of each step at which the angle is computed. */
#define SAMPLES 6
/* Bound of the error of an angle that is computed without dense output. */
#define NEARLY (G_PI / 4)

typedef struct
{
  const LabPlane *plane;
  const double *centre;  /* two coordinates of the equilibrium in the plane */
  LabFlowRun *run;
  int most_steps;
  gboolean backward;     /* the orbit is followed against the flow */
  gboolean is_limited;   /* the last orbit needed more steps */
} Turn;

/* A point of an orbit: its time, coordinates and their rates, the angle about the centre, and the total rotation since the start. */
typedef struct
{
  double s, x[2], slope[2], angle, turned;
} Place;

/* Returns the angle of x about the centre, with the sizes of the window as units. */
static double
angle (const Turn *turn, const double *x)
{
  const LabPlane *p = turn->plane;

  return atan2 ((x[p->up] - turn->centre[1]) / (p->high[1] - p->low[1]), (x[p->across] - turn->centre[0]) / (p->high[0] - p->low[0]));
}

/* Returns the angle between −π and π that differs by a multiple of 2π. Two neighbouring samples of an orbit are less
 * than half a turn apart. */
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

/* Sets the slope at a place. Returns FALSE if the orbit has come to rest there. */
static gboolean
moves (const Turn *turn, Place *place, double *fastest)
{
  const LabPlane *p = turn->plane;
  double f[2], speed;

  if (!lab_flow_rhs (p->flow, p->flow->t, place->x, f))
    return FALSE;
  for (int i = 0; i < 2; i++)
    place->slope[i] = turn->backward ? -f[i] : f[i];
  speed = hypot (f[p->across] / (p->high[0] - p->low[0]), f[p->up] / (p->high[1] - p->low[1]));
  *fastest = fmax (*fastest, speed);
  return !(speed < AT_REST * *fastest);
}

/* Follows the angle from the place `from` to the end s1 of the last step, where the point is x1, at SAMPLES points. The points between are those
 * of the dense output if `exact`; otherwise those of the cubic polynomial with the slopes at both ends, which is cheaper. Returns TRUE if
 * the rotation has reached `limit` at *to, and *from is then the place before it. Otherwise *from becomes *to, the end of the step. */
static gboolean
turns_by (Turn *turn, Place *from, Place *to, double limit, gboolean exact)
{
  const Place start = *from;
  double h = to->s - start.s;

  for (int i = 1; i <= SAMPLES; i++)
    {
      double u = (double) i / SAMPLES, change;
      Place next = *to;

      if (i < SAMPLES)
        {
          next.s = start.s + h * u;
          if (exact)
            lab_flow_run_at (turn->run, next.s, next.x);
          else
            for (int k = 0; k < 2; k++)
              {
                double d = to->x[k] - start.x[k];

                next.x[k] = start.x[k] + u * d - u * (1 - u) * ((1 - 2 * u) * d - (1 - u) * h * start.slope[k] + u * h * to->slope[k]);
              }
        }
      next.angle = angle (turn, next.x);
      change = wrap (next.angle - from->angle);
      next.turned = from->turned + change;
      if (fabs (next.turned) >= limit)
        {
          *to = next;
          return TRUE;
        }
      *from = next;
    }
  return FALSE;
}

/* Follows the orbit from the distance result->at until it returns, and sets result->next and result->time if it does.
 * Returns FALSE with an error if the study is cancelled. The cheap polynomial is used up to an angle of NEARLY before
 * the full turn. The step in which that angle is passed is sampled again by dense output. */
static gboolean
come_round (Turn *turn, LabReturn *result, double fraction, const LabProgress *progress, GError **error)
{
  const LabPlane *p = turn->plane;
  Place here = { .s = 0 };
  double fastest = 0;

  here.x[p->across] = turn->centre[0] + result->at;
  here.x[p->up] = turn->centre[1];
  if (!lab_flow_run_start (turn->run, p->flow->t, here.x))
    return TRUE;
  here.s = lab_flow_run_time (turn->run);
  moves (turn, &here, &fastest);
  turn->is_limited = FALSE;
  for (int k = 1; lab_flow_run_step (turn->run, INFINITY); k++)
    {
      const Place start = here;
      Place end = { .s = lab_flow_run_time (turn->run) };
      gboolean rests;

      lab_flow_run_at (turn->run, end.s, end.x);
      rests = !moves (turn, &end, &fastest);
      if (turns_by (turn, &here, &end, 2 * G_PI - NEARLY, FALSE))
        {
          here = start;
          end.s = lab_flow_run_time (turn->run);
          lab_flow_run_at (turn->run, end.s, end.x);
          moves (turn, &end, &fastest);
          if (turns_by (turn, &here, &end, 2 * G_PI, TRUE))
            {
              double full = copysign (2 * G_PI, end.turned);

              result->time = find_return (turn, here.s, end.s, here.angle, here.turned, full, end.x);
              result->next = end.x[p->across] - turn->centre[0];
              return TRUE;
            }
        }
      turn->is_limited = k == turn->most_steps;
      if (turn->is_limited || is_far (turn, here.x) || rests)
        break;
      if (k % REPORT_STEPS == 0 && !lab_progress_report (progress, fraction, error))
        return FALSE;
    }
  return TRUE;
}

/* The n orbits start in the middles of n equal parts of the segment, so that none starts at the equilibrium. */
LabReturn *
lab_return_map (const LabPlane *plane, const double *centre, double length, int n, gboolean backward, const LabProgress *progress,
                GError **error)
{
  g_autoptr (LabFlowRun) run = lab_flow_run_new (plane->flow, 0, FALSE, backward, ACCURACY, error), stiff = NULL;
  const double c[2] = { centre[plane->across], centre[plane->up] };
  Turn turn = { plane, c, run, MOST_STEPS, backward, FALSE };
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
          turn = (Turn) { plane, c, stiff, MOST_STIFF_STEPS, FALSE, FALSE };
          if (!come_round (&turn, &map[k], fraction, progress, error))
            return NULL;
        }
      if (!lab_progress_report (progress, fraction, error))
        return NULL;
    }
  return g_steal_pointer (&map);
}
