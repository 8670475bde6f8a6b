/* A list of the members of a study that have one outcome. A click on a member opens it as a run in
 * Simulate. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the list from the picture of the study. It has all members that failed or were terminated, up to WB_MOST_ODD, or those members that
 * reached the end and whose curves are drawn. */
GtkWidget *wb_member_list_new (WbStudies *studies, WbStudy *study, LabOutcome outcome);

G_END_DECLS
