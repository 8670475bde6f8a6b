/* The largest stable step size along a run, computed from the eigenvalues of the Jacobian and the stability region of the
 * method. */
#pragma once

#include "wb-run-item.h"

G_BEGIN_DECLS

typedef struct WbStability WbStability;

/* Makes an object without samples. */
WbStability *wb_stability_new (void);
/* Frees the object; NULL is allowed. */
void wb_stability_free (WbStability *self);
/* Removes all samples, before another run is examined. */
void wb_stability_forget (WbStability *self);
/* Computes the largest stable step at a few of the rows that the run recorded since the last
 * call. Returns TRUE if samples were added. Does nothing for implicit methods and for large
 * systems. */
gboolean wb_stability_update (WbStability *self, WbRunItem *run);
/* Returns whether rows of the run remain for further updates. */
gboolean wb_stability_is_behind (const WbStability *self, WbRunItem *run);
/* Returns the times of the samples, wb_stability_n values; borrowed. */
const double *wb_stability_t (const WbStability *self);
/* Returns the largest stable steps at these times, borrowed; NaN where every step is
 * stable. */
const double *wb_stability_h (const WbStability *self);
/* Returns the number of samples computed so far. */
gsize wb_stability_n (const WbStability *self);

G_END_DECLS
