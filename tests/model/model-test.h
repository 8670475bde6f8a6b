/* Functions that the tests of models share. */
#pragma once

#include "model-system.h"

/* Loads a model from a text. Any diagnostic fails the test. */
Model *model_test_load (const char *text);
/* Loads a model from a text and makes an instance whose programs use no fused multiply-add. */
ModelSystem *model_test_system (const char *text);
/* Computes the initial states x and discrete states d. Free both with g_free. */
void model_test_initial (ModelSystem *system, double **x, double **d);
/* Returns the right-hand side at the start, n_states numbers. Free it with g_free. */
double *model_test_rhs (ModelSystem *system);
/* Returns the value of a column at (t, x, d). */
double model_test_column (ModelSystem *system, const char *name, double t, const double *x, const double *d);
/* Compares the Jacobian and the time derivative with difference quotients of the right-hand side at (t, x). x must have space for n_states
 * + 1 numbers. */
void model_test_derivatives (ModelSystem *system, double t, const double *x);
