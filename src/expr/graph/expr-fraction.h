/* Values as quotients of values without division by the chosen inputs. */
#pragma once

#include "expr-graph.h"

G_BEGIN_DECLS

/* Writes a value as numerator/denominator, so that divisions by expressions in
 * inputs[n_inputs] are only in the quotient itself. Sums of quotients are
 * brought to a common denominator, which is not reduced. The denominator is 1 if
 * the value contains no such division. */
void expr_graph_fraction (ExprGraph *graph, ExprValue value, const int *inputs, int n_inputs, ExprValue *numerator, ExprValue *denominator);

G_END_DECLS
