/* The sidebar of the Laboratory: its pages, and the studies with the marks of their states. */
#pragma once

#include <gtk/gtk.h>

#include "wb-laboratory.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_SIDEBAR (wb_lab_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (WbLabSidebar, wb_lab_sidebar, WB, LAB_SIDEBAR, GtkWidget)

/* Makes the sidebar of a session. */
GtkWidget *wb_lab_sidebar_new (WbSession *session);
/* Returns the list of rows. */
GtkWidget *wb_lab_sidebar_list (WbLabSidebar *self);

G_END_DECLS
