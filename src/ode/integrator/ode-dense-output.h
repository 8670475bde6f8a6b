/* Dense output as an object: the solution over many steps as a piecewise
 * polynomial, for values at any time after the run. Each step is a segment; the
 * times between segments are breaks. Where the state jumps at a break, the
 * segments on both sides have different values there. One thread. */
#pragma once

#include "ode-integrator.h"

#include <stddef.h>

typedef struct OdeDenseOutput OdeDenseOutput;

/* Makes an empty dense output for n_states values. Returns NULL when out of
 * memory. */
OdeDenseOutput *ode_dense_output_new (int n_states);
/* Frees it; NULL is allowed. */
void ode_dense_output_free (OdeDenseOutput *dense);

/* Appends the last accepted step of an integrator. Segments that begin at the
 * start of that step or later are removed first, so that a step which is taken
 * again replaces the one before. Evaluates the interpolant, which may need
 * further right-hand sides. Returns false, with the segments before, when out
 * of memory. */
bool ode_dense_output_append_step (OdeDenseOutput *dense, OdeIntegrator *integrator);
/* Appends all segments of another dense output. Returns false where it has
 * another number of states, does not begin at the end of this one, or memory
 * runs out; this one is unchanged then. */
bool ode_dense_output_append (OdeDenseOutput *dense, const OdeDenseOutput *later);
/* Removes the segments that begin at t or later. */
void ode_dense_output_truncate (OdeDenseOutput *dense, double t);

/* Returns the number of values. */
int ode_dense_output_n_states (const OdeDenseOutput *dense);
/* Returns the number of segments, one for each step. */
size_t ode_dense_output_n_segments (const OdeDenseOutput *dense);
/* Returns the first time, NaN while it is empty. */
double ode_dense_output_start (const OdeDenseOutput *dense);
/* Returns the last time, NaN while it is empty. */
double ode_dense_output_stop (const OdeDenseOutput *dense);
/* Returns break k of n_segments + 1: the start of segment k, or the last
 * time. */
double ode_dense_output_break (const OdeDenseOutput *dense, size_t k);
/* Returns the degree of the polynomials of a segment. */
int ode_dense_output_degree (const OdeDenseOutput *dense, size_t segment);

/* Computes x(t) and ẋ(t), n_states numbers each; NULL where one is not wanted.
 * At a break it is the segment that begins there. Returns false outside of
 * [start, stop]. At breaks x is the state of the integrator bit for bit. */
bool ode_dense_output_evaluate (const OdeDenseOutput *dense, double t, double *x, double *dxdt);
/* Computes the same from a given segment, whose ends are both allowed: at a
 * break the segment before gives the state before a jump. */
bool ode_dense_output_evaluate_segment (const OdeDenseOutput *dense, size_t segment, double t, double *x, double *dxdt);
/* Returns the derivative with the same breaks, a new dense output whose values
 * are ẋ(t). NULL when out of memory. */
OdeDenseOutput *ode_dense_output_derivative (const OdeDenseOutput *dense);
