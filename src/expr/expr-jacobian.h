/* Sparse Jacobians of values. */
#pragma once

#include "expr-graph.h"

G_BEGIN_DECLS

/* d outputs[row] / d input[first_input + column] in compressed columns: the entries of a column stand at
 * column_starts[column] … column_starts[column + 1] − 1, with ascending rows. What is not listed is 0 everywhere. */
typedef struct
{
  int n_rows, n_columns, n_entries;
  int *column_starts; /* n_columns + 1 */
  int *rows;          /* n_entries */
  ExprValue *values;  /* n_entries, in the graph */
} ExprJacobian;

/* Differentiates outputs[n_outputs] by the inputs first_input … first_input + n_inputs − 1. */
ExprJacobian *expr_jacobian_new (ExprGraph *graph, const ExprValue *outputs, int n_outputs, int first_input, int n_inputs);
void expr_jacobian_free (ExprJacobian *jacobian);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprJacobian, expr_jacobian_free)

G_END_DECLS
