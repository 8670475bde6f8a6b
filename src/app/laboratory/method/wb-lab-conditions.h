/* The list of the order conditions of a Butcher tableau. It shows each rooted tree up to order 8, the condition of the tree and the
 * residual. */
#pragma once

#include <gtk/gtk.h>

#include "ode-method.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_CONDITIONS (wb_lab_conditions_get_type ())
G_DECLARE_FINAL_TYPE (WbLabConditions, wb_lab_conditions, WB, LAB_CONDITIONS, GtkWidget)

/* Makes an empty list of order conditions. */
GtkWidget *wb_lab_conditions_new (void);
/* Computes and shows the residuals of a tableau; if it is NULL, the list is empty. `source` is the method from which the tableau was made,
 * or NULL. A condition up to the order of the source also counts as satisfied if the residual is not larger than that of the source,
 * because published coefficients may have few digits. */
void wb_lab_conditions_set (WbLabConditions *self, const OdeTableau *tableau, const OdeMethod *source);
/* Returns the number of conditions in the list, 200. */
int wb_lab_conditions_count (WbLabConditions *self);
/* Returns the order p ≤ 8 of the tableau: all conditions up to order p hold within the rounding of the coefficients. If `embedded` is TRUE,
 * this is the order of b_hat. Returns −1 without a tableau. */
int wb_lab_conditions_order (WbLabConditions *self, gboolean embedded);
/* Returns the error constant of the tableau for an order below 8; NaN for other orders. */
double wb_lab_conditions_error_constant (WbLabConditions *self, const OdeTableau *tableau, int order);
/* Returns rich text that names at most two violated conditions of b or, if `embedded` is TRUE, of b_hat up to an order, such as "Σ b c² = 1/3 by 10⁻¹⁰",
 * and the number of further ones. Returns NULL if all conditions hold. Free the text with g_free. */
char *wb_lab_conditions_violated (WbLabConditions *self, gboolean embedded, int order);

G_END_DECLS
