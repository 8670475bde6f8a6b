/* An instance of a model that can be run: compiled right-hand side, Jacobian,
 * events and outputs, with separate parameter values. One thread at a time may
 * use it. Discrete states and noise are inputs of the right-hand side, set by
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

/* Options of model_system_new. */
typedef struct
{
  GHashTable *constants; /* values of constants that replace those of the file: name → double*; may be NULL */
  gboolean fast_math;
  gboolean byte_code; /* use byte code even if machine code is available; the results are equal, but slower */
  guint64 seed;       /* seed of the random streams of noise and draws */
  guint64 member;
  gboolean random; /* TRUE: draw parameters and initial values from their distributions */
} ModelInstance;

/* Makes an instance; instance may be NULL for default options. Returns NULL with an error for an unknown constant,
 * an invalid size, an index that is outside its array with these constants, or a feature whose solver is not
 * available. */
ModelSystem *model_system_new (Model *model, const ModelInstance *instance, GError **error);
/* Frees an instance. */
void model_system_free (ModelSystem *system);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelSystem, model_system_free)

/* Returns the model; owned by the system. */
Model *model_system_model (const ModelSystem *system);
/* Returns the differential equations of the instance; valid as long as the system. */
const OdeSystem *model_system_ode (const ModelSystem *system);
/* Returns how functions are evaluated, "machine code" or "byte code". Both give the same
 * numbers. */
const char *model_system_backend (const ModelSystem *system);
/* Returns the start time, computed with the current parameters. */
double model_system_t_start (const ModelSystem *system);
/* Returns the end time, computed with the current parameters. */
double model_system_t_end (const ModelSystem *system);

/* ---- columns ---- */
/* Returns the number of columns; t is not counted. */
int model_system_n_columns (const ModelSystem *system);
/* Returns a column; owned by the system. */
const ModelColumn *model_system_column (const ModelSystem *system, int index);
/* Returns the index of the column with this name, or −1. */
int model_system_find_column (const ModelSystem *system, const char *name);
/* Returns the number of continuous states. */
int model_system_n_states (const ModelSystem *system);
/* Returns the number of discrete states. */
int model_system_n_discrete (const ModelSystem *system);
/* Evaluates all columns at time t, states x and discrete states d into values[n_columns]. */
void model_system_columns (ModelSystem *system, double t, const double *x, const double *d, double *values);

/* ---- parameters and initial values ---- */
/* Turns the instance into that of another ensemble member: random parameters are drawn for this member, the others have the values of the
 * file, and initial values that were set are reset. */
void model_system_begin_member (ModelSystem *system, guint64 member);
/* Returns the index of a parameter element ("a", "a[2]") in the array of model_system_get_parameters, or −1. */
int model_system_find_parameter (const ModelSystem *system, const char *name);
/* Returns the index of a state, n_states + the index of a discrete state, or −1 if the name is neither. */
int model_system_find_initial (const ModelSystem *system, const char *name);
/* Sets an initial value like model_system_set_initial, by its index from model_system_find_initial. */
void model_system_set_initial_at (ModelSystem *system, int index, double value);
/* Sets fixed[k] of the n_states states and n_discrete discrete states whose initial values the caller has set or that are drawn from
 * distributions, and clears the others. */
void model_system_fixed_initial (const ModelSystem *system, gboolean *fixed);
/* Sets a parameter; name may be "a" or "a[2]". May be called during a run. Returns FALSE with an
 * error. */
gboolean model_system_set_parameter (ModelSystem *system, const char *name, double value, GError **error);
/* Reads a parameter into *value. Returns FALSE if no parameter has this name. */
gboolean model_system_get_parameter (const ModelSystem *system, const char *name, double *value);
/* Returns the number of parameter elements; an array counts with all its elements. */
int model_system_n_parameter_values (const ModelSystem *system);
/* Writes all parameter elements, in file order, into values[model_system_n_parameter_values]. */
void model_system_get_parameters (const ModelSystem *system, double *values);
/* Sets all parameter elements, in file order. */
void model_system_set_parameters (ModelSystem *system, const double *values);
/* Sets an initial value ("x", "u[3]", also of discrete states) that later calls of model_system_initial use. Returns FALSE with an
 * error. */
gboolean model_system_set_initial (ModelSystem *system, const char *name, double value, GError **error);
/* Computes the initial states x[n_states] and discrete states d[n_discrete]; random ones are drawn. Returns FALSE with an
 * error. */
gboolean model_system_initial (ModelSystem *system, double *x, double *d, GError **error);

/* Writes the error weights of the states, weights[n_states]. The reciprocal of a weight is the lower
 * limit of the state's size in the error test. A nominal value is a reciprocal
 * weight; a state for which the model gives neither has 1. Returns FALSE and leaves weights unchanged if the model gives none. */
gboolean model_system_weights (ModelSystem *system, double *weights);
/* Returns whether the model gives a weight, or a nominal value, for state i. */
gboolean model_system_gives_weight (const ModelSystem *system, int i);

/* ---- further inputs of the right-hand side ---- */
/* Copies the discrete states d[n_discrete], which later evaluations use. */
void model_system_set_discrete (ModelSystem *system, const double *d);
/* Sets how the constraints of the mechanics are stabilized. ODE_STABILIZE_BAUMGARTE solves c̈ + 2α ċ + β² c = 0 instead of c̈ = 0; a
 * constraint may have separate values of alpha and beta. All other values solve c̈ = 0, which is the default. */
void model_system_set_stabilization (ModelSystem *system, OdeStabilization stabilization, double alpha, double beta);
/* Returns the next time after t at which the right-hand side may be discontinuous, because a noise changes or a table in t has a knot.
 * Returns +inf if there is none. */
double model_system_next_break (ModelSystem *system, double t);
/* Sets the noise inputs to their values at time t. Later evaluations use them until the next call. */
void model_system_set_noise_time (ModelSystem *system, double t);

/* ---- closed-form solution (events: model-system-events.h, scene: model-scene.h)
 * ---- */
/* Returns whether the model has a closed-form solution. */
gboolean model_system_has_exact (const ModelSystem *system);
/* Evaluates the closed-form solution at t, of a run that starts at t_start in the state x_start[n_states], into x[n_states]. States without
 * a closed form are set to NaN. Whether the closed form solves the equations is not checked (lab-closed-form.h). */
void model_system_exact (ModelSystem *system, double t, double t_start, const double *x_start, double *x);

G_END_DECLS
