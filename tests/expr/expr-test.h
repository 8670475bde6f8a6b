/* What the tests of expressions share. */
#pragma once

#include "expr-jacobian.h"
#include "expr-polynomial.h"
#include "expr-program.h"

G_BEGIN_DECLS

/* Names of inputs by number, NULL-ended. */
typedef const char *const *ExprTestNames;

/* x, y, z, p, q as inputs 0 to 4. */
extern const char *const expr_test_xyz[];

/* The value of a text whose names are inputs; fails the test on any error. */
ExprValue expr_test_add (ExprGraph *graph, const char *text, ExprTestNames names);
/* What is wrong with a text, as "line:column: message" joined by newlines; "" where nothing is. */
char *expr_test_errors (const char *text, ExprTestNames names);
/* A value at a point, by a program without fusing. */
double expr_test_eval (ExprGraph *graph, ExprValue value, const double *point, int n_inputs);
/* Text to value at a point of 5 inputs in one go. */
double expr_test_text (const char *text, const double *point);
/* Distance in units in the last place; 0 for two NaN or equal numbers, infinite across signs. */
double expr_test_ulps (double a, double b);
/* True for equal bits, or two NaN. */
gboolean expr_test_same (double a, double b);

/* A random expression in x, y, z, p, q of at most this depth, in the syntax of the language. With smooth, it has
 * derivatives everywhere it is defined. */
char *expr_test_random_text (GRand *random, int depth, gboolean smooth);

G_END_DECLS
