/* The list of order conditions of a tableau: each rooted tree up to order 8 with its condition and residuals. */
#pragma once

#include <gtk/gtk.h>

#include "ode-method.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_CONDITIONS (wb_lab_conditions_get_type ())
G_DECLARE_FINAL_TYPE (WbLabConditions, wb_lab_conditions, WB, LAB_CONDITIONS, GtkWidget)

/* Makes an empty list. */
GtkWidget *wb_lab_conditions_new (void);
/* Computes and shows the residuals of a tableau; NULL: shows none. source: the method with which the tableau began, or NULL. A condition that it
 * claims holds if the residual is not larger than its own, since published coefficients may have few digits. */
void wb_lab_conditions_set (WbLabConditions *self, const OdeTableau *tableau, const OdeMethod *source);
/* Returns the number of conditions in the list, 200. */
int wb_lab_conditions_count (WbLabConditions *self);
/* Returns the largest order, up to 8, up to which all conditions hold within the rounding of the coefficients; embedded: of b_hat. −1 without
 * a tableau. */
int wb_lab_conditions_order (WbLabConditions *self, gboolean embedded);
/* Returns the error constant of the tableau for an order below 8, or NaN. */
double wb_lab_conditions_error_constant (WbLabConditions *self, const OdeTableau *tableau, int order);
/* Returns rich text that names the violated conditions of b up to an order, such as "Σ b c² = 1/3 by 10⁻¹⁰"; at most two, and the number of the
 * others. NULL if all hold. Free it with g_free. */
char *wb_lab_conditions_violated (WbLabConditions *self, int order);

G_END_DECLS
