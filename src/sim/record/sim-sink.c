/* The sinks that store rows: a trajectory, a ring of the last rows, and a sink that passes only the last rows of a
 * run to another sink. */
#include "sim-sink.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sim-config.h"

/* ---- trajectory ---- */

typedef struct
{
  SimSink sink;
  SimTrajectory *trajectory;
} TrajectorySink;

static gboolean
trajectory_row (SimSink *sink, double t, const double *values, int n_values, SimRowFlags flags, GError **error)
{
  if (sim_trajectory_append (((TrajectorySink *) sink)->trajectory, t, values, flags))
    return TRUE;
  g_set_error (error, SIM_ERROR, SIM_ERROR_MEMORY,
               _("out of memory and disk space: the trajectory cannot be recorded beyond t = %g"), t);
  return FALSE;
}

static void
trajectory_mark (SimSink *sink, SimRowFlags flags)
{
  sim_trajectory_mark (((TrajectorySink *) sink)->trajectory, flags);
}

static void
trajectory_free (SimSink *sink)
{
  sim_trajectory_unref (((TrajectorySink *) sink)->trajectory);
  g_free (sink);
}

SimSink *
sim_sink_trajectory (SimTrajectory *trajectory)
{
  TrajectorySink *sink = g_new0 (TrajectorySink, 1);
  sink->sink.row = trajectory_row;
  sink->sink.mark = trajectory_mark;
  sink->sink.free = trajectory_free;
  sink->trajectory = sim_trajectory_ref (trajectory);
  return &sink->sink;
}

/* ---- ring ---- */

typedef struct
{
  SimSink sink;
  int n_rows;
  int n_values; /* number of values in a row; known after the first row */
  int filled;
  int last;     /* position of the newest row, counted from 1; 0: no row */
  double *rows; /* n_rows × (1 + n_values) numbers */
} RingSink;

static gboolean
ring_row (SimSink *sink, double t, const double *values, int n_values, SimRowFlags flags, GError **error)
{
  RingSink *ring = (RingSink *) sink;
  if (ring->rows == NULL)
    {
      ring->n_values = n_values;
      ring->rows = g_new0 (double, (gsize) ring->n_rows * (gsize) (1 + n_values));
    }
  ring->last = ring->last % ring->n_rows + 1;
  ring->filled = MIN (ring->filled + 1, ring->n_rows);
  double *row = ring->rows + (gsize) (ring->last - 1) * (gsize) (1 + n_values);
  row[0] = t;
  memcpy (row + 1, values, sizeof (double) * (gsize) n_values);
  return TRUE;
}

static void
ring_free (SimSink *sink)
{
  g_free (((RingSink *) sink)->rows);
  g_free (sink);
}

SimSink *
sim_sink_ring (int n_rows)
{
  g_return_val_if_fail (n_rows > 0, NULL);
  RingSink *ring = g_new0 (RingSink, 1);
  ring->sink.row = ring_row;
  ring->sink.free = ring_free;
  ring->n_rows = n_rows;
  return &ring->sink;
}

int
sim_sink_ring_n_rows (const SimSink *sink)
{
  return ((const RingSink *) sink)->filled;
}

const double *
sim_sink_ring_row (const SimSink *sink, int age, double *t)
{
  const RingSink *ring = (const RingSink *) sink;
  g_return_val_if_fail (age >= 0 && age < ring->filled, NULL);
  int position = (ring->last - 1 - age + ring->n_rows) % ring->n_rows;
  const double *row = ring->rows + (gsize) position * (gsize) (1 + ring->n_values);
  if (t != NULL)
    *t = row[0];
  return row + 1;
}

int
sim_sink_ring_last_index (const SimSink *sink)
{
  return ((const RingSink *) sink)->last;
}

/* ---- a sink that keeps only the last rows ---- */

typedef struct
{
  SimSink sink;
  SimSink *target;
  gsize n_rows, n_values, filled, next; /* next: position of the next row */
  double *rows;                         /* n_rows × (1 + n_values) numbers */
  SimRowFlags *flags;
} KeepSink;

static gboolean
keep_row (SimSink *sink, double t, const double *values, int n_values, SimRowFlags flags, GError **error)
{
  KeepSink *keep = (KeepSink *) sink;
  if (keep->rows == NULL)
    {
      keep->n_values = (gsize) n_values;
      keep->rows = g_try_new (double, keep->n_rows * (1 + keep->n_values));
      keep->flags = g_try_new (SimRowFlags, keep->n_rows);
      if (keep->rows == NULL || keep->flags == NULL)
        {
          g_clear_pointer (&keep->rows, g_free);
          g_set_error (error, SIM_ERROR, SIM_ERROR_MEMORY, _("out of memory: %d rows cannot be kept"), (int) keep->n_rows);
          return FALSE;
        }
    }
  double *row = keep->rows + keep->next * (1 + keep->n_values);
  row[0] = t;
  memcpy (row + 1, values, sizeof (double) * keep->n_values);
  keep->flags[keep->next] = flags;
  keep->next = (keep->next + 1) % keep->n_rows;
  keep->filled = MIN (keep->filled + 1, keep->n_rows);
  return TRUE;
}

static void
keep_mark (SimSink *sink, SimRowFlags flags)
{
  KeepSink *keep = (KeepSink *) sink;
  if (keep->filled > 0)
    keep->flags[(keep->next + keep->n_rows - 1) % keep->n_rows] |= flags;
}

static gboolean
keep_finish (SimSink *sink, GError **error)
{
  KeepSink *keep = (KeepSink *) sink;
  for (gsize k = 0; k < keep->filled; k++)
    {
      gsize at = (keep->next + keep->n_rows - keep->filled + k) % keep->n_rows;
      const double *row = keep->rows + at * (1 + keep->n_values);
      if (!keep->target->row (keep->target, row[0], row + 1, (int) keep->n_values, keep->flags[at], error))
        return FALSE;
    }
  keep->filled = 0;
  return keep->target->finish == NULL || keep->target->finish (keep->target, error);
}

static void
keep_free (SimSink *sink)
{
  KeepSink *keep = (KeepSink *) sink;
  sim_sink_free (keep->target);
  g_free (keep->rows);
  g_free (keep->flags);
  g_free (keep);
}

SimSink *
sim_sink_keep (SimSink *sink, gsize n_rows)
{
  g_return_val_if_fail (n_rows > 0, sink);
  KeepSink *keep = g_new0 (KeepSink, 1);
  keep->sink.row = keep_row;
  keep->sink.mark = keep_mark;
  keep->sink.finish = keep_finish;
  keep->sink.free = keep_free;
  keep->target = sink;
  keep->n_rows = n_rows;
  return &keep->sink;
}

void
sim_sink_free (SimSink *sink)
{
  if (sink != NULL && sink->free != NULL)
    sink->free (sink);
}
