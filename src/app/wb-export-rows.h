/* Groups and rows of the export window's right side. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *wb_export_title_new (const char *text);
/* A boxed list at the end of side; title may be NULL. */
GtkWidget *wb_export_group_new (GtkWidget *side, const char *title);
/* A row at the end of group; what it sets is appended to it. */
GtkWidget *wb_export_row_new (GtkWidget *group, const char *title);
/* A row with a choice. */
GtkWidget *wb_export_choice_new (GtkWidget *group, const char *title, const char *const *choices);
/* Name for readers of the screen. */
void wb_export_name (GtkWidget *widget, const char *label);

G_END_DECLS
