/* Short facts about a method, for the card of the integrator and for lists. */
#pragma once

#include <gtk/gtk.h>

#include "ode-methods.h"

G_BEGIN_DECLS

/* Makes a widget that shows the stability region of a method. size: width and height in px. */
GtkWidget *wb_method_glyph_new (const OdeMethod *method, int size);
/* Returns whether the method chooses between formulas of several orders and has no setting
 * for the highest order. Such a method has no fixed order and no fixed number of
 * stages. */
gboolean wb_method_is_several (const OdeMethod *method);
/* Returns short facts such as "order 5" and "7 stages". The array ends with NULL. Free it with
 * g_strfreev. */
char **wb_method_facts (const OdeMethod *method);
/* Returns the traits of the method as one translated text, separated by commas. Free it with
 * g_free. */
char *wb_method_traits_text (const OdeMethod *method);

G_END_DECLS
