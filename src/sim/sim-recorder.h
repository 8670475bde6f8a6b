/* The recorder: turns steps into rows. Samples by interval, count, or every accepted step, from dense output, into any sinks. */
#pragma once

#include "sim-sink.h"

G_BEGIN_DECLS

typedef enum
{
  SIM_SAMPLE_STEPS,    /* every accepted step */
  SIM_SAMPLE_INTERVAL,
  SIM_SAMPLE_COUNT,
  SIM_SAMPLE_DENSE,    /* every accepted step and `count` points inside each, more in very long ones, for smooth curves */
} SimSampling;
typedef struct
{
  SimSampling sampling;
  double interval;  /* SIM_SAMPLE_INTERVAL: start + k·interval and the end */
  int count;        /* SIM_SAMPLE_COUNT: ≥ 2, both ends included; SIM_SAMPLE_DENSE: ≥ 0 inside each step, 0: none */
} SimSamplingRule;

typedef struct SimRecorder SimRecorder;

/* Fills values[n_values] at t, a point of the last step (its end included). FALSE where there is no value. */
typedef gboolean (*SimRowFunc) (gpointer self, double t, double *values);

SimRecorder *sim_recorder_new (int n_values, SimRowFunc values, gpointer self);
void sim_recorder_free (SimRecorder *recorder);
/* Takes the sink over. rule NULL: every step. */
void sim_recorder_add (SimRecorder *recorder, SimSink *sink, const SimSamplingRule *rule);
int sim_recorder_n_sinks (const SimRecorder *recorder);

/* First rows, at t_start. */
gboolean sim_recorder_start (SimRecorder *recorder, double t_start, double t_end, GError **error);
/* Rows of the step (t0, t1]; flags of rows at t1 itself. */
gboolean sim_recorder_step (SimRecorder *recorder, double t0, double t1, SimRowFlags flags, GError **error);
/* The state jumped at t: a row after it, in sinks whose last row is at t; that row becomes the one before. */
gboolean sim_recorder_jump (SimRecorder *recorder, double t, GError **error);
/* Last rows, and the sinks' end. */
gboolean sim_recorder_finish (SimRecorder *recorder, double t, GError **error);
/* Next sample time strictly after t of the sampled sinks; +inf: none. */
double sim_recorder_next (const SimRecorder *recorder, double t);
/* The run's end moved; counts keep their spacing. */
void sim_recorder_set_end (SimRecorder *recorder, double t_end);

/* Positions of the sinks, for snapshots: sim_recorder_n_sinks × 3 doubles. */
void sim_recorder_save (const SimRecorder *recorder, double *positions);
void sim_recorder_restore (SimRecorder *recorder, const double *positions);

G_END_DECLS
