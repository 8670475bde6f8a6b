/* Dense output as an object: the solution over many steps as a piecewise polynomial, for values at any time after the run. Each step is a
 * segment; the times between segments are breaks. If the state jumps at a break, the two segments have different values there. Only one
 * thread at a time may use the object.
 *
 * The object corresponds to the PiecewisePolynomial that Drake's IntegratorBase records. Stepwise itself does not call all functions of
 * this header. */
#pragma once

#include "ode-integrator.h"

#include <stddef.h>

typedef struct OdeDenseOutput OdeDenseOutput;

/* Makes an empty dense output for n_states values. Returns NULL when out of
 * memory. */
OdeDenseOutput *ode_dense_output_new (int n_states);
/* Frees a dense output; NULL is allowed. */
void ode_dense_output_free (OdeDenseOutput *dense);

/* Appends the last accepted step of an integrator. Segments that begin at the start of that step or later are removed first, so that a
 * repeated step replaces the previous one. Evaluates the interpolant, which may evaluate further right-hand sides. If memory runs out,
 * returns false and keeps the segments before. */
bool ode_dense_output_append_step (OdeDenseOutput *dense, OdeIntegrator *integrator);
/* Appends all segments of another dense output. Returns false, and changes nothing, if `later` has another number of states or does not
 * begin at the end of `dense`, or if memory runs out. */
bool ode_dense_output_append (OdeDenseOutput *dense, const OdeDenseOutput *later);
/* Removes the segments that begin at t or later. */
void ode_dense_output_truncate (OdeDenseOutput *dense, double t);

/* Returns the number of values at each time, n_states. */
int ode_dense_output_n_states (const OdeDenseOutput *dense);
/* Returns the number of segments, one for each step. */
size_t ode_dense_output_n_segments (const OdeDenseOutput *dense);
/* Returns the first time, or NaN if there is no segment. */
double ode_dense_output_start (const OdeDenseOutput *dense);
/* Returns the last time, or NaN if there is no segment. */
double ode_dense_output_stop (const OdeDenseOutput *dense);
/* Returns break k of n_segments + 1: the start of segment k, or the last
 * time. */
double ode_dense_output_break (const OdeDenseOutput *dense, size_t k);
/* Returns the degree of the polynomials of a segment. */
int ode_dense_output_degree (const OdeDenseOutput *dense, size_t segment);

/* Computes x(t) and ẋ(t), n_states numbers each; either may be NULL. At a break the later segment is used. Returns false if t is outside of
 * [start, stop]. At breaks x equals the state of the integrator bit for bit. */
bool ode_dense_output_evaluate (const OdeDenseOutput *dense, double t, double *x, double *dxdt);
/* Computes x(t) and ẋ(t) like ode_dense_output_evaluate, but from a given segment; t may be at either end of the segment. At a break, the
 * earlier segment gives the state before a jump. */
bool ode_dense_output_evaluate_segment (const OdeDenseOutput *dense, size_t segment, double t, double *x, double *dxdt);
/* Computes bounds of x(t) for a ≤ t ≤ b inside a segment, lo[n_states] and hi[n_states]. They contain the interpolant of the step, also
 * where it is no polynomial, and become exact for short intervals. Returns false if a > b or the interval is not inside the
 * segment. */
bool ode_dense_output_bounds (const OdeDenseOutput *dense, size_t segment, double a, double b, double *lo, double *hi);
/* Returns the derivative as a new dense output with the same breaks, whose values are ẋ(t). Returns NULL when out of memory. */
OdeDenseOutput *ode_dense_output_derivative (const OdeDenseOutput *dense);
