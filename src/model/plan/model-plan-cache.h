/* The recently used plans of a model, one for each set of constants. */
#pragma once

#include "model-plan.h"

G_BEGIN_DECLS

/* Returns the plan with the file's constants, which is made when the model is
 * loaded and owned by the model. plan->errors contains its errors. */
ModelPlan *model_plan_first (Model *model);
/* Returns the plan with these constants, which is made if it does not exist, or
 * NULL with an error. Any thread. */
ModelPlan *model_plan_take (Model *model, GHashTable *constants, ExprProgramFlags flags, GError **error);

G_END_DECLS
