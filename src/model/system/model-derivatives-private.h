/* The struct of derivatives, and the functions that model-derivatives*.c share. */
#pragma once

#include "expr-program.h"
#include "model-derivatives.h"
#include "model-plan.h"

G_BEGIN_DECLS

/* A vector function with one program, which computes its values followed by their derivatives with respect to states, discrete states,
 * parameters and time. */
typedef struct
{
  ExprWorkspace *workspace;
  ExprProgram *program;
  double *outputs;
  int n_states; /* number of states by which it has derivatives: all, or 0 if the values do not depend on states; by_x is then 0 */
  ModelDerivative result;
} ModelDerivativePart;

/* The derivatives of one assignment key of an event, `set` or `update`. */
typedef struct
{
  ModelDerivativePart *map;     /* one row for each target; NULL: the event has no such key */
  int *targets;                 /* k ≥ 0: state k; −1 − k: discrete state k */
  ModelDerivativePart *corners; /* arguments of operations that jump or have a kink; NULL: none */
  ExprJumpKind *kinds;          /* one for each row of `corners` */
  int n_before;                 /* rows of `corners` that belong to the key `while`; they come first */
} ModelDerivativeMap;

typedef struct
{
  ModelDerivativePart *witness; /* NULL: none */
  ModelDerivativeMap maps[MODEL_N_MAPS];
  int every, offset, at, n_times; /* rows of `slow`; −1: none */
} ModelDerivativeEvent;

struct ModelDerivatives
{
  int base_t, base_x, n_states, n_parameters;
  ModelDerivativePart *flow, *expressions;

  /* The members from here on are set only by model_derivatives_new_hybrid. */
  int base_modes, base_discrete, n_discrete;
  ModelDerivativeEvent *events;
  int n_events;
  ModelDerivativePart *switches; /* arguments of the jumping operations of the flow and the witnesses; NULL: none */
  ExprProgram *arguments;        /* the same arguments without derivatives */
  ExprWorkspace *arguments_workspace;
  ExprJumpKind *switch_kinds;
  char **switch_names;
  int n_modes;
  double *modes;                                 /* values of these operations */
  ModelDerivativePart *slow;                     /* start time, end time, times of events, and arguments of distributions */
  int first_noise, n_noise, first_draw, n_draws; /* rows of `slow` */
  ModelDerivativePart *initial;                  /* initial values of the n_states states and n_discrete discrete states */
  int *initial_level, n_initial_levels;
};

/* Compiles the derivatives of n values. Returns a part without a program if the thread asks to end (expr-look.h). */
ModelDerivativePart *
model_derivative_part_new (const ModelDerivatives *derivatives, ModelPlan *plan, const ExprValue *values, int n, const int *parameters);
/* Frees a part; NULL is allowed. */
void model_derivative_part_free (ModelDerivativePart *part);
/* Evaluates a part at (t, x) with the parameters and discrete states of `system` and the modes of `derivatives`. Returns NULL for NULL. */
const ModelDerivative *model_derivative_part_evaluate (
    const ModelDerivatives *derivatives, ModelDerivativePart *part, const ModelSystem *system, double t, const double *x);
/* Makes the parts that model_derivatives_new_hybrid adds. */
void model_derivatives_make_hybrid (ModelDerivatives *derivatives, ModelPlan *plan, const int *parameters);
/* Frees these parts. */
void model_derivatives_free_hybrid (ModelDerivatives *derivatives);

G_END_DECLS
