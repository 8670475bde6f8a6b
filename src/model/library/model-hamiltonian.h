/* Recognizes Hamiltonian systems from their equations. The functions may be called from any thread. */
#pragma once

#include "model-system.h"

G_BEGIN_DECLS

/* Returns whether equations of motion of the form q' = v, m v' = F(q, v), autonomous with constant masses, have a Hamiltonian: ∂F/∂q is
 * symmetric (a potential) and ∂F/∂v antisymmetric (forces that do no work). This is tested at the start and at points around it. Returns
 * FALSE also for systems that are Hamiltonian only in other coordinates. */
gboolean model_system_has_hamiltonian (ModelSystem *system);

G_END_DECLS
