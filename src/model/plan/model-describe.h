/* Derives the quantities, equations and traits of a model for the interface. */
#pragma once

#include "model-plan.h"

G_BEGIN_DECLS

/* Computes quantities, equations and traits for the interface, from a plan with
 * the file's constants. Adds errors of the ranges of sliders to the plan. */
void model_describe (Model *model, ModelPlan *plan);


G_END_DECLS
