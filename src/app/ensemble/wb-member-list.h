/* The members of a study with one outcome. Choosing one opens it as a run in
 * Simulate. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the list from the study's picture: all members that failed or ended
 * early, up to WB_MOST_ODD, or those whose curves are drawn. */
GtkWidget *wb_member_list_new (WbStudies *studies, WbStudy *study, LabOutcome outcome);

G_END_DECLS
