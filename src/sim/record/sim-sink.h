/* Sinks receive the rows of a run: a trajectory, a ring of the last rows, a CSV file, or one of the caller. One thread. */
#pragma once

#include "sim-trajectory.h"

G_BEGIN_DECLS

/* A sink receives rows in order of time. If row or finish returns FALSE with an error, the run fails with its message. */
typedef struct SimSink SimSink;
struct SimSink
{
  gboolean (*row) (SimSink *sink, double t, const double *values, int n_values, SimRowFlags flags, GError **error);
  gboolean (*finish) (SimSink *sink, GError **error);   /* optional */
  void (*free) (SimSink *sink);                         /* optional */
  void (*mark) (SimSink *sink, SimRowFlags flags);      /* optional: adds flags to the last row */
};

/* Makes a sink that appends to a trajectory; takes a reference. */
SimSink *sim_sink_trajectory (SimTrajectory *trajectory);

/* Makes a sink that keeps the last n_rows rows (RingBufferStorage of
 * RigidBodyDynamics.jl). */
SimSink *sim_sink_ring (int n_rows);
/* Returns the number of rows kept, at most n_rows. */
int sim_sink_ring_n_rows (const SimSink *sink);
/* Returns the row of an age, 0 for the newest, and its time; borrowed. */
const double *sim_sink_ring_row (const SimSink *sink, int age, double *t);
/* Returns the index of the newest row in the ring, from 1, as RingBufferStorage
 * counts. */
int sim_sink_ring_last_index (const SimSink *sink);

/* Makes a sink that writes a CSV file as the run goes on; "-" is standard
 * output. A file is written beside its name and renamed when finished; freed
 * before that, it leaves nothing. columns[n_columns] are indices into the
 * values, names the header. Numbers are the shortest that read back, whatever
 * the locale. Returns NULL with an error where the file cannot be made. */
SimSink *sim_sink_csv (const char *path, const char *const *names, const int *columns, int n_columns, GError **error);

/* Frees a sink; NULL is allowed. */
void sim_sink_free (SimSink *sink);

G_END_DECLS
