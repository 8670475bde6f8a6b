/* The editor for the distribution of one random quantity and its arguments. */
#pragma once

#include "wb-study.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the editor of a random quantity of a study. Each change is one undo step. */
GtkWidget *wb_vary_editor_new (WbStudy *study, const char *name);
/* Makes the editor as one row of a table, which begins with the name of the quantity. */
GtkWidget *wb_vary_row_new (WbStudy *study, const char *name);
/* Shows n values as ticks on the density of a row, until the study changes. */
void wb_vary_row_set_starts (GtkWidget *row, const double *values, int n);
/* Makes a searchable list of those quantities of a study's model that are not random yet. Choosing one of them makes it
 * random. */
GtkWidget *wb_vary_chooser_new (WbStudy *study);
/* Returns the label of a quantity, such as "pole length", or its name if it has no label; plain text. *unit is set to its unit as shown, or
 * NULL. Free both with g_free. */
char *wb_vary_label (const WbStudyProblem *problem, const char *name, char **unit);

G_END_DECLS
