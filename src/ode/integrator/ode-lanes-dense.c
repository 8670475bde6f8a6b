/* The solution of lanes between the ends of a step: values by dense output, and bounds of the states in the whole step.
 *
 * The dense output of a method is evaluated in ode-lane-stepper.c. If the method has none, or the setting hermite_dense is on, it is the
 * cubic polynomial through the states x0 and x1 with the slopes f0 and f1 at both ends. With h = t1 − t0, θ = (t − t0)/h, s = 1 − θ
 * and d = x1 − x0 it is
 *
 *   x(t) = s x0 + θ x1 − θ s ((1 − 2θ) d − s h f0 + θ h f1)
 *
 * (Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I, 2nd ed., section II.6, eq. 6.7).
 *
 * It is evaluated
 *
 *   in one lane at a time t          ode_lanes_interpolate
 *   in all lanes at the same θ       ode_lanes_interpolate_rows, with the loop `hermite` of ode-lanes.inc
 *   in all lanes at k/n of the step  ode_lanes_interpolate_after, with the loop `hermite_each`
 *
 * All three make the operations in the order of the formula, so that a value has the same bits whichever of them computes it.
 *
 * Each function reads the attempt (x0, x1, f0, f1), which ode_lanes_commit overwrites. */
#include "ode-lanes-private.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The cubic polynomial is that of the function hermite in ode-integrator-state.c.
 * At both ends the stored states are copied, so that dense output is
 * continuous between steps bit for bit. */
void
ode_lanes_interpolate (const OdeLanes *lanes, int lane, double t, double *x)
{
  double t0 = lanes->t[lane], t1 = lanes->t1[lane], h = t1 - t0, theta, s;

  /* The formula has rounding errors at the ends; the states themselves have none. */
  if (t == t0 || t == t1)
    {
      for (int i = 0; i < lanes->n_states; i++)
        x[i] = (t == t1 ? lanes->x1 : lanes->x0)[i * ODE_LANES + lane];
      return;
    }
  theta = (t - t0) / h;
  if (lanes->dense_own)
    {
      ode_lane_stepper_dense (lanes->stepper, &lanes->attempt, lane, theta, x);
      return;
    }
  s = 1 - theta;
  for (int i = 0; i < lanes->n_states; i++)
    {
      int at = i * ODE_LANES + lane;
      double d = lanes->x1[at] - lanes->x0[at];

      x[i] = s * lanes->x0[at] + theta * lanes->x1[at]
             - theta * s * ((1 - 2 * theta) * d - s * h * lanes->f0[at] + theta * h * lanes->f1[at]);
    }
}

/* With the same θ all lanes have the same weights, so that the evaluation in all lanes
 * costs as much as one stage. */
void
ode_lanes_interpolate_rows (OdeLanes *lanes, double theta, double *x)
{
  if (lanes->dense_own)
    ode_lane_stepper_dense_rows (lanes->stepper, &lanes->attempt, theta, x);
  else
    lanes->loops->hermite (lanes, theta, x);
}

/* The operations are those of ode_integrator_interpolate_after and ode_integrator_time_after, so that θ, which differs from k/n by
 * rounding errors, has the same bits too. */
void
ode_lanes_interpolate_after (OdeLanes *lanes, int k, int n, double *t, double *x)
{
  double theta[ODE_LANES] __attribute__ ((aligned (64)));

  for (int lane = 0; lane < lanes->n_lanes; lane++)
    {
      double s = lanes->h[lane] * k / n;

      /* θ is not computed as k/n, which has another rounding error: a single run computes the time first and θ from it, and the bits must be equal. */
      theta[lane] = s / lanes->h[lane];
      t[lane] = lanes->t[lane] + (lanes->t_rest[lane] + s);
    }
  if (lanes->dense_own)
    ode_lane_stepper_dense_each (lanes->stepper, &lanes->attempt, theta, x);
  else
    lanes->loops->hermite_each (lanes, theta, x);
}

/* A polynomial of degree 5 is between the middle of the range of its values at six equally spaced points and 3.11 times half of their range:
 * the factor is the Lebesgue constant of these points. The factor used here is larger, because of rounding. Interpolants of splitting
 * methods are cubic, those of Rosenbrock methods have degrees up to 5. */
#define BOX_POINTS 6
#define BOX_FACTOR 3.2

/* Let m be the middle and r half of the range of a state at the six points. The polynomial is between m − BOX_FACTOR r and m + BOX_FACTOR r,
 * so the range grows on each side by (BOX_FACTOR − 1) r, where 2 r = hi − lo. A margin of 4 ε of the larger bound is added, as in the loop
 * box_of_stages of ode-lanes.inc. */
static void
box_of_points (OdeLanes *lanes, double *lo, double *hi)
{
  const int n = lanes->n_states * ODE_LANES;

  ode_lanes_prepare_dense (lanes);
  /* The ends of the step are the first and the last point. */
  for (int at = 0; at < n; at++)
    {
      lo[at] = fmin (lanes->x0[at], lanes->x1[at]);
      hi[at] = fmax (lanes->x0[at], lanes->x1[at]);
    }
  for (int p = 1; p < BOX_POINTS - 1; p++)
    {
      ode_lanes_interpolate_rows (lanes, (double) p / (BOX_POINTS - 1), lanes->point);
      for (int at = 0; at < n; at++)
        {
          const double x = lanes->point[at];

          /* A value that is not a number changes no bound. */
          lo[at] = x < lo[at] ? x : lo[at];
          hi[at] = x > hi[at] ? x : hi[at];
        }
    }
  for (int at = 0; at < n; at++)
    {
      const double wider = (BOX_FACTOR - 1) / 2 * (hi[at] - lo[at]), margin = 4 * DBL_EPSILON * fmax (fabs (lo[at]), fabs (hi[at]));

      lo[at] -= wider + margin;
      hi[at] += wider + margin;
    }
}

/* Explicit Runge–Kutta methods have the slopes of their stages, which give a box without an evaluation of dense output (the loop box_of_stages of
 * ode-lanes.inc). Other methods have none, and their box is that of points. */
void
ode_lanes_bounds (OdeLanes *lanes, double *lo, double *hi, const double *least, const double *most, int64_t *outside)
{
  int n_stages;
  const double *const *k = ode_lane_stepper_stages (lanes->stepper, &n_stages);

  if (k == NULL)
    {
      box_of_points (lanes, lo, hi);
      /* Row i has the numbers i·ODE_LANES … of all lanes; a lane is marked if one of its states leaves the rows least and most. */
      memset (outside, 0, ODE_LANES * sizeof *outside);
      for (int at = 0; at < lanes->n_states * ODE_LANES; at++)
        outside[at % ODE_LANES] |= -(int64_t) (lo[at] < least[at] || hi[at] > most[at]);
      return;
    }
  ode_lanes_complete_f1 (lanes);
  lanes->loops->box_of_stages (lanes, k, n_stages, lo, hi, least, most, outside);
}
