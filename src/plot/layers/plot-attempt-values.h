/* The plotted value of each attempt of a tape in four bytes, so that a density of millions of attempts is counted in a few milliseconds when the
 * axes change. plot-layer-attempts-draw.c uses it. */
#pragma once

#include "plot-layers.h"
#include "plot-scale.h"

G_BEGIN_DECLS

/* Number of attempts in a block, the unit in which values are read. Blocks begin at multiples of this number. */
#define PLOT_ATTEMPT_BLOCK 128

/* The values of a tape. A struct of zeros is empty. */
typedef struct
{
  GPtrArray *chunks; /* in the order of the tape; those with discarded attempts only are removed */
  gsize first_chunk; /* number of removed chunks */
  gsize done;        /* index of the next attempt to read */
  gsize truncations; /* of the tape when the values were read */
  PlotScaleType type;
} PlotAttemptValues;

/* Frees the memory and makes the values empty. */
void plot_attempt_values_clear (PlotAttemptValues *values);
/* Reads the attempts that the tape has got since the last call, for an axis of the given type. Stops at the deadline of the plot's clock (0: none).
 * Returns whether all attempts are read. */
gboolean plot_attempt_values_update (PlotAttemptValues *values, SimTape *tape, PlotAttemptQuantity quantity, PlotScaleType type, gint64 deadline);

/* Returns the values of the block that begins at attempt `first`, and sets *t and *t_next to the times at which it and the next block begin and *cut to
 * whether a step in it ends at an event. Returns NULL if the block is not stored or no attempt after it is read. A value is that of an axis (its
 * logarithm on a logarithmic one); NaN: the attempt has no place in a density. plot_attempt_values_is_rejected tells its kind. */
const float *plot_attempt_values_block (const PlotAttemptValues *values, gsize first, double *t, double *t_next, gboolean *cut);

/* The value of an attempt without a logarithm, on a logarithmic axis. */
#define PLOT_ATTEMPT_UNDERFLOW (-3e38f)

/* Returns whether the attempt of a value was rejected: the last bit of its fraction. */
static inline gboolean
plot_attempt_values_is_rejected (float value)
{
  union { float value; guint32 bits; } both = { value };

  return (both.bits & 1) != 0;
}

G_END_DECLS
