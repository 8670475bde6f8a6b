/* Simbody's Verlet method for any mechanical system: positions follow from the
 * Taylor polynomial of degree 2, velocities and other states from the implicit
 * trapezoidal rule, which is solved by functional iteration (Simbody, VerletIntegrator;
 * Hairer, Lubich and Wanner, Geometric Numerical Integration, 2nd ed. 2006,
 * I.1.4):
 *
 *   q1 = q0 + h q'0 + h²/2 q''0,
 *   y1 = y0 + h/2 (f(t, x0) + f(t + h, q1, y1)),   y = (v, z).
 *
 * For v' = a(q, t) the second line is explicit after one evaluation, and the method is
 * velocity Verlet: symplectic, reversible, stable for hω ≤ 2, with a phase error of
 * (hω)³/24 per step. If forces depend on v, the second line is implicit; then the
 * method is neither symplectic nor exactly reversible, but still of order 2.
 *
 * The iteration converges if h/2 ‖∂f_y/∂y‖ < 1, so that strong damping limits the
 * step size as for an explicit method.
 *
 * The method has no history. The iteration starts from the Euler step. */
#include "ode-stepper.h"

#include <math.h>
#include <string.h>

/* The largest number of iterations. At a contraction rate of 0.4 ten iterations
 * gain four digits, which meets the loosest tolerance; if convergence is
 * slower, a smaller h is more efficient. */
#define MOST_ITERATIONS 10

typedef struct
{
  OdeStepper base;
  bool all_pairs;
  double *euler, *slope, *next; /* n_states numbers each: result of an Euler step, slope at the end of the step, next iterate */
} Verlet;

static size_t
verlet_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (Verlet) + 3 * (size_t) system->n_states * sizeof (double);
}

/* Returns whether state i is a position. If the system has no kinds, no
 * state is a position. */
static bool
is_position (const OdeSystem *system, int i)
{
  return system->kinds != NULL && system->kinds[i] == ODE_POSITION;
}

/* Finds out whether each position has a velocity. This is so if there are as
 * many pairs as positions, because every position belongs to at most one pair. */
static bool
verlet_init (OdeStepper *stepper, char *error, size_t error_size)
{
  Verlet *self = (Verlet *) stepper;
  const OdeSystem *system = stepper->system;
  int n_positions = 0;

  self->euler = (double *) (self + 1);
  self->slope = self->euler + system->n_states;
  self->next = self->slope + system->n_states;
  for (int i = 0; i < system->n_states; i++)
    n_positions += is_position (system, i);
  self->all_pairs = n_positions == system->n_pairs;
  return true;
}

/* Computes q1. If q' = v for all positions, q''0 = v'0 is part of f0 and the Taylor
 * polynomial is evaluated directly. Otherwise h q'0 + h²/2 q''0 is replaced by
 * h/2 (q'0 + q'_E), where q'_E is the slope at the end of an Euler step. Since q'_E
 * = q'0 + h q''0 + O(h²), this changes q1 only by O(h³). */
static OdeStatus
positions (Verlet *self, const OdeTry *step, double *x1)
{
  const OdeSystem *system = self->base.system;
  double h = step->h;
  OdeStatus status;

  if (self->all_pairs)
    {
      for (int i = 0; i < system->n_pairs; i++)
        {
          int q = system->pairs[i].position, v = system->pairs[i].velocity;

          x1[q] = step->x0[q] + h * step->f0[q] + 0.5 * h * h * step->f0[v];
        }
      return ODE_DONE;
    }
  status = ode_stepper_rhs (&self->base, ODE_RHS_STAGES, step->t + h, self->euler, self->slope);
  if (status != ODE_DONE)
    return status;
  for (int i = 0; i < system->n_states; i++)
    if (is_position (system, i))
      x1[i] = step->x0[i] + 0.5 * h * (step->f0[i] + self->slope[i]);
  return ODE_DONE;
}

/* Copies the velocities and other states of self->next to x1 and returns the relative
 * change ‖next − x1‖₂/‖next‖₂, the larger value of the two groups. Groups are
 * measured separately because their units differ; positions do not take part in
 * the iteration. */
static double
move (const Verlet *self, double *x1)
{
  const OdeSystem *system = self->base.system;
  double change[2] = { 0 }, size[2] = { 0 }, largest = 0;

  for (int i = 0; i < system->n_states; i++)
    {
      int c = system->kinds != NULL && system->kinds[i] == ODE_VELOCITY;
      double d = self->next[i] - x1[i];

      if (is_position (system, i))
        continue;
      change[c] += d * d;
      size[c] += self->next[i] * self->next[i];
      x1[i] = self->next[i];
    }
  for (int c = 0; c < 2; c++)
    if (change[c] > 0)
      largest = fmax (largest, sqrt (change[c] / size[c]));
  return largest;
}

/* Iterates until the relative change is at most min (1e-4, accuracy/10), so
 * that the error of the iteration is small compared with that of the step.
 * If the change grows from the third iteration on, the iteration
 * diverges; in earlier iterations it may grow. */
static OdeStatus
verlet_attempt (OdeStepper *stepper, OdeTry *step)
{
  Verlet *self = (Verlet *) stepper;
  const OdeSystem *system = stepper->system;
  int n = system->n_states;
  double h = step->h, tolerance = fmin (1e-4, 0.1 * stepper->accuracy), previous = INFINITY;
  bool converged = false;
  OdeStatus status;

  if ((status = ode_stepper_start_slope (stepper, step)) != ODE_DONE)
    return status;
  for (int i = 0; i < n; i++)
    self->euler[i] = step->x1[i] = step->x0[i] + h * step->f0[i];
  if ((status = positions (self, step, step->x1)) != ODE_DONE)
    return status;
  /* The fixed-point iteration is reported like Newton's method. */
  if (stepper->trace != NULL)
    {
      ode_trace_stage (stepper, 1, 0.0, step->t, step->x0, step->f0);
      ode_trace_iterate (stepper, true, NAN, 1, NULL, step->x1);
    }

  for (int iteration = 0; iteration < MOST_ITERATIONS && !converged; iteration++)
    {
      double change;

      status = ode_stepper_rhs (stepper, ODE_RHS_STAGES, step->t + h, step->x1, self->slope);
      if (status != ODE_DONE)
        return status;
      for (int i = 0; i < n; i++)
        self->next[i] = step->x0[i] + 0.5 * h * (step->f0[i] + self->slope[i]);
      change = move (self, step->x1);
      step->newton_iterations = iteration + 1;
      if (stepper->trace != NULL)
        {
          stepper->trace->iterate = (OdeTraceEvent) {
            .index = iteration + 1, .norm = change, .theta = iteration > 0 ? change / previous : 0, .left = change, .target = tolerance,
            .limit = MOST_ITERATIONS, .last = change <= tolerance || !isfinite (change) || (iteration > 1 && change > previous),
            .converged = change <= tolerance,
          };
          ode_trace_iterate (stepper, false, NAN, 1, NULL, step->x1);
        }
      if (!isfinite (change))
        return ODE_RETRY_UNDEFINED;
      if (change <= tolerance)
        converged = true;
      else if (iteration > 1 && change > previous)
        return ODE_RETRY_NEWTON;
      previous = change;
    }
  if (stepper->trace != NULL)
    ode_trace_stage (stepper, 2, 1.0, step->t + h, step->x1, self->slope);
  if (!converged)
    return ODE_RETRY_NEWTON;

  /* The estimate for positions is the trapezoidal rule minus Verlet, h/2 (q'1 − q'0) − h²/2
   * q''0 = h³/4 q''' + O(h⁴), of the order of the local error. The estimate for
   * velocities and other states is (Euler − trapezoid) h, where Euler − trapezoid =
   * −h²/2 y''. The factor h makes the result of third order, as in Simbody, although
   * the units do not fit: the estimate depends on the unit of time. */
  if (step->error != NULL)
    for (int i = 0; i < n; i++)
      step->error[i] = is_position (system, i)
                         ? step->x0[i] + 0.5 * h * (step->f0[i] + self->slope[i]) - step->x1[i]
                         : h * (self->euler[i] - step->x1[i]);
  return ODE_DONE;
}

static const OdeStepperClass verlet_class = {
  .size = verlet_size,
  .init = verlet_init,
  .attempt = verlet_attempt,
};

/* embedded_order = 1 is the order of Euler's method, with which velocities are
 * compared; error_order = 3 follows from the factor h of the estimate. */
const OdeMethod ode_method_verlet = {
  .id = "verlet",
  .label = ODE_N_ ("Verlet 2 (Simbody)"),
  .aliases = "",
  .known_as = "Simbody Verlet",
  .advice = ODE_N_ ("Simbody's Verlet for all mechanical systems; use fixed steps: it is then symplectic, while its error estimate is "
                    "crude and depends on the unit of time."),
  .source = "Simbody, VerletIntegrator; Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. 2006, I.1.4, "
            "doi:10.1007/3-540-30666-8",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 2, .embedded_order = 1, .error_order = 3, .dense_order = 2, .n_stages = 3,
  .accuracy_default = 1e-3, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-6,
  .stepper = &verlet_class,
};
