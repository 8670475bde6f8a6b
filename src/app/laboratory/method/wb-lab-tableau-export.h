/* The menu of a tableau: it writes the tableau to a file or the clipboard, and shows a table of its order conditions. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-tableau.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* The type of a function that returns the current tableau or NULL. It sets *method to the method that the cells define, or to NULL. Both
 * stay valid until the tableau changes. */
typedef const WbLabTableau *(*WbLabTableauGet) (gpointer user, const OdeMethod **method);
/* Makes the menu button. When the user chooses an entry, the menu calls get (user) for the tableau. */
GtkWidget *wb_lab_tableau_menu_new (WbSession *session, WbLabTableauGet get, gpointer user);

G_END_DECLS
