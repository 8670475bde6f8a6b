/* Checks that the equations of a model fit the units that it declares. */
#pragma once

#include "model.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_agree;   /* expressions whose unit is known and right */
  guint n_differ;  /* expressions with a warning */
  guint n_open;    /* expressions that contain names without a unit or numbers that may have one */
} ModelUnitsReport;

/* Compares the unit of each expression with that of the quantity that it sets, and the units of the operands of sums, comparisons and functions. Appends
 * a warning with its place to diagnostics for each difference; where the units of a kind differ by a number, the warning has the conversion. Says
 * nothing of what it cannot decide:
 * - a name without the key `unit` has no known unit; `unit: ""` declares a number;
 * - a number in a sum has the unit of the sum. A whole number below 10, or such a number divided by one, is a number in products. Any other number in a
 *   product, such as 9.81 in 9.81*m, may have a unit, and then so may the product;
 * - tables, distributions, mass matrices, drawings and messages are not checked.
 * Sets *report, with zeros if the model declares no unit. May be called by any thread. */
void model_units_check (const Model *model, GPtrArray *diagnostics, ModelUnitsReport *report);

G_END_DECLS
