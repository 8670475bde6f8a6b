/* Decides which times are treated as equal, and computes the times of periodic events. The functions may
 * be called from any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the distance from |t| to the next larger double (one ulp). */
double sim_ulp (double t);
/* Returns the distance below which two times are treated as equal: 4 ulp of the larger of |t| and |t_start|, because a time is a sum that
 * began at t_start. */
double sim_same_instant (double t, double t_start);
/* Returns the next double below x that is not denormal: −DBL_MIN for 0,
 * and 0 for DBL_MIN. A denormal x counts as 0. */
double sim_previous_normal (double x);
/* Returns the smallest offset + k·period with k ≥ 0 that is greater than t or,
 * if inclusive, not less than t. period > 0. Times are products, never sums of
 * periods. */
double sim_next_periodic (double period, double offset, double t, gboolean inclusive);

G_END_DECLS
