/* The parts of a plan: symbols, functions, events, draws, the scene. */
#pragma once

#include "expr-program.h"
#include "model-column.h"
#include "model-event.h"
#include "model-private.h"

G_BEGIN_DECLS

/* The inputs that an expression may use, or that a value uses. */
typedef enum
{
  MODEL_USES_PARAMETERS = 1 << 0,
  MODEL_USES_TIME = 1 << 1,
  MODEL_USES_STATES = 1 << 2,      /* continuous, discrete, noise */
  MODEL_USES_MULTIPLIERS = 1 << 3, /* multipliers and accelerations of the mechanics */
  MODEL_USES_ALL = 15,
} ModelUses;

/* A declaration in a plan, with its size and its values. */
typedef struct
{
  const ModelDeclaration *declaration;
  int n_dimensions;       /* 0: scalar */
  int n_rows, n_columns;  /* 1 where scalar */
  int n_elements;
  int number;             /* of a coordinate: its index among the coordinates */
  int first;              /* number of its first parameter, state, discrete state, noise, multiplier or output */
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
  ExprProgram *program; /* NULL: the model has no such function */
  int n_outputs;
  gboolean uses_multipliers; /* accelerations and multipliers are inputs and must be solved for first */
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
  MODEL_FUNCTION_SLOW,                 /* all values that depend only on parameters */
  MODEL_N_FIXED_FUNCTIONS
} ModelFunctionId;

/* Functions of event or monitor k: plan->events[k].functions[…] are indices
 * into plan->functions, −1: none. */
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

/* A random draw: of a parameter, an initial value or a noise; arguments in the
 * slow values. */
typedef struct
{
  ModelDraw draw;
  int target;        /* parameter, state, −1−k: discrete k, or noise number */
  int arguments;     /* index of the first in the slow values */
  int n_arguments;
  int element;       /* of the array; part of the key of the random stream */
  const char *name;
  const ModelDeclaration *declaration;
  int every;         /* noise: index into the slow values */
} ModelPlanDraw;

/* A table whose argument is an affine function of t: knots end steps. argument
 * = slow[offset] + slow[slope]·t */
typedef struct
{
  const ModelSymbol *table;
  ExprValue argument;    /* while elaborating */
  const double *knots;   /* n_knots; owned by the plan */
  int n_knots;
  int offset, slope;
} ModelPlanBreaks;

/* Where the numbers of a scene item are among the outputs of the scene function. */
typedef struct
{
  const ModelDeclaration *declaration;
  int at, from, to, radius, size, angle, span, length, visible, message, points; /* first output, −1: none */
  int n_points, n_size, event;
} ModelPlanScene;

G_END_DECLS
