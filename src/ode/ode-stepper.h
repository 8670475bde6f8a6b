/* The inside of a method: attempts a step and estimates its error, nothing
 * else. Acceptance, step choice, minimum step, stretching, events, projection,
 * weights and statistics are the integrator's. */
#pragma once

#include "ode-attempt.h"
#include "ode-method.h"
#include "ode-settings.h"
#include "ode-statistics.h"

typedef struct OdeStepper OdeStepper;

/* What the integrator hands a stepper and what it gets back for one attempt. */
typedef struct
{
  double t, h;
  const double *x0;    /* state at t */
  const double *f0;    /* rhs at (t, x0) where known, else NULL; a stepper that needs it evaluates it into f0_buffer and sets f0 */
  double *x1;          /* out: state at t + h */
  double *error;       /* out: estimate of the local error per component; NULL: not wanted; set to NULL: this step has none */
  const double *f1;    /* out: rhs at (t + h, x1) where it came for free (FSAL), else NULL */
  double *f0_buffer;     /* n_states of the integrator's for f0; kept as long as the step it belongs to */
  double *f1_buffer;     /* the same for f1; a stepper may evaluate f1 there and set f1 = f1_buffer, which saves a copy */
  double h_taken;      /* in: h; steppers with their own control may shorten it */
  double h_suggested;  /* out: own proposal of ODE_TRAIT_OWN_CONTROL steppers, else 0 */
  int order;           /* out: order used, 0: the method's */
  int error_order;     /* out: p of the step-size rule, 0: the method's */
  int newton_iterations;
  int jacobian_age;
  float contraction;
  float spectral_radius;
  bool tiny;           /* in: h is below the working minimum: implicit methods use their explicit fallback */
  bool retry;          /* in: the last attempt from this same x0 failed */
} OdeTry;

/* Every class is one constant. Functions not given are NULL and mean: nothing
 * to do. */
struct OdeStepperClass
{
  /* Bytes of the stepper's own state for a method on a system (OdeStepper
   * first). */
  size_t (*size) (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings);
  /* Prepares the stepper, whose memory beyond its head is zero; may allocate.
   * Returns false with a reason in error. The caller then calls clear exactly
   * once, whether init succeeded or not: init leaves what it allocated, clear
   * frees what is there. The init and clear functions of the parts that steppers
   * are made of keep the same contract. */
  bool (*init) (OdeStepper *stepper, char *error, size_t error_size);
  void (*clear) (OdeStepper *stepper);
  /* One attempt. > 0: try smaller; < 0: stop. Nothing is allocated from here
   * on. */
  OdeStatus (*attempt) (OdeStepper *stepper, OdeTry *step);
  /* The last attempt was accepted / rejected by the error test / the state
   * jumped (history is void). */
  void (*accept) (OdeStepper *stepper, const OdeTry *step);
  void (*reject) (OdeStepper *stepper, const OdeTry *step);
  void (*restart) (OdeStepper *stepper);
  /* The last accepted step is void: back to before it. NULL: `restart` where
   * the method has ODE_TRAIT_MULTISTEP. */
  void (*undo) (OdeStepper *stepper);
  /* NULL where the method can run the system, else why not; asked before size.
   * NULL function: the general rules suffice. */
  const char *(*refuses) (const OdeMethod *method, const OdeSystem *system);
  /* x(t0 + θ·h) inside the last accepted step; NULL: cubic Hermite by the
   * integrator. May evaluate extra stages once a step. */
  OdeStatus (*dense) (OdeStepper *stepper, double theta, double *x);
  /* Stage slopes of the last attempt, n_stages × n_states. */
  const double *(*stages) (const OdeStepper *stepper, int *n_stages);
  /* In words, how linear systems are solved; NULL: there are none. */
  const char *(*linear_algebra) (const OdeStepper *stepper);
  /* History that a snapshot must carry beyond t, x and the controller. */
  size_t (*snapshot_size) (const OdeStepper *stepper);
  void (*save) (const OdeStepper *stepper, void *bytes);
  void (*restore) (OdeStepper *stepper, const void *bytes);
};

/* Common head of every stepper; a class embeds it first. */
struct OdeStepper
{
  const OdeStepperClass *klass;
  const OdeMethod *method;
  const OdeSystem *system;
  OdeSettings settings;      /* the integrator's current settings */
  OdeStatistics *statistics; /* the integrator's */
  double accuracy;           /* in use */
  /* Error norm of a vector in the integrator's weights for this step: ≤ 1 is
   * within tolerance. */
  double (*norm) (void *integrator, const double *error, const double *x0, const double *x1);
  /* dx/dt at the integrator's current point, the end of the last accepted step;
   * evaluated and counted where it is not known yet. */
  OdeStatus (*end_slope) (void *integrator, const double **dxdt);
  void *integrator;          /* of norm and end_slope */
  OdeNewtonFunc newton_func; /* may be NULL */
  void *newton_user;
};

/* Makes a stepper of head->klass with a copy of head and initializes it.
 * Returns NULL with a reason in error. */
OdeStepper *ode_stepper_new (const OdeStepper *head, char *error, size_t error_size);
/* Clears and frees a stepper; NULL is allowed. */
void ode_stepper_free (OdeStepper *stepper);
/* Copies settings, accuracy and Newton function to a stepper that is part of
 * another one; the whole calls it before each attempt of the part. */
void ode_stepper_follow (OdeStepper *part, const OdeStepper *whole);
/* Writes "out of memory" to error[error_size] and returns false. */
bool ode_stepper_refuse_memory (const OdeStepper *stepper, char *error, size_t error_size);

/* Evaluates the right-hand side and counts it for a purpose; every evaluation
 * of a stepper goes through it. */
OdeStatus ode_stepper_rhs (OdeStepper *stepper, OdePurpose purpose, double t, const double *x, double *dxdt);
/* Evaluates dx/dt at (t, x) into f for dense output, unless *known; sets
 * *known. */
OdeStatus ode_stepper_dense_slope (OdeStepper *stepper, bool *known, double t, const double *x, double *f);

/* Evaluates the slope at the start of a step into step->f0_buffer and sets
 * step->f0, unless it is known. */
static inline OdeStatus
ode_stepper_start_slope (OdeStepper *stepper, OdeTry *step)
{
  OdeStatus status = ODE_DONE;

  if (step->f0 == NULL && (status = ode_stepper_rhs (stepper, ODE_RHS_STAGES, step->t, step->x0, step->f0_buffer)) == ODE_DONE)
    step->f0 = step->f0_buffer;
  return status;
}

/* Returns the relative tolerance in force: relative_tolerance where it is set,
 * else absolute_tolerance, else the accuracy. */
double ode_stepper_relative_tolerance (const OdeStepper *stepper);
/* Returns whether the caller asked to stop. */
bool ode_stepper_stop_asked (const OdeStepper *stepper);
