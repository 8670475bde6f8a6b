/* Whether a model's equations are those of a Hamiltonian, seen from what they are. Any thread. */
#pragma once

#include "model-system.h"

G_BEGIN_DECLS

/* The law of motion q' = v, m v' = F(q, v) with constant masses, autonomous, comes from a Hamiltonian where ∂F/∂q is symmetric (a potential) and
 * ∂F/∂v antisymmetric (forces that do no work). This is looked at where the model starts and at places around: FALSE also for what
 * is Hamiltonian in other coordinates. */
gboolean model_system_has_hamiltonian (ModelSystem *system);

G_END_DECLS
