/* Groups and rows of the export window's right side. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes a heading. */
GtkWidget *wb_export_title_new (const char *text);
/* Appends a group, a list with a border, to side and returns it; title may be
 * NULL. */
GtkWidget *wb_export_group_new (GtkWidget *side, const char *title);
/* Appends a row to a group and returns it; the caller appends its control. */
GtkWidget *wb_export_row_new (GtkWidget *group, const char *title);
/* Appends a row with a drop-down list and returns the list. */
GtkWidget *wb_export_choice_new (GtkWidget *group, const char *title, const char *const *choices);
/* Sets the accessible name of a widget. */
void wb_export_name (GtkWidget *widget, const char *label);

G_END_DECLS
