/* The sidebar of the Laboratory: a list of its pages and studies. A mark shows the state of each study. */
#pragma once

#include <gtk/gtk.h>

#include "wb-laboratory.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_SIDEBAR (wb_lab_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (WbLabSidebar, wb_lab_sidebar, WB, LAB_SIDEBAR, GtkWidget)

/* Makes the sidebar for a session. */
GtkWidget *wb_lab_sidebar_new (WbSession *session);
/* Returns the list widget with the rows of the sidebar. */
GtkWidget *wb_lab_sidebar_list (WbLabSidebar *self);

G_END_DECLS
