/* The parts of making a plan, one file each, called in order by model_plan_new and model_plan_compile. */
#pragma once

#include "model-scope.h"

G_BEGIN_DECLS

gboolean model_plan_lay_out (ModelPlan *plan);
void model_plan_elaborate_initial (ModelPlan *plan);
void model_plan_elaborate_mechanics (ModelPlan *plan);
void model_plan_elaborate_rotations (ModelPlan *plan);
void model_plan_elaborate_events (ModelPlan *plan);
void model_plan_elaborate_scene (ModelPlan *plan);
void model_plan_elaborate_random (ModelPlan *plan);
void model_plan_elaborate_mass (ModelPlan *plan);
void model_plan_name_states (ModelPlan *plan);
void model_plan_name_columns (ModelPlan *plan);
void model_plan_check_views (ModelPlan *plan);
/* The number of a value with the file's parameters; FALSE where it depends on more than parameters. */
gboolean model_plan_standard_value (ModelPlan *plan, ExprValue value, double *constant);
/* Checks with the file's parameters: time spans, periods, quaternions. */
void model_plan_check_numbers (ModelPlan *plan);
void model_plan_compile_structure (ModelPlan *plan);
/* Registers a function of the inputs; values are copied. */
int model_plan_add_function (ModelPlan *plan, const ExprValue *values, int n_values);
void model_plan_set_function (ModelPlan *plan, ModelFunctionId id, const ExprValue *values, int n_values);
/* Appends to the slow values and returns the index. */
int model_plan_add_slow (ModelPlan *plan, ExprValue value);
const char *model_plan_own (ModelPlan *plan, char *text);
void model_plan_error (ModelPlan *plan, const ModelYaml *node, const char *format, ...) G_GNUC_PRINTF (3, 4);

G_END_DECLS
