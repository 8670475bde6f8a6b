/* Functions that several tests of expressions use. */
#pragma once

#include "expr-jacobian.h"
#include "expr-polynomial.h"
#include "expr-program.h"

G_BEGIN_DECLS

/* The name of each input, in the order of the inputs. The array ends with NULL. */
typedef const char *const *ExprTestNames;

/* The inputs 0 to 4 have the names x, y, z, p and q. */
extern const char *const expr_test_xyz[];

/* Adds an expression to the graph. Its text contains the names of inputs. The test fails if the text has an error. */
ExprValue expr_test_add (ExprGraph *graph, const char *text, ExprTestNames names);
/* Returns the errors of a text in lines of the form "line:column: message",
 * or "" if there are none. The caller frees the result with g_free. */
char *expr_test_errors (const char *text, ExprTestNames names);
/* Evaluates a value of the graph at a point. The program for this uses no fused multiply-add. */
double expr_test_eval (ExprGraph *graph, ExprValue value, const double *point, int n_inputs);
/* Evaluates a program at n_lanes ≤ stride points, in batches of at most EXPR_LANES. Input k of a point is inputs[k·stride + lane], output k is
 * outputs[k·stride + lane]. */
void expr_test_run_batch (ExprBatch *batch, int n_inputs, int n_outputs, const double *inputs, double *outputs, int n_lanes, int stride);
/* Evaluates an expression at a point, which has 5 numbers. The expression names them x, y, z, p and q. */
double expr_test_text (const char *text, const double *point);
/* Returns a value of the graph as infix text, which the caller frees with g_free. The function
 * name_of returns the name of an input; NULL: the names are "x0", "x1", …. A value that is
 * used several times is printed each time. A text of more than 64 KiB is cut and ends in "…". */
char *expr_test_print (const ExprGraph *graph, ExprValue value, const char *(*name_of) (gpointer, int), gpointer user);
/* Returns the number of values in the graph. */
int expr_test_size (const ExprGraph *graph);
/* Returns the distance of two numbers in units in the last place. It is 0 for
 * equal numbers and for two NaN, and infinite for numbers of opposite sign. */
double expr_test_ulps (double a, double b);
/* Returns whether the two numbers have equal bits or are both NaN. */
gboolean expr_test_same (double a, double b);

/* Returns the text of a random expression in x, y, z, p and q, which the caller frees with g_free. Its operations are
 * nested at most `depth` levels deep. If `smooth` is true, the expression is differentiable wherever it is defined. */
char *expr_test_random_text (GRand *random, int depth, gboolean smooth);

G_END_DECLS
