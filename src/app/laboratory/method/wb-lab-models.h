/* A popover with the models of the library, from which the user chooses further models for convergence and work-precision. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_MODELS (wb_lab_models_get_type ())
G_DECLARE_FINAL_TYPE (WbLabModels, wb_lab_models, WB, LAB_MODELS, GtkPopover)

/* Makes the popover. A choice changes wb_laboratory_models of the session at once. */
GtkWidget *wb_lab_models_new (WbSession *session);
/* Opens the popover. It reads the library in the background when it is opened for the first time. */
void wb_lab_models_open (WbLabModels *self);
/* Returns the row (GtkCheckButton) of a model, or NULL if it is not in the list. */
GtkWidget *wb_lab_models_row (WbLabModels *self, const char *id);

G_END_DECLS
