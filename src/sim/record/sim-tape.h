/* The tape has a record of each attempted step. It is append-only, has one writer and many readers, and needs bounded memory.
 *
 * It stores the last `capacity` attempts in full, minima and maxima of h and error over all attempts of the run, and a snapshot of the
 * simulator every 256 attempts. An attempt can be replayed from the snapshot before it, to compute its stages, Newton iterates,
 * Jacobian and eigenvalues. */
#pragma once

#include <glib.h>

#include "ode-attempt.h"

G_BEGIN_DECLS

typedef struct SimTape SimTape;

/* Makes a tape that stores the last `capacity` attempts in full. Release it with sim_tape_unref. */
SimTape *sim_tape_new (gsize capacity);
/* Takes a reference and returns the tape. Any thread may call the function. */
SimTape *sim_tape_ref (SimTape *tape);
/* Drops a reference and frees the tape after the last one. Any thread may call the function. */
void sim_tape_unref (SimTape *tape);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimTape, sim_tape_unref)

/* Appends an attempt and publishes it. Only the writer's thread may call the function. */
void sim_tape_append (SimTape *tape, const OdeAttempt *attempt);
/* Sets a function that receives each appended attempt on the writer's thread,
 * for example to write it to a file; NULL: none. */
void sim_tape_set_listener (SimTape *tape, OdeAttemptFunc listener, void *user);
/* Appends a snapshot of the state before the next attempt. The bytes are copied. Only the writer's
 * thread may call the function. */
void sim_tape_append_snapshot (SimTape *tape, const void *bytes, gsize n_bytes);

/* Copies the first n_attempts attempts of another tape of the same capacity,
 * as far as they are stored, and the snapshots before the last of them, to an
 * empty tape. The other tape may grow meanwhile. Only the writer's thread may call the function. */
void sim_tape_begin_with (SimTape *tape, const SimTape *from, gsize n_attempts);

/* Removes the attempts from index n_attempts on, for a step back. Buckets that contain some of
 * them are kept. Only the writer's thread may call the function. */
void sim_tape_truncate (SimTape *tape, gsize n_attempts);
/* Returns how often attempts were removed, so that a reader can tell whether those that it has read are still those of the tape. */
gsize sim_tape_n_truncations (const SimTape *tape);

/* Returns the number of attempts since the start of the run. The attempts from sim_tape_first on are still stored. */
gsize sim_tape_n_attempts (const SimTape *tape);
/* Returns the index of the first attempt that is still stored. */
gsize sim_tape_first (const SimTape *tape);
/* Copies attempt `index`. Returns FALSE if it is not stored. */
gboolean sim_tape_get (const SimTape *tape, gsize index, OdeAttempt *attempt);
/* Copies up to n attempts from `first` on and returns their number; 0 if attempt `first` is not stored. */
gsize sim_tape_read (const SimTape *tape, gsize first, gsize n, OdeAttempt *attempts);
/* Returns the index of the first stored attempt that starts at or after t. */
gsize sim_tape_find (const SimTape *tape, double t);
/* Minima and maxima over attempts, and counts by outcome (OdeAttemptOutcome).
 * h_low_chosen is the smallest step that was not shortened by an event or the end of
 * the run; +inf: none. */
typedef struct { double h_low, h_low_chosen, h_high, error_low, error_high; double t_low, t_high; gsize counts[8]; } SimTapeRange;
/* Computes the ranges and counts of attempts [first, last). If some of them are no
 * longer stored, the result includes the other attempts in their buckets. */
void sim_tape_range (const SimTape *tape, gsize first, gsize last, SimTapeRange *range);
/* Returns the latest snapshot at or before attempt `index`, and sets *snapshot_attempt to the index of the
 * attempt that follows it. Returns NULL if none is stored. Free it with
 * g_bytes_unref. */
GBytes *sim_tape_snapshot (const SimTape *tape, gsize index, gsize *snapshot_attempt);
/* Returns the last snapshot for which is_before returns TRUE; is_before must be
 * TRUE for the older snapshots and FALSE for the newer ones. Returns NULL if there is
 * none. Free it with g_bytes_unref. */
GBytes *sim_tape_last_snapshot (const SimTape *tape, gboolean (*is_before) (GBytes *snapshot, gpointer user), gpointer user);
/* Returns the number of bytes that the tape uses in memory. */
gsize sim_tape_memory (const SimTape *tape);

G_END_DECLS
