/* Makes plans. The caller holds the model's lock. */
#pragma once

#include "model-plan.h"

G_BEGIN_DECLS

/* Makes a plan and elaborates its expressions; plan->errors contains the errors found. overrides maps names of constants to double*; NULL:
 * none. */
ModelPlan *model_plan_new (Model *model, GHashTable *overrides, ExprProgramFlags flags);

G_END_DECLS
