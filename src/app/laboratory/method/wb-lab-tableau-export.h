/* The menu of a tableau: files, the clipboard, and a table of its order conditions. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-tableau.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* A function that returns the tableau, or NULL, and in *method the method that its cells make, or NULL. Both stay valid until the tableau
 * changes. */
typedef const WbLabTableau *(*WbLabTableauGet) (gpointer user, const OdeMethod **method);
/* Makes the button of the menu for the tableau that get (user) returns when an entry is chosen. */
GtkWidget *wb_lab_tableau_menu_new (WbSession *session, WbLabTableauGet get, gpointer user);

G_END_DECLS
