/* Symbolic first derivatives of a model: of its right-hand side, of expressions
 * and of its events, by states, parameters and time. One thread. */
#pragma once

#include "expr-tree.h"
#include "model-system.h"

G_BEGIN_DECLS

typedef struct ModelDerivatives ModelDerivatives;

/* A function's value and derivatives: n rows. Matrices are row-major. */
typedef struct
{
  int n;
  double *value; /* n */
  double *by_x;  /* n × n_states */
  double *by_p;  /* n × n_parameters */
  double *by_t;  /* n */
} ModelDerivative;

/* Compiles derivatives for instances of a model with the constants and flags of
 * `instance`. trees[n_trees] (may be NULL) are expressions in the names of the
 * model. parameters[n_parameters] are indices of model_system_find_parameter.
 * Returns NULL with an error: the accelerations come from a linear solve, there
 * is a mass matrix, or an expression is wrong. */
ModelDerivatives *model_derivatives_new (Model *model, const ModelInstance *instance, const ExprTree *const *trees, int n_trees,
                                         const int *parameters, int n_parameters, GError **error);
/* Frees derivatives; NULL is allowed. */
void model_derivatives_free (ModelDerivatives *derivatives);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelDerivatives, model_derivatives_free)

/* Evaluates the right-hand side f (t, x) with the parameters and discrete states
 * of an instance; borrowed until the next evaluation. */
const ModelDerivative *model_derivatives_flow (ModelDerivatives *derivatives, const ModelSystem *system, double t, const double *x);
/* Evaluates the expressions likewise. */
const ModelDerivative *model_derivatives_expressions (ModelDerivatives *derivatives, const ModelSystem *system, double t, const double *x);
/* Evaluates the witness of an event likewise; NULL where it has none. */
const ModelDerivative *model_derivatives_witness (ModelDerivatives *derivatives, const ModelSystem *system, int event, double t,
                                                  const double *x);
/* Evaluates the map of an event's `set` from x⁻ to x⁺ likewise, one row for each
 * state; NULL where it sets no state. */
const ModelDerivative *model_derivatives_map (ModelDerivatives *derivatives, const ModelSystem *system, int event, double t, const double *x);

G_END_DECLS
