/* A trajectory has the rows and events that a run recorded. It is append-only and reference-counted, and has one writer and many readers.
 *
 * A row is t followed by n_columns values. No row is dropped: rows beyond the memory limit are stored in an unlinked temporary
 * file. Readers use rows below sim_trajectory_n_rows (acquire order); the writer publishes a complete row with release order. Rows
 * never move, so a pointer to a row is valid as long as the trajectory exists (rows on disk are memory-mapped). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The reason why a row was recorded, as a set of bits. */
typedef enum
{
  SIM_ROW_STEP = 0,          /* the row is the end of an accepted step */
  SIM_ROW_SAMPLE = 1 << 0,   /* the row was evaluated by dense output */
  SIM_ROW_BEFORE = 1 << 1,   /* the row is x⁻, the state before an update; the next row has the same t and is x⁺ */
  SIM_ROW_AFTER = 1 << 2,    /* the row is x⁺, the state after an update */
  SIM_ROW_EVENT = 1 << 3,    /* an event occurred at this row; together with SIM_ROW_SAMPLE: an event without actions inside a step */
  SIM_ROW_FIRST = 1 << 4,
  SIM_ROW_LAST = 1 << 5,
} SimRowFlags;

typedef struct SimTrajectory SimTrajectory;

/* Makes a trajectory whose rows are t and n_columns values. If it needs more than memory_limit bytes, further blocks are stored
 * in a temporary file. Release it with sim_trajectory_unref. */
SimTrajectory *sim_trajectory_new (int n_columns, gsize memory_limit);
/* Takes a reference and returns the trajectory. Any thread may call the function. */
SimTrajectory *sim_trajectory_ref (SimTrajectory *trajectory);
/* Drops a reference and frees the trajectory after the last one. Any thread may call the function. */
void sim_trajectory_unref (SimTrajectory *trajectory);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimTrajectory, sim_trajectory_unref)
/* Returns the number of columns without t. */
int sim_trajectory_n_columns (const SimTrajectory *trajectory);

/* Appends a row and publishes it. Only the writer's thread may call the function. Returns FALSE if
 * memory or disk space ran out; the existing rows remain. */
gboolean sim_trajectory_append (SimTrajectory *trajectory, double t, const double *values, SimRowFlags flags);
/* Adds flags to the last row, for example SIM_ROW_BEFORE when an update follows. Only the writer's thread may call the function. */
void sim_trajectory_mark (SimTrajectory *trajectory, SimRowFlags flags);
/* Removes all rows and events except the first n_rows and n_events, for a step back. Only the writer's thread
 * may call the function, while no reader is active. Pointers to the remaining rows stay
 * valid. */
void sim_trajectory_truncate (SimTrajectory *trajectory, gsize n_rows, gsize n_events);

/* Returns the number of published rows. Any thread may call the function. */
gsize sim_trajectory_n_rows (const SimTrajectory *trajectory);
/* Returns a published row: row[0] is t, and row[1 + column] is the value of
 * a column. The trajectory owns the row. Any thread may call the function. */
const double *sim_trajectory_row (const SimTrajectory *trajectory, gsize row);
/* Returns the flags of a published row. Any thread may call the function. */
SimRowFlags sim_trajectory_flags (const SimTrajectory *trajectory, gsize row);
/* The number of rows in a bucket of the lowest level of the pyramid, and the
 * number of buckets in a bucket of the next level. */
#define SIM_TRAJECTORY_BUCKET 16
#define SIM_TRAJECTORY_BUCKETS 8
/* Returns t of the first row of a bucket of the lowest level. The time is published
 * together with that row. */
double sim_trajectory_bucket_time (const SimTrajectory *trajectory, gsize bucket);
/* Returns the last row with time ≤ t; 0 if t is before the first row. */
gsize sim_trajectory_find (const SimTrajectory *trajectory, double t);
/* Computes the smallest and largest value of a column over rows [first, last)
 * in O(log n) from a min–max pyramid. NaN values are ignored; both results are
 * NaN if all values are. */
void sim_trajectory_range (const SimTrajectory *trajectory, int column, gsize first, gsize last, double *low, double *high);
/* Returns the number of bytes that the trajectory uses in memory. */
gsize sim_trajectory_memory (const SimTrajectory *trajectory);
/* Returns the number of bytes that the trajectory uses in the temporary file. */
gsize sim_trajectory_on_disk (const SimTrajectory *trajectory);

/* The record of an event or of a change of a parameter. */
typedef struct
{
  double t;
  int event;          /* index of the event in the system; −1: a change of a parameter, or a monitor */
  int kind;           /* a SimTrigger */
  int iterations;     /* number of iterations of the root finder */
  double window;      /* width of the interval to which the event was located; 0 for scheduled events */
  gsize row_before, row_after;
  int parameter;      /* index of the changed parameter, or −1 */
  double value;       /* new value of the parameter */
  gboolean pending;   /* the event is due at the end time, and its updates did not run */
  int overwritten;    /* index of a state (n_states + index for a discrete one)
                       * that a later event at the same time also changed; −1: none */
} SimEventRecord;
/* Returns the number of published event records. Any thread may call the function. */
gsize sim_trajectory_n_events (const SimTrajectory *trajectory);
/* Returns a published event record. Any thread may call the function. */
SimEventRecord sim_trajectory_event (const SimTrajectory *trajectory, gsize index);
/* Returns the index of the first event at or after t, or the number of events
 * if there is none. */
gsize sim_trajectory_find_event (const SimTrajectory *trajectory, double t);
/* Appends an event record and publishes it. Only the writer's thread may call the function. Returns
 * FALSE if memory or disk space ran out. */
gboolean sim_trajectory_append_event (SimTrajectory *trajectory, const SimEventRecord *record);

G_END_DECLS
