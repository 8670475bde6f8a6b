/* Functions shared by the tests of models. */
#pragma once

#include "model-system.h"

/* Loads a model from text; fails the test on any diagnostic. */
Model *model_test_load (const char *text);
/* Loads a model from text and makes an instance without fused arithmetic. */
ModelSystem *model_test_system (const char *text);
/* Returns the initial values in x and d; free both with g_free. */
void model_test_initial (ModelSystem *system, double **x, double **d);
/* Returns the right-hand side at the start; free with g_free. */
double *model_test_rhs (ModelSystem *system);
/* Returns the value of a column at (t, x, d). */
double model_test_column (ModelSystem *system, const char *name, double t, const double *x, const double *d);
/* Compares the Jacobian and the time derivative with difference quotients of
 * the right-hand side at (t, x). x has n_states + 1 elements. */
void model_test_derivatives (ModelSystem *system, double t, const double *x);
