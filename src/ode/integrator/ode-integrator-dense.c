/* Evaluates the solution between the ends of the last step.
 *
 * There are three sources of values, in this order of preference:
 *
 * 1. The interpolant of the method (OdeStepperClass.dense), if its order suffices for the system and the step (dense_suffices).
 * 2. Shorter steps. A second stepper of the same method makes steps of the sizes θ_j h, 0 < θ_j < 1, from the start of the step. Their ends
 *    x_j have the accuracy of steps, satisfy the algebraic equations, and need no slopes, which are inaccurate in stiff systems (the slopes
 *    of stages have the stage order, and f at a computed state has the error of the state times ∂f/∂x) and not available with a mass
 *    matrix. The interpolant is the polynomial through the ends of the step and these points; for methods that are not implicit it also has
 *    the slopes f at both ends of the step. Its degree is at least the order p of the method, so that its error is O(h^(p+1)), as the
 *    local error of a step. It is computed once per step, when the first value is needed.
 * 3. The cubic Hermite polynomial, or a straight line with a mass matrix.
 *
 * With θ_j = (1 − cos (π j/(m + 1)))/2 and the ends of the step the nodes are the extrema of a Chebyshev polynomial, for which the
 * error of the polynomial is within a factor of 3 of the smallest possible one (Trefethen, Approximation Theory and Approximation
 * Practice, 2013, theorem 15.3). The polynomial has Newton's form with divided differences; a node that occurs twice stands for the slope.
 *
 * Inside a step the algebraic unknowns of an index-1 system are the solution of their equations at the interpolated differential part, as
 * they are at the ends of steps. */
#include "ode-doubling.h"
#include "ode-integrator-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The largest number of shorter steps. Methods of the library have orders up to 9. */
#define MOST_POINTS 12
#define MOST_NODES (MOST_POINTS + 4)
/* The cubic Hermite polynomial, whose error is O(h⁴), is as good as steps up to this order, whose global error is O(h⁴). */
#define HERMITE_ORDER 4
/* Interpolants of stiff methods are used down to this accuracy. */
#define TIGHT 1e-8
#define MOST_TIGHT_ORDER 9

struct OdeShortSteps
{
  OdeStepper *stepper;
  OdeStatistics statistics; /* counters of `stepper` */
  int n_points;             /* number of shorter steps */
  bool has_slopes;          /* the polynomial also has the slopes at both ends of the step */
  bool known;               /* the polynomial belongs to the last step */
  bool failed;              /* the last step has no polynomial, because one of its shorter steps failed */
  int n_nodes;
  double node[MOST_NODES];
  double *difference;       /* MOST_NODES × n_states numbers: divided differences of x − x0 with respect to θ */
  double *slope;            /* n_states numbers: scratch of the attempts */
};

/* Returns whether the interpolant of the method has a lower order than its steps and is used where that shows. With an error estimate the
 * steps are so short that an interpolant of order q < p has about the error of the tolerance, because interpolants are made for the
 * tolerances at which a method is used. Fixed steps have no such relation: the step of a method of order p has the error O(h^(p+1)), the
 * interpolant O(h^(q+1)). For Radau IIA of order 9 with h = 0.1 the ratio is 10⁵. Stiff methods are also used at tight tolerances, where
 * the ratio is 20 to 40. Their Newton iterations end at a part of the tolerance, so that polynomials through more than eight of their steps
 * are not better than the interpolant. A stepper with a variable order, or one that switches, does not make the shorter steps with the
 * order of the step. If the tolerance is tightened during a run, the interpolant stays. */
static bool
is_lower_order (const OdeIntegrator *integrator)
{
  const OdeMethod *method = integrator->method;
  const bool tight = (method->traits & ODE_TRAIT_STIFF) && !(method->traits & ODE_TRAIT_VARIABLE_ORDER) && method->order <= MOST_TIGHT_ORDER
                     && fmin (integrator->accuracy, ode_stepper_relative_tolerance (integrator->stepper)) < TIGHT;

  return integrator->klass->dense != NULL && method->dense_order < method->order && !integrator->settings.hermite_dense
         && (method->order > HERMITE_ORDER || (method->traits & ODE_TRAIT_STIFF)) && !(method->traits & ODE_TRAIT_MULTISTEP)
         && method->family != ODE_FAMILY_SWITCHING && (!integrator->adaptive || tight);
}

/* Returns whether steps of the method need shorter steps for dense output:
 *
 * - methods without an interpolant, if the cubic Hermite polynomial is less accurate than their steps,
 * - methods without an interpolant, if f is not the slope (mass matrix) or amplifies the error of the state (stiff methods),
 * - methods whose interpolant does not suffice for this system.
 *
 * CVODE interpolates by its own history of steps. */
static bool
may_need_short_steps (const OdeIntegrator *integrator)
{
  const OdeStepperClass *klass = integrator->klass;
  const OdeMethod *method = integrator->method;

  if (integrator->n_states == 0 || (method->traits & ODE_TRAIT_OWN_CONTROL))
    return false;
  if (klass->dense == NULL)
    return method->order > HERMITE_ORDER || method->embedded_order > HERMITE_ORDER
           || (method->order > 1 && (integrator->system->mass_pattern != NULL || ((method->traits & ODE_TRAIT_STIFF) && method->order > 2)));
  return is_lower_order (integrator) || (klass->dense_suffices != NULL && !klass->dense_suffices (integrator->stepper));
}

bool
ode_integrator_make_short_steps (OdeIntegrator *integrator, char *error, size_t error_size)
{
  const OdeMethod *method = integrator->method;
  const size_t n = (size_t) integrator->n_states;
  OdeShortSteps *self;
  OdeStepper head = *integrator->stepper;

  if (!may_need_short_steps (integrator))
    return true;
  self = calloc (1, sizeof *self);
  integrator->short_steps = self;
  if (self == NULL || (self->difference = calloc ((MOST_NODES + 1) * n, sizeof (double))) == NULL)
    return ode_stepper_refuse_memory (integrator->stepper, error, error_size);
  self->slope = self->difference + MOST_NODES * n;
  /* The polynomial has n_points + 2 values and 2 slopes, or n_points + 2 values: its degree is order + 1 or order. */
  self->has_slopes = !(method->traits & ODE_TRAIT_IMPLICIT);
  self->n_points = self->has_slopes ? method->order - 2 : method->order - 1;
  if (self->n_points < (self->has_slopes ? 1 : 2))
    self->n_points = self->has_slopes ? 1 : 2;
  if (self->n_points > MOST_POINTS)
    self->n_points = MOST_POINTS;
  /* The evaluations of this stepper are counted separately, and a listener of the run is not told of its attempts. */
  head.statistics = &self->statistics;
  head.trace = NULL;
  self->stepper = ode_stepper_new (&head, error, error_size);
  return self->stepper != NULL;
}

void
ode_integrator_free_short_steps (OdeIntegrator *integrator)
{
  OdeShortSteps *self = integrator->short_steps;

  if (self == NULL)
    return;
  ode_stepper_free (self->stepper);
  free (self->difference);
  free (self);
}

void
ode_integrator_forget_short_steps (OdeIntegrator *integrator)
{
  if (integrator->short_steps != NULL)
    integrator->short_steps->known = integrator->short_steps->failed = false;
}

bool
ode_integrator_takes_short_steps (const OdeIntegrator *integrator)
{
  return integrator->short_steps != NULL && !integrator->settings.plain_dense;
}

/* Counts the evaluations of the shorter steps as those of dense output. Their own numbers of steps and rejections do not count: the run has
 * not taken these steps. */
static void
count_short_steps (OdeIntegrator *integrator)
{
  OdeStatistics *from = &integrator->short_steps->statistics, *to = &integrator->statistics;

  to->rhs_evaluations += from->rhs_evaluations;
  to->rhs_by_purpose[ODE_RHS_DENSE] += from->rhs_evaluations;
  to->jacobian_evaluations += from->jacobian_evaluations;
  to->jacobian_rhs_evaluations += from->jacobian_rhs_evaluations;
  to->factorizations += from->factorizations;
  *from = (OdeStatistics) { 0 };
}

/* Evaluates the slope at the start of the last step, unless it is known. */
static OdeStatus
start_slope (OdeIntegrator *integrator)
{
  OdeStatus status = ODE_DONE;

  if (!integrator->f_previous_known)
    {
      status = ode_stepper_rhs (integrator->stepper, ODE_RHS_DENSE, integrator->t_previous, integrator->x_previous, integrator->f_previous);
      integrator->f_previous_known = status == ODE_DONE;
    }
  return status;
}

/* Makes one step of size θ h from the start of the last step, and writes x − x0 at its end to x1. */
static OdeStatus
take_short_step (OdeIntegrator *integrator, double theta, bool again, double *x1)
{
  OdeShortSteps *self = integrator->short_steps;
  const double h = theta * integrator->h_last;
  OdeTry attempt = { .t = integrator->t_previous, .h = h, .h_taken = h, .x0 = integrator->x_previous,
                     .f0 = integrator->f_previous_known ? integrator->f_previous : NULL, .x1 = x1, .f0_buffer = integrator->f_previous,
                     .f1_buffer = self->slope, .retry = again };
  OdeStatus status = self->stepper->klass->attempt (self->stepper, &attempt);

  if (attempt.f0 == integrator->f_previous)
    integrator->f_previous_known = true;
  if (status == ODE_DONE && integrator->system != integrator->given)
    status = ode_consistent_solve (integrator->consistent, integrator->t_previous + h, x1);
  for (int i = 0; status == ODE_DONE && i < integrator->n_states; i++)
    {
      x1[i] -= integrator->x_previous[i];
      if (!isfinite (x1[i]))
        status = ODE_RETRY_UNDEFINED;
    }
  return status;
}

/* Replaces the values at the nodes by divided differences, column by column:
 *
 *   f[θ_j … θ_k] = (f[θ_(j+1) … θ_k] − f[θ_j … θ_(k−1)])/(θ_k − θ_j);  f[θ_j θ_j] = f'(θ_j).
 *
 * A column is computed from its last row upwards, so that the column before it is still there. At the first of two equal nodes difference[] has the value, at the second one
 * the slope times h. Equal nodes are neighbours, so that a slope takes part in the first column and a value in all others. */
static void
divide (OdeShortSteps *self, int n)
{
  const int count = self->n_nodes;
  const double *node = self->node;

  for (int column = 1; column < count; column++)
    for (int k = count - 1; k >= column; k--)
      {
        double *upper = self->difference + (ptrdiff_t) k * n;
        const double *lower = upper - n;
        const double width = node[k] - node[k - column];

        if (width == 0)
          continue; /* the slope itself */
        /* In the first column the entry of a doubled node is its slope; the value is that of the node before it. */
        if (column == 1 && k >= 2 && node[k - 1] == node[k - 2])
          lower -= n;
        for (int i = 0; i < n; i++)
          upper[i] = (upper[i] - lower[i]) / width;
      }
}

/* Makes the shorter steps and the polynomial. A shorter step that fails leaves out its node. Without any point the polynomial is not
 * used. */
static bool
make_polynomial (OdeIntegrator *integrator)
{
  OdeShortSteps *self = integrator->short_steps;
  const size_t n = (size_t) integrator->n_states;
  const double h = integrator->h_last;
  const double *f1 = NULL;
  double *at = self->difference;
  int n_made = 0;

  self->failed = true; /* until the polynomial is complete */
  /* A setting or the accuracy may have changed since the last polynomial, and a method with memory must not use that of other steps. */
  self->stepper->settings = integrator->settings;
  self->stepper->accuracy = integrator->accuracy;
  if (self->stepper->klass->restart != NULL)
    self->stepper->klass->restart (self->stepper);
  if (self->has_slopes && (start_slope (integrator) != ODE_DONE || ode_integrator_dense_slope (integrator, &f1) != ODE_DONE))
    return false;
  self->n_nodes = 0;
  memset (at, 0, n * sizeof (double));
  self->node[self->n_nodes++] = 0;
  at += n;
  if (self->has_slopes)
    {
      for (size_t i = 0; i < n; i++)
        at[i] = h * integrator->f_previous[i];
      self->node[self->n_nodes++] = 0;
      at += n;
    }
  for (int j = 1; j <= self->n_points; j++)
    {
      const double theta = 0.5 - 0.5 * cos (M_PI * j / (self->n_points + 1));

      if (take_short_step (integrator, theta, j > 1, at) != ODE_DONE)
        continue;
      self->node[self->n_nodes++] = theta;
      at += n;
      n_made++;
    }
  count_short_steps (integrator);
  /* The end of the step is the last node, with its value and, if slopes are used, once more with its slope. */
  for (int twice = 0; twice <= self->has_slopes; twice++)
    {
      for (size_t i = 0; i < n; i++)
        at[i] = twice ? h * f1[i] : integrator->x[i] - integrator->x_previous[i];
      self->node[self->n_nodes++] = 1;
      at += n;
    }
  if (n_made == 0)
    return false;
  divide (self, integrator->n_states);
  self->failed = false;
  self->known = true;
  return true;
}

/* Evaluates x0 + the polynomial of the shorter steps at θ by Horner's rule for Newton's form,
 *
 *   p(θ) = d_0 + (θ − θ_0) (d_1 + (θ − θ_1) (d_2 + …)). */
static void
evaluate_polynomial (const OdeIntegrator *integrator, double theta, double *x)
{
  const OdeShortSteps *self = integrator->short_steps;
  const int n = integrator->n_states, last = self->n_nodes - 1;

  memcpy (x, self->difference + (ptrdiff_t) last * n, sizeof (double) * (size_t) n);
  for (int k = last - 1; k >= 0; k--)
    {
      const double *difference = self->difference + (ptrdiff_t) k * n, factor = theta - self->node[k];

      for (int i = 0; i < n; i++)
        x[i] = difference[i] + factor * x[i];
    }
  for (int i = 0; i < n; i++)
    x[i] += integrator->x_previous[i];
}

/* Cubic Hermite interpolation through values and slopes at both ends (Hairer,
 * Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, II.6, equation 6.7), with
 * an error of O(h⁴). Drake uses it for every method
 * (IntegratorBase::get_dense_output); here methods without an interpolant
 * use it.
 *
 * With θ = (t − t0)/h and d = x1 − x0 the polynomial of degree 3 is
 *
 *   u(θ) = (1 − θ) x0 + θ x1 + θ (θ − 1) ((1 − 2θ) d + (θ − 1) h f0 + θ h f1).
 *
 * At θ = 0 and 1 the last term is zero; its derivative there is h f0 − d
 * and h f1 − d, which together with the slope d of the chord gives h f0
 * and h f1. */
static OdeStatus
hermite (OdeIntegrator *integrator, double theta, double *x)
{
  const double *x0 = integrator->x_previous, *x1 = integrator->x, *f0 = integrator->f_previous, *f1;
  double h = integrator->t - integrator->t_previous, s = 1 - theta;
  OdeStatus status = start_slope (integrator);

  if (status != ODE_DONE || (status = ode_integrator_dense_slope (integrator, &f1)) != ODE_DONE)
    return status;
  for (int i = 0; i < integrator->n_states; i++)
    {
      /* With d = x1 − x0 and s = 1 − θ, the cubic polynomial is the chord s x0 + θ x1 plus
       * θ s times a linear function that makes the slopes at both ends f0 and
       * f1. */
      double d = x1[i] - x0[i];

      x[i] = s * x0[i] + theta * x1[i]
             - theta * s * ((1 - 2 * theta) * d - s * h * f0[i] + theta * h * f1[i]);
    }
  return ODE_DONE;
}

/* Returns whether the stepper has an interpolant for the last step whose order suffices. */
static bool
has_own_output (const OdeIntegrator *integrator)
{
  const OdeStepperClass *klass = integrator->klass;

  return klass->dense != NULL && integrator->dense_valid && (klass->dense_suffices == NULL || klass->dense_suffices (integrator->stepper))
         && (integrator->short_steps == NULL || !is_lower_order (integrator));
}

/* Evaluates the interpolant at t0 + θ·h, 0 < θ < 1. */
static OdeStatus
interpolate_inside (OdeIntegrator *integrator, double theta, double *x)
{
  OdeShortSteps *short_steps = integrator->short_steps;

  if (ode_integrator_takes_short_steps (integrator) && !has_own_output (integrator)
      && (short_steps->known || (!short_steps->failed && make_polynomial (integrator))))
    {
      evaluate_polynomial (integrator, theta, x);
      return ODE_DONE;
    }
  /* With a mass matrix, f is M x' and not x', so the cubic Hermite polynomial cannot
   * be used. Use the stepper's interpolant, or a straight line. */
  if (integrator->system->mass_pattern != NULL && (integrator->klass->dense == NULL || !integrator->dense_valid))
    {
      if (integrator->klass == &ode_doubling_class && integrator->dense_valid)
        return ode_doubling_dense (integrator->stepper, theta, x);
      for (int i = 0; i < integrator->n_states; i++)
        x[i] = integrator->x_previous[i] + theta * (integrator->x[i] - integrator->x_previous[i]);
      return ODE_DONE;
    }
  if (integrator->klass->dense == NULL || !integrator->dense_valid
      || (integrator->settings.hermite_dense && integrator->system->mass_pattern == NULL))
    return hermite (integrator, theta, x);
  return integrator->klass->dense (integrator->stepper, theta, x);
}

/* Makes the state at a time t inside the step satisfy its algebraic equations and constraints. Interpolation preserves neither: a
 * quaternion interpolated between two unit quaternions is shorter than 1. The states at both ends of the step are already settled. Algebraic
 * equations of a higher index, and those that Newton's method does not solve, are left as interpolated. */
static void
settle_inside (OdeIntegrator *integrator, double t, double *x)
{
  double *settled = integrator->x_next; /* not used between attempts */

  if (integrator->consistent != NULL && integrator->given->index == NULL && !integrator->settings.plain_dense)
    {
      memcpy (settled, x, (size_t) integrator->n_states * sizeof (double));
      if (ode_consistent_solve (integrator->consistent, t, settled) == ODE_DONE)
        memcpy (x, settled, (size_t) integrator->n_states * sizeof (double));
    }
  if (integrator->projection != NULL)
    ode_projection_interpolated (integrator->projection, t, x);
}

/* At both ends of the step the stored states are copied, bit for bit, because callers compare them with the ends of steps. The times outside
 * the last step have no value: a step that was taken before is not stored. */
OdeStatus
ode_integrator_interpolate (OdeIntegrator *integrator, double t, double *x)
{
  const double *exact = NULL;
  OdeStatus status;

  if (t == integrator->t)
    exact = integrator->x;
  else if (integrator->last_valid && t == integrator->t_previous)
    exact = integrator->x_previous;
  if (exact != NULL)
    {
      memcpy (x, exact, (size_t) integrator->n_states * sizeof (double));
      return ODE_DONE;
    }
  if (!integrator->last_valid || !(t > integrator->t_previous && t < integrator->t))
    return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING, "t = %.17g is outside the last step", t);
  if (integrator->n_states == 0)
    return ODE_DONE;
  status = interpolate_inside (integrator, (t - integrator->t_previous) / (integrator->t - integrator->t_previous), x);
  if (status == ODE_DONE)
    settle_inside (integrator, t, x);
  return status;
}

/* θ = s/h, where h is the size of the step; t − t0 is only a rounded value of h. */
OdeStatus
ode_integrator_interpolate_after (OdeIntegrator *integrator, double s, double *x)
{
  OdeStatus status;

  if (!integrator->last_valid || !(s >= 0 && s <= integrator->h_last))
    return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING, "%.17g after t = %.17g is outside the last step", s,
                                      integrator->t_previous);
  if (s == 0 || s == integrator->h_last)
    {
      memcpy (x, s == 0 ? integrator->x_previous : integrator->x, (size_t) integrator->n_states * sizeof (double));
      return ODE_DONE;
    }
  status = interpolate_inside (integrator, s / integrator->h_last, x);
  if (status == ODE_DONE)
    settle_inside (integrator, ode_integrator_time_after (integrator, s), x);
  return status;
}
