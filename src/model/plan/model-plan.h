/* A plan: a model with given values of its constants, elaborated into one expression graph and compiled into programs. It is made under the
 * model's lock, does not change afterwards, and is shared by all instances with the same constants. Only the Jacobian is compiled later, at
 * its first use: explicit methods do not need it, and for many coupled states it takes most of the time.
 *
 * The inputs of every program are, in this order: parameters, discrete states, noise, stabilization (on, alpha, beta), t, states,
 * multipliers, accelerations. The inputs before t change rarely. A closed form has further inputs: the start time and the start values of
 * the states. */
#pragma once

#include <stdatomic.h>

#include "expr-jacobian.h"
#include "expr-times.h"
#include "model-plan-items.h"
#include "model-switch.h"

G_BEGIN_DECLS

typedef struct
{
  atomic_int references; /* number of references; changed atomically, by any thread */
  const Model *model;       /* the model, which owns the plan and outlives it */
  ExprProgramFlags flags;
  gboolean has_functions;   /* the values of all functions except those of the Jacobian are set */
  gboolean is_compiled;
  GHashTable *overrides;    /* values of constants that replace those of the file: name → double*; never NULL */

  ExprGraph *graph;         /* expression graph; NULL once the Jacobian is compiled */
  GPtrArray *errors;        /* ExprError, filled during elaboration */
  GPtrArray *stack;         /* names whose elaboration is in progress, to detect cycles */
  int n_calls;              /* number of function calls expanded so far */
  char *stack_base;         /* address in the call stack when elaboration began; the depth of recursion is estimated from it */
  GHashTable *index_of;     /* ModelDeclaration → symbol index + 1 */
  ModelSymbol *symbols;
  int n_symbols;

  int n_parameters, n_discrete, n_noise, n_states, n_multipliers, n_accelerations, n_outputs;
  int base_parameters, base_discrete, base_noise, base_stabilization, base_t, base_x, base_multipliers, base_accelerations;
  int n_inputs;

  double *parameters;       /* parameter values of the file */
  ExprValue *derivatives;   /* n_states derivatives; EXPR_NO_VALUE after an error */
  OdeKind *kinds;
  int *index;               /* differentiation index of each algebraic unknown, n_states numbers; NULL if none is above 1 */
  char **state_names, **discrete_names, **parameter_names, **multiplier_names, **noise_names;
  GArray *columns;          /* ModelColumn */
  GPtrArray *strings;       /* texts that the plan owns */

  GArray *slow;             /* ExprValue: the slow values, which are the outputs of MODEL_FUNCTION_SLOW */
  int slow_start, slow_end; /* indices of the start and end time in `slow`; −1: not given */
  int slow_weights;         /* index in `slow` of the first of n_states error weights; −1: the model gives none */
  gboolean *has_weight;     /* n_states flags: the model gives the weight or the nominal value of the state; NULL if it gives none */
  int slow_mass;            /* index in `slow` of the first entry of the mass matrix; the entries have the order of mass_pattern */
  int slow_view;
  GPtrArray *events, *monitors; /* ModelPlanEvent */
  GArray *parameter_draws, *initial_draws, *noise; /* ModelPlanDraw */
  GArray *breaks;           /* ModelPlanBreaks */
  GArray *scene;            /* ModelPlanScene */

  GArray *initial;          /* ExprValue: n_states + n_discrete initial values */
  int *initial_level;       /* number of the pass after which each initial value is final */
  int n_initial_levels;
  gint64 initial_work;      /* number of values, nodes and uses examined to find the levels; tests check that it stays small */
  gboolean random_initial;

  GArray *outputs;      /* ExprValue: n_outputs values */
  GArray *exact;        /* ExprValue: closed-form solution of n_states states; EXPR_NO_VALUE: none */
  GHashTable *at_start; /* values of initial (…): ExprValue → ExprValue; NULL: none */
  GArray *scene_values;
  GArray *constraint_values; /* ExprValue: n_constraints values; constraints on positions come first */
  int n_constraints, n_position_constraints;
  GArray *rates;            /* ExprValue: six values (angular velocity, velocity) for each rotation */

  struct
  {
    int n_coordinates, n_constraints;
    int *position, *velocity;           /* indices of the states that hold positions and velocities */
    ExprValue *mass, *force;            /* n_coordinates² and n_coordinates values */
    ExprValue *constraint, *velocity_constraint, *bias; /* values of the constraints c, of ċ and of γ (model-mechanics.h) */
    ExprValue *jacobian;                /* matrix G = ∂c/∂q: n_constraints × n_coordinates, row-major */
    gboolean is_symbolic;               /* TRUE if the accelerations are explicit expressions f/m */
  } mechanics;

  /* The switches of the right-hand side (model-switch.h). The sides of the switches are inputs n_inputs, n_inputs + 1, … of the functions
   * from MODEL_FUNCTION_SWITCHES to MODEL_FUNCTION_LAST_SIDED. */
  int n_switches;
  ModelSwitch *switches;
  ExprSwitches *sided;      /* the right-hand side with sides as inputs; NULL: no switches. Its graph is NULL once the Jacobian is compiled */
  ExprTimes **switch_times; /* for each switch, its inverse function of t, or NULL */
  GArray *coefficients;     /* ExprValue: the coefficients of switch_times */
  gboolean has_switch_rates; /* the derivative of at least one switch function along the solution is known */

  GArray *functions;        /* ModelFunction */

  /* Members from which the OdeSystem of an instance is made. */
  OdePattern jacobian_pattern; /* start is NULL if the Jacobian is dense */
  ExprJacobian *jacobian;   /* symbolic Jacobian with this pattern; NULL once its entries are compiled */
  GMutex jacobian_lock;     /* held while the Jacobian is compiled */
  GMutex step_lock;         /* held while a step is compiled or found in `steps` */
  GArray *steps;            /* compiled steps of explicit methods, one entry for each method; NULL before the first entry */
  atomic_bool has_jacobian; /* the Jacobian is compiled */
  gboolean has_pattern;
  OdePattern mass_pattern;
  gboolean has_mass, mass_is_singular;
  gboolean has_phases;      /* an event has `rest` or `slide` */
  gboolean time_dependent;
  OdePair *pairs;
  int n_pairs;
  gboolean separable;
  char *not_separable;
  OdeRotation *rotations;
  int n_rotations;
} ModelPlan;

/* Makes an empty plan. overrides maps names of constants to double*; it is copied and may be NULL. */
ModelPlan *model_plan_allocate (Model *model, GHashTable *overrides, ExprProgramFlags flags);
/* Takes a reference. May be called from any thread. */
ModelPlan *model_plan_ref (ModelPlan *plan);
/* Drops a reference; the last one frees the plan. May be called from any thread. */
void model_plan_unref (ModelPlan *plan);
/* Returns the input of a closed form that is the start value of a state, or the start time if state is −1. Closed forms have these inputs
 * after those of other functions. */
static inline int
model_plan_start_input (const ModelPlan *plan, int state)
{
  return plan->n_inputs + 1 + state;
}
/* Returns the number of inputs of a closed form. */
static inline int
model_plan_n_exact_inputs (const ModelPlan *plan)
{
  return plan->n_inputs + 1 + plan->n_states;
}
/* Returns the symbol that belongs to a declaration, or NULL. */
const ModelSymbol *model_plan_symbol (const ModelPlan *plan, const ModelDeclaration *declaration);

G_END_DECLS
