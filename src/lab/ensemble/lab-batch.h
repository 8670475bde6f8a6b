/* Right-hand sides at many points, in lanes. */
#pragma once

#include "model-lanes.h"

G_BEGIN_DECLS

/* The points. Each has `width` numbers: t, the states, the discrete states, and then n_parameters values of parameters. */
typedef struct
{
  gsize n_points, width;
  const double *values;
  int n_parameters;
  const int *parameters; /* their indices, as from model_system_find_parameter */
} LabBatch;

/* Evaluates f at points first … end − 1 and writes n_states numbers for each to results, which has place for all points. The parameters that a
 * point does not have are those of `system`, which one thread uses at a time. A value is NaN or infinite where the model is undefined. The
 * numbers of a point do not depend on the other points or on the range. */
void lab_batch_rhs (ModelSystem *system, const LabBatch *batch, gsize first, gsize end, double *results);

G_END_DECLS
