/* A plan: a model with given values of its constants, elaborated into one graph and compiled into programs. Made under the model's lock,
 * immutable afterwards, shared by all instances with the same constants. Only the Jacobian is compiled later, at its first use: explicit
 * methods do not need it, and for many coupled states it takes most of the time.
 *
 * The inputs of every program are, in this order: parameters, discrete states, noise, stabilization (on, alpha, beta), t, states,
 * multipliers, accelerations. The inputs before t change rarely. */
#pragma once

#include <stdatomic.h>

#include "expr-jacobian.h"
#include "model-plan-items.h"

G_BEGIN_DECLS

typedef struct
{
  atomic_int references; /* any thread that holds the plan may change it */
  const Model *model;       /* the model, which owns the plan and outlives it */
  ExprProgramFlags flags;
  gboolean is_compiled;
  GHashTable *overrides;    /* name → double*, never NULL */

  ExprGraph *graph;         /* NULL once the Jacobian is compiled */
  GPtrArray *errors;        /* ExprError, filled during elaboration */
  GPtrArray *stack;         /* names whose elaboration is in progress, to detect cycles */
  int n_calls;              /* number of function calls expanded so far */
  char *stack_base;         /* address on the stack when elaboration began, from which the depth of recursion is estimated */
  GHashTable *index_of;     /* ModelDeclaration → symbol index + 1 */
  ModelSymbol *symbols;
  int n_symbols;

  int n_parameters, n_discrete, n_noise, n_states, n_multipliers, n_accelerations, n_outputs;
  int base_parameters, base_discrete, base_noise, base_stabilization, base_t, base_x, base_multipliers, base_accelerations;
  int n_inputs;

  double *parameters;       /* parameter values in the file */
  ExprValue *derivatives;   /* n_states; EXPR_NO_VALUE after an error */
  OdeKind *kinds;
  int *index;               /* n_states: the index of each algebraic unknown; NULL if no index is above 1 */
  char **state_names, **discrete_names, **parameter_names, **multiplier_names, **noise_names;
  GArray *columns;          /* ModelColumn */
  GPtrArray *strings;       /* owned by the plan */

  GArray *slow;             /* ExprValue: outputs of MODEL_FUNCTION_SLOW */
  int slow_start, slow_end; /* indices into slow, −1: not given */
  int slow_weights;         /* n_states values, −1: all 1 */
  int slow_mass;            /* values of the mass matrix at the entries of its pattern */
  int slow_view;
  GPtrArray *events, *monitors; /* ModelPlanEvent */
  GArray *parameter_draws, *initial_draws, *noise; /* ModelPlanDraw */
  GArray *breaks;           /* ModelPlanBreaks */
  GArray *scene;            /* ModelPlanScene */

  GArray *initial;          /* ExprValue: n_states + n_discrete */
  int *initial_level;       /* number of the pass after which each initial value is final */
  int n_initial_levels;
  gint64 initial_work;      /* values, nodes and uses examined to find the levels; tests bound it */
  gboolean random_initial;

  GArray *outputs;          /* ExprValue, n_outputs */
  GArray *exact;            /* n_states; EXPR_NO_VALUE: no closed form */
  GArray *scene_values;
  GArray *constraint_values; /* n_constraints; constraints on positions come first */
  int n_constraints, n_position_constraints;
  GArray *rates;            /* six values for each rotation */

  struct
  {
    int n_coordinates, n_constraints;
    int *position, *velocity;           /* indices of states */
    ExprValue *mass, *force;            /* n_coordinates² and n_coordinates values */
    ExprValue *constraint, *velocity_constraint, *bias; /* values of c, ċ and γ */
    ExprValue *jacobian;                /* G: n_constraints × n_coordinates, row-major */
    gboolean is_symbolic;               /* diagonal mass, no constraints: accelerations are plain expressions */
  } mechanics;

  GArray *functions;        /* ModelFunction */

  /* Members for the OdeSystem. */
  OdePattern jacobian_pattern; /* start is NULL if the Jacobian is dense */
  ExprJacobian *jacobian;   /* of the pattern, until its values are compiled */
  gsize jacobian_once;
  gboolean has_pattern;
  OdePattern mass_pattern;
  gboolean has_mass, mass_is_singular;
  gboolean time_dependent;
  OdePair *pairs;
  int n_pairs;
  gboolean separable;
  char *not_separable;
  OdeRotation *rotations;
  int n_rotations;
} ModelPlan;

/* Makes an empty plan. overrides is copied and may be NULL. */
ModelPlan *model_plan_allocate (Model *model, GHashTable *overrides, ExprProgramFlags flags);
/* Takes a reference; any thread. */
ModelPlan *model_plan_ref (ModelPlan *plan);
/* Drops a reference; any thread. */
void model_plan_unref (ModelPlan *plan);
/* Returns the symbol of a declaration, or NULL. */
const ModelSymbol *model_plan_symbol (const ModelPlan *plan, const ModelDeclaration *declaration);

G_END_DECLS
