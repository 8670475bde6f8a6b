/* Compiles the expression graph of a plan into programs. */
#pragma once

#include "expr-step.h"
#include "model-plan.h"

G_BEGIN_DECLS

/* Compiles all functions of a plan except the entries of the Jacobian. The plan must have no
 * errors. Returns FALSE if the thread asks to end (expr-look.h); a later call then compiles the
 * remaining functions. */
gboolean model_plan_compile (ModelPlan *plan);
/* Compiles the functions of the Jacobian at the first call. Must be called before they are evaluated. Returns FALSE if the thread asks
 * to end; they must not be evaluated then, and a later call compiles them. May be called from any thread. */
gboolean model_plan_need_jacobian (ModelPlan *plan);
/* Returns the program of the steps of an explicit method (expr-step.h), owned by the plan, or NULL if they are too long or the right-hand side has no machine
 * code. The function sets the states in `form`. May be called from any thread. */
ExprProgram *model_plan_step (ModelPlan *plan, ExprStepForm *form);
/* Frees the programs of steps. */
void model_plan_free_steps (ModelPlan *plan);
/* Returns whether the function with this id is a part of the Jacobian. */
gboolean model_plan_is_of_jacobian (int id);

G_END_DECLS
