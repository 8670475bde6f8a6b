/* A system M·x' = f(t, x) as the integrators see it: plain struct of functions, filled by whoever owns the model.
 *
 * All arrays are contiguous doubles; x and dxdt have n_states entries. A system belongs to one thread at a time.
 * Every function returns ODE_DONE, or a positive status where the value is undefined (not finite). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ode-status.h"

/* What a state is, for weighting, splitting methods and first plots. */
typedef enum
{
  ODE_OTHER = 0,    /* z */
  ODE_POSITION = 1, /* q */
  ODE_VELOCITY = 2, /* v */
  ODE_ALGEBRAIC = 3, /* zero row of M: determined by 0 = f_i */
} OdeKind;

/* Compressed sparse columns: rows of column j are row[start[j]] … row[start[j + 1] − 1], ascending. */
typedef struct
{
  int n_rows;
  int n_columns;
  const int *start; /* n_columns + 1 */
  const int *row;   /* start[n_columns] */
} OdePattern;

/* A unit quaternion (w x y z) among the states, and what turns it. With position ≥ 0 the body also has a place,
 * and the pair moves on SE(3). */
typedef struct
{
  int quaternion;   /* index of w; x y z follow */
  int position;     /* index of the first of three coordinates, or −1 */
  bool world_frame; /* angular velocity in the world frame, else in the body's */
} OdeRotation;

/* A position coordinate and the velocity that drives it, where q' = v exactly (used by splitting methods). */
typedef struct
{
  int position;
  int velocity;
} OdePair;

typedef struct OdeSystem OdeSystem;

struct OdeSystem
{
  void *self;
  int n_states;
  const OdeKind *kinds; /* n_states, or NULL: all ODE_OTHER */

  OdeStatus (*rhs) (void *self, double t, const double *x, double *dxdt);
  /* Optional: n_states numbers that are the caller's between two calls of rhs, which reads x fastest where it is this place. */
  double *rhs_room;

  /* Optional: J = ∂f/∂x. values follow pattern (start[n] numbers); pattern NULL: dense, column-major n×n. */
  OdeStatus (*jacobian) (void *self, double t, const double *x, double *values);
  const OdePattern *jacobian_pattern;
  /* Optional: makes what jacobian needs. Whoever will call jacobian inside steps, where nothing may allocate, calls this before. */
  void (*prepare_jacobian) (void *self);
  /* Optional: ∂f/∂t, n_states; NULL with time_dependent false means zero. */
  OdeStatus (*time_derivative) (void *self, double t, const double *x, double *dfdt);
  bool time_dependent;

  /* Optional mass matrix, constant, may be singular; NULL: identity. Values follow mass_pattern. */
  const OdePattern *mass_pattern;
  const double *mass;
  /* Optional: index of each unknown, 1 to 3 (how often the equations are differentiated until they give its derivative); NULL: all 1. */
  const int *index;

  /* Splitting: position–velocity pairs with q' = v exactly; separable when v' depends on positions, t and parameters alone. */
  int n_pairs;
  const OdePair *pairs;
  bool separable;
  const char *not_separable; /* why splitting methods cannot run this, in words, or NULL; static for the system's life */

  /* Optional constraints c(t, x) = 0 that hold along solutions: n_constraints values, the first n_position_constraints depend on
   * positions alone. Their Jacobian is dense row-major n_constraints × n_states. */
  int n_constraints;
  int n_position_constraints;
  OdeStatus (*constraints) (void *self, double t, const double *x, double *c);
  OdeStatus (*constraint_jacobian) (void *self, double t, const double *x, double *G);

  /* Optional rotations. rates: for rotation r, angular_velocity[3] (and velocity[3] of its position) at t, x into
   * rates[6·r …]; the body-frame or world-frame rule is the rotation's own. */
  int n_rotations;
  const OdeRotation *rotations;
  OdeStatus (*rotation_rates) (void *self, double t, const double *x, double *rates);

  /* Optional: state names for messages. */
  const char *const *names;
};
