/* The marks of attempts on a tape: which mark an attempt has, and iteration over the attempts that have one. Used by
 * plot-layer-attempts.c. */
#pragma once

#include <glib.h>

#include "sim-tape.h"

G_BEGIN_DECLS

typedef enum
{
  PLOT_ATTEMPT_MARK_NONE = -1,
  PLOT_ATTEMPT_MARK_ACCEPTED,
  PLOT_ATTEMPT_MARK_REJECTED,
  PLOT_ATTEMPT_MARK_CUT,        /* the step ends at an event */
  PLOT_N_ATTEMPT_MARKS
} PlotAttemptMark;

/* Returns the mark of attempt `index` of the tape, whose record is *attempt. */
PlotAttemptMark plot_attempt_marks_of (SimTape *tape, gsize index, const OdeAttempt *attempt);
/* Returns the time of the mark: the start of the step, or the time of the event
 * at which it ends. */
double plot_attempt_marks_time (PlotAttemptMark mark, const OdeAttempt *attempt);

/* The number of attempts that are read in one call. */
#define PLOT_ATTEMPT_MARKS_BLOCK 128

/* An iterator over the attempts of a tape that have a mark. */
typedef struct
{
  SimTape *tape;               /* borrowed */
  gsize at;                    /* index of the next attempt to be read */
  gsize n_read, i;             /* records 1 … n_read of `read` are in use, and i of them were returned; read[0] is the attempt before
                                  them */
  gboolean has_before;
  OdeAttempt read[1 + PLOT_ATTEMPT_MARKS_BLOCK];
} PlotAttemptMarks;

/* Initializes an iterator at attempt `first`. */
void plot_attempt_marks_init (PlotAttemptMarks *marks, SimTape *tape, gsize first);
/* Returns the next attempt with a mark, valid until the next call; NULL: there is none. Attempts that the tape has discarded are
 * skipped. */
const OdeAttempt *plot_attempt_marks_next (PlotAttemptMarks *marks, PlotAttemptMark *mark);
/* Returns the index of the first attempt that the iterator has not returned yet. */
gsize plot_attempt_marks_position (const PlotAttemptMarks *marks);

G_END_DECLS
