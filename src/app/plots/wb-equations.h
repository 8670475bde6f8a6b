/* One line with the equations, parameters and jumps of the model. It shows as many as fit. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_EQUATIONS (wb_equations_get_type ())
G_DECLARE_FINAL_TYPE (WbEquations, wb_equations, WB, EQUATIONS, GtkWidget)

/* Makes the line for the model of a session. */
GtkWidget *wb_equations_new (WbSession *session);

/* Omits the parameters that the user has changed, for a place that shows them beside the line. The tooltip has all parameters. */
void wb_equations_omit_changed (WbEquations *self);

/* Returns the number of parts that do not fit. The line then ends with "…". */
guint wb_equations_n_hidden (WbEquations *self);

G_END_DECLS
