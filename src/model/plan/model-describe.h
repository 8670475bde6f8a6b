/* Derives the quantities, equations and traits of a model that the user interface shows. */
#pragma once

#include "model-plan.h"

G_BEGIN_DECLS

/* Computes quantities, equations and traits for the user interface, from a plan made with the constants of the file. Adds errors in the
 * ranges of sliders to the plan. */
void model_describe (Model *model, ModelPlan *plan);


G_END_DECLS
