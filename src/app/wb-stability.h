/* The largest step that is stable, along a run: from the eigenvalues of the Jacobian and the method's stability region. */
#pragma once

#include "wb-run-item.h"

G_BEGIN_DECLS

typedef struct WbStability WbStability;

WbStability *wb_stability_new (void);
void wb_stability_free (WbStability *self);
/* Another run: starts over. */
void wb_stability_forget (WbStability *self);
/* Looks at what the run recorded since; a few samples a call. TRUE where the curve changed. Nothing for implicit or large systems. */
gboolean wb_stability_update (WbStability *self, WbRunItem *run);
/* TRUE while rows wait to be looked at by further updates. */
gboolean wb_stability_is_behind (const WbStability *self, WbRunItem *run);
const double *wb_stability_t (const WbStability *self);
const double *wb_stability_h (const WbStability *self); /* NaN: no limit there */
gsize wb_stability_n (const WbStability *self);

G_END_DECLS
