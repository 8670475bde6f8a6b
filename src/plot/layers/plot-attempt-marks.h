/* Determines the mark of each attempt on a tape, and iterates over the attempts that have one. plot-layer-attempts.c uses
 * it. */
#pragma once

#include <glib.h>

#include "sim-tape.h"

G_BEGIN_DECLS

typedef enum
{
  PLOT_ATTEMPT_MARK_NONE = -1,
  PLOT_ATTEMPT_MARK_ACCEPTED,
  PLOT_ATTEMPT_MARK_REJECTED,
  PLOT_ATTEMPT_MARK_CUT,        /* accepted, and the step ends at an event */
  PLOT_N_ATTEMPT_MARKS
} PlotAttemptMark;

/* Returns the mark of an attempt. `before` is the previous attempt; NULL if the tape has discarded it. A step ends at an event if a
 * scheduled event or a switch limited it, or if it replaces a longer step in which a witness crossed zero. That longer step was discarded and has no
 * mark. */
PlotAttemptMark plot_attempt_mark_after (const OdeAttempt *before, const OdeAttempt *attempt);
/* Returns the mark of attempt `index` of the tape. *attempt is its record. */
PlotAttemptMark plot_attempt_marks_of (SimTape *tape, gsize index, const OdeAttempt *attempt);
/* Returns the time at which a mark is drawn: the start of the step, or the event at which the step
 * ends. */
double plot_attempt_marks_time (PlotAttemptMark mark, const OdeAttempt *attempt);

/* Number of attempts that are read from the tape at once. */
#define PLOT_ATTEMPT_MARKS_BLOCK 128

/* Iterator over the attempts of a tape that have a mark. */
typedef struct
{
  SimTape *tape;               /* borrowed */
  gsize at;                    /* index of the next attempt to be read from the tape */
  /* n_read records were read, and i of them were returned. They are read[1] … read[n_read]; read[0] is the attempt before them. */
  gsize n_read, i;
  gboolean has_before;
  OdeAttempt read[1 + PLOT_ATTEMPT_MARKS_BLOCK];
} PlotAttemptMarks;

/* Initializes an iterator at attempt `first`. */
void plot_attempt_marks_init (PlotAttemptMarks *marks, SimTape *tape, gsize first);
/* Returns the next attempt that has a mark, or NULL if there is none. It is valid until the next call. Attempts that the tape has discarded
 * are skipped. */
const OdeAttempt *plot_attempt_marks_next (PlotAttemptMarks *marks, PlotAttemptMark *mark);
/* Returns the index of the first attempt that the iterator has not returned yet. */
gsize plot_attempt_marks_position (const PlotAttemptMarks *marks);

G_END_DECLS
