/* Piecewise linear and cubic functions of one number. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct ExprTable ExprTable; /* immutable, reference-counted, any thread */

typedef enum
{
  EXPR_TABLE_LINEAR,
  EXPR_TABLE_CUBIC
} ExprInterpolation;

typedef enum
{
  EXPR_OUTSIDE_HOLD,   /* the value at the nearer end; the derivative is 0 */
  EXPR_OUTSIDE_EXTEND, /* the end piece goes on */
  EXPR_OUTSIDE_ERROR   /* NaN: the model is undefined */
} ExprOutside;

/* x strictly increasing, n ≥ 2 (cubic: not-a-knot, n ≥ 4, else the parabola or line); copies x, y. */
ExprTable *expr_table_new (const double *x, const double *y, int n, ExprInterpolation interpolation, ExprOutside outside);
ExprTable *expr_table_ref (ExprTable *table);
void expr_table_unref (ExprTable *table);
/* Value (order 0) or derivative (order ≥ 1) at x; NaN outside with EXPR_OUTSIDE_ERROR. At a knot the piece to its
 * right counts, at the last knot the one to its left. */
double expr_table_eval (const ExprTable *table, int order, double x);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprTable, expr_table_unref)

G_END_DECLS
