/* What the interface shows of a model. */
#pragma once

#include "model-plan.h"

G_BEGIN_DECLS

/* Quantities, equations, traits: what the interface shows; after a plan with the file's constants exists. */
void model_describe (Model *model, ModelPlan *plan);


G_END_DECLS
