/* Implicit Euler (Hairer and Wanner, Solving ODEs II, 2nd ed. 1996, IV.3),
 *
 *   M (x1 − x0) = h f(t + h, x1).
 *
 * R(z) = 1/(1 − z): the method is A-, L- and B-stable, and R is monotone on the negative
 * axis. Since |R(iy)| < 1, it also damps oscillations. R(z) − e^z = z²/2 + …, so the
 * local error x1 − x(t + h) is h²/2 x'' + O(h³). There are two estimates:
 *
 * - step doubling (the default): the full step is propagated. The local errors of
 *   two half steps add up to 2 (h/2)²/2 x'' = h²/4 x'', so that the error of the
 *   full step is e = 2 (x_full − x_two) + O(h³). In profile drake the two half
 *   steps are propagated, with e = x_full − x_two
 *   (drake/systems/analysis/implicit_euler_integrator.cc);
 * - trapezoid: the full step is propagated, and e = x_full − x_T = h²/2 x'' +
 *   O(h³) with x_T of order 2. The method radau1 uses this estimate, since Radau IIA with one stage
 *   is implicit Euler.
 *
 * A step needs three Newton solves with the first estimate, two with the second, and one without an
 * estimate (fixed steps, except in profile drake). γh is h for the full step and h/2 for the half
 * steps and the trapezoidal rule; each has a separate factor, except in profile drake, where the
 * half steps use the factor of the full step.
 *
 * If h is below the minimum step, explicit Euler is used,
 * which needs no iteration. It has similar estimates:
 * two half steps, or the explicit trapezoidal rule.
 *
 * The history consists of the Jacobian, its factors and η (ode-newton-retry.c). The
 * initial guess of the full step is x0. */
#include "ode-newton-retry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLOT_EULER, SLOT_HALF, SLOT_TRAPEZOID };

typedef struct
{
  OdeStepper base;
  OdeNewtonRetry trials;
  bool trapezoid;
  double *memory;
  double *full, *middle, *two, *f, *R; /* n numbers each: results of the full step, of the first and of both
                                        * half steps; right-hand side; known part of the trapezoidal rule */
} ImplicitEuler;

static size_t
euler_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (ImplicitEuler);
}

/* implicit_euler has an option that selects the error estimate; for radau1
 * the method's data select it. */
static bool
euler_init (OdeStepper *stepper, char *error, size_t error_size)
{
  ImplicitEuler *self = (ImplicitEuler *) stepper;
  const OdeSettings *settings = &stepper->settings;
  const size_t n = (size_t) stepper->system->n_states;

  self->trapezoid = stepper->method->data != NULL;
  for (int i = 0; i < settings->n_options; i++)
    if (strcmp (settings->options[i].key, "estimate") == 0)
      self->trapezoid = strcmp (settings->options[i].text, "trapezoid") == 0;
  self->memory = malloc (sizeof (double) * (5 * n + 1));
  if (self->memory == NULL)
    return ode_stepper_refuse_memory (stepper, error, error_size);
  self->full = self->memory;
  self->middle = self->full + n;
  self->f = self->middle + n;
  self->R = self->f + n;
  self->two = self->R + n;
  return ode_newton_retry_init (&self->trials, stepper, error, error_size);
}

/* Frees what the stepper owns, also after a construction that failed. */
static void
euler_clear (OdeStepper *stepper)
{
  ImplicitEuler *self = (ImplicitEuler *) stepper;

  ode_newton_retry_clear (&self->trials);
  free (self->memory);
}

/* Discards the Jacobian, because parameters may have changed. */
static void
euler_restart (OdeStepper *stepper)
{
  ode_newton_retry_restart (&((ImplicitEuler *) stepper)->trials);
}

/* Computes error = factor (a − b) if an estimate is wanted. */
static void
difference (const OdeTry *step, int n, double factor, const double *a, const double *b)
{
  if (step->error != NULL)
    for (int i = 0; i < n; i++)
      step->error[i] = factor * (a[i] - b[i]);
}

/* Makes two half steps from x0 to end[n]. The initial guesses are (x0 +
 * x_full)/2, whose interpolation error is h²/8 x'', and x_full. */
static OdeStatus
take_half_steps (ImplicitEuler *self, const OdeTry *step, double *end)
{
  OdeNewtonRetry *trials = &self->trials;
  const int n = trials->slots.n, slot = trials->slots.newton.drake ? SLOT_EULER : SLOT_HALF;
  const double half = 0.5 * step->h, t_middle = step->t + half, t1 = step->t + step->h;
  OdeStatus status;

  for (int i = 0; i < n; i++)
    self->middle[i] = 0.5 * (step->x0[i] + self->full[i]);
  if (self->base.trace != NULL)
    ode_trace_part (&self->base, ODE_TRACE_FIRST_HALF, step->t, half, step->x0);
  status = ode_newton_retry_solve (trials, slot, step->t, t_middle, half, step->x0, NULL, self->middle);
  if (status != ODE_DONE)
    return status;
  /* The Jacobian was evaluated at x0, so it is not fresh at the
   * middle of the step. */
  trials->fresh = false;
  memcpy (end, self->full, sizeof (double) * (size_t) n);
  if (self->base.trace != NULL)
    ode_trace_part (&self->base, ODE_TRACE_SECOND_HALF, t_middle, half, self->middle);
  status = ode_newton_retry_solve (trials, slot, t_middle, t1, half, self->middle, NULL, end);
  trials->fresh = false;
  return status;
}

/* Solves M (x − x0) = h/2 (f0 + f(t + h, x)). The initial guess is the implicit Euler result, which
 * differs from the solution by O(h²). The evaluation of f0 counts as work of the estimate. */
static OdeStatus
take_trapezoid_step (ImplicitEuler *self, OdeTry *step)
{
  OdeNewtonRetry *trials = &self->trials;
  const int n = trials->slots.n;
  const double half = 0.5 * step->h;
  OdeStatus status = ode_stepper_rhs (&self->base, ODE_RHS_ERROR, step->t, step->x0, self->f);

  if (status != ODE_DONE)
    return status;
  for (int i = 0; i < n; i++)
    self->R[i] = half * self->f[i];
  memcpy (self->middle, step->x1, sizeof (double) * (size_t) n);
  if (self->base.trace != NULL)
    ode_trace_part (&self->base, ODE_TRACE_ESTIMATOR, step->t, step->h, step->x0);
  return ode_newton_retry_solve (trials, SLOT_TRAPEZOID, step->t, step->t + step->h, half, step->x0, self->R, self->middle);
}

/* Makes the full step, then the steps of the estimate, which are counted
 * separately. In profile drake x1 is the result of the half steps, but they
 * are counted as work of the estimate, as in Drake.
 *
 * On x' = λx, z = hλ, the two estimates are
 *
 *   e = (z²/2)/((1 − z)(1 − z/2)²) x0   and   e = (z²/2)/((1 − z)(1 − z/2)) x0.
 *
 * For z → −∞ the first estimate vanishes and the second one tends to x0: the trapezoidal
 * rule does not damp stiff components, so that the second estimate limits the
 * step until their transients have decayed. */
static OdeStatus
attempt_implicit (ImplicitEuler *self, OdeTry *step)
{
  OdeNewtonRetry *trials = &self->trials;
  OdeStepper *stepper = &self->base;
  const int n = trials->slots.n;
  OdeStatistics before;
  OdeStatus status;

  const bool drake = trials->slots.newton.drake;

  memcpy (self->full, step->x0, sizeof (double) * (size_t) n);
  status = ode_newton_retry_solve (trials, SLOT_EULER, step->t, step->t + step->h, step->h, step->x0, NULL, self->full);
  if (status != ODE_DONE)
    return status;
  before = *stepper->statistics;
  trials->purpose = ODE_RHS_ERROR;
  if (self->trapezoid)
    {
      memcpy (step->x1, self->full, sizeof (double) * (size_t) n);
      status = step->error != NULL ? take_trapezoid_step (self, step) : ODE_DONE;
      difference (step, n, 1.0, self->full, self->middle);
    }
  else if (drake)
    {
      status = take_half_steps (self, step, step->x1);
      difference (step, n, 1.0, self->full, step->x1);
    }
  else
    {
      memcpy (step->x1, self->full, sizeof (double) * (size_t) n);
      /* Fixed steps need no estimate, which would be two thirds of the cost. */
      if (!stepper->settings.error_control)
        step->error = NULL;
      status = step->error != NULL ? take_half_steps (self, step, self->two) : ODE_DONE;
      difference (step, n, 2.0, self->full, self->two);
    }
  ode_newton_retry_count_estimator (stepper, &before);
  return status;
}

/* Makes an explicit Euler step with the same kind of estimate: x_full − x_two
 * with x_two = x_½ + h/2 f(t + h/2, x_½), or h/2 (f0 − f(t + h, x_full)). Such
 * steps are made only below the minimum step. With step doubling the more
 * accurate x_two is propagated in every profile. */
static OdeStatus
attempt_explicit (ImplicitEuler *self, OdeTry *step)
{
  OdeStepper *stepper = &self->base;
  const int n = stepper->system->n_states;
  const double h = step->h;
  OdeStatistics before;
  OdeStatus status = ode_stepper_rhs (stepper, ODE_RHS_STAGES, step->t, step->x0, self->f);

  if (stepper->trace != NULL)
    ode_trace_stage (stepper, 1, 0.0, step->t, step->x0, status == ODE_DONE ? self->f : NULL);
  if (status != ODE_DONE)
    return status;
  before = *stepper->statistics;
  for (int i = 0; i < n; i++)
    {
      self->full[i] = step->x0[i] + h * self->f[i];
      self->middle[i] = step->x0[i] + 0.5 * h * self->f[i];
    }
  if (self->trapezoid)
    {
      memcpy (step->x1, self->full, sizeof (double) * (size_t) n);
      status = ode_stepper_rhs (stepper, ODE_RHS_ERROR, step->t + h, self->full, self->R);
      if (step->error != NULL)
        for (int i = 0; i < n; i++)
          step->error[i] = 0.5 * h * (self->f[i] - self->R[i]);
    }
  else
    {
      status = ode_stepper_rhs (stepper, ODE_RHS_ERROR, step->t + 0.5 * h, self->middle, self->R);
      for (int i = 0; i < n; i++)
        step->x1[i] = self->middle[i] + 0.5 * h * self->R[i];
      difference (step, n, 1.0, self->full, step->x1);
    }
  ode_newton_retry_count_estimator (stepper, &before);
  return status;
}

/* Makes an implicit step or, if h is below the minimum step, an explicit
 * one. The slope at the start is evaluated only if an estimate needs it. */
static OdeStatus
euler_attempt (OdeStepper *stepper, OdeTry *step)
{
  ImplicitEuler *self = (ImplicitEuler *) stepper;
  OdeNewtonRetry *trials = &self->trials;
  OdeStatus status;

  /* An explicit formula cannot solve M x' = f. */
  if (step->tiny && stepper->system->mass_pattern == NULL)
    return attempt_explicit (self, step);
  ode_newton_retry_begin (trials, step->x0);
  status = attempt_implicit (self, step);
  step->jacobian_age = trials->slots.jacobian_age; /* a trial may have evaluated a new Jacobian */
  step->newton_iterations = trials->slots.iterations;
  step->contraction = (float) trials->slots.worst_theta;
  return status;
}

/* The state changes, so the Jacobian is no longer fresh; it is older by
 * one step. */
static void
euler_accept (OdeStepper *stepper, const OdeTry *step)
{
  OdeNewtonRetry *trials = &((ImplicitEuler *) stepper)->trials;

  trials->fresh = false;
  trials->slots.jacobian_age++;
}

static size_t
euler_snapshot_size (const OdeStepper *stepper)
{
  return ode_newton_retry_snapshot_size (&((const ImplicitEuler *) stepper)->trials);
}

/* A snapshot is that of the retry policy: Jacobian, rates, and the step sizes of the factors. */
static void
euler_save (const OdeStepper *stepper, void *bytes)
{
  ode_newton_retry_save (&((const ImplicitEuler *) stepper)->trials, bytes);
}

static void
euler_restore (OdeStepper *stepper, const void *bytes)
{
  ode_newton_retry_restore (&((ImplicitEuler *) stepper)->trials, bytes);
}

static const char *
euler_linear_algebra (const OdeStepper *stepper)
{
  return ((const ImplicitEuler *) stepper)->trials.slots.matrix->text;
}

static const OdeStepperClass implicit_euler_class = {
  .size = euler_size,
  .init = euler_init,
  .clear = euler_clear,
  .attempt = euler_attempt,
  .linear_algebra = euler_linear_algebra,
  .accept = euler_accept,
  .restart = euler_restart,
  .snapshot_size = euler_snapshot_size,
  .save = euler_save,
  .restore = euler_restore,
};

static const OdeOptionRow euler_options[] = {
  { "estimate", ODE_N_ ("Error estimate"),
    ODE_N_ ("doubling compares with two half steps, which profile drake propagates; trapezoid compares with an implicit trapezoid step"),
    ODE_OPTION_CHOICE, 0, 0, 0, "doubling|trapezoid" },
};

#define EULER_TRAITS (ODE_TRAIT_ADAPTIVE | ODE_TRAIT_IMPLICIT | ODE_TRAIT_STIFF | ODE_TRAIT_DAE | ODE_TRAIT_A_STABLE | ODE_TRAIT_L_STABLE)

/* order = embedded_order = 1: both the full step and the two half steps have
 * order 1; error_order = 2 is the power of h in their difference. In profile
 * drake the propagated x_two has R(z) = (1 − z/2)⁻², which is still L-stable, and half the
 * error of the full step. */
const OdeMethod ode_method_implicit_euler = {
  .id = "implicit_euler",
  .label = ODE_N_ ("Implicit Euler"),
  .aliases = "backward_euler",
  .known_as = "Julia ImplicitEuler, Drake implicit_euler",
  .advice = ODE_N_ ("Damps all components, also those that should persist: for very stiff, discontinuous problems at low accuracy."),
  .source = "Hairer and Wanner, Solving Ordinary Differential Equations II, 2nd ed. 1996, IV.3, doi:10.1007/978-3-642-05221-7; Drake, "
            "systems/analysis",
  .family = ODE_FAMILY_IMPLICIT_RK,
  .traits = EULER_TRAITS,
  .order = 1,
  .embedded_order = 1,
  .error_order = 2,
  .dense_order = 3,
  .n_stages = 3,
  .accuracy_default = 1e-1,
  .accuracy_loosest = 5e-1,
  .accuracy_tightest = 1e-8,
  .options = euler_options,
  .n_options = 1,
  .stepper = &implicit_euler_class,
};

/* If the data pointer is not NULL, the estimate uses the trapezoidal rule. */
static const bool radau1_data = true;

/* The propagated solution has order 1; the trapezoidal rule, with which it is compared,
 * has order 2. n_stages counts only the solve for x1. */
const OdeMethod ode_method_radau1 = {
  .id = "radau1",
  .label = ODE_N_ ("Radau IIA, order 1"),
  .aliases = "",
  .known_as = "Drake radau1",
  .advice = ODE_N_ ("Implicit Euler with an error estimate by the implicit trapezoidal rule; simpler than radau5, but less efficient."),
  .source = "Hairer and Wanner, Solving Ordinary Differential Equations II, 2nd ed. 1996, IV.5, doi:10.1007/978-3-642-05221-7; Drake, "
            "systems/analysis",
  .family = ODE_FAMILY_IMPLICIT_RK,
  .traits = EULER_TRAITS,
  .order = 1,
  .embedded_order = 2,
  .error_order = 2,
  .dense_order = 3,
  .n_stages = 1,
  .accuracy_default = 1e-1,
  .accuracy_loosest = 5e-1,
  .accuracy_tightest = 1e-8,
  .stepper = &implicit_euler_class,
  .data = &radau1_data,
};
