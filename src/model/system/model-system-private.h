/* The struct of a model instance, and the functions that model-system*.c
 * share. */
#pragma once

#include "model-mechanics.h"
#include "model-plan-compile.h"
#include "model-scene-item.h"
#include "model-system-switches.h"
#include "model-system.h"

G_BEGIN_DECLS

/* A function of the plan with the memory for its evaluation. It is made at the first use of the
 * function. */
typedef struct
{
  ExprWorkspace *workspace; /* NULL until its first use */
  ExprEntry entry;          /* compiled code of the function, called with the workspace */
  double *inputs;           /* array in the workspace to which the inputs are written */
  double *outputs;
  guint version;            /* version of the slow inputs for which the workspace was prepared */
  gboolean uses_multipliers;
} ModelEvaluator;

/* The most states of a model with code for whole steps: beyond, the calls of the right-hand side cost little beside its work. */
#define MODEL_STEP_STATES 8

/* The code of the steps of one explicit method. */
typedef struct ModelStep ModelStep;

struct ModelSystem
{
  Model *model;
  ModelPlan *plan;
  guint64 seed, member;
  gboolean random;

  double *slow;             /* inputs that change rarely: parameters, discrete states, noise, stabilization; base_t numbers */
  guint version;            /* incremented when `slow` changes */
  guint parameter_version;  /* incremented when a parameter changes */
  double *slow_values;      /* outputs of MODEL_FUNCTION_SLOW */
  guint slow_values_version;
  gint64 *noise_count;      /* for each noise, the index of its current random draw; G_MININT64: none */

  ModelEvaluator *evaluators; /* one for each function of the plan */
  GPtrArray *steps;         /* of ModelStep; NULL until the first use */

  gboolean is_sided;        /* the right-hand side uses `sides` instead of conditions */
  double *sides;            /* n_switches sides */
  gboolean *untimed;        /* n_switches flags: the times of the switch cannot be computed with the present parameters */
  int slide_at;             /* switch along whose surface the solution moves; −1: none */
  double *slide_sides;      /* 2·n_switches sides: below and above the surface */
  double *slide_slopes;     /* scratch for 5·n_states + 2·n_switches numbers */

  ModelMechanics *mechanics;  /* solver for the accelerations; NULL if there are none, or if they are explicit expressions */
  double *multipliers;        /* the last solution: multipliers λ, then accelerations a */
  double *mechanics_columns;  /* scratch for the columns of the Jacobian */

  double *initial_override;   /* n_states + n_discrete initial values set by the caller; NaN: not set */
  double *mass;
  OdeSystem ode;

  double *scene_numbers;
  ModelSceneItem *scene;
  char **scene_texts;
};

/* Evaluates function `id` at (t, x). Returns its outputs, valid until its next evaluation, or NULL if the linear system for the
 * accelerations has no solution. */
const double *model_system_evaluate (ModelSystem *system, int id, double t, const double *x);
/* Evaluates function `id` at (t, x) into values. Returns FALSE if a value is not finite, or if the linear system for the accelerations has no
 * solution. */
gboolean model_system_evaluate_into (ModelSystem *system, int id, double t, const double *x, double *values);
/* Solves for the multipliers and accelerations at (t, x), with conditions or, if `sided`, with the sides of the switches. Returns FALSE if
 * there is no unique solution. */
gboolean model_system_solve_mechanics (ModelSystem *system, double t, const double *x, gboolean sided);
/* Returns the evaluator of function `id`. It is made at the first call. */
ModelEvaluator *model_system_evaluator (ModelSystem *system, int id);
/* Returns the values that depend only on parameters, and recomputes them first if a parameter
 * changed. */
const double *model_system_slow_values (ModelSystem *system);
/* Invalidates the values that depend on parameters or other slow inputs. Must be called after each change of one of them. */
void model_system_slow_changed (ModelSystem *system);
/* Returns random number k of a draw, from its distribution. */
double model_system_draw (ModelSystem *system, const ModelPlanDraw *draw, guint64 k);
/* Draws the random parameters from their distributions. */
void model_system_draw_parameters (ModelSystem *system);
/* Evaluates the right-hand side with the sides of the switches, or along a surface. */
OdeStatus model_system_sided_rhs (ModelSystem *system, double t, const double *x, double *dxdt);
/* Computes the Jacobian and ∂f/∂t of the motion along a surface. */
OdeStatus model_system_slide_jacobian (ModelSystem *system, double t, const double *x, double *values);
OdeStatus model_system_slide_time_derivative (ModelSystem *system, double t, const double *x, double *dfdt);
/* Allocates the memory for switches. */
void model_system_allocate_switches (ModelSystem *system);
/* Frees the memory for switches. */
void model_system_free_switches (ModelSystem *system);
/* Returns the code of the steps of an explicit method, owned by the system, or NULL if there is none. */
OdeStepCode *model_system_step_code (ModelSystem *system, const OdeTableau *tableau, const double *const errors[2], OdeStepNorm norm);
/* Initializes the member `ode`. */
void model_system_make_ode (ModelSystem *system);

G_END_DECLS
