/* Step-size controllers: they decide whether an attempt is accepted, and the
 * size of the next step. The data are plain structs; the functions may be called from any thread. */
#pragma once

#include "ode-attempt.h"
#include "ode-settings.h"

/* The number log2 1e-4. Smaller errors are stored in the history as 1e-4, so that one step that
 * is accurate by chance does not dominate the next ones (facold in DOPRI5). */
#define ODE_CONTROL_LOG_FLOOR -13.287712379549449

typedef struct
{
  /* The following members are constant during the run. */
  OdeController kind;
  double safety, min_shrink, max_grow;
  double gains[3];
  double max_step; /* infinite if there is no limit */
  bool throw_on_min_step;
  /* The following members are the history of earlier steps. */
  double log_1, log_2;     /* log2 of the errors of the last and the second last accepted step, each at least log2 1e-4 */
  double h_1;              /* size of the last accepted step, 0: none */
  bool rejected;           /* the last attempt was rejected, so the next step must not grow */
  bool at_min;             /* Drake's rule: the step has the minimum size and cannot shrink */
} OdeControl;

typedef struct
{
  bool accept;
  bool below_minimum; /* the rule requires less than h_work, and throw_on_min_step is set: the run fails */
  double h_proposed;  /* proposed size before limits are applied */
  double h_next;
  OdeClamp clamp;
} OdeVerdict;

/* Copies the kind of controller, its factors, gains and limits from the settings. NaN is
 * replaced by the default of the kind. */
void ode_control_init (OdeControl *control, const OdeSettings *settings);
/* Clears the history of errors and steps, for example after a jump of the state. */
void ode_control_restart (OdeControl *control);
/* Decides on an attempt of size h. error is the norm of the estimate divided by the
 * tolerance; an attempt with NaN or infinity is rejected. p is the exponent
 * in the rule h (1/error)^(1/p), and h_work is the minimum step size. Updates the
 * history. */
OdeVerdict ode_control_judge (OdeControl *control, double error, double h, double p, double h_work);
/* Does the same for Drake's controller. */
OdeVerdict ode_control_judge_drake (OdeControl *control, double error, double h, double p, double h_work);
