/* The set-up of the selected study in the sidebar: the random quantities of an ensemble, or the options of another study. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the widget. It shows the study that is selected and updates when the study changes. */
GtkWidget *wb_study_setup_new (WbStudies *studies);
/* Makes the heading of a group in the sidebar. */
GtkWidget *wb_study_setup_heading (const char *text);

G_END_DECLS
