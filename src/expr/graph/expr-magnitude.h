/* Bounds of rounding errors as expressions. */
#pragma once

#include "expr-graph.h"

G_BEGIN_DECLS

/* Writes values m[n] to magnitudes, such that the evaluation of values[k] in floating-point arithmetic has an error of at most a few units
 * in the last place of m[k], if the operations have. inputs[n_inputs] are the magnitudes of the inputs, or EXPR_NO_VALUE for the absolute
 * value of an input. */
void expr_graph_magnitudes (ExprGraph *graph, const ExprValue *values, int n, const ExprValue *inputs, int n_inputs, ExprValue *magnitudes);

G_END_DECLS
