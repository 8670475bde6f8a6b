/* Step-size controllers: from the error of an attempt to the next step size. */
#pragma once

#include "ode-attempt.h"
#include "ode-settings.h"

typedef struct
{
  /* constants of the run */
  OdeController kind;
  double safety, min_shrink, max_grow;
  double gains[3];
  double max_step; /* infinite: none */
  bool throw_on_min_step;
  /* history */
  double log_1, log_2;     /* log2 of the errors of the last and second last accepted steps, those at least 1e-4 */
  double h_1;              /* size of the last accepted step, 0: none */
  bool rejected;           /* the last attempt was rejected: no growth */
  bool at_min;             /* Drake: stuck at the minimum */
} OdeControl;

typedef struct
{
  bool accept;
  bool below_minimum; /* asked for less than h_work although throwing is on */
  double h_proposed;  /* before clamps */
  double h_next;
  OdeClamp clamp;
} OdeVerdict;

void ode_control_init (OdeControl *control, const OdeSettings *settings);
/* Forgets the history. */
void ode_control_restart (OdeControl *control);
/* Judges an attempt of size h whose error over tolerance is error (NaN and infinity included); p is the order of the rule
 * h·(tol/error)^(1/p); h_work the working minimum. */
OdeVerdict ode_control_judge (OdeControl *control, double error, double h, double p, double h_work);
