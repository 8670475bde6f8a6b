/* Rows for the options of a study that is not an ensemble. Each row has a label, a field, and below it the reason why a value is not
 * valid. */
#pragma once

#include "wb-study.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes an empty list of rows. If has_axes is FALSE, the options for axes have no row; wb_axis_editor_new makes the editor for them. */
GtkWidget *wb_option_rows_new (gboolean has_axes);
/* Shows the options of a study and their values. The list is empty if the study is NULL or an ensemble. While the kind of the study stays
 * the same, the fields keep the focus. */
void wb_option_rows_show (GtkWidget *rows, WbStudy *study);
/* Returns the reason why an option cannot have this text, for display to the user. Returns NULL if no reason is known before the study
 * runs. Free it with g_free. */
char *wb_option_why_wrong (const WbStudyProblem *problem, const LabOptionRow *option, const char *text);

G_END_DECLS
