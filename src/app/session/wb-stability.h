/* The largest stable step along a run, computed from the eigenvalues of the
 * Jacobian and the method's stability region. */
#pragma once

#include "wb-run-item.h"

G_BEGIN_DECLS

typedef struct WbStability WbStability;

/* Makes an empty record. */
WbStability *wb_stability_new (void);
/* Frees the record. */
void wb_stability_free (WbStability *self);
/* Clears the record for another run. */
void wb_stability_forget (WbStability *self);
/* Computes the limit at a few samples that the run recorded since the last
 * call. Returns TRUE if the curve changed. Does nothing for implicit methods
 * and large systems. */
gboolean wb_stability_update (WbStability *self, WbRunItem *run);
/* Returns whether samples remain for further updates. */
gboolean wb_stability_is_behind (const WbStability *self, WbRunItem *run);
/* Returns the times, wb_stability_n of them; borrowed. */
const double *wb_stability_t (const WbStability *self);
/* Returns the largest stable steps at these times, NaN if any step is
 * stable; borrowed. */
const double *wb_stability_h (const WbStability *self);
/* Returns the number of samples. */
gsize wb_stability_n (const WbStability *self);

G_END_DECLS
