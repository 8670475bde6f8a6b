/* Functions shared by the tests of expressions. */
#pragma once

#include "expr-jacobian.h"
#include "expr-polynomial.h"
#include "expr-program.h"

G_BEGIN_DECLS

/* Names of inputs by number; NULL-terminated. */
typedef const char *const *ExprTestNames;

/* The names x, y, z, p, q of inputs 0 to 4. */
extern const char *const expr_test_xyz[];

/* Adds a text whose names are inputs to the graph; fails the test on any error. */
ExprValue expr_test_add (ExprGraph *graph, const char *text, ExprTestNames names);
/* Returns the errors of a text as "line:column: message", joined by newlines; "" without errors. Free with g_free. */
char *expr_test_errors (const char *text, ExprTestNames names);
/* Evaluates a value at a point by a program without fused arithmetic. */
double expr_test_eval (ExprGraph *graph, ExprValue value, const double *point, int n_inputs);
/* Evaluates a text at a point of 5 inputs. */
double expr_test_text (const char *text, const double *point);
/* Returns a value as infix text; free with g_free. name_of returns the names of inputs (NULL: "x0", "x1" …). Shared parts are repeated;
 * text beyond 64 KiB ends in "…". */
char *expr_test_print (const ExprGraph *graph, ExprValue value, const char *(*name_of) (gpointer, int), gpointer user);
/* Returns the number of values in a graph. */
int expr_test_size (const ExprGraph *graph);
/* Returns the distance in units in the last place; 0 for equal numbers or two NaN, infinite for numbers of opposite sign. */
double expr_test_ulps (double a, double b);
/* Returns whether the bits are equal or both are NaN. */
gboolean expr_test_same (double a, double b);

/* Returns a random expression in x, y, z, p, q of at most this depth; free with g_free. With smooth, it is differentiable wherever it is
 * defined. */
char *expr_test_random_text (GRand *random, int depth, gboolean smooth);

G_END_DECLS
