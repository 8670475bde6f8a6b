/* The rows of the options of a study, made from the table of its kind. A wrong text is marked at its option while the user types. Main
 * thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-field.h"
#include "wb-study.h"

G_BEGIN_DECLS

/* Makes an empty box of rows. has_axes: whether options that are a quantity with a range have rows too. */
GtkWidget *wb_study_options_new (gboolean has_axes);
/* Shows the options of a study, except its knob and those that the window sets itself. A study without options, or NULL, has no rows. */
void wb_study_options_show (GtkWidget *box, WbStudy *study);
/* Returns the field of an option, or NULL. */
WbField *wb_study_options_field (GtkWidget *box, const char *key);
/* Stores all texts that the user has typed. Returns FALSE if one of them is wrong. */
gboolean wb_study_options_commit (GtkWidget *box);

G_END_DECLS
