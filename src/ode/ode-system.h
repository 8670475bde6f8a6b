/* The interface between a model and an integrator: a system M x' = f(t, x) is a struct of
 * functions and constants, which the owner of the model fills.
 *
 * All arrays are contiguous doubles; x and dxdt have n_states entries. Only one
 * thread at a time uses a system. Every function returns ODE_DONE, or
 * a positive status if a value is not finite. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "ode-status.h"

/* The kind of a state. Error weights, splitting methods and the default plots depend on
 * it. */
typedef enum
{
  ODE_OTHER = 0,    /* any other state, z in the notation of Simbody and Drake */
  ODE_POSITION = 1, /* a position q */
  ODE_VELOCITY = 2, /* a velocity v */
  ODE_ALGEBRAIC = 3, /* an algebraic unknown: its row of M is zero, so that 0 = f_i determines it */
} OdeKind;

/* A sparsity pattern in compressed columns: column j has entries in the rows row[start[j]] … row[start[j + 1] − 1], in ascending
 * order. */
typedef struct
{
  int n_rows;
  int n_columns;
  const int *start; /* n_columns + 1 numbers */
  const int *row;   /* start[n_columns] numbers */
} OdePattern;

/* A unit quaternion (w, x, y, z) among the states. If position ≥ 0, the body also
 * has a position, so that both together are an element of SE(3). */
typedef struct
{
  int quaternion;   /* index of the component w; x, y and z follow */
  int position;     /* index of the first of three position coordinates, or −1 */
  bool world_frame; /* true: the angular velocity is in the world frame; false: in the frame of the body */
} OdeRotation;

/* A position q and its velocity v, with q' = v. Splitting methods use such
 * pairs. */
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
  /* Optional: a buffer of n_states numbers, owned by the system, that the caller may use between two calls of rhs. A call of rhs is
   * fastest if its argument x is this buffer. */
  double *rhs_buffer;

  /* Optional: the Jacobian J = ∂f/∂x. The values are in the order of jacobian_pattern (start[n] numbers); if the pattern is NULL, J is
   * dense, column-major n×n. */
  OdeStatus (*jacobian) (void *self, double t, const double *x, double *values);
  const OdePattern *jacobian_pattern;
  /* Optional: allocates the memory that jacobian needs. It must be called before the first step, because nothing may allocate inside
   * steps. */
  void (*prepare_jacobian) (void *self);
  /* Optional: ∂f/∂t, n_states numbers. If it is NULL and time_dependent is false, ∂f/∂t is zero. */
  OdeStatus (*time_derivative) (void *self, double t, const double *x, double *dfdt);
  bool time_dependent;

  /* Optional: the mass matrix M, which is constant and may be singular; NULL: the identity. The values are in the order of
   * mass_pattern. */
  const OdePattern *mass_pattern;
  const double *mass;
  /* Optional: the differentiation index of each unknown, 1 to 3; NULL: 1 for all. */
  const int *index;

  /* Pairs of a position and a velocity with q' = v, which splitting methods need.
   * `separable` is true if v' depends only on positions, the time and parameters. */
  int n_pairs;
  const OdePair *pairs;
  bool separable;
  const char *not_separable; /* message with the reason why splitting methods cannot integrate the system, or NULL; owned by the
                              * system */

  /* Optional constraints c(t, x) = 0 that hold along solutions: n_constraints values. The first
   * n_position_constraints of them depend only on positions. Their Jacobian G is dense, row-major, n_constraints ×
   * n_states. */
  int n_constraints;
  int n_position_constraints;
  OdeStatus (*constraints) (void *self, double t, const double *x, double *c);
  OdeStatus (*constraint_jacobian) (void *self, double t, const double *x, double *G);

  /* Optional rotations. For rotation r, rotation_rates writes the angular velocity[3] and the velocity[3]
   * of the position at (t, x) to rates[6 r] … rates[6 r + 5]. The rotation's world_frame selects the
   * frame. */
  int n_rotations;
  const OdeRotation *rotations;
  OdeStatus (*rotation_rates) (void *self, double t, const double *x, double *rates);

  /* Optional: names of the n_states states, for messages. */
  const char *const *names;
};
