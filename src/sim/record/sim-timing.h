/* Instants: which times are one, and the times of periodic events. Any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the distance from |t| to the next larger double. */
double sim_ulp (double t);
/* Returns the distance below which two times count as one instant: 4 ulp of the
 * larger of |t| and |t_start|, since times are sums that began at t_start. */
double sim_same_instant (double t, double t_start);
/* Returns the next double below x, skipping denormals (0 → −DBL_MIN, DBL_MIN →
 * 0; denormals count as 0). */
double sim_previous_normal (double x);
/* Returns the smallest offset + k·period, k ≥ 0, strictly after t, or at or
 * after t where inclusive. period > 0. Times are products, never sums of
 * periods. */
double sim_next_periodic (double period, double offset, double t, gboolean inclusive);

G_END_DECLS
