/* One runnable instance of a model: compiled right-hand side, Jacobian, witnesses, outputs, actions, with its own parameter values.
 * One thread at a time. Discrete states and noise are inputs of the right-hand side: model_system_set_discrete and
 * model_system_set_noise_time bring them in.
 *
 * Generated names: a coordinate x of the mechanics has x, x.v and, in expressions, x.a; a constraint rod has rod.lambda; a rotation R
 * has R.w R.x R.y R.z, with a position R.px R.py R.pz, and the output R.norm_error. A velocity of a rotation's position is in the frame
 * of its angular velocity: p' = R(q) v in the body's, p' = v in the world's. */
#pragma once

#include "model-column.h"
#include "model-scene.h"
#include "model-system-events.h"
#include "model.h"
#include "ode-settings.h"
#include "ode-system.h"

G_BEGIN_DECLS

/* How to instantiate. */
typedef struct
{
  GHashTable *constants;  /* name → double*, or NULL */
  gboolean fast_math;
  gboolean byte_code;     /* even where machine code could run: the same numbers, slower */
  guint64 seed;           /* for noise and random draws */
  guint64 member;
  gboolean random;        /* draw the distributions of parameters and initial values */
} ModelInstance;

/* NULL with an error: unknown constant, a size out of range, an index that leaves its array with these constants, or a feature whose solver is missing. */
ModelSystem *model_system_new (Model *model, const ModelInstance *instance, GError **error);
void model_system_free (ModelSystem *system);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelSystem, model_system_free)

Model *model_system_model (const ModelSystem *system);
/* The continuous part; stable for the system's life. */
const OdeSystem *model_system_ode (const ModelSystem *system);
/* What evaluates its functions for one point: "machine code" or "byte code"; the numbers are the same. */
const char *model_system_backend (const ModelSystem *system);
/* Time span with the current parameters. */
double model_system_t_start (const ModelSystem *system);
double model_system_t_end (const ModelSystem *system);

/* ---- columns ---- */
/* Without t. */
int model_system_n_columns (const ModelSystem *system);
const ModelColumn *model_system_column (const ModelSystem *system, int index);
/* −1: no such column. */
int model_system_find_column (const ModelSystem *system, const char *name);
int model_system_n_states (const ModelSystem *system);
int model_system_n_discrete (const ModelSystem *system);
/* All columns at (t, x, d): values[n_columns]. */
void model_system_columns (ModelSystem *system, double t, const double *x, const double *d, double *values);

/* ---- numbers that can be set ---- */
/* name may be "a" or "a[2]". Parameters may change in mid-run. */
gboolean model_system_set_parameter (ModelSystem *system, const char *name, double value, GError **error);
gboolean model_system_get_parameter (const ModelSystem *system, const char *name, double *value);
/* All parameter elements in file order, for snapshots. */
int model_system_n_parameter_values (const ModelSystem *system);
void model_system_get_parameters (const ModelSystem *system, double *values);
void model_system_set_parameters (ModelSystem *system, const double *values);
/* Overrides an initial value ("x", "u[3]", discrete too); effective at the next model_system_initial. */
gboolean model_system_set_initial (ModelSystem *system, const char *name, double value, GError **error);
/* Initial continuous and discrete state: x[n_states], d[n_discrete]; also draws the random ones. */
gboolean model_system_initial (ModelSystem *system, double *x, double *d, GError **error);

/* Weights of the states, n_states: 1/weight is an absolute floor of the error test. FALSE, weights untouched: all are 1. */
gboolean model_system_weights (ModelSystem *system, double *weights);

/* ---- what the right-hand side sees besides t, x ---- */
/* Copies d[n_discrete] in; later evaluations use it. */
void model_system_set_discrete (ModelSystem *system, const double *d);
/* How constrained mechanics holds its constraints: ODE_STABILIZE_BAUMGARTE adds 2α ċ + β² c to c̈ (constraints that carry an alpha or
 * beta of their own use those); the others leave c̈ = 0 alone, which is also the state after model_system_new. */
void model_system_set_stabilization (ModelSystem *system, OdeStabilization stabilization, double alpha, double beta);
/* Times at which the rhs may jump by itself: the next noise refresh, knot of a table in t, after t; +inf: none. */
double model_system_next_break (ModelSystem *system, double t);
/* Brings the held noise to its values from t on. */
void model_system_set_noise_time (ModelSystem *system, double t);

/* ---- closed form; events and monitors are in model-system-events.h, the scene in model-scene.h ---- */
gboolean model_system_has_exact (const ModelSystem *system);
/* Closed-form states at t into x; NaN for states without one. */
void model_system_exact (ModelSystem *system, double t, double *x);

/* Right-hand sides at many points at once (batched): t[n], x[n_states·n] row-major by point, dxdt likewise. */
void model_system_rhs_batch (ModelSystem *system, const double *t, const double *x, int n_points, double *dxdt);

G_END_DECLS
