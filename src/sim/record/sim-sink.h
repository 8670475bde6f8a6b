/* Sinks receive the rows of a run. A sink is a trajectory, a ring buffer of the last rows,
 * a CSV file, or an object of the caller. The ring buffer corresponds to RingBufferStorage of
 * RigidBodyDynamics.jl; Stepwise itself does not use it. Only one thread at a time may use
 * a sink. */
#pragma once

#include "sim-output-file.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

/* A sink receives rows in order of time. If row or finish returns FALSE with an
 * error, the run fails with the error's message. */
typedef struct SimSink SimSink;
struct SimSink
{
  gboolean (*row) (SimSink *sink, double t, const double *values, int n_values, SimRowFlags flags, GError **error);
  gboolean (*finish) (SimSink *sink, GError **error);   /* completes the output; may be NULL */
  void (*free) (SimSink *sink);                         /* frees the sink; may be NULL */
  void (*mark) (SimSink *sink, SimRowFlags flags);      /* adds flags to the row that was received last; may be NULL */
};

/* Makes a sink that appends rows to a trajectory and holds a reference on it. */
SimSink *sim_sink_trajectory (SimTrajectory *trajectory);

/* Makes a sink that stores the last n_rows rows (RingBufferStorage of
 * RigidBodyDynamics.jl). */
SimSink *sim_sink_ring (int n_rows);
/* Returns the number of stored rows, at most n_rows. */
int sim_sink_ring_n_rows (const SimSink *sink);
/* Returns a stored row and sets *t to its time. The sink owns the row. age is 0 for the newest row, 1 for the one before, and so on. */
const double *sim_sink_ring_row (const SimSink *sink, int age, double *t);
/* Returns the position of the newest row in the ring buffer, counted from 1 as in RingBufferStorage. */
int sim_sink_ring_last_index (const SimSink *sink);

/* Makes a sink that passes only the last n_rows rows to another sink, and only when the run is finished. Takes ownership of the other
 * sink. */
SimSink *sim_sink_keep (SimSink *sink, gsize n_rows);

/* Makes a sink that writes CSV to a file during the run. The caller owns the file, and commits it after the sink is finished.
 * columns[n_columns] are indices of values in a row, and names are the column headings. Numbers have the fewest digits that read back as
 * the same double, with a decimal point in every locale. */
SimSink *sim_sink_csv (SimOutputFile *file, const char *const *names, const int *columns, int n_columns);

/* Frees a sink; NULL is allowed. */
void sim_sink_free (SimSink *sink);

G_END_DECLS
