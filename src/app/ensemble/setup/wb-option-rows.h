/* Rows for the options of a study that is not an ensemble. Each row has a label, a field, and below it the reason why a value is not
 * valid. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes an empty list of rows. has_axes FALSE: options that are axes have no row, because wb_axis_editor_new shows them. */
GtkWidget *wb_option_rows_new (WbStudies *studies, gboolean has_axes);
/* Shows the options of a study and their values; study NULL or an ensemble: none. Fields keep the focus while the kind of the study stays the
 * same. */
void wb_option_rows_show (GtkWidget *rows, WbStudy *study);
/* Returns the reason why an option cannot have this text, for display to the user. Returns NULL if no reason is known before the study
 * runs. Free it with g_free. */
char *wb_option_why_wrong (const WbStudyProblem *problem, const LabOptionRow *option, const char *text);

G_END_DECLS
