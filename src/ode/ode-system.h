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
#include "ode-tableau.h"

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

/* How the tolerance s_i of state i is computed from r, w_i and the state at both ends of the step, and the norm of an error e from e_i/s_i. */
typedef struct
{
  bool is_wanted;
  bool adds;  /* s_i = w_i + r m_i; otherwise s_i = r max (w_i, m_i) */
  bool ahead; /* m_i = max (|x0_i|, |x1_i|); otherwise m_i = |x0_i| */
  bool rms;   /* the root mean square; otherwise the largest |e_i/s_i| */
} OdeStepNorm;

/* Memory of the caller with n_states numbers each, which the code of a step reads and writes. */
typedef struct
{
  const double *x0, *f0; /* the state at the start, and the slope there */
  const double *w;       /* factors of the tolerances of the states (ode-norm.h); not read if no norm is wanted */
  double *x1;            /* gets the state at the end */
  double *error;         /* gets the first error estimate; not written if the method has none */
  double *f1;            /* gets the slope at the end, if the last stage is this slope */
} OdeStepRows;

/* Code that makes whole steps of one explicit method, with the right-hand side in it. The caller writes t to *t and, if the norm is wanted, r to
 * *r, and calls run with the step size h. Besides rows, run writes slopes, rows of n_states numbers: k_2 … k_s, except a slope that is in rows; a
 * row without meaning for each of x1 and the first error estimate; the second estimate. It returns the norm of the error, or 0 if none is wanted. The
 * results have the same bits as with calls of rhs. It returns NaN if they cannot be used, because a number is not finite or the right-hand side is
 * not the usual one; the caller then calls rhs. */
typedef struct OdeStepCode OdeStepCode;
struct OdeStepCode
{
  double *t, *r;
  double (*run) (OdeStepCode *code, const OdeStepRows *rows, double h, double *slopes);
};

typedef struct OdeSystem OdeSystem;

struct OdeSystem
{
  void *self;
  int n_states;
  const OdeKind *kinds; /* n_states kinds; NULL: all are ODE_OTHER */

  /* dxdt and x do not overlap. */
  OdeStatus (*rhs) (void *self, double t, const double *x, double *dxdt);
  /* Optional: a buffer of n_states numbers, owned by the system, that the caller may use between two calls of rhs. A call of rhs is
   * fastest if its argument x is this buffer. */
  double *rhs_buffer;
  /* Optional: returns code for the steps of an explicit method, which the system owns, or NULL if there is none. A method has up to two error
   * estimates, h times the sums of the slopes with the n_stages weights of `errors`; NULL: there are fewer. Two are joined as in DOP853 if the norm
   * is wanted. A copy of a system with another rhs has no code, so the function compares rhs. */
  OdeStepCode *(*step_code) (const OdeSystem *system, const OdeTableau *tableau, const double *const errors[2], OdeStepNorm norm);

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
