/* Conversion of values to quotients of values that contain no division by selected inputs. */
#pragma once

#include "expr-graph.h"

G_BEGIN_DECLS

/* Writes a value as numerator/denominator, such that neither of them contains a division
 * by an expression that depends on inputs[n_inputs]. Sums of quotients are
 * brought to a common denominator, which is not reduced. The denominator is 1 if
 * the value contains no such division. */
void expr_graph_fraction (ExprGraph *graph, ExprValue value, const int *inputs, int n_inputs, ExprValue *numerator, ExprValue *denominator);

G_END_DECLS
