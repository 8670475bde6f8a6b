/* Automatic choice between a non-stiff and a stiff method: Dormand–Prince 5(4)
 * and RODAS 4(3), one of which makes each step.
 *
 * Non-stiff to stiff (Hairer and Wanner, Solving ODEs II, 2nd ed. 1996, IV.2;
 * DOPRI5). Stages six and seven of Dormand and Prince are both taken at t + h,
 * so that
 *
 *   k_7 − k_6 = f(t + h, g_7) − f(t + h, g_6) ≈ J (g_7 − g_6)
 *
 * involves no ∂f/∂t, and ρ = ‖k_7 − k_6‖/‖g_7 − g_6‖ estimates the modulus of
 * the dominant eigenvalue: the stages act like a power iteration on components
 * that the step does not resolve. It costs no evaluation. Where h ρ lies beyond
 * the stability interval (−3.31, 0) in most steps, stability limits the step
 * and not accuracy: the controller keeps h ρ near the boundary.
 *
 * Stiff to non-stiff (Petzold, SIAM J. Sci. Stat. Comput. 4 (1983) 136): h
 * ‖J‖₁, an upper bound of h ρ from the Jacobian that RODAS has anyway, stays so
 * small that the explicit method could take the same steps. The two measures
 * differ, and so do their bounds, 3.25 and 2: the gap between them is the
 * hysteresis that prevents switching back and forth.
 *
 * History: counters of steps for and against a change. They and the histories
 * of both steppers are invalid after a restart; the mode itself is kept, since a
 * jump of the state seldom changes the stiffness. order on the tape tells which
 * method stepped. */
#include "ode-explicit.h"
#include "ode-rosenbrock.h"

#include <math.h>
#include <string.h>

/* DOPRI5's test: 15 steps beyond 3.25, just inside the interval of 3.31, call
 * for the stiff method; six steps in a row within it clear the count. Isolated
 * steps beyond the bound occur in transients that are no reason to switch. */
#define STIFF_BOUND 3.25
#define STIFF_STEPS 15
#define CLEAR_STEPS 6
/* Two thirds of the explicit interval in ten consecutive steps: after the
 * change the explicit method starts with a margin for growth of its steps. */
#define EASY_BOUND 2.0
#define EASY_STEPS 10

/* Index of child[]. */
enum { NON_STIFF, STIFF };

typedef struct
{
  int mode;       /* index of the method of the next attempt */
  int last;       /* index of the method of the last accepted step */
  int count;      /* steps that favoured the other method */
  int clear;      /* consecutive steps that favoured the current method */
} Choice;

typedef struct
{
  OdeStepper base;
  OdeStepper *child[2];
  Choice choice;
  double product; /* h ρ of the last attempt */
  double *point;  /* n: the point g₆ of stage 6 */
} Switching;

static size_t
switching_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (Switching) + ((size_t) system->n_states + 1) * sizeof (double);
}

static void
switching_clear (OdeStepper *stepper)
{
  Switching *self = (Switching *) stepper;

  for (int i = 0; i < 2; i++)
    ode_stepper_free (self->child[i]);
}

/* Returns whether a mass matrix differs from the identity: the explicit method
 * cannot then be used. */
static bool
is_always_stiff (const Switching *self)
{
  return self->base.system->mass_pattern != NULL;
}

/* Makes both steppers. With a mass matrix only the stiff one is ever used. */
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
 * from the slopes. Returns zero, which counts as not stiff, if the points
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
      /* k_7 − k_6, with k_7 the FSAL slope at x1; below x1 − g is g_7 − g_6. */
      const double rise = k[(ptrdiff_t) (s - 1) * n + i] - k[(ptrdiff_t) (s - 2) * n + i];

      slopes += rise * rise;
      points += (step->x1[i] - g) * (step->x1[i] - g);
    }
  return points > 0.0 ? step->h * sqrt (slopes / points) : 0.0;
}

/* Lets the stepper of the present mode make the attempt and measures h ρ, which
 * the tape records as spectral_radius. */
static OdeStatus
switching_attempt (OdeStepper *stepper, OdeTry *step)
{
  Switching *self = (Switching *) stepper;
  const int mode = self->choice.mode;
  OdeStepper *child = self->child[mode];
  OdeStatus status;

  ode_stepper_follow (child, stepper);
  if (child->trace != NULL)
    ode_trace_event (child, ODE_TRACE_METHOD, 0, 0, 0.0, step->t, 0, NULL, NULL);
  status = child->klass->attempt (child, step);
  step->order = child->method->order;
  step->error_order = child->method->error_order;
  if (status != ODE_DONE)
    return status;
  /* Both values are h times a measure of the Jacobian. Divided by h, the
   * measure is the spectral radius on the tape: an estimate in one mode, an
   * upper bound in the other. */
  self->product = mode == NON_STIFF ? measure_explicit (self, step) : step->h * ode_rosenbrock_jacobian_norm (child);
  step->spectral_radius = (float) (self->product / step->h);
  return ODE_DONE;
}

/* Counts the step for or against a change of mode and changes it. In stiff mode
 * one step against clears the count, so that ten easy steps in a row are
 * needed: a wrong change costs a stiff transient solved explicitly, a late one
 * only Jacobians. The stepper that takes over is restarted, because its history
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
  /* In stiff mode any step against clears the count; in non-stiff mode six in a
   * row do. */
  else if (++choice->clear >= CLEAR_STEPS || stiff)
    choice->count = 0;
  if (choice->count < (stiff ? EASY_STEPS : STIFF_STEPS) || is_always_stiff (self))
    return;
  choice->mode = stiff ? NON_STIFF : STIFF;
  choice->count = choice->clear = 0;
  child = self->child[choice->mode];
  if (child->klass->restart != NULL)
    child->klass->restart (child);
}

/* Passes a rejection to the stepper that made the attempt. It counts neither
 * for nor against a change: rejections also follow from accuracy. */
static void
switching_reject (OdeStepper *stepper, const OdeTry *step)
{
  OdeStepper *child = ((Switching *) stepper)->child[((Switching *) stepper)->choice.mode];

  if (child->klass->reject != NULL)
    child->klass->reject (child, step);
}

/* Evaluates the dense output of the method that made the last accepted step,
 * which need not be that of the next. */
static OdeStatus
switching_dense (OdeStepper *stepper, double theta, double *x)
{
  OdeStepper *child = ((Switching *) stepper)->child[((Switching *) stepper)->choice.last];

  return child->klass->dense (child, theta, x);
}

/* Returns the stages of the last accepted step's method. */
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
