/* Functions that make the groups and rows at the right side of the export window. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes a heading. */
GtkWidget *wb_export_title_new (const char *text);
/* Appends a group to side and returns it. A group is a list with a border. title may be
 * NULL. */
GtkWidget *wb_export_group_new (GtkWidget *side, const char *title);
/* Appends a row to a group and returns it; the caller appends its control. */
GtkWidget *wb_export_row_new (GtkWidget *group, const char *title);
/* Appends a row with a drop-down list to a group and returns the drop-down list. choices ends with NULL. */
GtkWidget *wb_export_choice_new (GtkWidget *group, const char *title, const char *const *choices);
/* Appends the reason why the text of a field (wb_field_of the control) is wrong to a group, below the row of the control. */
void wb_export_why (GtkWidget *group, GtkWidget *control);
/* Sets the accessible name of a widget. */
void wb_export_name (GtkWidget *widget, const char *label);

G_END_DECLS
