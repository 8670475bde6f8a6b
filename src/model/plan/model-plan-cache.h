/* Recently used plans of a model, one for each set of constants. */
#pragma once

#include "model-plan.h"

G_BEGIN_DECLS

/* Returns the plan with the constants of the file, which is made when the model is loaded. The model owns the plan, and plan->errors
 * contains its errors. */
ModelPlan *model_plan_first (Model *model);
/* Returns a reference to the plan with these constants, and makes the plan if it does not exist. Returns NULL with an error. May be called
 * from any thread. */
ModelPlan *model_plan_take (Model *model, GHashTable *constants, ExprProgramFlags flags, GError **error);

G_END_DECLS
