/* The recorder: turns steps into rows. Samples by interval, count, or every
 * accepted step, from dense output, into any sinks. */
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

/* Fills values[n_values] at t, a point of the last step (its end included).
 * FALSE where there is no value. */
typedef gboolean (*SimRowFunc) (gpointer self, double t, double *values);

/* Makes a recorder whose rows have n_values values, computed by a function. */
SimRecorder *sim_recorder_new (int n_values, SimRowFunc values, gpointer self);
/* Frees the recorder and its sinks. */
void sim_recorder_free (SimRecorder *recorder);
/* Adds a sink and takes it over; rule NULL: every accepted step. */
void sim_recorder_add (SimRecorder *recorder, SimSink *sink, const SimSamplingRule *rule);
/* Returns the number of sinks. */
int sim_recorder_n_sinks (const SimRecorder *recorder);

/* Writes the first rows, at t_start. Returns FALSE with an error where a sink
 * fails. */
gboolean sim_recorder_start (SimRecorder *recorder, double t_start, double t_end, GError **error);
/* Writes the rows of the step (t0, t1]; flags are those of rows at t1 itself.
 * Returns FALSE with an error where a sink fails. */
gboolean sim_recorder_step (SimRecorder *recorder, double t0, double t1, SimRowFlags flags, GError **error);
/* Writes a row after a jump of the state at t to sinks whose last row is at t;
 * that row becomes the one before the jump. Returns FALSE with an error where a
 * sink fails. */
gboolean sim_recorder_jump (SimRecorder *recorder, double t, GError **error);
/* Writes the last rows and finishes the sinks. Returns FALSE with an error
 * where a sink fails. */
gboolean sim_recorder_finish (SimRecorder *recorder, double t, GError **error);
/* Returns the next sample time strictly after t of the sinks that sample at
 * given times; +inf: none. */
double sim_recorder_next (const SimRecorder *recorder, double t);
/* Moves the end of the run; sampling by count keeps its spacing. */
void sim_recorder_set_end (SimRecorder *recorder, double t_end);

/* Writes the positions of all sinks for a snapshot, sim_recorder_n_sinks × 3
 * numbers. */
void sim_recorder_save (const SimRecorder *recorder, double *positions);
/* Restores the positions of all sinks from a snapshot. */
void sim_recorder_restore (SimRecorder *recorder, const double *positions);

G_END_DECLS
