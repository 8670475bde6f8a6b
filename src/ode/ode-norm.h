/* Error norms: they reduce a vector of local errors to one number, which is at most 1 if the step is within
 * tolerance. */
#pragma once

#include "ode-settings.h"
#include "ode-system.h"

typedef struct OdeNormData OdeNormData;

/* Returns the norm of error[n_states] over the tolerances of a step from x0 to
 * x1 (x1 may be x0); NaN if any component is NaN. */
typedef double (*OdeNormFunc) (const OdeNormData *data, const double *error, const double *x0, const double *x1);

struct OdeNormData
{
  int n_states;
  const OdeSystem *system;
  bool sized;          /* true: the tolerances follow from the sizes of the states */
  bool tolerances;     /* true: use relative and absolute tolerances; false: use accuracy and weights */
  double rtol;
  double accuracy;
  OdeWeighting weighting;
  OdeNorm norm;
  double inverse_n;
  double *atol;        /* n_states absolute tolerances */
  double *weight;      /* n_states weights; for `absolute` and `simbody` a position has the weight of its velocity */
  double *floor;       /* n_states numbers 1/weight; infinite where the weight is 0. For `size` they follow the states (ode-sizes.h) */
  double *given;       /* n_states numbers: 1/weight of the states whose weight the settings have, 0 for the others */
  double *projected;   /* scratch of n_states numbers: errors without the radial part of each quaternion */
  OdeNormFunc func;
};

/* Returns the size in bytes of the memory that ode_norm_init needs. */
size_t ode_norm_size (int n_states);
/* Places the arrays in memory[ode_norm_size (n_states)], which the caller owns,
 * and fills them from the settings. accuracy is the accuracy in use, which is the method's default if the settings have none. */
void ode_norm_init (OdeNormData *data, const OdeSystem *system, const OdeSettings *settings, double accuracy, void *memory);
/* Returns how the norm is computed, for OdeSystem.step_code; it is not wanted if classes of states are taken together. */
OdeStepNorm ode_norm_form (const OdeNormData *data);
/* Sets *r and returns w[n_states] of this form, from which the tolerances of a step are computed. */
static inline const double *
ode_norm_scales (const OdeNormData *data, double *r)
{
  *r = data->tolerances ? data->rtol : data->accuracy;
  return data->tolerances ? data->atol : data->floor;
}
/* Returns whether each state has a tolerance of its own, which does not depend on its kind. */
bool ode_norm_is_by_state (const OdeNormData *data);
/* Writes |error_i| over the tolerance of component i to scaled[n_states]. */
void ode_norm_scale (const OdeNormData *data, const double *error, const double *x0, const double *x1, double *scaled);
/* Returns the state with the largest |error| in units of its scale, the first one if several are equal. n_states is at least 1. */
int ode_norm_worst (const OdeNormData *d, const double *error, const double *x0, const double *x1);
/* Computes, for each component, the error that equals its tolerance in a step from x0 to x1. All arrays have n_states numbers. */
void ode_norm_tolerances (const OdeNormData *data, const double *x0, const double *x1, double *tolerance);
