/* A box that places its children side by side with their natural widths. When a row is full, it continues in the next
 * row. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_WRAP (wb_wrap_get_type ())
G_DECLARE_FINAL_TYPE (WbWrap, wb_wrap, WB, WRAP, GtkWidget)

/* Makes an empty box. spacing: px between children and between rows. */
GtkWidget *wb_wrap_new (int spacing);
/* Sets whether the children continue in another row when a row is full, which is the initial state. If wraps is FALSE, the box is as wide as
 * all its children, like a GtkBox. */
void wb_wrap_set_wraps (WbWrap *self, gboolean wraps);
/* Appends a child. */
void wb_wrap_append (WbWrap *self, GtkWidget *child);
/* Prepends a child. */
void wb_wrap_prepend (WbWrap *self, GtkWidget *child);
/* Removes a child. */
void wb_wrap_remove (WbWrap *self, GtkWidget *child);

G_END_DECLS
