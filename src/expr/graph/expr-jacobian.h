/* Sparse Jacobians of values. */
#pragma once

#include "expr-graph.h"

G_BEGIN_DECLS

/* d outputs[row] / d input[first_input + column] in compressed columns: the entries of a column stand at
 * column_starts[column] … column_starts[column + 1] − 1, with ascending rows. What is not listed is 0 everywhere. */
typedef struct
{
  int n_rows, n_columns, n_entries;
  int first_input;
  int *column_starts; /* n_columns + 1 */
  int *rows;          /* n_entries */
  ExprValue *values;  /* n_entries, in the graph; NULL: not differentiated */
} ExprJacobian;

/* Differentiates outputs[n_outputs] by the inputs first_input … first_input + n_inputs − 1. */
ExprJacobian *expr_jacobian_new (ExprGraph *graph, const ExprValue *outputs, int n_outputs, int first_input, int n_inputs);
/* The same in two steps, the first of which costs little. The pattern alone may hold entries that turn out as 0: an
 * output depends on an input, but for steps like floor, sign and the conditions of if. */
ExprJacobian *expr_jacobian_new_pattern (ExprGraph *graph, const ExprValue *outputs, int n_outputs, int first_input,
                                         int n_inputs);
/* Fills in the values of all entries; the outputs are those of the pattern. */
void expr_jacobian_differentiate (ExprJacobian *jacobian, ExprGraph *graph, const ExprValue *outputs);
void expr_jacobian_free (ExprJacobian *jacobian);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprJacobian, expr_jacobian_free)

G_END_DECLS
