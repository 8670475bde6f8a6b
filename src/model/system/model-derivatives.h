/* Symbolic first derivatives of a model's right-hand side, of expressions and of events, with respect to states, parameters and time. One
 * thread at a time may use an object. */
#pragma once

#include "expr-tree.h"
#include "model-system.h"

G_BEGIN_DECLS

typedef struct ModelDerivatives ModelDerivatives;

/* The value of a function with n rows, and its derivatives as row-major matrices. */
typedef struct
{
  int n;
  double *value; /* n values of the function */
  double *by_x;  /* n × n_states derivatives */
  double *by_p;  /* n × n_parameters derivatives */
  double *by_t;  /* n derivatives */
} ModelDerivative;

/* Compiles derivatives for instances of a model with the constants and flags of `instance`. trees[n_trees] are expressions that use names
 * of the model; trees may be NULL. parameters[n_parameters] are indices from model_system_find_parameter. Returns NULL with an error if
 * accelerations come from a linear solve, if there is a mass matrix, or if an expression is wrong. */
ModelDerivatives *model_derivatives_new (Model *model, const ModelInstance *instance, const ExprTree *const *trees, int n_trees,
                                         const int *parameters, int n_parameters, GError **error);
/* Frees derivatives; NULL is allowed. */
void model_derivatives_free (ModelDerivatives *derivatives);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelDerivatives, model_derivatives_free)

/* Evaluates the right-hand side f (t, x) with the parameters and discrete states of `system`. The result is owned by `derivatives` and
 * valid until the next evaluation. */
const ModelDerivative *model_derivatives_flow (ModelDerivatives *derivatives, const ModelSystem *system, double t, const double *x);
/* Evaluates the expressions passed to model_derivatives_new. Arguments and result are as in model_derivatives_flow. */
const ModelDerivative *model_derivatives_expressions (ModelDerivatives *derivatives, const ModelSystem *system, double t, const double *x);
/* Evaluates the witness function of an event. Returns NULL if the event has none. Arguments and result are as in model_derivatives_flow. */
const ModelDerivative *model_derivatives_witness (ModelDerivatives *derivatives, const ModelSystem *system, int event, double t,
                                                  const double *x);
/* Evaluates the map from x⁻ to x⁺ that an event's `set` defines, with one row for each state. Returns NULL if the event sets no state.
 * Arguments and result are as in model_derivatives_flow. */
const ModelDerivative *model_derivatives_map (ModelDerivatives *derivatives, const ModelSystem *system, int event, double t, const double *x);

G_END_DECLS
