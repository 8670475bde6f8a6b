/* One runnable instance of a model: compiled right-hand side, Jacobian,
 * witnesses, outputs, actions, with its own parameter values. One thread at a
 * time. Discrete states and noise are inputs of the right-hand side, set by
 * model_system_set_discrete and model_system_set_noise_time.
 *
 * Generated names: a coordinate x of the mechanics has x, x.v and, in
 * expressions, x.a; a constraint rod has rod.lambda; a rotation R has R.w R.x
 * R.y R.z, with a position R.px R.py R.pz, and the output R.norm_error. A
 * velocity of a rotation's position is in the frame of its angular velocity: p'
 * = R(q) v in the body's, p' = v in the world's. */
#pragma once

#include "model-column.h"
#include "model-scene.h"
#include "model-system-events.h"
#include "model.h"
#include "ode-settings.h"
#include "ode-system.h"

G_BEGIN_DECLS

/* Options of an instance. */
typedef struct
{
  GHashTable *constants;  /* name → double*; or NULL */
  gboolean fast_math;
  gboolean byte_code;     /* use byte code even if machine code is available: the same numbers, but slower */
  guint64 seed;           /* seed of noise and random draws */
  guint64 member;
  gboolean random;        /* draw parameters and initial values from their distributions */
} ModelInstance;

/* Makes an instance. Returns NULL with an error for an unknown constant, an
 * invalid size, an index that is outside its array with these constants, or a
 * feature whose solver is not available. */
ModelSystem *model_system_new (Model *model, const ModelInstance *instance, GError **error);
/* Frees an instance. */
void model_system_free (ModelSystem *system);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelSystem, model_system_free)

/* Returns the model; borrowed. */
Model *model_system_model (const ModelSystem *system);
/* Returns the continuous part; valid as long as the system. */
const OdeSystem *model_system_ode (const ModelSystem *system);
/* Returns how functions are evaluated at single points, "machine code" or "byte
 * code". The numbers are the same. */
const char *model_system_backend (const ModelSystem *system);
/* Returns the start time with the current parameters. */
double model_system_t_start (const ModelSystem *system);
/* Returns the end time with the current parameters. */
double model_system_t_end (const ModelSystem *system);

/* ---- columns ---- */
/* Returns the number of columns without t. */
int model_system_n_columns (const ModelSystem *system);
/* Returns a column; borrowed. */
const ModelColumn *model_system_column (const ModelSystem *system, int index);
/* Returns the index of the column with this name, or −1. */
int model_system_find_column (const ModelSystem *system, const char *name);
/* Returns the number of continuous states. */
int model_system_n_states (const ModelSystem *system);
/* Returns the number of discrete states. */
int model_system_n_discrete (const ModelSystem *system);
/* Evaluates all columns at (t, x, d) into values[n_columns]. */
void model_system_columns (ModelSystem *system, double t, const double *x, const double *d, double *values);

/* ---- numbers that can be set ---- */
/* Changes the instance to that of another member: parameters as in the file, random ones drawn for this member, no initial values set. */
void model_system_begin_member (ModelSystem *system, guint64 member);
/* Returns the index of a parameter element in the array of model_system_get_parameters, or −1. */
int model_system_find_parameter (const ModelSystem *system, const char *name);
/* Returns the index of a state, or n_states + the index of a discrete state, or −1. */
int model_system_find_initial (const ModelSystem *system, const char *name);
/* Overrides an initial value by its index, like model_system_set_initial. */
void model_system_set_initial_at (ModelSystem *system, int index, double value);
/* Sets a parameter, also during a run; name may be "a" or "a[2]". Returns FALSE
 * with an error. */
gboolean model_system_set_parameter (ModelSystem *system, const char *name, double value, GError **error);
/* Reads a parameter. Returns FALSE if there is none with this name. */
gboolean model_system_get_parameter (const ModelSystem *system, const char *name, double *value);
/* Returns the number of all parameter elements. */
int model_system_n_parameter_values (const ModelSystem *system);
/* Writes all parameter elements in file order, for snapshots. */
void model_system_get_parameters (const ModelSystem *system, double *values);
/* Sets all parameter elements in file order. */
void model_system_set_parameters (ModelSystem *system, const double *values);
/* Overrides an initial value ("x", "u[3]", also of discrete states) in later
 * calls of model_system_initial. Returns FALSE with an error. */
gboolean model_system_set_initial (ModelSystem *system, const char *name, double value, GError **error);
/* Computes the initial states x[n_states] and d[n_discrete] and draws the
 * random ones. Returns FALSE with an error. */
gboolean model_system_initial (ModelSystem *system, double *x, double *d, GError **error);

/* Writes the weights[n_states] of the states; their reciprocals are lower
 * limits for the size of a state in the error test. Returns FALSE and leaves
 * weights unchanged if all are 1. */
gboolean model_system_weights (ModelSystem *system, double *weights);

/* ---- further inputs of the right-hand side ---- */
/* Copies d[n_discrete], which later evaluations use. */
void model_system_set_discrete (ModelSystem *system, const double *d);
/* Sets how the constraints of mechanics are enforced. ODE_STABILIZE_BAUMGARTE adds 2α ċ + β² c to c̈; a constraint may have separate values
 * of alpha and beta. Other values give c̈ = 0, which is the default. */
void model_system_set_stabilization (ModelSystem *system, OdeStabilization stabilization, double alpha, double beta);
/* Returns the next time after t at which the right-hand side may be
 * discontinuous because noise changes or a table in t has a knot; +inf: none. */
double model_system_next_break (ModelSystem *system, double t);
/* Sets the noise to its values at t; they are valid until the next change. */
void model_system_set_noise_time (ModelSystem *system, double t);

/* ---- closed form; events and monitors are in model-system-events.h, the scene
 * in model-scene.h ---- */
/* Returns whether the model has a closed-form solution. */
gboolean model_system_has_exact (const ModelSystem *system);
/* Evaluates the closed-form states at t into x[n_states]; NaN for states
 * without a closed form. */
void model_system_exact (ModelSystem *system, double t, double *x);

G_END_DECLS
