/* Evaluates up to MODEL_LANES points at once. Points are rows of a table and lanes are columns, so each number is copied once to its lane
 * and once back. Inputs that are equal for all points are set once. */
#include "lab-batch.h"

#include <math.h>
#include <string.h>

typedef struct
{
  ModelSystem *system;
  const LabBatch *batch;
  ModelLanes *lanes;
  int n_states, n_discrete;
  double **inputs;  /* rows of the lanes for the discrete states and parameters that differ between points */
  int n_inputs;
} Job;

/* Copies one number of each point to a row of the lanes; `stride` is the distance between the points. */
static void
to_rows (const double *from, gsize stride, int n_lanes, double *row)
{
  for (int lane = 0; lane < n_lanes; lane++)
    row[lane] = from[(gsize) lane * stride];
}

/* The noise differs between points, so each lane gets all inputs of an instance. */
static void
set_noisy_lanes (const Job *job, const double *points, int n_lanes)
{
  gsize width = job->batch->width;

  for (int lane = 0; lane < n_lanes; lane++)
    {
      model_system_set_noise_time (job->system, points[(gsize) lane * width]);
      model_lanes_set (job->lanes, lane, job->system);
    }
}

static void
evaluate_lanes (const Job *job, const double *points, int n_lanes, gboolean is_noisy, double *results)
{
  const LabBatch *batch = job->batch;
  const double *const *dxdt = model_lanes_dxdt (job->lanes);
  double *x = model_lanes_x (job->lanes);
  int n = job->n_states, n_used = (n_lanes + 7) & ~7;

  if (is_noisy)
    set_noisy_lanes (job, points, n_lanes);
  for (int k = 0; k < job->n_inputs; k++)
    to_rows (points + 1 + n + k, batch->width, n_lanes, job->inputs[k]);
  if (is_noisy || job->n_inputs > 0)
    model_lanes_prepare (job->lanes, n_used);
  to_rows (points, batch->width, n_lanes, model_lanes_t (job->lanes));
  for (int i = 0; i < n; i++)
    to_rows (points + 1 + i, batch->width, n_lanes, x + i * MODEL_LANES);
  model_lanes_rhs (job->lanes, n_used);
  for (int i = 0; i < n; i++)
    for (int lane = 0; lane < n_lanes; lane++)
      results[lane * n + i] = dxdt[i][lane];
}

/* Evaluates points one by one. Models whose accelerations come from a linear solve cannot be evaluated in lanes. */
static void
evaluate_alone (const Job *job, gsize first, gsize end, double *results)
{
  const LabBatch *batch = job->batch;
  const OdeSystem *ode = model_system_ode (job->system);
  g_autofree double *parameters = g_new0 (double, model_system_n_parameter_values (job->system) + 1);

  model_system_get_parameters (job->system, parameters);
  for (gsize k = first; k < end; k++)
    {
      const double *point = batch->values + k * batch->width, *inputs = point + 1 + job->n_states;
      double *f = results + k * (gsize) job->n_states;

      for (int i = 0; i < batch->n_parameters; i++)
        parameters[batch->parameters[i]] = inputs[job->n_discrete + i];
      if (batch->n_parameters > 0)
        model_system_set_parameters (job->system, parameters);
      model_system_set_discrete (job->system, inputs);
      model_system_set_noise_time (job->system, point[0]);
      if (ode->rhs (ode->self, point[0], point + 1, f) != ODE_DONE)
        for (int i = 0; i < job->n_states; i++)
          f[i] = NAN;
    }
}

void
lab_batch_rhs (ModelSystem *system, const LabBatch *batch, gsize first, gsize end, double *results)
{
  g_autoptr (ModelLanes) lanes = model_lanes_new (system);
  Job job = { .system = system, .batch = batch, .lanes = lanes, .n_states = model_system_n_states (system),
              .n_discrete = model_system_n_discrete (system) };
  gboolean is_noisy = isfinite (model_system_next_break (system, 0));
  g_autofree double **inputs = g_new0 (double *, job.n_discrete + batch->n_parameters + 1);

  if (job.n_states == 0)
    return;
  if (lanes == NULL)
    {
      evaluate_alone (&job, first, end, results);
      return;
    }
  job.inputs = inputs;
  for (int i = 0; i < job.n_discrete; i++)
    inputs[job.n_inputs++] = model_lanes_discrete (lanes, i);
  for (int i = 0; i < batch->n_parameters; i++)
    inputs[job.n_inputs++] = model_lanes_parameter (lanes, batch->parameters[i]);
  for (int lane = 0; lane < MODEL_LANES; lane++)
    model_lanes_set (lanes, lane, system);
  model_lanes_prepare (lanes, MODEL_LANES);
  for (gsize k = first; k < end; k += MODEL_LANES)
    evaluate_lanes (&job, batch->values + k * batch->width, (int) MIN (MODEL_LANES, end - k), is_noisy, results + k * (gsize) job.n_states);
}
