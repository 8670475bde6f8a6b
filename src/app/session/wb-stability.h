/* The largest step that is stable, along a run: from the eigenvalues of the
 * Jacobian and the method's stability region. */
#pragma once

#include "wb-run-item.h"

G_BEGIN_DECLS

typedef struct WbStability WbStability;

/* Makes an empty record. */
WbStability *wb_stability_new (void);
/* Frees the record. */
void wb_stability_free (WbStability *self);
/* Starts again for another run. */
void wb_stability_forget (WbStability *self);
/* Examines a few samples that the run recorded since the last call; returns
 * TRUE where the curve changed. Does nothing for implicit methods and large
 * systems. */
gboolean wb_stability_update (WbStability *self, WbRunItem *run);
/* Returns TRUE while rows wait for further updates. */
gboolean wb_stability_is_behind (const WbStability *self, WbRunItem *run);
/* Returns the times, wb_stability_n numbers; borrowed. */
const double *wb_stability_t (const WbStability *self);
/* Returns the largest stable steps at these times, NaN where there is no limit;
 * borrowed. */
const double *wb_stability_h (const WbStability *self);
/* Returns the number of samples. */
gsize wb_stability_n (const WbStability *self);

G_END_DECLS
