/* Small problems for the recorded numbers of test-recorded.c. Their right-hand sides are polynomials, so that the numbers do not
 * depend on the mathematical library. */
#pragma once

#include "ode-test.h"

extern const Problem *const recorded_problems[];
extern const int n_recorded_problems;

/* Sets the size of the relative rounding errors that the problems add to f and to the Jacobian, and the seed of their random numbers. A
 * size of 0 adds none. */
void recorded_problems_set_noise (double noise, guint32 seed);
