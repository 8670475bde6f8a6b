/* Attempts of explicit, splitting and Rosenbrock methods for up to ODE_LANES members of one system at once, in SIMD lanes. The arithmetic of each lane
 * is that of the scalar stepper, operation by operation, so that a lane has the bits of a scalar attempt.
 *
 * Vectors over states and lanes are rows: state i of lane l is at [i · ODE_LANES + l]. Rows are aligned to 64 bytes. */
#pragma once

#include <stdbool.h>

#include "ode-stepper.h"

#define ODE_LANES 64
#ifdef __x86_64__
/* The instructions of the loops with vectors of eight lanes. They give the bits of the other loops, since every operation is that of one lane. */
#ifdef __clang__ /* which does not know the preferred width as a target */
#define ODE_LANES_AVX512 "avx512f,avx512dq,avx512vl,avx512bw"
#else
#define ODE_LANES_AVX512 "avx512f,avx512dq,avx512vl,avx512bw,prefer-vector-width=512"
#endif
/* Returns whether the processor has them. */
static inline bool
ode_lanes_have_avx512 (void)
{
  return __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq") && __builtin_cpu_supports ("avx512vl")
         && __builtin_cpu_supports ("avx512bw");
}
#endif
/* The largest number of states of a Rosenbrock method in lanes: the matrices of all lanes then fit into the second-level cache. */
#define ODE_LANES_MOST_STIFF 12

/* The right-hand side for many members with separate parameters. */
typedef struct
{
  void *self;
  int n_states;
  bool time_dependent;
  double *t;                 /* ODE_LANES times, aligned to 64 bytes, which the caller writes before a call of rhs */
  double *x;                 /* n_states rows of states, which the caller writes before a call of rhs */
  const double *const *dxdt; /* n_states rows: results of the last call of rhs */
  /* Evaluates lanes 0 … n_lanes − 1; n_lanes is a multiple of 8. A result may
   * be NaN or infinite. */
  void (*rhs) (void *self, int n_lanes);
  /* Optional, for Rosenbrock methods: rows of the entries of ∂f/∂x, as the values of OdeSystem.jacobian, and of ∂f/∂t; NULL: none. They are
   * written by evaluate_derivatives at the states and times that the caller has written. */
  const double *const *jacobian;
  const double *const *time_derivative;
  void (*evaluate_derivatives) (void *self, int n_lanes);
  int n_pairs;               /* as in OdeSystem, for splitting methods */
  const OdePair *pairs;
} OdeLaneSystem;

/* One attempt of all lanes. */
typedef struct
{
  int n_lanes;         /* multiple of 8 */
  const double *t, *h; /* one value for each lane; t is aligned to 64 bytes */
  const double *x0;    /* a row of n_lanes values for each state */
  double *f0;          /* rows: slope at the start; not read if needs_slope is false */
  double *x1;          /* rows like x0, output */
  double *f1;          /* rows, out: slope at the end, if the stepper computes it */
  double *error;       /* rows like x0, output; NULL: no estimate is wanted */
  double *bad;         /* per lane, out: 0, or NaN if a slope or a state is not finite */
  /* Writes the error norm of each lane to norm[ODE_LANES]. */
  void (*norm) (void *user, const double *error, const double *x0, const double *x1, double *norm);
  void *user;
} OdeLaneTry;

typedef struct OdeLaneStepper OdeLaneStepper;

/* Returns whether attempts of a method can run in lanes; a Rosenbrock method also needs a system that ode_lane_stepper_new accepts. */
bool ode_lane_stepper_supports (const OdeMethod *method);
/* Makes a stepper with the method and settings of a pattern; the pattern and system must outlive it. Returns NULL if they are not supported or
 * memory runs out. */
OdeLaneStepper *ode_lane_stepper_new (const OdeStepper *pattern, const OdeLaneSystem *system);
/* Frees a stepper; NULL is allowed. */
void ode_lane_stepper_free (OdeLaneStepper *stepper);
/* Returns whether the method reads the slope at the start of a step. */
bool ode_lane_stepper_needs_slope (const OdeLaneStepper *stepper);
/* Takes one attempt of all lanes. Sets *f1_known if f1 is the slope at the end, which then costs no further evaluation. */
void ode_lane_stepper_attempt (OdeLaneStepper *stepper, OdeLaneTry *step, bool *f1_known);
/* Evaluates the right-hand side of all lanes at (t, x) into rows f, and adds 0 times each value to bad (NaN if a value is not finite). */
void ode_lane_stepper_slope (OdeLaneStepper *stepper, int n_lanes, const double *t, const double *x, double *f, double *bad);
/* Evaluates the extra stages of the last attempt that dense output needs; step is that of the attempt, f1 the slope at the end. Returns
 * false if the method has no interpolant, so that the cubic Hermite polynomial is used. */
bool ode_lane_stepper_prepare_dense (OdeLaneStepper *stepper, const OdeLaneTry *step);
/* Evaluates the interpolant of the last attempt in one lane at θ into
 * x[n_states]. */
void ode_lane_stepper_dense (const OdeLaneStepper *stepper, const OdeLaneTry *step, int lane, double theta, double *x);
/* Evaluates the interpolant of the last attempt in all lanes at the same θ into
 * rows x. */
void ode_lane_stepper_dense_rows (OdeLaneStepper *stepper, const OdeLaneTry *step, double theta, double *x);
