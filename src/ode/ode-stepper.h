/* The interface of a method. A method attempts a step and estimates its error.
 * The integrator accepts or rejects it, chooses the step size, ends steps at events, projects
 * onto constraints, defines the weights and sums the statistics. */
#pragma once

#include <stdint.h>

#include "ode-attempt.h"
#include "ode-method.h"
#include "ode-norm.h"
#include "ode-settings.h"
#include "ode-statistics.h"
#include "ode-trace.h"

typedef struct OdeStepper OdeStepper;

/* The data of one attempt. "in" marks inputs from the integrator, "out" results of the stepper. */
typedef struct
{
  double t, h;
  const double *x0;    /* state at t */
  const double *f0;    /* right-hand side at (t, x0) if known, otherwise NULL; a stepper that needs it evaluates it into f0_buffer and
                        * sets f0 */
  double *x1;          /* out: state at t + h */
  double *error;       /* out: estimate of the local error of each component. The integrator passes NULL if it needs no estimate; the stepper sets
                        * NULL if it has no estimate for this step */
  const double *f1;    /* out: right-hand side at (t + h, x1) if the attempt evaluated it (FSAL), otherwise NULL */
  double *f0_buffer;     /* n_states numbers for f0, owned by the integrator, valid until the next attempt */
  double *f1_buffer;     /* n_states numbers for f1, owned by the integrator; a stepper may
                          * evaluate f1 there and set f1 = f1_buffer, which avoids a copy */
  double h_taken;      /* in: h; out: the step that was taken, which is shorter if the stepper has separate step control */
  double h_suggested;  /* out: step size that an ODE_TRAIT_OWN_CONTROL stepper proposes, else 0 */
  int order;           /* out: order of this attempt; 0: the order of the method */
  int error_order;     /* out: p in the step-size rule h (tol/err)^(1/p); 0: p of the method */
  int accuracy_order;  /* out: p in h ∝ accuracy^(1/p), if the stepper transforms the tolerance; 0: error_order */
  int newton_iterations;
  int jacobian_age;
  float contraction;
  float spectral_radius;
  bool tiny;           /* in: h is below the minimum step, so implicit methods use an explicit formula instead */
  bool f0_read;        /* out: the attempt needs f0 */
  bool retry;          /* in: the last attempt from the same x0 failed */
} OdeTry;

/* The functions of a method. Each class of steppers is one constant. A function pointer may be NULL if its function would do
 * nothing. */
struct OdeStepperClass
{
  /* The error of a step may be this part of the tolerance; 0: the whole. It is less than 1 for methods whose errors accumulate over many short steps, while
   * those of other methods are smaller than their estimates. */
  double tolerance_part;
  /* Returns the size in bytes of the stepper's struct, which begins with an OdeStepper, for a method and a
   * system. */
  size_t (*size) (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings);
  /* Prepares the stepper, whose memory after the OdeStepper is zero, and may allocate memory.
   * Returns false with a reason in error. The caller then calls clear exactly
   * once, whether init succeeded or not: init does not free what it allocated
   * before a failure, clear does. The init and clear functions of the parts
   * of a stepper obey the same rule. */
  bool (*init) (OdeStepper *stepper, char *error, size_t error_size);
  void (*clear) (OdeStepper *stepper);
  /* Attempts one step and allocates nothing. A positive status asks for a
   * smaller step; a negative one stops the run. */
  OdeStatus (*attempt) (OdeStepper *stepper, OdeTry *step);
  /* Optional: attempts a step of size h = step->h like attempt, and returns the norm of its error with the weights of the integrator, or NaN if it did not compute
   * it. With a norm, all results are finite. h and the norm are passed in registers: each number that goes through memory takes as long as four additions. */
  double (*attempt_with_norm) (OdeStepper *stepper, OdeTry *step, double h, OdeStatus *status);
  /* Optional: chooses the order of the next attempt after the error test, and returns the size of the next attempt. `error` is the norm of the error, and
   * h_next the size that the controller proposes. The integrator limits the result as it limits proposals of the controller. It does not call the function
   * after an accepted step that was cut to end at a given time. */
  double (*next_size) (OdeStepper *stepper, const OdeTry *step, double error, bool accepted, double h_next);
  /* Optional: takes up changed settings. */
  void (*settings_changed) (OdeStepper *stepper);
  /* Functions that the integrator calls after an attempt: accept when the attempt was accepted,
   * reject when the error test rejected it, restart when the state jumped, so that the history is
   * invalid. */
  void (*accept) (OdeStepper *stepper, const OdeTry *step);
  void (*reject) (OdeStepper *stepper, const OdeTry *step);
  void (*restart) (OdeStepper *stepper);
  /* Changes to another method after all attempts of a step have failed, and returns whether there is one. The integrator then begins the
   * step anew with its first size. If the pointer is NULL, there is no other method. */
  bool (*fall_back) (OdeStepper *stepper);
  /* Returns to the state before the last accepted step, because the integrator discards that
   * step. If undo is NULL, the integrator calls restart instead for methods with
   * ODE_TRAIT_MULTISTEP. */
  void (*undo) (OdeStepper *stepper);
  /* Returns NULL if the method can integrate the system, otherwise a message with the reason. The
   * integrator calls this function before `size`. If the pointer is NULL, only the general rules apply. */
  const char *(*refuses) (const OdeMethod *method, const OdeSystem *system);
  /* Computes x(t0 + θ·h) inside the last accepted step. It may evaluate extra
   * stages once per step. If it is NULL, the integrator uses a cubic Hermite
   * polynomial. */
  OdeStatus (*dense) (OdeStepper *stepper, double theta, double *x);
  /* Returns whether `dense` is as accurate as the last accepted step, for the system of the stepper. If not, the integrator computes dense
   * output from shorter steps; before the first step the function returns false if any step may need them. If the pointer is NULL, `dense`
   * always suffices. */
  bool (*dense_suffices) (const OdeStepper *stepper);
  /* Returns the slopes of the stages of the last attempt, n_stages × n_states numbers owned by the stepper. */
  const double *(*stages) (const OdeStepper *stepper, int *n_stages);
  /* Returns a phrase that says how linear systems are solved, or NULL if the method solves
   * none. */
  const char *(*linear_algebra) (const OdeStepper *stepper);
  /* Functions that save and restore the history of the stepper in a snapshot. The integrator saves t, x and the state of the
   * controller. */
  size_t (*snapshot_size) (const OdeStepper *stepper);
  void (*save) (const OdeStepper *stepper, void *bytes);
  void (*restore) (OdeStepper *stepper, const void *bytes);
};

/* The common head of every stepper. The struct of each class begins with an OdeStepper. */
struct OdeStepper
{
  const OdeStepperClass *klass;
  const OdeMethod *method;
  const OdeSystem *system;
  OdeSettings settings;      /* the integrator's current settings */
  OdeStatistics *statistics; /* statistics of the integrator */
  double accuracy;           /* accuracy of the settings (NaN there: the default), limited to the range of the method */
  /* n_states smallest sizes of the states for this step, with which ODE_WEIGHTING_SIZE compares errors; NULL: none */
  const double *sizes;
  /* Returns the error norm of a vector with the integrator's weights for this
   * step; a norm of at most 1 is within tolerance. */
  double (*norm) (void *integrator, const double *error, const double *x0, const double *x1);
  const OdeNormData *norm_data; /* the weights of the integrator */
  /* Returns dx/dt at the integrator's current point, which is the end of the last
   * accepted step. Evaluates and counts the right-hand side if the value is not known yet. */
  OdeStatus (*end_slope) (void *integrator, const double **dxdt);
  void *integrator;          /* first argument of the functions norm and end_slope */
  const int64_t *rhs_limit;  /* value of rhs_evaluations at which an attempt is abandoned; NULL: no limit */
  OdeTrace *trace;           /* listener for the intermediate results of attempts; NULL: none */
};

/* Makes a stepper of head->klass with a copy of head and initializes it.
 * Returns NULL with a reason in error. */
OdeStepper *ode_stepper_new (const OdeStepper *head, char *error, size_t error_size);
/* Clears and frees a stepper; NULL is allowed. */
void ode_stepper_free (OdeStepper *stepper);
/* Copies settings, accuracy and listeners to the stepper `part`, which the stepper `whole` contains. `whole` calls this function before
 * each attempt of `part`. */
void ode_stepper_follow (OdeStepper *part, const OdeStepper *whole);
/* Writes "out of memory" to error[error_size] and returns false. */
bool ode_stepper_refuse_memory (const OdeStepper *stepper, char *error, size_t error_size);

/* Evaluates the right-hand side and counts it for a purpose; every stepper
 * evaluates by this function. Returns, without an evaluation, ODE_RETRY_WORK if the
 * attempt has reached its limit of evaluations, and ODE_STOPPED if settings.look
 * ended the run. */
OdeStatus ode_stepper_rhs (OdeStepper *stepper, OdePurpose purpose, double t, const double *x, double *dxdt);
/* Evaluates dx/dt at (t, x) into f for dense output and sets *known; does nothing if *known is already
 * true. */
OdeStatus ode_stepper_dense_slope (OdeStepper *stepper, bool *known, double t, const double *x, double *f);

/* Evaluates the slope at the start of a step into step->f0_buffer and sets
 * step->f0, unless it is known. */
static inline OdeStatus
ode_stepper_start_slope (OdeStepper *stepper, OdeTry *step)
{
  OdeStatus status = ODE_DONE;

  step->f0_read = true;
  if (step->f0 == NULL && (status = ode_stepper_rhs (stepper, ODE_RHS_STAGES, step->t, step->x0, step->f0_buffer)) == ODE_DONE)
    step->f0 = step->f0_buffer;
  return status;
}

/* Reports to the listener that a part of the attempt begins at (t, x[n_states])
 * with size h; the events that follow belong to this part. stepper->trace must not be
 * NULL, as in the next three functions. */
void ode_trace_part (OdeStepper *stepper, OdeTracePart part, double t, double h, const double *x);
/* Reports the stage with number `index`, counted from 1, with its state
 * x[n_states] and slope k[n_states]; k is NULL if the slope is not known. */
void ode_trace_stage (OdeStepper *stepper, int index, double c, double t, const double *x, const double *k);
/* Reports the last Newton iteration. Its result, n_vectors vectors, is base + x; base NULL means zero. If guess is true, x is the
 * initial guess of the iteration instead. h_ratio is the step size for which the factors were computed, divided by the size of this
 * step; NaN: there are no factors. */
void ode_trace_iterate (OdeStepper *stepper, bool guess, double h_ratio, int n_vectors, const double *base, const double *x);
/* Reports an event of any other kind; n is the length of x and k. */
void ode_trace_event (OdeStepper *stepper, OdeTraceKind kind, int index, int column, double c, double t, int n, const double *x,
                      const double *k);

/* Returns the relative tolerance in force: relative_tolerance where it is set,
 * else absolute_tolerance, else the accuracy. */
double ode_stepper_relative_tolerance (const OdeStepper *stepper);
/* Returns whether the caller asked to stop, by settings.stop or settings.look. */
bool ode_stepper_stop_asked (const OdeStepper *stepper);
/* Returns the status of an attempt whose factorization failed: ODE_STOPPED if the caller asked to stop, else ODE_RETRY_SINGULAR. */
OdeStatus ode_stepper_singular (const OdeStepper *stepper);
/* Returns the function by which a factorization of the given order looks for a request to stop; its argument is the stepper. Orders below
 * ODE_LOOK_STATES take too little time to look: NULL. */
OdeLook ode_stepper_look_of (int order);
