/* Drake's rules for how fresh Newton's matrices must be. A solve is tried up to four times:
 *   1 with everything as it is, 2 with a new factorisation of the old Jacobian, 3 with a new Jacobian, 4 gives up.
 * A Jacobian is fresh when it was taken since the state last changed. */
#pragma once

#include "ode-slots.h"

#define ODE_TRIALS_SLOTS 3

typedef struct
{
  OdeSlots slots;
  OdePurpose purpose;      /* what right-hand sides count as */
  double *update, *product, *trial_x, *guess;
  double *memory;
  bool fresh;
} OdeTrials;

bool ode_trials_init (OdeTrials *trials, OdeStepper *stepper, char *error, size_t error_size);
void ode_trials_clear (OdeTrials *trials);
/* The state jumped or parameters changed: no Jacobian is known. */
void ode_trials_restart (OdeTrials *trials);
/* Starts an attempt from x0. */
void ode_trials_begin (OdeTrials *trials, const double *x0);
/* What the matrices need before a trial; factor and jacobian tell what to do. ODE_RETRY_NEWTON: give up. */
typedef struct { bool jacobian, factor; } OdeTrialNeeds;
OdeStatus ode_trials_needs (const OdeTrials *trials, int trial, bool factored_before, bool h_changed, OdeTrialNeeds *needs);
/* Solves M (x − x0) = R + γh f(t1, x) from the guess in x, Jacobian at (t0, x0); R NULL: zero. */
OdeStatus ode_trials_solve (OdeTrials *trials, int slot, double t0, double t1, double gamma_h, const double *x0, const double *R,
                            double *x);
/* Adds what was counted since before to the counters of the error estimator. */
void ode_trials_count_estimator (OdeStepper *stepper, const OdeStatistics *before);

size_t ode_trials_snapshot_size (const OdeTrials *trials);
void ode_trials_save (const OdeTrials *trials, void *bytes);
void ode_trials_restore (OdeTrials *trials, const void *bytes);
