/* A button that asks for a name and saves a tableau in the user's folder of tableaus. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-tableau.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_TABLEAU_SAVE (wb_lab_tableau_save_get_type ())
G_DECLARE_FINAL_TYPE (WbLabTableauSave, wb_lab_tableau_save, WB, LAB_TABLEAU_SAVE, GtkWidget)

/* Makes the button. It is insensitive until a tableau is set. */
GtkWidget *wb_lab_tableau_save_new (void);
/* Sets the tableau to save. The button keeps a copy; NULL makes the button insensitive. */
void wb_lab_tableau_save_set (WbLabTableauSave *self, const WbLabTableau *tableau);
/* Shows the button as the main button of the title of the page with the label "Save as new method", or with a short label. */
void wb_lab_tableau_save_set_raised (WbLabTableauSave *self, gboolean raised);
/* Returns the label of the button. The text is static. */
const char *wb_lab_tableau_save_title (gboolean raised);
/* Returns the entry for the name of the method. */
GtkWidget *wb_lab_tableau_save_entry (WbLabTableauSave *self);
/* Returns the button that saves the tableau under the typed name. */
GtkWidget *wb_lab_tableau_save_button (WbLabTableauSave *self);

/* Returns the id of a method that is saved under a name: the name in lower case, in which '-' replaces each character that is not a letter,
 * a digit or '_'. Free it with g_free. */
char *wb_lab_tableau_id (const char *name);

/* Signal: "saved" is emitted with a pointer to the OdeMethod that was read from the new file. */

G_END_DECLS
