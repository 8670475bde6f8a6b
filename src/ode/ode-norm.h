/* Error norms: from a vector of local errors to one number, at most 1 where the
 * step is within tolerance. */
#pragma once

#include "ode-settings.h"
#include "ode-system.h"

typedef struct OdeNormData OdeNormData;

/* Returns the norm of error[n_states] over the tolerances of a step from x0 to
 * x1 (x1 may be x0); NaN if any part is NaN. */
typedef double (*OdeNormFunc) (const OdeNormData *data, const double *error, const double *x0, const double *x1);

struct OdeNormData
{
  int n_states;
  const OdeSystem *system;
  bool tolerances;     /* relative and absolute, else accuracy and weights */
  double rtol;
  double accuracy;
  OdeWeighting weighting;
  OdeNorm norm;
  double inverse_n;
  double *atol;        /* n_states numbers */
  double *weight;      /* n_states; positions have the weight of their velocity (absolute, simbody) */
  double *floor;       /* n_states: 1/weight, infinite where the weight is 0 */
  double *projected;   /* n_states, scratch: errors without the radial part of each quaternion */
  OdeNormFunc func;
};

/* Returns the size in bytes of the arrays of a norm. */
size_t ode_norm_size (int n_states);
/* Places the arrays in memory[ode_norm_size (n_states)], which the caller owns,
 * and fills them from the settings; accuracy is the one in use. */
void ode_norm_init (OdeNormData *data, const OdeSystem *system, const OdeSettings *settings, double accuracy, void *memory);
/* Writes |error_i| over the tolerance of component i to scaled[n_states]. */
void ode_norm_scale (const OdeNormData *data, const double *error, const double *x0, const double *x1, double *scaled);
/* Computes, for each component, the error that equals its tolerance in a step from x0 to x1. All arrays have n_states numbers. */
void ode_norm_tolerances (const OdeNormData *data, const double *x0, const double *x1, double *tolerance);
