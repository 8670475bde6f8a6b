/* Reads the attempts of a tape once and keeps their plotted values. */
#include "plot-attempt-values.h"

#include <math.h>

#include "plot-attempt-marks.h"
#include "plot-frame.h"

#define CHUNK 4096
/* Number of attempts that each call reads even after the deadline. */
#define LEAST_ATTEMPTS 4096

typedef struct
{
  float values[CHUNK];
  double t[CHUNK / PLOT_ATTEMPT_BLOCK]; /* times at which the blocks begin */
  gboolean cut[CHUNK / PLOT_ATTEMPT_BLOCK];
} Chunk;

void
plot_attempt_values_clear (PlotAttemptValues *values)
{
  g_clear_pointer (&values->chunks, g_ptr_array_unref);
  *values = (PlotAttemptValues) { 0 };
}

static void
begin (PlotAttemptValues *values, SimTape *tape, PlotScaleType type, gsize truncations)
{
  plot_attempt_values_clear (values);
  values->chunks = g_ptr_array_new_with_free_func (g_free);
  values->type = type;
  values->truncations = truncations;
  values->done = sim_tape_first (tape);
  values->first_chunk = values->done / CHUNK;
}

static float
encode (double value, PlotScaleType type, gboolean rejected)
{
  union { float value; guint32 bits; } both;

  if (isnan (value))
    return NAN;
  if (type == PLOT_SCALE_LOG)
    both.value = value > 0 ? (float) log10 (value) : PLOT_ATTEMPT_UNDERFLOW;
  else
    both.value = (float) CLAMP (value, -3e38, 3e38);
  both.bits = (both.bits & ~1u) | (rejected ? 1 : 0);
  return both.value;
}

/* Stores one attempt; all attempts are stored in turn. */
static void
add (PlotAttemptValues *values, gsize index, double t, PlotAttemptMark mark, double value)
{
  gsize chunk = index / CHUNK - values->first_chunk, place = index % CHUNK;
  Chunk *at;

  while (values->chunks->len <= chunk)
    g_ptr_array_add (values->chunks, g_new0 (Chunk, 1));
  at = g_ptr_array_index (values->chunks, chunk);
  if (place % PLOT_ATTEMPT_BLOCK == 0)
    at->t[place / PLOT_ATTEMPT_BLOCK] = t;
  at->cut[place / PLOT_ATTEMPT_BLOCK] |= mark == PLOT_ATTEMPT_MARK_CUT;
  at->values[place] = mark == PLOT_ATTEMPT_MARK_ACCEPTED || mark == PLOT_ATTEMPT_MARK_REJECTED
                        ? encode (value, values->type, mark == PLOT_ATTEMPT_MARK_REJECTED) : NAN;
}

gboolean
plot_attempt_values_update (PlotAttemptValues *values, SimTape *tape, PlotAttemptQuantity quantity, PlotScaleType type, gint64 deadline)
{
  OdeAttempt read[1 + PLOT_ATTEMPT_MARKS_BLOCK];
  gsize truncations = sim_tape_n_truncations (tape), n, seen = 0;

  if (values->chunks == NULL || values->type != type || values->truncations != truncations)
    begin (values, tape, type, truncations);
  values->done = MAX (values->done, sim_tape_first (tape));
  for (gsize removed = sim_tape_first (tape) / CHUNK; values->first_chunk < removed && values->chunks->len > 0; values->first_chunk++)
    g_ptr_array_remove_index (values->chunks, 0);
  if (values->chunks->len == 0)
    values->first_chunk = values->done / CHUNK;
  while ((n = sim_tape_read (tape, values->done, PLOT_ATTEMPT_MARKS_BLOCK, read + 1)) > 0)
    {
      gboolean has_before = values->done > 0 && sim_tape_get (tape, values->done - 1, &read[0]);

      for (gsize i = 1; i <= n; i++)
        add (values, values->done++, read[i].t, plot_attempt_mark_after (i > 1 || has_before ? &read[i - 1] : NULL, &read[i]),
             quantity == PLOT_ATTEMPT_STEP ? read[i].h : read[i].error);
      seen += n;
      if (seen >= LEAST_ATTEMPTS && deadline != 0 && plot_frame_clock () > deadline)
        return FALSE;
    }
  return TRUE;
}

const float *
plot_attempt_values_block (const PlotAttemptValues *values, gsize first, double *t, double *t_next, gboolean *cut)
{
  gsize next = first + PLOT_ATTEMPT_BLOCK, place = first % CHUNK;
  const Chunk *chunk, *after;

  if (values->chunks == NULL || first / CHUNK < values->first_chunk || next >= values->done)
    return NULL;
  chunk = g_ptr_array_index (values->chunks, first / CHUNK - values->first_chunk);
  after = g_ptr_array_index (values->chunks, next / CHUNK - values->first_chunk);
  *t = chunk->t[place / PLOT_ATTEMPT_BLOCK];
  *t_next = after->t[next % CHUNK / PLOT_ATTEMPT_BLOCK];
  *cut = chunk->cut[place / PLOT_ATTEMPT_BLOCK];
  return chunk->values + place;
}
