/* Makes plans. Call it with the model's lock held. */
#pragma once

#include "model-plan.h"

G_BEGIN_DECLS

/* Elaborates a plan. plan->errors contains its errors. overrides may be NULL. */
ModelPlan *model_plan_new (Model *model, GHashTable *overrides, ExprProgramFlags flags);

G_END_DECLS
