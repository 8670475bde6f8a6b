/* The card of the integrator: stability glyph, name, badges; opens a searchable list of all methods, and the method's card in full. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_METHOD_CHOOSER (wb_method_chooser_get_type ())
G_DECLARE_FINAL_TYPE (WbMethodChooser, wb_method_chooser, WB, METHOD_CHOOSER, GtkWidget)

GtkWidget *wb_method_chooser_new (WbSession *session);
void wb_method_chooser_open (WbMethodChooser *self);
/* A picture of a method's stability region; px wide and high. */
GtkWidget *wb_stability_glyph_new (const OdeMethod *method, int size);
/* Short facts of a method for pills: "order 5", "7 stages", …; NULL-terminated, free with g_strfreev. */
char **wb_method_facts (const OdeMethod *method);

G_END_DECLS
