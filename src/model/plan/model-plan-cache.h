/* The recently used plans of a model, one for each set of constants. */
#pragma once

#include "model-plan.h"

G_BEGIN_DECLS

/* Returns the plan with the file's constants, made while the model is loaded;
 * owned by the model. Errors stay in plan->errors. */
ModelPlan *model_plan_first (Model *model);
/* Returns the plan with these constants, made or found, or NULL with an error.
 * Any thread. */
ModelPlan *model_plan_take (Model *model, GHashTable *constants, ExprProgramFlags flags, GError **error);

G_END_DECLS
