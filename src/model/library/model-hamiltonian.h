/* Recognizes Hamiltonian systems from their equations. Any thread. */
#pragma once

#include "model-system.h"

G_BEGIN_DECLS

/* Returns whether the equations of motion q' = v, m v' = F(q, v), autonomous
 * with constant masses, have a Hamiltonian: ∂F/∂q symmetric (a potential) and
 * ∂F/∂v antisymmetric (forces that do no work), tested at the start and at
 * points around it. Returns FALSE also for systems that are Hamiltonian in
 * other coordinates. */
gboolean model_system_has_hamiltonian (ModelSystem *system);

G_END_DECLS
