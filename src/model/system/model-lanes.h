/* Evaluates the right-hand side of a model for up to MODEL_LANES members at once, each with separate parameters, discrete states and noise.
 * Row i of lane l is at [i · MODEL_LANES + l]. One thread. */
#pragma once

#include "expr-tree.h"
#include "model-system.h"

G_BEGIN_DECLS

#define MODEL_LANES 64

typedef struct ModelLanes ModelLanes;

/* Makes lanes for instances of one model with the same constants and flags as `system`. Returns NULL if accelerations come from a linear
 * solve for each point, or if there are no states. */
ModelLanes *model_lanes_new (ModelSystem *system);
/* Frees lanes; NULL is allowed. */
void model_lanes_free (ModelLanes *lanes);
/* Copies the parameters, discrete states and noise of a member to a lane.
 * model_lanes_prepare must follow before the next evaluation. */
void model_lanes_set (ModelLanes *lanes, int lane, const ModelSystem *member);
/* Copies the inputs of one lane to another lane. */
void model_lanes_move (ModelLanes *lanes, int from, int to);
/* Returns the row of a parameter, by its index in model_system_get_parameters. The caller may write into it; model_lanes_prepare must follow. */
double *model_lanes_parameter (ModelLanes *lanes, int index);
/* Returns the row of a discrete state; as model_lanes_parameter. */
double *model_lanes_discrete (ModelLanes *lanes, int index);
/* Recomputes the values that depend only on parameters, for lanes 0 … n_lanes − 1. n_lanes is a multiple of 8. */
void model_lanes_prepare (ModelLanes *lanes, int n_lanes);
/* Returns the row of times, into which the caller writes. */
double *model_lanes_t (ModelLanes *lanes);
/* Returns the rows of states, into which the caller writes. */
double *model_lanes_x (ModelLanes *lanes);
/* Returns n_states pointers to the rows of the results; valid for the life of
 * the lanes. */
const double *const *model_lanes_dxdt (const ModelLanes *lanes);
/* Evaluates lanes 0 … n_lanes − 1, a multiple of 8; self is the ModelLanes. */
void model_lanes_rhs (void *self, int n_lanes);
/* Prepares ∂f/∂x and ∂f/∂t of the instance that the lanes are for; before model_lanes_set. Returns FALSE if the model has no symbolic ones
 * without a linear solve. */
gboolean model_lanes_need_derivatives (ModelLanes *lanes, ModelSystem *system);
/* Returns pointers to the rows of the entries of ∂f/∂x, in the order of the values of OdeSystem.jacobian; NULL before
 * model_lanes_need_derivatives. */
const double *const *model_lanes_jacobian (const ModelLanes *lanes);
/* Returns pointers to the rows of ∂f/∂t; NULL if the right-hand side does not depend on t. */
const double *const *model_lanes_time_derivative (const ModelLanes *lanes);
/* Evaluates the derivatives of lanes 0 … n_lanes − 1 at the times and states of the lanes; self is the ModelLanes. */
void model_lanes_derivatives (void *self, int n_lanes);

/* ---- expressions that are not part of the model ---- */

/* Expressions of a study that use the names of a model. One thread. */
typedef struct ModelFormulas ModelFormulas;

/* Compiles n expressions that may use t, parameters, constants, states, variables, discrete states, outputs and noise of a model, with the
 * constants and flags of instance. trees[n] are borrowed. Returns NULL with errors (ExprError), whose positions are those in the trees. */
ModelFormulas *model_formulas_new (Model *model, const ModelInstance *instance, const ExprTree *const *trees, int n, GPtrArray *errors);
/* Returns a copy for another thread; it shares the compiled program. */
ModelFormulas *model_formulas_copy (const ModelFormulas *formulas);
/* Frees formulas; NULL is allowed. */
void model_formulas_free (ModelFormulas *formulas);
/* Returns the number of expressions. */
int model_formulas_n (const ModelFormulas *formulas);
/* Evaluates all expressions at (t, x) with the parameters and discrete states
 * of an instance into values[n]. */
void model_formulas_evaluate (ModelFormulas *formulas, const ModelSystem *system, double t, const double *x, double *values);
/* Copies the inputs of a member to a lane, like model_lanes_set. */
void model_formulas_set_lane (ModelFormulas *formulas, int lane, const ModelSystem *member);
/* Copies the inputs of a lane, like model_lanes_move. */
void model_formulas_move_lane (ModelFormulas *formulas, int from, int to);
/* Recomputes slow values, like model_lanes_prepare. */
void model_formulas_prepare_lanes (ModelFormulas *formulas, int n_lanes);
/* Returns the row of times. */
double *model_formulas_t (ModelFormulas *formulas);
/* Returns the rows of states. */
double *model_formulas_x (ModelFormulas *formulas);
/* Evaluates lanes 0 … n_lanes − 1; n_lanes is a multiple of 8. */
void model_formulas_evaluate_lanes (ModelFormulas *formulas, int n_lanes);
/* Returns the row of results of an expression after an evaluation of lanes. */
const double *model_formulas_row (const ModelFormulas *formulas, int index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelFormulas, model_formulas_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelLanes, model_lanes_free)

G_END_DECLS
