/* What the tests of models share. */
#pragma once

#include "model-system.h"

/* Loads text, fails the test with its diagnostics. */
Model *model_test_load (const char *text);
/* Loads text and makes an instance without fused arithmetic. */
ModelSystem *model_test_system (const char *text);
/* The diagnostics of text that must not load, "line:column: message" lines. */
char *model_test_errors (const char *text);
/* Initial values; free both. */
void model_test_initial (ModelSystem *system, double **x, double **d);
/* The right-hand side at the start; free with g_free. */
double *model_test_rhs (ModelSystem *system);
/* A column's value at (t, x, d) by name. */
double model_test_column (ModelSystem *system, const char *name, double t, const double *x, const double *d);
/* Compares Jacobian and time derivative with differences of the right-hand side at (t, x); x has room for one number more. */
void model_test_derivatives (ModelSystem *system, double t, const double *x);
