/* The recorder turns steps into rows for any number of sinks. Each sink has a
 * sampling rule: an interval, a count, or every accepted step. Rows inside
 * steps are evaluated by dense output. */
#pragma once

#include "sim-sink.h"

G_BEGIN_DECLS

typedef enum
{
  SIM_SAMPLE_STEPS,    /* one row at the end of each accepted step */
  SIM_SAMPLE_INTERVAL,
  SIM_SAMPLE_COUNT,
  SIM_SAMPLE_DENSE,    /* like SIM_SAMPLE_STEPS, and `count` rows inside each step (more in very long steps), for smooth curves */
} SimSampling;
typedef struct
{
  SimSampling sampling;
  double interval;  /* for SIM_SAMPLE_INTERVAL: samples are at start + k·interval and at the end */
  int count;        /* for SIM_SAMPLE_COUNT: number of samples, ≥ 2, including both ends. For SIM_SAMPLE_DENSE: number of rows inside each
                     * step, ≥ 0 */
} SimSamplingRule;

typedef struct SimRecorder SimRecorder;

/* Writes values[n_values] at time t, which is inside the last step or at its end.
 * Returns FALSE if there is no value. */
typedef gboolean (*SimRowFunc) (gpointer self, double t, double *values);

/* Makes a recorder. Its rows have n_values values, which the function
 * `values` computes. Free it with sim_recorder_free. */
SimRecorder *sim_recorder_new (int n_values, SimRowFunc values, gpointer self);
/* Frees the recorder and its sinks; NULL is allowed. */
void sim_recorder_free (SimRecorder *recorder);
/* Adds a sink and takes ownership of it. If rule is NULL, the sink gets a row for every accepted step. */
void sim_recorder_add (SimRecorder *recorder, SimSink *sink, const SimSamplingRule *rule);
/* Returns FALSE to end the samples of a step. */
typedef gboolean (*SimRecorderLook) (gpointer user);
/* Sets a function that is called after each sample at an interval or by a count; NULL: none. If it returns FALSE, the other samples of this step are not
 * written, and sim_recorder_finish writes no last row of such a sink unless another step is written before. */
void sim_recorder_set_look (SimRecorder *recorder, SimRecorderLook look, gpointer user);
/* Returns the number of sinks. */
int sim_recorder_n_sinks (const SimRecorder *recorder);

/* Writes the first rows, at t_start. Returns FALSE with an error if a sink
 * fails. */
gboolean sim_recorder_start (SimRecorder *recorder, double t_start, double t_end, GError **error);
/* Writes the rows of the step (t0, t1]; the row at t1 gets `flags`. marks[n_marks]
 * are the times of events inside the step, ascending; sinks with one of the rules
 * SIM_SAMPLE_STEPS and SIM_SAMPLE_DENSE get a row at each mark. Returns FALSE with an error
 * if a sink fails. */
gboolean sim_recorder_step (SimRecorder *recorder, double t0, double t1, SimRowFlags flags, const double *marks, guint n_marks,
                            GError **error);
/* Writes a row with the state after a jump at t to the sinks whose last row is at
 * t, and marks that last row as the state before the jump. Both rows get `flags`:
 * SIM_ROW_EVENT for the jump of an event, otherwise 0. Returns FALSE with an
 * error if a sink fails. */
gboolean sim_recorder_jump (SimRecorder *recorder, double t, SimRowFlags flags, GError **error);
/* Writes the last rows at t and finishes the sinks. Returns FALSE with an
 * error if a sink fails. */
gboolean sim_recorder_finish (SimRecorder *recorder, double t, GError **error);
/* Returns the next sample time after t of the sinks that sample at an
 * interval or by a count; +inf: none. */
double sim_recorder_next (const SimRecorder *recorder, double t);
/* Changes the end time of the run. Sampling by count keeps its spacing. */
void sim_recorder_set_end (SimRecorder *recorder, double t_end);

/* Writes the sampling positions of all sinks for a snapshot, sim_recorder_n_sinks × 3
 * numbers. */
void sim_recorder_save (const SimRecorder *recorder, double *positions);
/* Restores the positions of all sinks from a snapshot. */
void sim_recorder_restore (SimRecorder *recorder, const double *positions);

G_END_DECLS
