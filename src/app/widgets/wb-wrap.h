/* A box that places its children in a row with their natural widths, and
 * continues in the next row when the width is used up. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_WRAP (wb_wrap_get_type ())
G_DECLARE_FINAL_TYPE (WbWrap, wb_wrap, WB, WRAP, GtkWidget)

/* Makes an empty row. */
GtkWidget *wb_wrap_new (int spacing);
/* Appends a child. */
void wb_wrap_append (WbWrap *self, GtkWidget *child);
/* Prepends a child. */
void wb_wrap_prepend (WbWrap *self, GtkWidget *child);
/* Removes a child. */
void wb_wrap_remove (WbWrap *self, GtkWidget *child);

G_END_DECLS
