/* A method with fixed steps as a map x → Φ_h (x), on x' = f(x). One thread. */
#pragma once

#include "lab-flow.h"
#include "sim-config.h"

G_BEGIN_DECLS

typedef struct LabStepMap LabStepMap;

/* Makes the map of the method of the flow's settings. Nonlinear equations of implicit methods are solved as exactly as the method can.
 * one_step: refuses methods whose step also depends on earlier points. The flow must outlive the map. Returns NULL with an error. */
LabStepMap *lab_step_map_new (LabFlow *flow, gboolean one_step, GError **error);
/* Frees a map; NULL is allowed. */
void lab_step_map_free (LabStepMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabStepMap, lab_step_map_free)
/* Returns the method. */
const OdeMethod *lab_step_map_method (const LabStepMap *map);

/* Goes to x[n], without a history. Returns FALSE if the model is undefined there. */
gboolean lab_step_map_set (LabStepMap *map, const double *x);
/* Takes one step of size h > 0 and returns its end, n numbers, borrowed until the next call; NULL if the step fails or is not finite. */
const double *lab_step_map_step (LabStepMap *map, double h);
/* Returns the reason of the last failure. */
const char *lab_step_map_message (const LabStepMap *map);

G_END_DECLS
