/* Saves a tableau into the user's folder of tableaus: a button that asks for a name. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-tableau.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_TABLEAU_SAVE (wb_lab_tableau_save_get_type ())
G_DECLARE_FINAL_TYPE (WbLabTableauSave, wb_lab_tableau_save, WB, LAB_TABLEAU_SAVE, GtkWidget)

/* Makes the button, insensitive without a tableau. */
GtkWidget *wb_lab_tableau_save_new (void);
/* Sets the tableau that is saved, of which a copy is made; NULL: none can be saved. */
void wb_lab_tableau_save_set (WbLabTableauSave *self, const WbLabTableau *tableau);
/* Returns the field of the name. */
GtkWidget *wb_lab_tableau_save_entry (WbLabTableauSave *self);
/* Returns the button that saves. */
GtkWidget *wb_lab_tableau_save_button (WbLabTableauSave *self);

/* Returns the id of the method that a name gives: lower case, with '-' in place of other characters than letters, digits and '_'. Free it
 * with g_free. */
char *wb_lab_tableau_id (const char *name);

/* Signal: "saved" (the OdeMethod that was read from the new file, as a pointer). */

G_END_DECLS
