/* Making a plan, under the model's lock. */
#pragma once

#include "model-plan.h"

G_BEGIN_DECLS

/* Elaborates a plan; errors stay in plan->errors. overrides may be NULL. */
ModelPlan *model_plan_new (Model *model, GHashTable *overrides, ExprProgramFlags flags);

G_END_DECLS
