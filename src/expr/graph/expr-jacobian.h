/* Sparse matrices of the derivatives of values by the inputs of a graph. */
#pragma once

#include "expr-graph.h"

G_BEGIN_DECLS

/* A matrix with the entries d outputs[row] / d input[first_input + column], in compressed columns:
 * the entries of a column are at column_starts[column] … column_starts[column + 1] −
 * 1, with ascending rows. Other entries are 0 everywhere. */
typedef struct
{
  int n_rows, n_columns, n_entries;
  int first_input;
  int *column_starts; /* n_columns + 1 indices */
  int *rows;          /* n_entries row indices */
  ExprValue *values;  /* n_entries values of the graph; NULL if only the pattern was computed */
} ExprJacobian;

/* Differentiates outputs[n_outputs] by the inputs first_input … first_input +
 * n_inputs − 1. Returns NULL if the thread asks to end (expr-look.h). */
ExprJacobian *expr_jacobian_new (ExprGraph *graph, const ExprValue *outputs, int n_outputs, int first_input, int n_inputs);
/* Finds only the sparsity pattern, which is fast. The pattern may contain entries
 * that are always 0. An entry is in the pattern unless the output uses the input only
 * inside functions such as floor and sign or in conditions of `if`. Returns NULL if the thread asks to end. */
ExprJacobian *expr_jacobian_new_pattern (ExprGraph *graph, const ExprValue *outputs, int n_outputs, int first_input,
                                         int n_inputs);
/* Computes the values of all entries of a pattern for the same outputs. Returns FALSE and leaves the pattern without values if the thread asks to
 * end. */
gboolean expr_jacobian_differentiate (ExprJacobian *jacobian, ExprGraph *graph, const ExprValue *outputs);
/* Frees a Jacobian; NULL is allowed. */
void expr_jacobian_free (ExprJacobian *jacobian);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprJacobian, expr_jacobian_free)

G_END_DECLS
