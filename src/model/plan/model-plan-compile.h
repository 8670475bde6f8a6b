/* Compiles the values of a plan to programs. */
#pragma once

#include "model-plan.h"

G_BEGIN_DECLS

/* Compiles the functions of a plan without errors, except the values of the
 * Jacobian. */
void model_plan_compile (ModelPlan *plan);
/* Compiles the functions of the Jacobian at the first call. Call it before they
 * are used. Any thread. */
void model_plan_need_jacobian (ModelPlan *plan);
/* Returns whether a function is a part of the Jacobian. */
gboolean model_plan_is_of_jacobian (int id);

G_END_DECLS
