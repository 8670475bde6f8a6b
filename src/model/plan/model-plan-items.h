/* The parts of a plan: symbols, functions, events, random draws and the scene. */
#pragma once

#include "expr-program.h"
#include "model-column.h"
#include "model-event.h"
#include "model-private.h"

G_BEGIN_DECLS

/* Flags for the inputs that an expression is allowed to use, and for the inputs that a value uses. */
typedef enum
{
  MODEL_USES_PARAMETERS = 1 << 0,
  MODEL_USES_TIME = 1 << 1,
  MODEL_USES_STATES = 1 << 2,      /* continuous states, discrete states and noise */
  MODEL_USES_MULTIPLIERS = 1 << 3, /* multipliers and accelerations of the mechanics; a linear system must be solved for them */
  MODEL_USES_ALL = 15,
} ModelUses;

/* A declaration in a plan, with its size and its expression values. n_elements is the number of its array elements. */
typedef struct
{
  const ModelDeclaration *declaration;
  int n_dimensions;       /* 0 for a scalar, 1 for an array, 2 for a matrix */
  int n_rows, n_columns;  /* sizes of the dimensions; 1 for scalars */
  int n_elements;
  int number;             /* for a coordinate of the mechanics: its index among all coordinates */
  /* index of its first element among the parameters, states, discrete states, noises, multipliers or outputs of the plan */
  int first;
  double constant;        /* for a constant: its value */
  ExprValue *values;      /* n_elements values of a variable or output, derivatives of a state, or residuals of an algebraic unknown */
  guint8 *marks;          /* n_elements states of elaboration: MODEL_MARK_… | ModelUses << 4 */
  ExprTable *table;
} ModelSymbol;

enum
{
  MODEL_MARK_NONE,
  MODEL_MARK_ACTIVE,
  MODEL_MARK_DONE,
  MODEL_MARK_FAILED
};

/* A function of the plan's inputs, compiled to a program. */
typedef struct
{
  ExprProgram *program; /* NULL: the model has no such function */
  int n_outputs;
  gboolean uses_multipliers; /* TRUE if accelerations and multipliers are inputs; they must be solved for first */
  ExprValue *values;         /* n_outputs graph values; NULL after the function is compiled */
} ModelFunction;

typedef enum
{
  MODEL_FUNCTION_RHS,
  MODEL_FUNCTION_JACOBIAN,
  MODEL_FUNCTION_TIME_DERIVATIVE,
  MODEL_FUNCTION_MULTIPLIER_JACOBIAN,  /* ∂f/∂(λ, a), dense, column-major */
  MODEL_FUNCTION_MECHANICS,            /* the matrices and vectors M, G, f, γ of model-mechanics.h */
  MODEL_FUNCTION_MECHANICS_JACOBIAN,   /* ∂r/∂x and ∂r/∂t, where r is the residual of the linear system of the mechanics */
  MODEL_FUNCTION_CONSTRAINTS,
  MODEL_FUNCTION_CONSTRAINT_JACOBIAN,
  MODEL_FUNCTION_RATES,
  MODEL_FUNCTION_OUTPUTS,
  MODEL_FUNCTION_WITNESSES,
  MODEL_FUNCTION_WITNESS_RATES,        /* dg/dt of the witnesses g along the solution */
  MODEL_FUNCTION_EXACT,
  MODEL_FUNCTION_SCENE,
  MODEL_FUNCTION_INITIAL,
  MODEL_FUNCTION_SLOW,                 /* the "slow values", which depend only on parameters */
  /* The following functions have the sides of the switches as further inputs, after the others. */
  MODEL_FUNCTION_SWITCHES,             /* the switch functions */
  MODEL_FUNCTION_SWITCH_RATES,         /* dg/dt of the switch functions g along the solution */
  MODEL_FUNCTION_SWITCH_TIMES,         /* the coefficients of the inverse functions of t */
  MODEL_FUNCTION_SIDED,                /* the first function of the right-hand side with sides: MODEL_FUNCTION_SIDED + id replaces id */
  MODEL_FUNCTION_LAST_SIDED = MODEL_FUNCTION_SIDED + MODEL_FUNCTION_MECHANICS_JACOBIAN,
  MODEL_N_FIXED_FUNCTIONS
} ModelFunctionId;

/* Functions of an event or monitor. functions[…] of ModelPlanEvent holds indices into plan->functions; −1: the event has no such
 * function. */
enum
{
  MODEL_EVENT_WITNESS,
  MODEL_EVENT_WHILE,
  MODEL_EVENT_SET,
  MODEL_EVENT_UPDATE,
  MODEL_EVENT_MESSAGE,
  MODEL_EVENT_CONTACT, /* values of the targets of `set` at the begin of a rest */
  MODEL_N_EVENT_FUNCTIONS
};

typedef struct
{
  const ModelDeclaration *declaration;
  int functions[MODEL_N_EVENT_FUNCTIONS];
  int *set_targets;    /* targets of `set`; k ≥ 0: state k; −1 − k: discrete state k */
  int first_moved, n_moved; /* targets of `set` from first_moved on: positions that only the begin and the end of a rest change */
  int *update_targets; /* targets of `update`: indices of discrete states */
  int witness;         /* index of its witness among the outputs of MODEL_FUNCTION_WITNESSES; −1: none */
  int every, offset, at; /* for each key, the index of its first value among the slow values; −1: the key is missing */
  int n_times;
  ModelEvent info;
  ModelMonitor monitor;
} ModelPlanEvent;

/* A random draw of a parameter, an initial value or a noise input. Its arguments are among the slow values
 * (MODEL_FUNCTION_SLOW). */
typedef struct
{
  ModelDraw draw;
  int target;        /* index of the parameter, state or noise; −1 − k: discrete state k */
  int arguments;     /* index of the first argument among the slow values */
  int n_arguments;
  int element;       /* index of the array element; a part of the key of the random stream */
  const char *name;
  const ModelDeclaration *declaration;
  int every;         /* for a noise: index of its sampling interval among the slow values */
} ModelPlanDraw;

/* A table whose argument is an affine function of t, slow[offset] + slow[slope]·t, where slow are the slow values. Integration steps end at
 * the knots of the table. */
typedef struct
{
  const ModelSymbol *table;
  ExprValue argument;    /* the argument; used only during elaboration */
  const double *knots;   /* n_knots; owned by the plan */
  int n_knots;
  int offset, slope;
} ModelPlanBreaks;

/* Positions of the numbers of a scene item among the outputs of
 * MODEL_FUNCTION_SCENE. */
typedef struct
{
  const ModelDeclaration *declaration;
  int at, from, to, radius, size, angle, span, length, visible, message, points; /* index of the first output; −1: none */
  int n_points, n_size, event;
} ModelPlanScene;

G_END_DECLS
