/* The parts of a page of help. Each function returns a new widget. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-help.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Returns the paragraphs of a page; the first one is larger. */
GtkWidget *wb_help_text_new (const WbHelpEntry *entry);
/* Returns the value of a setting in the run, where it comes from, and whether it has an effect. Returns NULL for other pages, and without a model. */
GtkWidget *wb_help_value_new (const WbHelpEntry *entry, WbSession *session);
/* Returns the methods of a family or the options of a study as a table, or NULL. */
GtkWidget *wb_help_table_new (const WbHelpEntry *entry);
/* Returns how the command line and a model file name it, or NULL. */
GtkWidget *wb_help_names_new (const WbHelpEntry *entry);
/* Returns links to related pages, or NULL. */
GtkWidget *wb_help_links_new (const WbHelpEntry *entry);
/* Returns a link to a page. */
GtkWidget *wb_help_link_new (const WbHelpEntry *entry);

G_END_DECLS
