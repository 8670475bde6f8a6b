/* The editor of one random quantity: its distribution and its arguments. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the editor of a quantity of a study. Each change is one step of undo. */
GtkWidget *wb_vary_editor_new (WbStudies *studies, WbStudy *study, const char *name);
/* Makes a list of the quantities of a study's model that are not random yet, with
 * a search; choosing one makes it random. */
GtkWidget *wb_vary_chooser_new (WbStudies *studies, WbStudy *study);
/* Returns the label of a quantity for people: its label "pole length", or its name; plain text, free with g_free. *unit is set to its unit
 * as shown, or NULL; free with g_free. */
char *wb_vary_label (const WbStudyProblem *problem, const char *name, char **unit);

G_END_DECLS
