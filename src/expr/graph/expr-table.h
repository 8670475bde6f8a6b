/* Piecewise linear and cubic functions of one variable. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct ExprTable ExprTable; /* an immutable, reference-counted table; any thread may use it */

typedef enum
{
  EXPR_TABLE_LINEAR,
  EXPR_TABLE_CUBIC
} ExprInterpolation;

typedef enum
{
  EXPR_OUTSIDE_HOLD,   /* outside the knots the value at the nearer end is used; the derivative is 0 */
  EXPR_OUTSIDE_EXTEND, /* outside the knots the nearest segment continues */
  EXPR_OUTSIDE_ERROR   /* outside the knots the value is NaN, so that the model is undefined */
} ExprOutside;

/* Makes a table from strictly increasing x[n] and y[n], which are copied; n ≥ 2. Release it with
 * expr_table_unref. Cubic tables are not-a-knot splines for n ≥ 4, a parabola for n = 3 and a line for n = 2.
 */
ExprTable *expr_table_new (const double *x, const double *y, int n, ExprInterpolation interpolation, ExprOutside outside);
/* Takes a reference and returns the table. Any thread may call the function. */
ExprTable *expr_table_ref (ExprTable *table);
/* Drops a reference and frees the table after the last one. Any thread may call the function. */
void expr_table_unref (ExprTable *table);
/* Returns the value (order 0) or derivative (order ≥ 1) at x; with
 * EXPR_OUTSIDE_ERROR, NaN outside the knots. At a knot the segment on the right is
 * used, at the last knot the segment on the left. */
double expr_table_eval (const ExprTable *table, int order, double x);
/* Bounds the values that expr_table_eval returns for arguments between lo and hi, including their rounding errors. Writes the bounds to
 * *least and *most. Sets *is_smooth if the function has no corner or jump between lo and hi. Returns FALSE if it is undefined in a part of
 * the interval. */
gboolean expr_table_bounds (const ExprTable *table, int order, double lo, double hi, double *least, double *most, gboolean *is_smooth);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprTable, expr_table_unref)

G_END_DECLS
