/* Short facts of a method for its card and for lists. */
#pragma once

#include <gtk/gtk.h>

#include "ode-methods.h"

G_BEGIN_DECLS

/* Makes a widget that shows a method's stability region, size px wide and high. */
GtkWidget *wb_method_glyph_new (const OdeMethod *method, int size);
/* Returns whether the method chooses among formulas of several orders and has no
 * setting for the highest order. It then has no fixed order and number of
 * stages. */
gboolean wb_method_is_several (const OdeMethod *method);
/* Returns short facts for pills ("order 5", "7 stages" …), NULL-terminated;
 * free with g_strfreev. */
char **wb_method_facts (const OdeMethod *method);
/* Returns the traits in the user's language, separated by commas; free with
 * g_free. */
char *wb_method_traits_text (const OdeMethod *method);

G_END_DECLS
