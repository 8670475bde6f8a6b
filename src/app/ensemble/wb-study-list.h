/* The list of studies in the sidebar: title, kind, and how much is done. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the list; it selects studies and removes the selected one with Delete. */
GtkWidget *wb_study_list_new (WbStudies *studies);

G_END_DECLS
