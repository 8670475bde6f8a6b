/* Attempts of explicit, splitting and Rosenbrock methods for up to ODE_LANES members of one system at once, in SIMD lanes. A member is one
 * system of an ensemble, with separate parameters. Each lane makes the same operations as the scalar stepper in the same order, so that
 * the results have the same bits.
 *
 * Arrays over states and lanes consist of one row of ODE_LANES numbers per state: state i of lane l is at [i · ODE_LANES + l]. Rows are
 * aligned to 64 bytes. */
#pragma once

#include <stdbool.h>

#include "ode-stepper.h"

#define ODE_LANES 64
#ifdef __x86_64__
/* The instruction sets that the loops with vectors of eight lanes require. These loops give the same bits as the other loops, since every
 * vector operation acts on each lane separately. */
#ifdef __clang__ /* clang does not accept the preferred vector width as a part of the target */
#define ODE_LANES_AVX512 "avx512f,avx512dq,avx512vl,avx512bw"
#else
#define ODE_LANES_AVX512 "avx512f,avx512dq,avx512vl,avx512bw,prefer-vector-width=512"
#endif
/* Returns whether the processor has the instruction sets of ODE_LANES_AVX512. */
static inline bool
ode_lanes_have_avx512 (void)
{
  return __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq") && __builtin_cpu_supports ("avx512vl")
         && __builtin_cpu_supports ("avx512bw");
}
#endif
/* The largest number of states of a system that a Rosenbrock method integrates in lanes. Up to this number the matrices of all lanes fit
 * into the second-level cache. */
#define ODE_LANES_MOST_STIFF 12

/* A system whose right-hand side is evaluated for many members at once. Each member has separate parameters. */
typedef struct
{
  void *self;
  int n_states;
  bool time_dependent;
  double *t;                 /* ODE_LANES times, aligned to 64 bytes, which the caller writes before a call of rhs */
  double *x;                 /* n_states rows of states, which the caller writes before a call of rhs */
  const double *const *dxdt; /* n_states rows with the results of the last call of rhs */
  /* Evaluates the right-hand side in the lanes 0 … n_lanes − 1; n_lanes is a multiple of 8. A result
   * may be NaN or infinite. */
  void (*rhs) (void *self, int n_lanes);
  /* Optional, for Rosenbrock methods: one row for each entry of ∂f/∂x, in the order of the values of OdeSystem.jacobian, and one row for
   * each entry of ∂f/∂t; NULL: none. The function evaluate_derivatives writes them for the states and times that the caller has written. */
  const double *const *jacobian;
  const double *const *time_derivative;
  void (*evaluate_derivatives) (void *self, int n_lanes);
  int n_pairs;               /* number of position–velocity pairs, as in OdeSystem; for splitting methods */
  const OdePair *pairs;
} OdeLaneSystem;

/* One attempt of a step in all lanes. */
typedef struct
{
  int n_lanes;         /* number of lanes in use, rounded up to a multiple of 8 */
  const double *t, *h; /* one number for each lane; t is aligned to 64 bytes */
  const double *x0;    /* state at the start: a row of n_lanes numbers for each state */
  double *f0;          /* slope at the start, in rows like x0; not read if ode_lane_stepper_needs_slope is false */
  double *x1;          /* out: state at the end, in rows like x0 */
  double *f1;          /* out: slope at the end, in rows like x0, if the stepper computes it */
  double *error;       /* out: error estimate, in rows like x0; NULL: no estimate is wanted */
  double *bad;         /* out: for each lane a number that is not finite if a slope or a state is not */
  /* Writes the error norm of each lane to norm[ODE_LANES]. */
  void (*norm) (void *user, const double *error, const double *x0, const double *x1, double *norm);
  void *user;
} OdeLaneTry;

typedef struct OdeLaneStepper OdeLaneStepper;

/* Returns whether attempts of a method can run in lanes. A Rosenbrock method also needs a system that ode_lane_stepper_new accepts. */
bool ode_lane_stepper_supports (const OdeMethod *method);
/* Makes a lane stepper with the method and settings of the scalar stepper `pattern`. pattern and system must outlive it. Returns NULL if
 * they are not supported or memory runs out. */
OdeLaneStepper *ode_lane_stepper_new (const OdeStepper *pattern, const OdeLaneSystem *system);
/* Frees a stepper; NULL is allowed. */
void ode_lane_stepper_free (OdeLaneStepper *stepper);
/* Returns whether the method reads the slope at the start of a step. */
bool ode_lane_stepper_needs_slope (const OdeLaneStepper *stepper);
/* Attempts one step in all lanes. Sets *f1_known if f1 is the slope at the end, which then costs no further evaluation. */
void ode_lane_stepper_attempt (OdeLaneStepper *stepper, OdeLaneTry *step, bool *f1_known);
/* Evaluates the right-hand side of all lanes at (t, x) into rows f, and adds each value to bad, which is not finite if a value is not. */
void ode_lane_stepper_slope (OdeLaneStepper *stepper, int n_lanes, const double *t, const double *x, double *f, double *bad);
/* Returns the slopes of the stages of the last attempt of an explicit Runge–Kutta method, one block of rows for each of n_stages stages.
 * Returns NULL if the scalar stepper has fewer than two; the slope at the end, step->f1, must be known. */
const double *const *ode_lane_stepper_stages (const OdeLaneStepper *stepper, int *n_stages);
/* Evaluates the extra stages that dense output needs. step is the last attempt, and step->f1 must be the slope at its end. Returns
 * false if the method has no interpolant, so that the cubic Hermite polynomial is used. */
bool ode_lane_stepper_prepare_dense (OdeLaneStepper *stepper, const OdeLaneTry *step);
/* Evaluates the interpolant of the last attempt in one lane at t + θ h
 * into x[n_states]. */
void ode_lane_stepper_dense (const OdeLaneStepper *stepper, const OdeLaneTry *step, int lane, double theta, double *x);
/* Evaluates the interpolant of the last attempt in all lanes at t + θ h
 * into the rows x, with the same θ for all lanes. */
void ode_lane_stepper_dense_rows (OdeLaneStepper *stepper, const OdeLaneTry *step, double theta, double *x);
/* Evaluates the interpolant of the last attempt in all lanes into the rows x. theta[ODE_LANES] is aligned to 64 bytes and has a separate
 * θ for each lane. The results have the bits of ode_lane_stepper_dense. */
void ode_lane_stepper_dense_each (const OdeLaneStepper *stepper, const OdeLaneTry *step, const double *theta, double *x);
