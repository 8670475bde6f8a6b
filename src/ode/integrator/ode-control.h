/* Step-size controllers: from the error of an attempt to its verdict and to the
 * size of the next step. Plain data and pure functions; any thread. */
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
  double log_1, log_2;     /* log2 of the errors of the last and second last accepted step, each at least log2 1e-4 */
  double h_1;              /* size of the last accepted step, 0: none */
  bool rejected;           /* the last attempt was rejected: no growth */
  bool at_min;             /* Drake: stuck at the minimum */
} OdeControl;

typedef struct
{
  bool accept;
  bool below_minimum; /* the rule asks for less than h_work and throw_on_min_step is on: the run fails */
  double h_proposed;  /* before clamps */
  double h_next;
  OdeClamp clamp;
} OdeVerdict;

/* Takes kind, factors, gains and limits from the settings; values that are NaN
 * there become the defaults of the kind. */
void ode_control_init (OdeControl *control, const OdeSettings *settings);
/* Clears the history of errors and steps, as after a jump of the state. */
void ode_control_restart (OdeControl *control);
/* Judges an attempt of size h. error is the norm of the estimate over the
 * tolerance; NaN and infinity reject. p is the order in the rule h
 * (1/error)^(1/p), and h_work is the working minimum of the step. Updates the
 * history. */
OdeVerdict ode_control_judge (OdeControl *control, double error, double h, double p, double h_work);
