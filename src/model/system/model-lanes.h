/* Evaluates the right-hand side of a model for up to MODEL_LANES members of an ensemble at once. Each member has a lane with separate
 * parameters, discrete states and noise. Arrays have rows of MODEL_LANES numbers: row i of lane l is at [i · MODEL_LANES + l]. One thread
 * at a time may use an object. */
#pragma once

#include "expr-tree.h"
#include "model-system.h"

G_BEGIN_DECLS

#define MODEL_LANES 64

typedef struct ModelLanes ModelLanes;

/* Makes lanes for instances of one model with the same constants and flags as `system`. Returns NULL if the model has no states, or if each
 * evaluation needs a linear solve for the accelerations. */
ModelLanes *model_lanes_new (ModelSystem *system);
/* Frees lanes; NULL is allowed. */
void model_lanes_free (ModelLanes *lanes);
/* Copies the parameters, discrete states and noise of an instance to a lane. model_lanes_prepare must be called before the next
 * evaluation. */
void model_lanes_set (ModelLanes *lanes, int lane, const ModelSystem *member);
/* Copies all inputs of lane `from` to lane `to`. */
void model_lanes_move (ModelLanes *lanes, int from, int to);
/* Returns the row of a parameter, one number for each lane. index is that in model_system_get_parameters. The caller may write to the row,
 * and must then call model_lanes_prepare. */
double *model_lanes_parameter (ModelLanes *lanes, int index);
/* Returns the row of a discrete state, one number for each lane. The caller may write to the row, and must then call
 * model_lanes_prepare. */
double *model_lanes_discrete (ModelLanes *lanes, int index);
/* Recomputes the values that depend only on parameters, for lanes 0 … n_lanes − 1. n_lanes is a multiple of 8. */
void model_lanes_prepare (ModelLanes *lanes, int n_lanes);
/* Returns the row of times, one for each lane. The caller writes to it. */
double *model_lanes_t (ModelLanes *lanes);
/* Returns the rows of states, n_states × MODEL_LANES. The caller writes to them. */
double *model_lanes_x (ModelLanes *lanes);
/* Returns n_states pointers to the rows of x'. They are valid as long as the
 * lanes. */
const double *const *model_lanes_dxdt (const ModelLanes *lanes);
/* Evaluates the right-hand side for lanes 0 … n_lanes − 1; n_lanes is a multiple of 8. self is the ModelLanes. */
void model_lanes_rhs (void *self, int n_lanes);
/* Prepares the evaluation of the witnesses of all crossing events; must be called before model_lanes_set. `system` is the instance passed
 * to model_lanes_new. Returns FALSE if the model has no witnesses, or if they need a linear solve. */
gboolean model_lanes_need_witnesses (ModelLanes *lanes, ModelSystem *system);
/* Returns the row of times of the witnesses, which is separate from that of the right-hand side. The caller writes to it. */
double *model_lanes_witness_t (ModelLanes *lanes);
/* Returns the n_states rows of states of the witnesses. The caller writes to them. */
double *model_lanes_witness_x (ModelLanes *lanes);
/* Evaluates all witnesses for lanes 0 … n_lanes − 1; n_lanes is a multiple of 8. */
void model_lanes_witnesses (ModelLanes *lanes, int n_lanes);
/* Returns the row of the witness of an event, or NULL if the event has none. It is valid as long as the lanes. */
const double *model_lanes_witness (const ModelLanes *lanes, int event);
/* Prepares the evaluation of ∂f/∂x and ∂f/∂t; must be called before model_lanes_set. `system` is the instance passed to model_lanes_new.
 * Returns FALSE if the model has no symbolic derivatives, or if they need a linear solve. */
gboolean model_lanes_need_derivatives (ModelLanes *lanes, ModelSystem *system);
/* Returns pointers to the rows of the entries of ∂f/∂x, in the order of the values of OdeSystem.jacobian. Returns NULL before
 * model_lanes_need_derivatives is called. */
const double *const *model_lanes_jacobian (const ModelLanes *lanes);
/* Returns n_states pointers to the rows of ∂f/∂t. Returns NULL if the right-hand side does not depend on t. */
const double *const *model_lanes_time_derivative (const ModelLanes *lanes);
/* Evaluates ∂f/∂x and ∂f/∂t for lanes 0 … n_lanes − 1, at the current times and states of the lanes. self is the ModelLanes. */
void model_lanes_derivatives (void *self, int n_lanes);

/* ---- formulas: expressions of a study that are not part of the model ---- */

/* Compiled expressions of a study that use names of a model. One thread at a time may use an object. */
typedef struct ModelFormulas ModelFormulas;

/* Compiles n expressions that may use t, parameters, constants, states, variables, discrete states, outputs and noise of a model, with the
 * constants and flags of `instance`. trees[n] must stay valid during the call. Returns NULL and appends ExprError to errors, with positions
 * in the trees. */
ModelFormulas *model_formulas_new (Model *model, const ModelInstance *instance, const ExprTree *const *trees, int n, GPtrArray *errors);
/* Returns a copy for another thread. The copies share the compiled program. */
ModelFormulas *model_formulas_copy (const ModelFormulas *formulas);
/* Frees formulas; NULL is allowed. */
void model_formulas_free (ModelFormulas *formulas);
/* Returns the number of expressions. */
int model_formulas_n (const ModelFormulas *formulas);
/* Evaluates all expressions at (t, x) with the parameters and discrete states of `system` into
 * values[n]. */
void model_formulas_evaluate (ModelFormulas *formulas, const ModelSystem *system, double t, const double *x, double *values);
/* Copies the parameters, discrete states and noise of an instance to a lane, like model_lanes_set. */
void model_formulas_set_lane (ModelFormulas *formulas, int lane, const ModelSystem *member);
/* Copies all inputs of a lane to another lane, like model_lanes_move. */
void model_formulas_move_lane (ModelFormulas *formulas, int from, int to);
/* Recomputes the values that depend only on parameters, like model_lanes_prepare. */
void model_formulas_prepare_lanes (ModelFormulas *formulas, int n_lanes);
/* Returns the row of times, one for each lane. The caller writes to it. */
double *model_formulas_t (ModelFormulas *formulas);
/* Returns the rows of states. The caller writes to them. */
double *model_formulas_x (ModelFormulas *formulas);
/* Evaluates the expressions for lanes 0 … n_lanes − 1; n_lanes is a multiple of 8. */
void model_formulas_evaluate_lanes (ModelFormulas *formulas, int n_lanes);
/* Returns the row of results of an expression, one for each lane, after model_formulas_evaluate_lanes. */
const double *model_formulas_row (const ModelFormulas *formulas, int index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelFormulas, model_formulas_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelLanes, model_lanes_free)

G_END_DECLS
