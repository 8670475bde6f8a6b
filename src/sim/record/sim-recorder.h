/* The recorder turns steps into rows for any number of sinks. Each sink has a
 * sampling rule: an interval, a count, or every accepted step. Rows between
 * steps come from dense output. */
#pragma once

#include "sim-sink.h"

G_BEGIN_DECLS

typedef enum
{
  SIM_SAMPLE_STEPS,    /* every accepted step */
  SIM_SAMPLE_INTERVAL,
  SIM_SAMPLE_COUNT,
  SIM_SAMPLE_DENSE,    /* every accepted step, and `count` rows inside each (more in very long steps), for smooth curves */
} SimSampling;
typedef struct
{
  SimSampling sampling;
  double interval;  /* SIM_SAMPLE_INTERVAL: samples at start + k·interval and at the end */
  int count;        /* SIM_SAMPLE_COUNT: number of samples, ≥ 2, including both ends; SIM_SAMPLE_DENSE: number of rows inside each step,
                       ≥ 0 */
} SimSamplingRule;

typedef struct SimRecorder SimRecorder;

/* Writes values[n_values] at time t, which lies in the last step or at its end.
 * Returns FALSE if there is no value. */
typedef gboolean (*SimRowFunc) (gpointer self, double t, double *values);

/* Makes a recorder whose rows have n_values values, which the function `values`
 * computes. */
SimRecorder *sim_recorder_new (int n_values, SimRowFunc values, gpointer self);
/* Frees the recorder and its sinks. */
void sim_recorder_free (SimRecorder *recorder);
/* Adds a sink and takes ownership of it. rule NULL: every accepted step. */
void sim_recorder_add (SimRecorder *recorder, SimSink *sink, const SimSamplingRule *rule);
/* Returns the number of sinks. */
int sim_recorder_n_sinks (const SimRecorder *recorder);

/* Writes the first rows, at t_start. Returns FALSE with an error if a sink
 * fails. */
gboolean sim_recorder_start (SimRecorder *recorder, double t_start, double t_end, GError **error);
/* Writes the rows of the step (t0, t1]; flags are those of rows at t1 itself.
 * marks[n_marks] are the times of events inside the step, ascending; sinks that
 * do not sample at given times get a row at each. Returns FALSE with an error
 * if a sink fails. */
gboolean sim_recorder_step (SimRecorder *recorder, double t0, double t1, SimRowFlags flags, const double *marks, guint n_marks,
                            GError **error);
/* Writes a row after a jump of the state at t to the sinks whose last row is at
 * t, and marks that last row as the one before the jump. Both rows get `flags`:
 * SIM_ROW_EVENT for the jump of an event, otherwise 0. Returns FALSE with an
 * error if a sink fails. */
gboolean sim_recorder_jump (SimRecorder *recorder, double t, SimRowFlags flags, GError **error);
/* Writes the last rows and finishes the sinks. Returns FALSE with an error
 * if a sink fails. */
gboolean sim_recorder_finish (SimRecorder *recorder, double t, GError **error);
/* Returns the next sample time after t, among the sinks that sample at given
 * times; +inf: none. */
double sim_recorder_next (const SimRecorder *recorder, double t);
/* Changes the end time of the run. Sampling by count keeps its spacing. */
void sim_recorder_set_end (SimRecorder *recorder, double t_end);

/* Writes the positions of all sinks for a snapshot, sim_recorder_n_sinks × 3
 * numbers. */
void sim_recorder_save (const SimRecorder *recorder, double *positions);
/* Restores the positions of all sinks from a snapshot. */
void sim_recorder_restore (SimRecorder *recorder, const double *positions);

G_END_DECLS
