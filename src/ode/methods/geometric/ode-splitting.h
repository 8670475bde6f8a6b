/* Symplectic compositions of kicks and drifts for q' = v, v' = a (q, t). */
#pragma once

#include "ode-stepper.h"

/* The type to which OdeMethod.data of a splitting method points: fractions of h for each stage. A stage is
 * a kick followed by a drift, or a drift followed by a kick if drift_first is set. The fractions of
 * each kind add up to 1. */
typedef struct
{
  int n_stages;
  bool drift_first;
  const double *kick, *drift; /* n_stages numbers each: step sizes of the stages as fractions of h */
} OdeSplitting;

extern const OdeStepperClass ode_splitting_class;
