/* The steps in which a plan is made, each in a separate file. model_plan_new and model_plan_compile call them in order. To elaborate means
 * to turn an expression of the file into a value of the plan's graph. */
#pragma once

#include "model-scope.h"

G_BEGIN_DECLS

/* Assigns indices to states, discrete states and outputs. Returns FALSE after an
 * error. */
gboolean model_plan_lay_out (ModelPlan *plan);
/* Elaborates initial values, in the order of their dependencies. */
void model_plan_elaborate_initial (ModelPlan *plan);
/* Elaborates coordinates, masses, forces and constraints of the mechanics. */
void model_plan_elaborate_mechanics (ModelPlan *plan);
/* Elaborates the rotations. */
void model_plan_elaborate_rotations (ModelPlan *plan);
/* Elaborates events and monitors. */
void model_plan_elaborate_events (ModelPlan *plan);
/* Elaborates the scene. */
void model_plan_elaborate_scene (ModelPlan *plan);
/* Elaborates distributions and noise. */
void model_plan_elaborate_random (ModelPlan *plan);
/* Elaborates the mass matrix. */
void model_plan_elaborate_mass (ModelPlan *plan);
/* Makes the phases of `rest` and `slide` parts of the right-hand side and of the events. Call it after events and mass matrix. */
void model_plan_elaborate_contact (ModelPlan *plan);
/* Sets the names of the states. */
void model_plan_name_states (ModelPlan *plan);
/* Sets the names of the columns. */
void model_plan_name_columns (ModelPlan *plan);
/* Checks that the columns named by plots and by the scene's view exist. */
void model_plan_check_views (ModelPlan *plan);
/* Evaluates a value with the parameters of the file into *constant. Returns FALSE if the value depends on inputs other than parameters. */
gboolean model_plan_standard_value (ModelPlan *plan, ExprValue value, double *constant);
/* Checks time spans, periods and quaternions with the parameters of the file. */
void model_plan_check_numbers (ModelPlan *plan);
/* Finds the switches of the right-hand side, and sets the functions that have their sides as inputs, except those of the Jacobian. Returns FALSE
 * if the thread asks to end. */
gboolean model_plan_set_switches (ModelPlan *plan);
/* Sets the derivatives of the witnesses along the solution; without a mass matrix, algebraic states, accelerations and multipliers. */
void model_plan_set_witness_rates (ModelPlan *plan);
/* Finds the structure that the OdeSystem of the model states: pairs q' = v, separability, sparsity patterns. */
void model_plan_compile_structure (ModelPlan *plan);
/* Adds a function of the plan's inputs and returns its index. values is copied. */
int model_plan_add_function (ModelPlan *plan, const ExprValue *values, int n_values);
/* Sets one of the functions with a fixed id. values is copied. */
void model_plan_set_function (ModelPlan *plan, ModelFunctionId id, const ExprValue *values, int n_values);
/* Appends a value to the slow values, which depend only on parameters, and returns its index. */
int model_plan_add_slow (ModelPlan *plan, ExprValue value);
/* Takes ownership of a text, keeps it until the plan is freed, and returns it. */
const char *model_plan_own (ModelPlan *plan, char *text);
/* Appends an error at the position of a node to plan->errors. */
void model_plan_error (ModelPlan *plan, const ModelYaml *node, const char *format, ...) G_GNUC_PRINTF (3, 4);

G_END_DECLS
