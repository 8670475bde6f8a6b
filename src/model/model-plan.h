/* A plan: one model with certain constants, elaborated into one graph and compiled into programs. Made under the model's lock,
 * immutable afterwards, shared by all instances with the same constants.
 *
 * Inputs of every program, in this order: parameters, discrete states, noise, stabilization (on, alpha, beta),
 * t, states, multipliers, accelerations. Those before t change rarely. */
#pragma once

#include "model-private.h"

G_BEGIN_DECLS

/* What an expression may use, and what a value was found to use. */
typedef enum
{
  MODEL_USES_PARAMETERS = 1 << 0,
  MODEL_USES_TIME = 1 << 1,
  MODEL_USES_STATES = 1 << 2,      /* continuous, discrete, noise */
  MODEL_USES_MULTIPLIERS = 1 << 3, /* multipliers and accelerations of the mechanics */
  MODEL_USES_ALL = 15,
} ModelUses;

/* What a declaration became. */
typedef struct
{
  const ModelDeclaration *declaration;
  int n_dimensions;       /* 0: scalar */
  int n_rows, n_columns;  /* 1 where scalar */
  int n_elements;
  int number;             /* of a coordinate among the coordinates */
  int first;              /* of its slots: parameter, state, discrete, noise, multiplier, output number */
  double constant;        /* constants */
  ExprValue *values;      /* n_elements: variables, outputs; derivatives and residuals of states */
  guint8 *marks;          /* n_elements: MODEL_MARK_… | uses << 4 */
  ExprTable *table;
} ModelSymbol;

enum
{
  MODEL_MARK_NONE,
  MODEL_MARK_ACTIVE,
  MODEL_MARK_DONE,
  MODEL_MARK_FAILED
};

/* A compiled function of the inputs. */
typedef struct
{
  ExprProgram *program; /* NULL: not used */
  int n_outputs;
  gboolean uses_multipliers; /* accelerations and multipliers must be known first */
  ExprValue *values;         /* n_outputs, until compiled */
} ModelFunction;

typedef enum
{
  MODEL_FUNCTION_RHS,
  MODEL_FUNCTION_JACOBIAN,
  MODEL_FUNCTION_TIME_DERIVATIVE,
  MODEL_FUNCTION_MULTIPLIER_JACOBIAN,  /* ∂f/∂(λ, a), dense column-major */
  MODEL_FUNCTION_MECHANICS,            /* M, G, f, γ (see model-mechanics.h) */
  MODEL_FUNCTION_MECHANICS_JACOBIAN,   /* ∂r/∂x, ∂r/∂t of its residual */
  MODEL_FUNCTION_CONSTRAINTS,
  MODEL_FUNCTION_CONSTRAINT_JACOBIAN,
  MODEL_FUNCTION_RATES,
  MODEL_FUNCTION_OUTPUTS,
  MODEL_FUNCTION_WITNESSES,
  MODEL_FUNCTION_EXACT,
  MODEL_FUNCTION_SCENE,
  MODEL_FUNCTION_INITIAL,
  MODEL_FUNCTION_SLOW,                 /* everything of parameters alone */
  MODEL_N_FIXED_FUNCTIONS
} ModelFunctionId;

/* Functions of event or monitor k: plan->events[k].functions[…] are indices into plan->functions, −1: none. */
enum
{
  MODEL_EVENT_WITNESS,
  MODEL_EVENT_WHILE,
  MODEL_EVENT_SET,
  MODEL_EVENT_UPDATE,
  MODEL_EVENT_MESSAGE,
  MODEL_N_EVENT_FUNCTIONS
};

typedef struct
{
  const ModelDeclaration *declaration;
  int functions[MODEL_N_EVENT_FUNCTIONS];
  int *set_targets;    /* ≥ 0: state; −1−k: discrete k */
  int *update_targets; /* discrete numbers */
  int witness;         /* within MODEL_FUNCTION_WITNESSES, −1: none */
  int every, offset, at; /* first index into the slow values, −1: none */
  int n_times;
  ModelEvent info;
  ModelMonitor monitor;
} ModelPlanEvent;

/* A random draw: of a parameter, an initial value or a noise; arguments in the slow values. */
typedef struct
{
  ModelDraw draw;
  int target;        /* parameter, state, −1−k: discrete k, or noise number */
  int arguments;     /* index of the first in the slow values */
  int n_arguments;
  int element;       /* for the stream's key */
  const char *name;
  const ModelDeclaration *declaration;
  int every;         /* noise: index into the slow values */
} ModelPlanDraw;

/* A table whose argument is an affine function of t: knots end steps. argument = slow[offset] + slow[slope]·t */
typedef struct
{
  const ModelSymbol *table;
  ExprValue argument;    /* while elaborating */
  const double *knots;   /* n_knots, of the plan */
  int n_knots;
  int offset, slope;
} ModelPlanBreaks;

/* A scene item's numbers within the scene function's outputs. */
typedef struct
{
  const ModelDeclaration *declaration;
  int at, from, to, radius, size, angle, visible, message, points; /* first output, −1: none */
  int n_points, n_size;
} ModelPlanScene;

struct ModelPlan
{
  gatomicrefcount references;
  const Model *model;       /* owns the plan, outlives it */
  gboolean fast_math;
  gboolean is_compiled;
  GHashTable *overrides;    /* name → double*, never NULL */

  ExprGraph *graph;         /* NULL once compiled */
  GPtrArray *errors;        /* ExprError, while elaborating */
  GPtrArray *stack;         /* names in progress, to tell a cycle */
  int n_calls;              /* of functions, so far */
  char *stack_base;         /* address where elaboration began, to bound recursion */
  GHashTable *index_of;     /* ModelDeclaration → symbol index + 1 */
  ModelSymbol *symbols;
  int n_symbols;

  int n_parameters, n_discrete, n_noise, n_states, n_multipliers, n_accelerations, n_outputs;
  int base_parameters, base_discrete, base_noise, base_stabilization, base_t, base_x, base_multipliers, base_accelerations;
  int n_inputs;

  double *parameters;       /* values in the file */
  ExprValue *derivatives;   /* n_states; EXPR_NO_VALUE after an error */
  OdeKind *kinds;
  char **state_names, **discrete_names, **parameter_names, **multiplier_names, **noise_names;
  GArray *columns;          /* ModelColumn */
  GPtrArray *strings;       /* owned by the plan */

  GArray *slow;             /* ExprValue: outputs of MODEL_FUNCTION_SLOW */
  int slow_start, slow_end; /* indices into slow, −1: not given */
  int slow_weights;         /* n_states values, −1: all 1 */
  int slow_mass;            /* values of the mass pattern */
  int slow_view;
  GPtrArray *events, *monitors; /* ModelPlanEvent */
  GArray *parameter_draws, *initial_draws, *noise; /* ModelPlanDraw */
  GArray *breaks;           /* ModelPlanBreaks */
  GArray *scene;            /* ModelPlanScene */

  GArray *initial;          /* ExprValue: n_states + n_discrete */
  int *initial_level;       /* pass in which each is final */
  int n_initial_levels;
  gboolean random_initial;

  GArray *outputs;          /* ExprValue, n_outputs */
  GArray *exact;            /* ExprValue, n_states, EXPR_NO_VALUE: none */
  GArray *scene_values;
  GArray *constraint_values; /* n_constraints, of positions first */
  int n_constraints, n_position_constraints;
  GArray *rates;            /* 6 per rotation */

  struct
  {
    int n_coordinates, n_constraints;
    int *position, *velocity;           /* state numbers */
    ExprValue *mass, *force;            /* n_coordinates², n_coordinates */
    ExprValue *constraint, *velocity_constraint, *bias; /* c, ċ, γ */
    ExprValue *jacobian;                /* G: n_constraints × n_coordinates, row-major */
    gboolean is_symbolic;               /* diagonal mass, no constraints: accelerations are plain expressions */
  } mechanics;

  GArray *functions;        /* ModelFunction */

  /* for the OdeSystem */
  OdePattern jacobian_pattern; /* start NULL: dense */
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
};

/* ---- making (under the model's lock) ---- */

/* Elaborates; errors go to plan->errors. overrides may be NULL. */
ModelPlan *model_plan_new (Model *model, GHashTable *overrides, gboolean fast_math);
/* Compiles what was elaborated without errors. */
void model_plan_compile (ModelPlan *plan);
ModelPlan *model_plan_ref (ModelPlan *plan);
void model_plan_unref (ModelPlan *plan);

/* Parts of the above. */
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
const ModelSymbol *model_plan_symbol (const ModelPlan *plan, const ModelDeclaration *declaration);
void model_plan_error (ModelPlan *plan, const ModelYaml *node, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* ---- expressions in scope (model-scope.c) ---- */

/* Where an expression stands: "the derivative of" 'v', what it may use, which element it belongs to. */
typedef struct
{
  const char *role;
  const char *subject;  /* NULL: the role says all */
  ModelUses allowed;
  int i, j;             /* 0: no index */
  ModelUses uses;       /* out: what it used */
} ModelContext;

/* The value of one expression; EXPR_NO_VALUE after an error or where the tree is missing. */
ExprValue model_scope_value (ModelPlan *plan, const ModelExpression *expression, ModelContext *context);
ExprValue model_scope_tree_value (ModelPlan *plan, const ExprTree *tree, ModelContext *context);
/* Element k of a field of a symbol: its list's item, or the one expression with i, j set. */
ExprValue model_scope_field (ModelPlan *plan, const ModelField *field, const ModelSymbol *symbol, int k, ModelContext *context);
/* Element k of a variable or output, elaborated on demand. */
ExprValue model_scope_element (ModelPlan *plan, ModelSymbol *symbol, int k, ExprPlace place, GPtrArray *errors, ModelUses *uses);
/* A number of constants alone. */
gboolean model_scope_number (ModelPlan *plan, const ModelExpression *expression, const char *role, const char *subject, double *value);
/* The state (≥ 0) or discrete state (−1−k) that a target names; n_elements > 1 for a whole array. FALSE after an error. */
gboolean model_scope_target (ModelPlan *plan, const ExprTree *target, const char *role, const char *subject, int *first, int *n_elements,
                             const ModelSymbol **symbol);
ModelSymbol *model_scope_find (ModelPlan *plan, const char *name);
/* The state number of a part of a coordinate or rotation ("v", "w"), −1: none. */
int model_scope_find_part (const ModelSymbol *symbol, const char *part);
/* The element's number from its indices; FALSE with an error where they leave the array. */
gboolean model_scope_element_number (const ModelSymbol *symbol, const char *name, const int *indices, int n_indices, ExprPlace place,
                                     GPtrArray *errors, int *k);
/* "the derivative of 'v'"; free with g_free. */
char *model_scope_describe (const ModelContext *context);
void model_scope_report_unknown (ModelPlan *plan, const ModelContext *context, const ModelDeclaration *function, const char *name,
                                 gboolean is_call, ExprPlace place, GPtrArray *errors);
/* Checks names in functions nobody calls, and recursion. */
void model_scope_check_functions (ModelPlan *plan);

G_END_DECLS
