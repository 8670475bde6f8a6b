/* The struct of an instance and the functions that its files (model-system*.c)
 * share. */
#pragma once

#include "model-mechanics.h"
#include "model-plan-compile.h"
#include "model-scene-item.h"
#include "model-system.h"

G_BEGIN_DECLS

/* A function of the plan with the memory to evaluate it. It is made when it is
 * first used. */
typedef struct
{
  ExprWorkspace *workspace; /* NULL until its first use */
  ExprEntry entry;          /* entry of the workspace */
  double *inputs;           /* inputs of the workspace */
  double *outputs;
  guint version;            /* version of the slow inputs for which the workspace was prepared */
  gboolean uses_multipliers;
} ModelEvaluator;

struct ModelSystem
{
  Model *model;
  ModelPlan *plan;
  guint64 seed, member;
  gboolean random;

  double *slow;             /* the first base_t inputs: parameters, discrete states, noise, stabilization */
  guint version;            /* incremented when slow changes */
  guint parameter_version;  /* incremented when a parameter changes */
  double *slow_values;      /* outputs of MODEL_FUNCTION_SLOW */
  guint slow_values_version;
  gint64 *noise_count;      /* number of the random draw that each noise has now; G_MININT64: none */

  ModelEvaluator *evaluators; /* one for each function of the plan */

  ModelMechanics *mechanics;  /* NULL if there are no accelerations, or if they are given by expressions */
  double *multipliers;        /* λ and then a, from the last solution */
  double *mechanics_columns;  /* buffer for the Jacobian */

  double *initial_override;   /* n_states + n_discrete; NaN: not overridden */
  double *mass;
  OdeSystem ode;

  double *scene_numbers;
  ModelSceneItem *scene;
  char **scene_texts;
};

/* Evaluates function id at (t, x). The outputs are valid until its next
 * evaluation. Returns NULL if the accelerations have no solution. */
const double *model_system_evaluate (ModelSystem *system, int id, double t, const double *x);
/* Solves for multipliers and accelerations at (t, x). Returns FALSE if there is
 * no unique solution. */
gboolean model_system_solve_mechanics (ModelSystem *system, double t, const double *x);
/* Returns the evaluator of function id, which is made at the first call. */
ModelEvaluator *model_system_evaluator (ModelSystem *system, int id);
/* Returns the values that depend only on parameters; recomputes them if
 * parameters changed. */
const double *model_system_slow_values (ModelSystem *system);
/* Recomputes values that depend on parameters. Call it after every change of a parameter. */
void model_system_slow_changed (ModelSystem *system);
/* Returns draw number k of a distribution. */
double model_system_draw (ModelSystem *system, const ModelPlanDraw *draw, guint64 k);
/* Draws the random parameters. */
void model_system_draw_parameters (ModelSystem *system);
/* Initializes system->ode. */
void model_system_make_ode (ModelSystem *system);

G_END_DECLS
