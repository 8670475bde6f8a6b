/* The recorder: turns steps into rows. Samples by interval, count, or every accepted step, from dense output, into any sinks. */
#pragma once

#include "sim-trajectory.h"

G_BEGIN_DECLS

/* A sink takes rows in order of time. FALSE stops the run (disk full); message says why. */
typedef struct SimSink SimSink;
struct SimSink
{
  gboolean (*row) (SimSink *sink, double t, const double *values, int n_values, SimRowFlags flags, GError **error);
  gboolean (*finish) (SimSink *sink, GError **error); /* optional */
  void (*free) (SimSink *sink);                       /* optional */
};

typedef enum
{
  SIM_SAMPLE_STEPS,    /* every accepted step */
  SIM_SAMPLE_INTERVAL,
  SIM_SAMPLE_COUNT,
  SIM_SAMPLE_DENSE,    /* every accepted step and `count` points inside each, for smooth curves */
} SimSampling;
typedef struct
{
  SimSampling sampling;
  double interval;  /* SIM_SAMPLE_INTERVAL: start + k·interval and the end */
  int count;        /* SIM_SAMPLE_COUNT: ≥ 2, both ends included; SIM_SAMPLE_DENSE: ≥ 0 inside each step */
} SimSamplingRule;

/* Expanding sink into a trajectory; takes a reference. */
SimSink *sim_sink_trajectory (SimTrajectory *trajectory);
/* Ring of the last n rows (RigidBodyDynamics' RingBufferStorage). */
SimSink *sim_sink_ring (int n_rows);
int sim_sink_ring_n_rows (const SimSink *sink);         /* filled rows, ≤ n */
const double *sim_sink_ring_row (const SimSink *sink, int age, double *t); /* 0: newest */
int sim_sink_ring_last_index (const SimSink *sink);     /* 1-based index of the newest slot, as upstream counts */
/* CSV file, streamed: written beside its name and renamed by finish; "-" is standard output. columns: indices, n_columns. */
SimSink *sim_sink_csv (const char *path, const char *const *names, const int *columns, int n_columns, GError **error);

G_END_DECLS
