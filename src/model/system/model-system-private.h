/* The fields of an instance. One object in several files: model-system.c, -ode,
 * -events, -random and -scene. */
#pragma once

#include "model-mechanics.h"
#include "model-plan-compile.h"
#include "model-scene-item.h"
#include "model-system.h"

G_BEGIN_DECLS

/* A function of the plan with the memory to evaluate it; made at its first use. */
typedef struct
{
  ExprWorkspace *workspace; /* NULL: not used yet */
  ExprEntry entry;          /* of the workspace */
  double *inputs;           /* of the workspace */
  double *outputs;
  guint version;            /* version of the slow inputs for which it is prepared */
  gboolean uses_multipliers;
} ModelEvaluator;

struct ModelSystem
{
  Model *model;
  ModelPlan *plan;
  guint64 seed, member;
  gboolean random;

  double *slow;             /* the first base_t inputs: parameters, discrete, noise, stabilization */
  guint version;            /* incremented when slow changes */
  guint parameter_version;  /* incremented when a parameter changes */
  double *slow_values;      /* outputs of MODEL_FUNCTION_SLOW */
  guint slow_values_version;
  gint64 *noise_count;      /* index k of the draw that each noise holds; G_MININT64: none */

  ModelEvaluator *evaluators; /* one per function of the plan */
  ExprBatch *batch;
  double *batch_inputs, *batch_outputs;

  ModelMechanics *mechanics;  /* NULL: accelerations are plain expressions or there are none */
  double *multipliers;        /* λ, then a, of the last solve */
  double *mechanics_columns;  /* scratch of the Jacobian */

  double *initial_override;   /* NaN: none; n_states + n_discrete */
  double *mass;
  OdeSystem ode;

  double *scene_numbers;
  ModelSceneItem *scene;
  char **scene_texts;
};

/* Evaluates function id at (t, x); the outputs are valid until its next
 * evaluation. Returns NULL where the accelerations have no solution. */
const double *model_system_evaluate (ModelSystem *system, int id, double t, const double *x);
/* Solves for multipliers and accelerations at (t, x); returns FALSE where there
 * is no unique solution. */
gboolean model_system_solve_mechanics (ModelSystem *system, double t, const double *x);
/* Returns the evaluator of function id; made at its first use. */
ModelEvaluator *model_system_evaluator (ModelSystem *system, int id);
/* Returns the values that depend only on parameters, recomputed where
 * parameters changed. */
const double *model_system_slow_values (ModelSystem *system);
/* Notes that parameters changed. */
void model_system_slow_changed (ModelSystem *system);
/* Returns draw k of a distribution. */
double model_system_draw (ModelSystem *system, const ModelPlanDraw *draw, guint64 k);
/* Draws the random parameters. */
void model_system_draw_parameters (ModelSystem *system);
/* Fills in system->ode. */
void model_system_make_ode (ModelSystem *system);

G_END_DECLS
