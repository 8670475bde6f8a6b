/* Automatic choice between a non-stiff and a stiff method: each step is made
 * by either Dormand–Prince 5(4) or RODAS 4(3).
 *
 * The change from non-stiff to stiff uses the test of DOPRI5 (Hairer and Wanner, Solving ODEs II, 2nd
 * ed. 1996, IV.2). Stages six and seven of Dormand and Prince are both taken at t + h,
 * so that
 *
 *   k_7 − k_6 = f(t + h, g_7) − f(t + h, g_6) ≈ J (g_7 − g_6)
 *
 * involves no ∂f/∂t, and ρ = ‖k_7 − k_6‖/‖g_7 − g_6‖ estimates the modulus of
 * the dominant eigenvalue: the stages act like a power iteration on components
 * that the step does not resolve. The estimate costs no evaluation. If −h ρ is
 * outside the stability interval (−3.31, 0) in most steps, stability limits the step
 * size, not accuracy: the controller keeps h ρ near the boundary. Rejected steps count too, a single step far
 * outside of the interval is made by the stiff method at once, and where the non-stiff method fails at every step
 * size the stiff one tries the step.
 *
 * The change from stiff to non-stiff follows Petzold (SIAM J. Sci. Stat. Comput. 4
 * (1983) 136): it happens when h ‖J‖₁, an upper bound of h ρ from the Jacobian of RODAS,
 * stays so small that the explicit method could take the same steps. The two tests
 * have different bounds, 3.25 and 2; the difference is a hysteresis
 * that prevents switching back and forth.
 *
 * Why three rules for the change to the stiff method. The rule of DOPRI5 is for components that the error test sees: it needs 15 steps, in which the error
 * test keeps h ρ near the boundary. A component that is below its absolute tolerance is not seen. It then grows, in one step
 * with h ρ far outside, to a value that changes the problem: in Robertson's reactions the second concentration becomes negative, and the solution
 * from there has no end. The last accepted state then lies on another solution, so a change after the failure comes too late; it helps where the
 * explicit stages leave the domain of the model, or the minimum step is larger than what the explicit method can use.
 *
 * The history consists of the counters of steps for and against a change. A restart
 * clears the counters and the histories of both steppers, but not the mode, since a jump of
 * the state seldom changes the stiffness. The order of an attempt on the tape shows which
 * method made it. */
#include "ode-explicit.h"
#include "ode-rosenbrock.h"

#include <math.h>
#include <string.h>

/* DOPRI5's test: after 15 steps with h ρ above 3.25, which is slightly below 3.31,
 * the stiff method is used; six successive steps below the bound reset the count.
 * Single steps above the bound occur in transients and are no reason to switch. */
#define STIFF_BOUND 3.25
#define STIFF_STEPS 15
#define CLEAR_STEPS 6
/* A step with h ρ above 5 multiplies the component of the dominant eigenvalue by more than 13 (the stability polynomial at −5). */
#define UNSTABLE_BOUND 5.0
/* After ten successive steps with h ‖J‖₁ below 2, which is two thirds of the stability
 * interval, the explicit method is used. It then has a margin for larger steps. */
#define EASY_BOUND 2.0
#define EASY_STEPS 10

/* The indices of the two methods in child[]. */
enum { NON_STIFF, STIFF };

typedef struct
{
  int mode;       /* index in child[] of the method that makes the next attempt */
  int last;       /* index in child[] of the method that made the last accepted step */
  int count;      /* number of steps in favour of the other method */
  int clear;      /* number of successive steps in favour of the current method */
} Choice;

typedef struct
{
  OdeStepper base;
  OdeStepper *child[2];
  Choice choice;
  double product; /* h ρ of the last attempt, or the bound h ‖J‖₁ in stiff mode */
  double *point;  /* n_states numbers: the point g₆ of stage 6 */
} Switching;

static size_t
switching_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (Switching) + ((size_t) system->n_states + 1) * sizeof (double);
}

/* Frees both steppers. */
static void
switching_clear (OdeStepper *stepper)
{
  Switching *self = (Switching *) stepper;

  for (int i = 0; i < 2; i++)
    ode_stepper_free (self->child[i]);
}

/* Returns whether the mass matrix differs from the identity. The explicit method
 * cannot be used then. */
static bool
is_always_stiff (const Switching *self)
{
  return self->base.system->mass_pattern != NULL;
}

/* Makes both steppers. With a mass matrix only the stiff stepper is used. */
static bool
switching_init (OdeStepper *stepper, char *error, size_t error_size)
{
  Switching *self = (Switching *) stepper;

  const OdeMethod *const methods[] = { [NON_STIFF] = &ode_method_runge_kutta5, [STIFF] = &ode_method_rodas4 };

  self->point = (double *) (self + 1);
  for (int i = 0; i < 2; i++)
    {
      OdeStepper head = *stepper;

      head.klass = methods[i]->stepper;
      head.method = methods[i];
      self->child[i] = ode_stepper_new (&head, error, error_size);
      if (self->child[i] == NULL)
        return false;
    }
  self->choice.mode = self->choice.last = is_always_stiff (self) ? STIFF : NON_STIFF;
  return true;
}

/* Discards the histories of both steppers and the counters; keeps the mode. */
static void
switching_restart (OdeStepper *stepper)
{
  Switching *self = (Switching *) stepper;

  for (int i = 0; i < 2; i++)
    if (self->child[i]->klass->restart != NULL)
      self->child[i]->klass->restart (self->child[i]);
  self->choice.count = self->choice.clear = 0;
}

/* Computes h ρ = h ‖k_7 − k_6‖₂/‖g_7 − g_6‖₂, with g_7 = x1 and g_6 recomputed
 * from the slopes. Returns 0, which means not stiff, if the points
 * coincide or the slopes are not available. */
static double
measure_explicit (Switching *self, const OdeTry *step)
{
  const OdeTableau *tableau = ode_method_runge_kutta5.tableau;
  const int n = self->base.system->n_states, s = tableau->n_stages;
  int n_stages = 0;
  const double *k = self->child[NON_STIFF]->klass->stages != NULL ? self->child[NON_STIFF]->klass->stages (self->child[NON_STIFF],
      &n_stages)
                                                                  : NULL;
  double slopes = 0.0, points = 0.0;

  if (k == NULL || n_stages < s)
    return 0.0;
  for (int i = 0; i < n; i++)
    {
      double g = step->x0[i];

      for (int j = 0; j < s - 2; j++)
        g += step->h * tableau->A[(s - 2) * s + j] * k[(ptrdiff_t) j * n + i];
      /* k_7 is the FSAL slope at x1, so rise is k_7 − k_6; x1 − g below is g_7 − g_6. */
      const double rise = k[(ptrdiff_t) (s - 1) * n + i] - k[(ptrdiff_t) (s - 2) * n + i];

      slopes += rise * rise;
      points += (step->x1[i] - g) * (step->x1[i] - g);
    }
  return points > 0.0 ? step->h * sqrt (slopes / points) : 0.0;
}

/* Changes to the other method. Its history belongs to earlier points, so it is restarted. */
static void
change_mode (Switching *self, int mode)
{
  OdeStepper *child = self->child[mode];

  self->choice.mode = mode;
  self->choice.count = self->choice.clear = 0;
  if (child->klass->restart != NULL)
    child->klass->restart (child);
}

/* Makes the attempt with the stepper of the current mode and measures h ρ. Both values are h times a measure of the Jacobian. Divided by h,
 * the measure is the spectral radius on the tape: an estimate in one mode, an upper bound in the other. */
static OdeStatus
attempt_in_mode (Switching *self, OdeTry *step)
{
  const int mode = self->choice.mode;
  OdeStepper *child = self->child[mode];
  OdeStatus status;

  self->product = 0.0;
  ode_stepper_follow (child, &self->base);
  if (child->trace != NULL)
    ode_trace_event (child, ODE_TRACE_METHOD, 0, 0, 0.0, step->t, 0, NULL, NULL);
  status = child->klass->attempt (child, step);
  step->order = child->method->order;
  step->error_order = child->method->error_order;
  if (status != ODE_DONE)
    return status;
  self->product = mode == NON_STIFF ? measure_explicit (self, step) : step->h * ode_rosenbrock_jacobian_norm (child);
  step->spectral_radius = (float)(self->product / step->h);
  return ODE_DONE;
}

/* Makes the attempt. A step of the explicit method far outside of its stability interval is not used, whatever its error is: a component
 * that is below its tolerance, and therefore not seen by the error test, would grow by a large factor, and the solution through the new
 * state may differ from that through the old one. The stiff method makes the step instead. */
static OdeStatus
switching_attempt (OdeStepper *stepper, OdeTry *step)
{
  Switching *self = (Switching *)stepper;
  OdeStatus status = attempt_in_mode (self, step);

  if (self->choice.mode == STIFF || status != ODE_DONE || !(self->product > UNSTABLE_BOUND))
    return status;
  change_mode (self, STIFF);
  step->f1 = NULL;
  return attempt_in_mode (self, step);
}

/* Counts the step for or against a change of mode and changes it. In stiff mode
 * one step against a change resets the count, so that ten successive steps
 * below the bound are needed: a wrong change costs many explicit steps, a late change
 * only some Jacobians. The stepper of the new mode is restarted, because its history
 * belongs to earlier points. */
static void
switching_accept (OdeStepper *stepper, const OdeTry *step)
{
  Switching *self = (Switching *) stepper;
  Choice *choice = &self->choice;
  OdeStepper *child = self->child[choice->mode];
  const bool stiff = choice->mode == STIFF;
  const bool other = stiff ? self->product < EASY_BOUND : self->product > STIFF_BOUND;

  if (child->klass->accept != NULL)
    child->klass->accept (child, step);
  choice->last = choice->mode;
  if (other)
    {
      choice->count++;
      choice->clear = 0;
    }
  /* In stiff mode one step against a change resets the count; in non-stiff
   * mode six successive steps do. */
  else if (++choice->clear >= CLEAR_STEPS || stiff)
    choice->count = 0;
  if (choice->count < (stiff ? EASY_STEPS : STIFF_STEPS) || is_always_stiff (self))
    return;
  change_mode (self, stiff ? NON_STIFF : STIFF);
}

/* Passes a rejection to the stepper that made the attempt. A rejected step of the explicit method with h ρ beyond the bound counts like an
 * accepted one: it is the usual end of a step that stability limits. A step below the bound counts neither for nor against a change,
 * because the reason of the rejection may be accuracy. */
static void
switching_reject (OdeStepper *stepper, const OdeTry *step)
{
  Switching *self = (Switching *)stepper;
  OdeStepper *child = self->child[self->choice.mode];

  if (child->klass->reject != NULL)
    child->klass->reject (child, step);
  if (self->choice.mode == STIFF || !(self->product > STIFF_BOUND))
    return;
  self->choice.clear = 0;
  if (++self->choice.count >= STIFF_STEPS)
    change_mode (self, STIFF);
}

/* Where the explicit method fails, the stiff one makes the step from the last accepted state. It may fail too, and the run then ends. */
static bool
switching_fall_back (OdeStepper *stepper)
{
  Switching *self = (Switching *)stepper;

  if (self->choice.mode == STIFF)
    return false;
  change_mode (self, STIFF);
  return true;
}

/* Evaluates the dense output of the method that made the last accepted step. The
 * next step may use the other method. */
static OdeStatus
switching_dense (OdeStepper *stepper, double theta, double *x)
{
  OdeStepper *child = ((Switching *) stepper)->child[((Switching *) stepper)->choice.last];

  return child->klass->dense (child, theta, x);
}

/* Returns the stage slopes of the method that made the last accepted step. */
static const double *
switching_stages (const OdeStepper *stepper, int *n_stages)
{
  const OdeStepper *child = ((const Switching *) stepper)->child[((const Switching *) stepper)->choice.last];

  *n_stages = 0;
  return child->klass->stages != NULL ? child->klass->stages (child, n_stages) : NULL;
}

/* Returns the size of a stepper's snapshot, rounded up to 8 bytes so that the
 * next one in the buffer is aligned. */
static size_t
child_snapshot_size (const OdeStepper *child)
{
  return child->klass->snapshot_size != NULL ? (child->klass->snapshot_size (child) + 7) & ~(size_t) 7 : 0;
}

static size_t
switching_snapshot_size (const OdeStepper *stepper)
{
  const Switching *self = (const Switching *) stepper;

  return sizeof (Choice) + child_snapshot_size (self->child[0]) + child_snapshot_size (self->child[1]);
}

/* Both steppers are saved, because the method may change between them after the snapshot. */
static void
switching_save (const OdeStepper *stepper, void *bytes)
{
  const Switching *self = (const Switching *) stepper;
  char *at = (char *) bytes + sizeof (Choice);

  memcpy (bytes, &self->choice, sizeof (Choice));
  for (int i = 0; i < 2; at += child_snapshot_size (self->child[i]), i++)
    if (self->child[i]->klass->save != NULL)
      self->child[i]->klass->save (self->child[i], at);
}

/* Each stepper reads its own part, at the place where switching_save wrote it. */
static void
switching_restore (OdeStepper *stepper, const void *bytes)
{
  Switching *self = (Switching *) stepper;
  const char *at = (const char *) bytes + sizeof (Choice);

  memcpy (&self->choice, bytes, sizeof (Choice));
  for (int i = 0; i < 2; at += child_snapshot_size (self->child[i]), i++)
    if (self->child[i]->klass->restore != NULL)
      self->child[i]->klass->restore (self->child[i], at);
}

static const char *
switching_linear_algebra (const OdeStepper *stepper)
{
  return ((const Switching *) stepper)->child[STIFF]->klass->linear_algebra (((const Switching *) stepper)->child[STIFF]);
}

static const OdeStepperClass switching_class = {
  .size = switching_size,
  .init = switching_init,
  .clear = switching_clear,
  .attempt = switching_attempt,
  .linear_algebra = switching_linear_algebra,
  .accept = switching_accept,
  .reject = switching_reject,
  .fall_back = switching_fall_back,
  .restart = switching_restart,
  .dense = switching_dense,
  .stages = switching_stages,
  .snapshot_size = switching_snapshot_size,
  .save = switching_save,
  .restore = switching_restore,
};

/* The orders are those of Dormand–Prince, which makes the first step; each step
 * reports the orders of its own method. The stiff method (RODAS) is L-stable. */
const OdeMethod ode_method_auto = {
  .id = "auto",
  .label = ODE_N_ ("Automatic: Dormand–Prince or RODAS"),
  .aliases = "automatic",
  .similar_to = "SciPy LSODA, Julia AutoTsit5",
  .advice = ODE_N_ ("Starts with an explicit method, switches to a stiff one where stability limits the step, and switches back; for "
                    "problems of unknown stiffness."),
  .source = "Petzold, SIAM J. Sci. Stat. Comput. 4 (1983) 136-148, doi:10.1137/0904010; Hairer and Wanner II, 1996, IV.2",
  .family = ODE_FAMILY_SWITCHING,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_STIFF | ODE_TRAIT_DAE | ODE_TRAIT_VARIABLE_ORDER,
  .order = 5,
  .embedded_order = 4,
  .error_order = 5,
  .dense_order = 3,
  .n_stages = 6,
  .accuracy_default = 1e-4,
  .accuracy_loosest = 1e-1,
  .accuracy_tightest = 1e-12,
  .stepper = &switching_class,
};
