/* The right-hand side, the switch functions and the witnesses of an instance over boxes of times and states (expr-range.h). */
#pragma once

#include "model-system.h"

G_BEGIN_DECLS

typedef struct ModelRanges ModelRanges; /* one thread at a time; valid as long as its instance */

/* Makes ranges for the current values of an instance, which must outlive them. Free them with model_ranges_free. */
ModelRanges *model_ranges_new (ModelSystem *system);
/* Frees ranges; NULL is allowed. */
void model_ranges_free (ModelRanges *ranges);
/* Bounds what evaluations of the right-hand side at some points of the box may miss: t between t0 and t1, states between lo[n_states] and
 * hi[n_states], all other values as they are. Writes one bound for each state to hidden[n_states], in units of the right-hand side; +inf if
 * it may be undefined; −1 if it may be undefined only because a quotient may be 0/0, as sin (x)/x. Sets *relative to the part by which the
 * accelerations of a mechanism may differ because of what its masses and forces hide, relative to their size; 0 for other models. If sided,
 * the right-hand side is that with the present sides (model-system-switches.h), and along a surface the bounds are those of both sides. */
void model_ranges_hidden (
    ModelRanges *ranges, gboolean sided, double t0, double t1, const double *lo, const double *hi, double *hidden, double *relative);
/* Bounds the switch functions with the present sides over the box into g_lo[n_switches] and g_hi[n_switches]. Bounds are infinite where a
 * function may be undefined. */
void model_ranges_switches (ModelRanges *ranges, double t0, double t1, const double *lo, const double *hi, double *g_lo, double *g_hi);
/* Returns whether the motion stays on its surface anywhere in the box: below it the rate is positive, above it negative. */
gboolean model_ranges_slides (ModelRanges *ranges, double t0, double t1, const double *lo, const double *hi);
/* Bounds the witnesses over the box into g_lo[n_events] and g_hi[n_events]. A witness that may be undefined, and all witnesses that depend
 * on accelerations or multipliers, have infinite bounds. Entries of events without a witness are not written. */
void model_ranges_witnesses (ModelRanges *ranges, double t0, double t1, const double *lo, const double *hi, double *g_lo, double *g_hi);
/* Returns the sign of dg/dt along the solution if the witness g of an event is continuous and strictly monotone anywhere in the box, so that
 * a solution in it crosses zero at most once; 0 if that is not known. */
int model_ranges_witness_trend (ModelRanges *ranges, int event, double t0, double t1, const double *lo, const double *hi);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelRanges, model_ranges_free)

G_END_DECLS
