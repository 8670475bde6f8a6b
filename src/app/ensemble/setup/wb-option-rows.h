/* Rows with the options of a study that is no ensemble: a label and a field for each, and below it what is wrong with its value. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes an empty list of rows. */
GtkWidget *wb_option_rows_new (WbStudies *studies);
/* Shows the options of a study and their values; study NULL or an ensemble: none. Fields keep the focus while the kind of the study stays the
 * same. */
void wb_option_rows_show (GtkWidget *rows, WbStudy *study);
/* Returns why an option cannot have this text, as a text for people, or NULL if no reason is known before the study runs; free with g_free. */
char *wb_option_why_wrong (const WbStudyProblem *problem, const LabOptionRow *option, const char *text);

G_END_DECLS
