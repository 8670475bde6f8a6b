/* The list of studies in the sidebar. Each row has the title, the kind and the progress of a study. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the list. A click selects a study; the key Delete removes the selected study. */
GtkWidget *wb_study_list_new (WbStudies *studies);

G_END_DECLS
