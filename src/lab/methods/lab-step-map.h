/* A method with fixed steps as a map x → Φ_h (x), for a system x' = f(x). One thread at a time may use a map. */
#pragma once

#include "lab-flow.h"
#include "sim-config.h"

G_BEGIN_DECLS

typedef struct LabStepMap LabStepMap;

/* Makes the map of the method in the flow's settings. Implicit methods solve their equations as accurately as they can. If one_step is
 * TRUE, methods whose step also depends on earlier points are refused. The flow must outlive the map. Returns NULL with an error. */
LabStepMap *lab_step_map_new (LabFlow *flow, gboolean one_step, GError **error);
/* Frees a map; NULL is allowed. */
void lab_step_map_free (LabStepMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabStepMap, lab_step_map_free)
/* Returns the integration method of the map. */
const OdeMethod *lab_step_map_method (const LabStepMap *map);

/* Sets the current point to x[n], and discards the history of multistep methods. Returns FALSE if the model is undefined there. */
gboolean lab_step_map_set (LabStepMap *map, const double *x);
/* Takes one step of size h > 0 from the current point, and returns its end, n numbers, valid until the next call. Returns NULL if the step
 * fails or is not finite. */
const double *lab_step_map_step (LabStepMap *map, double h);
/* Returns the reason why the last step failed. */
const char *lab_step_map_message (const LabStepMap *map);

G_END_DECLS
