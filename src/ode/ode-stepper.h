/* The interface of a method. A method attempts a step and estimates its error.
 * Acceptance, step choice, minimum step, stretching, events, projection,
 * weights and statistics belong to the integrator. */
#pragma once

#include "ode-attempt.h"
#include "ode-method.h"
#include "ode-settings.h"
#include "ode-statistics.h"
#include "ode-trace.h"

typedef struct OdeStepper OdeStepper;

/* Data for one attempt: inputs from the integrator, and the stepper's results. */
typedef struct
{
  double t, h;
  const double *x0;    /* state at t */
  const double *f0;    /* right-hand side at (t, x0) if known, else NULL; a stepper that needs it evaluates it into f0_buffer and sets f0 */
  double *x1;          /* output: state at t + h */
  double *error;       /* out: estimate of the local error per component; NULL on entry: not wanted; set to NULL by the stepper: this
                          step has none */
  const double *f1;    /* out: right-hand side at (t + h, x1) if the attempt evaluated it (FSAL), else NULL */
  double *f0_buffer;     /* n_states numbers for f0 in the integrator's memory, kept as long as the step */
  double *f1_buffer;     /* the same for f1; a stepper may evaluate f1 there and set f1 = f1_buffer, which saves a copy */
  double h_taken;      /* in: h; a stepper with its own step control may shorten it */
  double h_suggested;  /* out: step size that an ODE_TRAIT_OWN_CONTROL stepper proposes, else 0 */
  int order;           /* out: order used; 0: the method's order */
  int error_order;     /* out: p of the step-size rule; 0: the method's */
  int newton_iterations;
  int jacobian_age;
  float contraction;
  float spectral_radius;
  bool tiny;           /* in: h is below the working minimum, so implicit methods use an explicit formula instead */
  bool retry;          /* in: the last attempt from the same x0 failed */
} OdeTry;

/* The functions of a method; each class is one constant. A function that is
 * NULL does nothing. */
struct OdeStepperClass
{
  /* Returns the bytes of the stepper's own struct for a method on a system; the
   * struct begins with an OdeStepper. */
  size_t (*size) (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings);
  /* Prepares the stepper, whose memory beyond its head is zero; may allocate.
   * Returns false with a reason in error. The caller then calls clear exactly
   * once, whether init succeeded or not: init leaves what it allocated, clear
   * frees what is there. The init and clear functions of the parts that steppers
   * are made of keep the same contract. */
  bool (*init) (OdeStepper *stepper, char *error, size_t error_size);
  void (*clear) (OdeStepper *stepper);
  /* Attempts one step and allocates nothing. A positive status asks for a
   * smaller step; a negative one stops the run. */
  OdeStatus (*attempt) (OdeStepper *stepper, OdeTry *step);
  /* Functions that are called after the last attempt: accept when it was
   * accepted, reject when the error test rejected it, restart when the state
   * jumped and history is invalid. */
  void (*accept) (OdeStepper *stepper, const OdeTry *step);
  void (*reject) (OdeStepper *stepper, const OdeTry *step);
  void (*restart) (OdeStepper *stepper);
  /* Returns to the state before the last accepted step, which is taken back. If
   * this is NULL, the integrator calls restart for methods with
   * ODE_TRAIT_MULTISTEP. */
  void (*undo) (OdeStepper *stepper);
  /* Returns NULL if the method can run the system, else the reason; called
   * before size. If this function is NULL, the general rules decide. */
  const char *(*refuses) (const OdeMethod *method, const OdeSystem *system);
  /* Computes x(t0 + θ·h) inside the last accepted step; may evaluate extra
   * stages once per step. If this is NULL, the integrator uses a cubic Hermite
   * polynomial. */
  OdeStatus (*dense) (OdeStepper *stepper, double theta, double *x);
  /* Returns the stage slopes of the last attempt, n_stages × n_states. */
  const double *(*stages) (const OdeStepper *stepper, int *n_stages);
  /* Returns a phrase that says how linear systems are solved, or NULL if there
   * are none. */
  const char *(*linear_algebra) (const OdeStepper *stepper);
  /* Functions for the history that a snapshot must contain beside t, x and the
   * controller. */
  size_t (*snapshot_size) (const OdeStepper *stepper);
  void (*save) (const OdeStepper *stepper, void *bytes);
  void (*restore) (OdeStepper *stepper, const void *bytes);
};

/* Common head of every stepper. The struct of each class begins with it. */
struct OdeStepper
{
  const OdeStepperClass *klass;
  const OdeMethod *method;
  const OdeSystem *system;
  OdeSettings settings;      /* the integrator's current settings */
  OdeStatistics *statistics; /* statistics of the integrator */
  double accuracy;           /* accuracy in use */
  /* Returns the error norm of a vector with the integrator's weights for this
   * step; at most 1 means within tolerance. */
  double (*norm) (void *integrator, const double *error, const double *x0, const double *x1);
  /* Returns dx/dt at the integrator's current point, which is the end of the last accepted step. Evaluates and counts it if it is not known
   * yet. */
  OdeStatus (*end_slope) (void *integrator, const double **dxdt);
  void *integrator;          /* first argument of the functions norm and end_slope */
  const long *rhs_limit;     /* count of rhs_evaluations at which an attempt is given up; NULL: none */
  OdeNewtonFunc newton_func; /* may be NULL */
  void *newton_user;
  OdeTrace *trace;           /* listener for the intermediate results of attempts; NULL: none */
};

/* Makes a stepper of head->klass with a copy of head and initializes it.
 * Returns NULL with a reason in error. */
OdeStepper *ode_stepper_new (const OdeStepper *head, char *error, size_t error_size);
/* Clears and frees a stepper; NULL is allowed. */
void ode_stepper_free (OdeStepper *stepper);
/* Copies settings, accuracy and listeners to a stepper that is part of another stepper. The outer stepper calls it before each attempt of
 * the part. */
void ode_stepper_follow (OdeStepper *part, const OdeStepper *whole);
/* Writes "out of memory" to error[error_size] and returns false. */
bool ode_stepper_refuse_memory (const OdeStepper *stepper, char *error, size_t error_size);

/* Evaluates the right-hand side and counts it for a purpose; every evaluation
 * of a stepper goes through it. Returns ODE_RETRY_WORK, without evaluating,
 * where the attempt has used all evaluations that it may use. */
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

/* Reports to the listener that a part of the attempt begins at (t, x[n_states])
 * with size h; the following events belong to it. stepper->trace must not be
 * NULL, as in the next three functions. */
void ode_trace_part (OdeStepper *stepper, OdeTracePart part, double t, double h, const double *x);
/* Reports stage `index`, from 1, with its state x[n_states] and slope
 * k[n_states]; k NULL: the slope is not known. */
void ode_trace_stage (OdeStepper *stepper, int index, double c, double t, const double *x, const double *k);
/* Reports the last iteration. Its n_vectors results are base + x; base NULL means zero. If guess is set, x is the guess before the first
 * iteration. h_ratio: the step size for which the factors were made over the size of this step; NaN: there are no factors. */
void ode_trace_iterate (OdeStepper *stepper, bool guess, double h_ratio, int n_vectors, const double *base, const double *x);
/* Reports an event of any other kind; n is the length of x and k. */
void ode_trace_event (OdeStepper *stepper, OdeTraceKind kind, int index, int column, double c, double t, int n, const double *x,
                      const double *k);

/* Returns the relative tolerance in force: relative_tolerance where it is set,
 * else absolute_tolerance, else the accuracy. */
double ode_stepper_relative_tolerance (const OdeStepper *stepper);
/* Returns whether the caller asked to stop. */
bool ode_stepper_stop_asked (const OdeStepper *stepper);
