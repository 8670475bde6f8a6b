/* The step tape: a record of every attempted step, bounded, append-only, one writer, many readers.
 *
 * Keeps the last `capacity` attempts (2 million by default) in full and, above them, a min–max pyramid of h and error over all attempts ever;
 * snapshots every 256 attempts let any kept step be replayed for its stages, Newton iterates, Jacobian and eigenvalues. */
#pragma once

#include <glib.h>

#include "ode-attempt.h"

G_BEGIN_DECLS

typedef struct SimTape SimTape;

SimTape *sim_tape_new (gsize capacity);
SimTape *sim_tape_ref (SimTape *tape);
void sim_tape_unref (SimTape *tape);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimTape, sim_tape_unref)

void sim_tape_append (SimTape *tape, const OdeAttempt *attempt);
/* Called for each attempt appended, on the writer's thread, whatever is kept: for streaming to a file. NULL clears. */
void sim_tape_set_listener (SimTape *tape, OdeAttemptFunc listener, void *user);
/* A snapshot that precedes the attempt to come; bytes are copied. */
void sim_tape_append_snapshot (SimTape *tape, const void *bytes, gsize n_bytes);

/* Writer: forgets attempts from n_attempts on (step back). The pyramid keeps bucket precision. */
void sim_tape_truncate (SimTape *tape, gsize n_attempts);

/* Attempts ever appended; those from sim_tape_first on are kept. */
gsize sim_tape_n_attempts (const SimTape *tape);
gsize sim_tape_first (const SimTape *tape);
/* A copy of attempt `index`; FALSE where it is no longer kept. */
gboolean sim_tape_get (const SimTape *tape, gsize index, OdeAttempt *attempt);
/* Copies of up to n attempts from `first` on; how many. 0 where `first` is not kept or not there yet. */
gsize sim_tape_read (const SimTape *tape, gsize first, gsize n, OdeAttempt *attempts);
/* First kept attempt that starts at or after t. */
gsize sim_tape_find (const SimTape *tape, double t);
/* Smallest and largest h and error, and counts by outcome, over attempts [first, last), also those no longer kept (to bucket precision);
 * h_low_chosen: smallest h that no event and no end had cut, +inf where there is none. */
typedef struct { double h_low, h_low_chosen, h_high, error_low, error_high; double t_low, t_high; gsize counts[8]; } SimTapeRange;
void sim_tape_range (const SimTape *tape, gsize first, gsize last, SimTapeRange *range);
/* The latest snapshot at or before attempt `index`; NULL with none kept. Free with g_bytes_unref. */
GBytes *sim_tape_snapshot (const SimTape *tape, gsize index, gsize *snapshot_attempt);
gsize sim_tape_memory (const SimTape *tape);

G_END_DECLS
