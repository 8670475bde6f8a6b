/* Rows and texts about the points of a bifurcation diagram. */
#pragma once

#include <gtk/gtk.h>

#include "lab-diagram.h"

G_BEGIN_DECLS

/* Makes the row of the list for a row of the table of special points: its name and its value. */
GtkWidget *wb_lab_diagram_row_new (const LabResult *result, int row);
/* Returns what is known of a point, as markup: what it is, and the parameter, the states and the period there. state: the state on the vertical axis.
 * unit: unit of time, or NULL. Free it with g_free. */
char *wb_lab_diagram_point_text (const LabResult *result, const LabDiagramPoint *point, int state, const char *unit);

G_END_DECLS
