/* The steps of making a plan, each in a separate file. model_plan_new and
 * model_plan_compile call them in order. */
#pragma once

#include "model-scope.h"

G_BEGIN_DECLS

/* Assigns numbers to states, discrete states and outputs. Returns FALSE after
 * an error. */
gboolean model_plan_lay_out (ModelPlan *plan);
/* Elaborates initial values in the order of their dependencies. */
void model_plan_elaborate_initial (ModelPlan *plan);
/* Elaborates coordinates, masses, forces and constraints. */
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
/* Sets the names of the states. */
void model_plan_name_states (ModelPlan *plan);
/* Sets the names of the columns. */
void model_plan_name_columns (ModelPlan *plan);
/* Checks that the columns named by plots and by the scene's view exist. */
void model_plan_check_views (ModelPlan *plan);
/* Evaluates a value with the file's parameters. Returns FALSE if it depends on other inputs. */
gboolean model_plan_standard_value (ModelPlan *plan, ExprValue value, double *constant);
/* Checks time spans, periods and quaternions with the file's parameters. */
void model_plan_check_numbers (ModelPlan *plan);
/* Finds the structure that the OdeSystem needs: pairs, separability, patterns. */
void model_plan_compile_structure (ModelPlan *plan);
/* Adds a function of the inputs and returns its index; values are copied. */
int model_plan_add_function (ModelPlan *plan, const ExprValue *values, int n_values);
/* Sets one of the numbered functions; values are copied. */
void model_plan_set_function (ModelPlan *plan, ModelFunctionId id, const ExprValue *values, int n_values);
/* Appends a value to the slow values and returns its index. */
int model_plan_add_slow (ModelPlan *plan, ExprValue value);
/* Stores a text until the plan is freed, and returns it. */
const char *model_plan_own (ModelPlan *plan, char *text);
/* Appends an error at a node. */
void model_plan_error (ModelPlan *plan, const ModelYaml *node, const char *format, ...) G_GNUC_PRINTF (3, 4);

G_END_DECLS
