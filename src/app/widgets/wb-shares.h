/* A row or column whose children get fixed shares of the room, whatever they
 * would like. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_SHARES (wb_shares_get_type ())
G_DECLARE_FINAL_TYPE (WbShares, wb_shares, WB, SHARES, GtkWidget)

/* Makes an empty row or column. */
GtkWidget *wb_shares_new (GtkOrientation orientation, int spacing);
/* Appends a child that gets a fraction of the size. */
void wb_shares_append (WbShares *self, GtkWidget *child, double share);
/* Changes the fraction of a child. */
void wb_shares_set_share (WbShares *self, GtkWidget *child, double share);

G_END_DECLS
