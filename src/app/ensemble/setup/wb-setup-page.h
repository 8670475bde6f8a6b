/* The set-up of the selected study as a page: its kind, what varies, what is recorded, and the solver. Each change is one step of undo. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the page, which follows the selection and changes of the study. */
GtkWidget *wb_setup_page_new (WbStudies *studies);
/* Places the cards below each other in a narrow window. */
void wb_setup_page_set_narrow (GtkWidget *page, gboolean narrow);

G_END_DECLS
