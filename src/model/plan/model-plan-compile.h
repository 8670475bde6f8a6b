/* From the values of a plan to programs. */
#pragma once

#include "model-plan.h"

G_BEGIN_DECLS

/* Compiles what was elaborated without errors, but for the Jacobian's values. */
void model_plan_compile (ModelPlan *plan);
/* Compiles the functions that make the Jacobian, once; any thread. Nobody looks at them before. */
void model_plan_need_jacobian (ModelPlan *plan);
gboolean model_plan_is_of_jacobian (int id);

G_END_DECLS
