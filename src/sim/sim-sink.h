/* Sinks: where rows go. A trajectory, a ring of the last rows, a CSV file, or the caller's own. One thread. */
#pragma once

#include "sim-trajectory.h"

G_BEGIN_DECLS

/* A sink takes rows in order of time. FALSE stops the run (disk full); error says why. */
typedef struct SimSink SimSink;
struct SimSink
{
  gboolean (*row) (SimSink *sink, double t, const double *values, int n_values, SimRowFlags flags, GError **error);
  gboolean (*finish) (SimSink *sink, GError **error);   /* optional */
  void (*free) (SimSink *sink);                         /* optional */
  void (*mark) (SimSink *sink, SimRowFlags flags);      /* optional: more flags for the last row */
};

/* Expanding sink into a trajectory; takes a reference. */
SimSink *sim_sink_trajectory (SimTrajectory *trajectory);

/* Ring of the last n rows (RigidBodyDynamics' RingBufferStorage). */
SimSink *sim_sink_ring (int n_rows);
int sim_sink_ring_n_rows (const SimSink *sink);         /* filled rows, ≤ n */
const double *sim_sink_ring_row (const SimSink *sink, int age, double *t); /* 0: newest */
int sim_sink_ring_last_index (const SimSink *sink);     /* 1-based index of the newest slot, as in RigidBodyDynamics.jl */

/* CSV file, streamed: written beside its name and renamed by finish (freed unfinished, it leaves nothing); "-" is standard output.
 * columns: indices into values, n_columns; names are the header's. Numbers are the shortest that read back, whatever the locale. */
SimSink *sim_sink_csv (const char *path, const char *const *names, const int *columns, int n_columns, GError **error);

void sim_sink_free (SimSink *sink);

G_END_DECLS
