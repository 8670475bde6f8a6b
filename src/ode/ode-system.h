/* A system M x' = f(t, x) as integrators see it: a struct of functions and
 * constants that the owner of the model fills.
 *
 * All arrays are contiguous doubles; x and dxdt have n_states entries. A system
 * is used by one thread at a time. Every function returns ODE_DONE, or a
 * positive status where a value is not finite. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ode-status.h"

/* The kind of a state, for error weights, splitting methods and the first
 * plots. */
typedef enum
{
  ODE_OTHER = 0,    /* states without a further role, z */
  ODE_POSITION = 1, /* positions q */
  ODE_VELOCITY = 2, /* velocities v */
  ODE_ALGEBRAIC = 3, /* algebraic unknowns: their row of M is zero, and 0 = f_i determines them */
} OdeKind;

/* A sparsity pattern in compressed columns: the rows of column j are
 * row[start[j]] … row[start[j + 1] − 1], ascending. */
typedef struct
{
  int n_rows;
  int n_columns;
  const int *start; /* n_columns + 1 numbers */
  const int *row;   /* start[n_columns] numbers */
} OdePattern;

/* A unit quaternion (w, x, y, z) among the states. If position ≥ 0, the body
 * also has a position, and both together move on SE(3). */
typedef struct
{
  int quaternion;   /* index of the component w; x, y and z follow */
  int position;     /* index of the first of three position coordinates, or −1 */
  bool world_frame; /* the angular velocity is in the world frame, otherwise in the frame of the body */
} OdeRotation;

/* A position coordinate and the velocity that drives it, where q' = v exactly
 * (used by splitting methods). */
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
  const OdeKind *kinds; /* n_states kinds; NULL: all are ODE_OTHER */

  OdeStatus (*rhs) (void *self, double t, const double *x, double *dxdt);
  /* Optional: a buffer of n_states numbers that the caller may use between two
   * calls of rhs. rhs is fastest if its x is this buffer. */
  double *rhs_buffer;

  /* Optional: J = ∂f/∂x. values follow pattern (start[n] numbers); pattern
   * NULL: dense, column-major n×n. */
  OdeStatus (*jacobian) (void *self, double t, const double *x, double *values);
  const OdePattern *jacobian_pattern;
  /* Optional: allocates what jacobian needs. Must be called before jacobian is
   * called inside steps, where nothing may allocate. */
  void (*prepare_jacobian) (void *self);
  /* Optional: ∂f/∂t, n_states; NULL with time_dependent false means zero. */
  OdeStatus (*time_derivative) (void *self, double t, const double *x, double *dfdt);
  bool time_dependent;

  /* Optional mass matrix, constant, may be singular; NULL: identity. Values
   * follow mass_pattern. */
  const OdePattern *mass_pattern;
  const double *mass;
  /* Optional: differentiation index of each unknown, 1 to 3; NULL: all 1. */
  const int *index;

  /* For splitting methods: position–velocity pairs with q' = v exactly.
   * separable: v' depends only on positions, t and parameters. */
  int n_pairs;
  const OdePair *pairs;
  bool separable;
  const char *not_separable; /* message with the reason why splitting methods cannot treat the system, or NULL; valid as long as the
                                system */

  /* Optional constraints c(t, x) = 0 that hold along solutions: n_constraints
   * values, the first n_position_constraints depend on positions alone. Their
   * Jacobian is dense row-major n_constraints × n_states. */
  int n_constraints;
  int n_position_constraints;
  OdeStatus (*constraints) (void *self, double t, const double *x, double *c);
  OdeStatus (*constraint_jacobian) (void *self, double t, const double *x, double *G);

  /* Optional rotations. rotation_rates writes for rotation r the angular
   * velocity[3] and the velocity[3] of its position at (t, x) to rates[6 r …],
   * in the frame that the rotation names. */
  int n_rotations;
  const OdeRotation *rotations;
  OdeStatus (*rotation_rates) (void *self, double t, const double *x, double *rates);

  /* Optional: state names for messages. */
  const char *const *names;
};
