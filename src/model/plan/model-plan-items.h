/* The parts of a plan: symbols, functions, events, draws, the scene. */
#pragma once

#include "expr-program.h"
#include "model-column.h"
#include "model-event.h"
#include "model-private.h"

G_BEGIN_DECLS

/* Flags: the inputs that an expression may use, or that a value uses. */
typedef enum
{
  MODEL_USES_PARAMETERS = 1 << 0,
  MODEL_USES_TIME = 1 << 1,
  MODEL_USES_STATES = 1 << 2,      /* continuous states, discrete states and noise */
  MODEL_USES_MULTIPLIERS = 1 << 3, /* multipliers and accelerations of the mechanics, which must be solved for */
  MODEL_USES_ALL = 15,
} ModelUses;

/* A declaration in a plan: its size and its values. */
typedef struct
{
  const ModelDeclaration *declaration;
  int n_dimensions;       /* 0: scalar */
  int n_rows, n_columns;  /* 1 for scalars */
  int n_elements;
  int number;             /* for a coordinate: its index among all coordinates */
  int first;              /* number of its first element among the parameters, states, discrete states, noises, multipliers or outputs */
  double constant;        /* value of a constant */
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

/* A compiled function of the inputs of the plan. */
typedef struct
{
  ExprProgram *program; /* NULL: the model has no such function */
  int n_outputs;
  gboolean uses_multipliers; /* accelerations and multipliers are inputs and must be solved for first */
  ExprValue *values;         /* n_outputs values, valid until the function is compiled */
} ModelFunction;

typedef enum
{
  MODEL_FUNCTION_RHS,
  MODEL_FUNCTION_JACOBIAN,
  MODEL_FUNCTION_TIME_DERIVATIVE,
  MODEL_FUNCTION_MULTIPLIER_JACOBIAN,  /* ∂f/∂(λ, a), dense, column-major */
  MODEL_FUNCTION_MECHANICS,            /* M, G, f, γ (see model-mechanics.h) */
  MODEL_FUNCTION_MECHANICS_JACOBIAN,   /* ∂r/∂x and ∂r/∂t of the residual r of the mechanics */
  MODEL_FUNCTION_CONSTRAINTS,
  MODEL_FUNCTION_CONSTRAINT_JACOBIAN,
  MODEL_FUNCTION_RATES,
  MODEL_FUNCTION_OUTPUTS,
  MODEL_FUNCTION_WITNESSES,
  MODEL_FUNCTION_EXACT,
  MODEL_FUNCTION_SCENE,
  MODEL_FUNCTION_INITIAL,
  MODEL_FUNCTION_SLOW,                 /* all values that depend only on parameters */
  MODEL_N_FIXED_FUNCTIONS
} ModelFunctionId;

/* The functions of event or monitor k: plan->events[k].functions[…] are indices
 * into plan->functions; −1: none. */
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
  int *set_targets;    /* ≥ 0: index of a state; −1−k: discrete state k */
  int *update_targets; /* indices of discrete states */
  int witness;         /* index among the outputs of MODEL_FUNCTION_WITNESSES; −1: none */
  int every, offset, at; /* index of the first value among the slow values; −1: none */
  int n_times;
  ModelEvent info;
  ModelMonitor monitor;
} ModelPlanEvent;

/* A random draw of a parameter, an initial value or a noise. Its arguments are
 * among the slow values. */
typedef struct
{
  ModelDraw draw;
  int target;        /* number of the parameter, of the state (−1−k for discrete state k), or of the noise */
  int arguments;     /* index of the first argument among the slow values */
  int n_arguments;
  int element;       /* index of the array element; a part of the key of the random stream */
  const char *name;
  const ModelDeclaration *declaration;
  int every;         /* for a noise: index of its interval among the slow values */
} ModelPlanDraw;

/* A table whose argument is an affine function of t, slow[offset] +
 * slow[slope]·t. Steps end at its knots. */
typedef struct
{
  const ModelSymbol *table;
  ExprValue argument;    /* argument; used during elaboration */
  const double *knots;   /* n_knots; owned by the plan */
  int n_knots;
  int offset, slope;
} ModelPlanBreaks;

/* The positions of a scene item's numbers among the outputs of the scene
 * function. */
typedef struct
{
  const ModelDeclaration *declaration;
  int at, from, to, radius, size, angle, span, length, visible, message, points; /* index of the first output; −1: none */
  int n_points, n_size, event;
} ModelPlanScene;

G_END_DECLS
