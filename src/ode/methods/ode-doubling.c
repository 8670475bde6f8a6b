/* Step doubling: an error estimate for a method of order p that has none (Hairer,
 * Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, II.4, equation 4.4).
 *
 * With the local error C h^{p+1} of one step,
 *
 *   x_one = x(t + h) − C h^{p+1} + …,
 *   x_two = x(t + h) − 2 C (h/2)^{p+1} + … = x(t + h) − C h^{p+1}/2^p + …,
 *
 * hence x_two − x_one = C h^{p+1} (1 − 2^{−p}), and the error of x_two
 * is
 *
 *   e = (x_two − x_one)/(2^p − 1) + O(h^{p+2}).
 *
 * x_two is propagated without adding e (no local extrapolation): the sum would
 * have order p + 1, but it would lose the properties for which these methods
 * are used, such as symplecticity, stability or a zero residual of algebraic
 * equations.
 *
 * The three attempts share slopes: the whole step and the first half step
 * both use f0, and the second half step uses the slope at the middle if the
 * method returned it as f1. A step costs three attempts instead of two without
 * the estimate.
 *
 * The accept function of the inner stepper is not called, because its attempts do not follow one another,
 * so that a polynomial of the last step would be a bad initial guess. The inner stepper decides
 * itself when it evaluates a new Jacobian. A restart is passed to the inner stepper. */
#include "ode-doubling.h"

#include <math.h>

typedef struct
{
  OdeStepper base;
  OdeStepper *inner;
  double *whole, *middle, *f_middle; /* n_states numbers each: result of the whole step,
                                      * result of the first half step, slope at the middle */
  double weight;                     /* 1/(2^p − 1), the factor of x_two − x_one in the error estimate */
  const double *x0, *x1;             /* states at both ends of the last attempt */
} Doubling;

static size_t
doubling_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (Doubling) + 3 * (size_t) system->n_states * sizeof (double);
}

/* Makes the inner stepper from a copy of this stepper's head, but with the
 * class of the method. */
static bool
doubling_init (OdeStepper *stepper, char *error, size_t error_size)
{
  Doubling *self = (Doubling *) stepper;
  OdeStepper head = *stepper;

  self->whole = (double *) (self + 1);
  self->middle = self->whole + stepper->system->n_states;
  self->f_middle = self->middle + stepper->system->n_states;
  self->weight = 1 / (exp2 (stepper->method->order) - 1);
  head.klass = stepper->method->stepper;
  self->inner = ode_stepper_new (&head, error, error_size);
  return self->inner != NULL;
}

static void
doubling_clear (OdeStepper *stepper)
{
  ode_stepper_free (((Doubling *) stepper)->inner);
}

/* Makes the whole step, then the two halves, and compares. The values in OdeTry that
 * describe the step, such as the contraction rate, are those of the last attempt; counters are sums over all three attempts. */
static OdeStatus
doubling_attempt (OdeStepper *stepper, OdeTry *step)
{
  Doubling *self = (Doubling *) stepper;
  OdeStepper *inner = self->inner;
  int n = stepper->system->n_states;
  OdeTry part = *step;
  OdeStatus status;

  ode_stepper_follow (inner, stepper);
  part.error = NULL;
  part.x1 = self->whole;
  part.f1_buffer = self->f_middle;
  /* The inner stepper reports its stages to the listener. They belong to the part of the attempt that is announced here. */
  if (stepper->trace != NULL)
    ode_trace_part (stepper, ODE_TRACE_WHOLE, part.t, part.h, part.x0);
  if ((status = inner->klass->attempt (inner, &part)) != ODE_DONE)
    return status;
  step->f0_read = part.f0_read;
  step->f0 = part.f0; /* part.f0 is now in the integrator's buffer, even if the slope was not known before */

  part.h = part.h_taken = 0.5 * step->h;
  part.x1 = self->middle;
  part.f1 = NULL;
  if (stepper->trace != NULL)
    ode_trace_part (stepper, ODE_TRACE_FIRST_HALF, part.t, part.h, part.x0);
  if ((status = inner->klass->attempt (inner, &part)) != ODE_DONE)
    return status;

  part.t = step->t + 0.5 * step->h;
  part.x0 = self->middle;
  part.x1 = step->x1;
  part.f0 = part.f1;
  part.f1 = NULL;
  part.f0_buffer = self->f_middle;
  part.f1_buffer = step->f1_buffer;
  if (stepper->trace != NULL)
    ode_trace_part (stepper, ODE_TRACE_SECOND_HALF, part.t, part.h, part.x0);
  if ((status = inner->klass->attempt (inner, &part)) != ODE_DONE)
    return status;
  self->x0 = step->x0;
  self->x1 = step->x1;
  step->f1 = part.f1;
  step->order = part.order;
  step->error_order = (part.order > 0 ? part.order : stepper->method->order) + 1;
  step->newton_iterations = part.newton_iterations;
  step->contraction = part.contraction;
  step->jacobian_age = part.jacobian_age;

  if (step->error != NULL)
    for (int i = 0; i < n; i++)
      step->error[i] = self->weight * (step->x1[i] - self->whole[i]);
  return ODE_DONE;
}

/* Evaluates Lagrange's interpolation formula with the nodes θ = 0, 1/2, 1. The error is O(h³), so the
 * order is 2, or that of the method if it is lower. */
OdeStatus
ode_doubling_dense (OdeStepper *stepper, double theta, double *x)
{
  const Doubling *self = (const Doubling *) stepper;
  const double w0 = (1 - theta) * (1 - 2 * theta), w = 4 * theta * (1 - theta), w1 = theta * (2 * theta - 1);

  for (int i = 0; i < stepper->system->n_states; i++)
    x[i] = w0 * self->x0[i] + w * self->middle[i] + w1 * self->x1[i];
  return ODE_DONE;
}

/* The inner stepper has all data of earlier steps; doubling itself has none. */
static void
doubling_restart (OdeStepper *stepper)
{
  OdeStepper *inner = ((Doubling *) stepper)->inner;

  if (inner->klass->restart != NULL)
    inner->klass->restart (inner);
}

/* A snapshot is that of the inner stepper. */
static size_t
doubling_snapshot_size (const OdeStepper *stepper)
{
  const OdeStepper *inner = ((const Doubling *) stepper)->inner;

  return inner->klass->snapshot_size != NULL ? inner->klass->snapshot_size (inner) : 0;
}

static void
doubling_save (const OdeStepper *stepper, void *bytes)
{
  const OdeStepper *inner = ((const Doubling *) stepper)->inner;

  if (inner->klass->save != NULL)
    inner->klass->save (inner, bytes);
}

static void
doubling_restore (OdeStepper *stepper, const void *bytes)
{
  OdeStepper *inner = ((Doubling *) stepper)->inner;

  if (inner->klass->restore != NULL)
    inner->klass->restore (inner, bytes);
}

static const char *
doubling_linear_algebra (const OdeStepper *stepper)
{
  const OdeStepper *inner = ((const Doubling *) stepper)->inner;

  return inner->klass->linear_algebra != NULL ? inner->klass->linear_algebra (inner) : NULL;
}

const OdeStepperClass ode_doubling_class = {
  .size = doubling_size,
  .init = doubling_init,
  .clear = doubling_clear,
  .attempt = doubling_attempt,
  .restart = doubling_restart,
  .linear_algebra = doubling_linear_algebra,
  .snapshot_size = doubling_snapshot_size,
  .save = doubling_save,
  .restore = doubling_restore,
};
