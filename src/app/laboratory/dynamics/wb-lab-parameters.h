/* A card with a slider for each parameter of the model of a session. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_PARAMETERS (wb_lab_parameters_get_type ())
G_DECLARE_FINAL_TYPE (WbLabParameters, wb_lab_parameters, WB, LAB_PARAMETERS, GtkWidget)

/* Makes the card. It shows the parameters of the present model, and is invisible if there are none. */
GtkWidget *wb_lab_parameters_new (WbSession *session);
/* Sets the parameter that comes first and is the only one in a compact card, with n special values, which are marks on its slider. name NULL: the first
 * parameter of the model. */
void wb_lab_parameters_set_first (WbLabParameters *self, const char *name, const double *special, int n);
/* Sets the largest number of columns of sliders. 0: the card has one slider in one line, and the others behind a button. */
void wb_lab_parameters_set_columns (WbLabParameters *self, int columns);
G_END_DECLS
