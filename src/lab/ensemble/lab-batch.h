/* Evaluates right-hand sides at many points, several at once in SIMD lanes. */
#pragma once

#include "model-lanes.h"

G_BEGIN_DECLS

/* The points. Each has `width` numbers: t, the states, the discrete states, and n_parameters parameter values. */
typedef struct
{
  gsize n_points, width;
  const double *values;
  int n_parameters;
  const int *parameters; /* indices of these parameters, from model_system_find_parameter */
} LabBatch;

/* Evaluates f at points first … end − 1. results has n_states numbers for each point of the batch; only those of the evaluated points are
 * written. Parameters that are not in the batch have their values in `system`, which one thread at a time may use. Values are NaN or
 * infinite where the model is undefined. The result at a point does not depend on the other points or on the range. */
void lab_batch_rhs (ModelSystem *system, const LabBatch *batch, gsize first, gsize end, double *results);

G_END_DECLS
