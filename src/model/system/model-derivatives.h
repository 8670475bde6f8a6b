/* Symbolic first derivatives of a model's right-hand side, of expressions and of events, with respect to states, discrete states,
 * parameters and time. One thread at a time may use an object. */
#pragma once

#include "expr-freeze.h"
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
  double *by_z;  /* n × n_discrete derivatives; NULL unless made by model_derivatives_new_hybrid */
  double *by_p;  /* n × n_parameters derivatives */
  double *by_t;  /* n derivatives */
} ModelDerivative;

/* Compiles derivatives for instances of a model with the constants and flags of `instance`. trees[n_trees] are expressions that use names
 * of the model; trees may be NULL. parameters[n_parameters] are indices from model_system_find_parameter. Returns NULL with an error if
 * accelerations come from a linear solve, if there is a mass matrix, or if an expression is wrong. */
ModelDerivatives *model_derivatives_new (Model *model,
                                         const ModelInstance *instance,
                                         const ExprTree *const *trees,
                                         int n_trees,
                                         const int *parameters,
                                         int n_parameters,
                                         GError **error);
/* Compiles derivatives of the right-hand side, of events, times and initial values. In the right-hand side and in the witness functions,
 * operations that jump are replaced by constants, the modes. Errors are those of model_derivatives_new. */
ModelDerivatives *
model_derivatives_new_hybrid (Model *model, const ModelInstance *instance, const int *parameters, int n_parameters, GError **error);
/* Frees derivatives; NULL is allowed. */
void model_derivatives_free (ModelDerivatives *derivatives);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelDerivatives, model_derivatives_free)

/* Evaluates the right-hand side f (t, x) with the parameters and discrete states of `system`. The result is owned by `derivatives` and
 * valid until the next evaluation. */
const ModelDerivative *model_derivatives_flow (ModelDerivatives *derivatives, const ModelSystem *system, double t, const double *x);
/* Evaluates the expressions passed to model_derivatives_new. Arguments and result are as in model_derivatives_flow. */
const ModelDerivative *model_derivatives_expressions (ModelDerivatives *derivatives, const ModelSystem *system, double t, const double *x);

/* Returns whether the right-hand side of instances with these constants has an operation that jumps and depends on t or on continuous states. */
gboolean model_derivatives_has_jumps (Model *model, const ModelInstance *instance);

/* ---- only of model_derivatives_new_hybrid ---- */

/* Returns the number of modes: of jumping operations in the right-hand side and the witness functions that depend on t or on continuous
 * states. */
int model_derivatives_n_modes (const ModelDerivatives *derivatives);
/* Sets the modes[n_modes] with which later evaluations compute. */
void model_derivatives_set_modes (ModelDerivatives *derivatives, const double *modes);
/* Returns the kind of jumping operation k. */
ExprJumpKind model_derivatives_mode_kind (const ModelDerivatives *derivatives, int k);
/* Returns a description of the place of operation k, such as "the derivative of 'x'"; owned by `derivatives`. */
const char *model_derivatives_mode_place (const ModelDerivatives *derivatives, int k);
/* Evaluates the arguments of the jumping operations into arguments[n_modes]. */
void model_derivatives_arguments (ModelDerivatives *derivatives, const ModelSystem *system, double t, const double *x, double *arguments);
/* Evaluates the arguments with their derivatives, one row for each operation. */
const ModelDerivative *model_derivatives_switches (ModelDerivatives *derivatives, const ModelSystem *system, double t, const double *x);
/* Evaluates the witness function of an event. Returns NULL if the event has none. Arguments and result are as in model_derivatives_flow. */
const ModelDerivative *
model_derivatives_witness (ModelDerivatives *derivatives, const ModelSystem *system, int event, double t, const double *x);

/* The keys of an event that change states. */
typedef enum
{
  MODEL_MAP_SET,
  MODEL_MAP_UPDATE,
  MODEL_N_MAPS
} ModelMapKind;
/* Evaluates the assignments of an event, with one row for each target. Sets *targets to the targets: k ≥ 0 is state k, −1 − k is discrete
 * state k. Returns NULL if the event does not have the key. Arguments and result are as in model_derivatives_flow. */
const ModelDerivative *model_derivatives_map (
    ModelDerivatives *derivatives, const ModelSystem *system, int event, ModelMapKind kind, double t, const double *x, const int **targets);
/* Evaluates the arguments of operations in these assignments that jump or have a kink; in rows 0 … *n_while − 1 those in the key `while`,
 * which are returned with MODEL_MAP_SET. *kinds has the kind of each row. Returns NULL if there are none. */
const ModelDerivative *model_derivatives_corners (ModelDerivatives *derivatives,
                                                  const ModelSystem *system,
                                                  int event,
                                                  ModelMapKind kind,
                                                  double t,
                                                  const double *x,
                                                  const ExprJumpKind **kinds,
                                                  int *n_while);

/* Writes the derivatives of the start time and of the end time by the parameters to start[n_parameters] and end[n_parameters]. */
void model_derivatives_span (ModelDerivatives *derivatives, const ModelSystem *system, double *start, double *end);
/* Writes the derivatives by the parameters of the time of a periodic or timed event that happens at t to by_p[n_parameters]. Elements are
 * NaN if two times in the list of the event are t and have different derivatives. */
void model_derivatives_event_time (ModelDerivatives *derivatives, const ModelSystem *system, int event, double t, double *by_p);
/* Returns whether the model has noise. */
gboolean model_derivatives_has_noise (const ModelDerivatives *derivatives);
/* Returns whether the distribution or the period of a noise depends on a parameter. */
gboolean model_derivatives_noise_depends (ModelDerivatives *derivatives, const ModelSystem *system, int parameter);
/* Returns whether the distribution of an initial value depends on a parameter. */
gboolean model_derivatives_draws_depend (ModelDerivatives *derivatives, const ModelSystem *system, int parameter);
/* Computes the derivative of the initial values x[n_states] at the start time t along a direction: by_p[n_parameters] and by_t are the
 * changes of the parameters and of the start time. fixed[n_states + n_discrete] marks initial values whose change is given in dx[n_states]
 * and dz[n_discrete]; the others are written there. */
void model_derivatives_initial (ModelDerivatives *derivatives,
                                const ModelSystem *system,
                                double t,
                                const double *x,
                                const double *by_p,
                                double by_t,
                                const gboolean *fixed,
                                double *dx,
                                double *dz);

G_END_DECLS
