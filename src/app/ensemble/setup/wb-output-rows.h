/* An editable list of the numbers that an ensemble or a sweep records from each run: the name, the reducer (such as maximum) and the
 * expression of each, with a histogram of its values so far. */
#pragma once

#include "wb-study.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes an empty list of recorded numbers. */
GtkWidget *wb_output_rows_new (void);
/* Shows the recorded numbers of a study and their values so far. The list is empty if the study is NULL or of another kind. While the names
 * stay the same, the fields keep the focus. */
void wb_output_rows_show (GtkWidget *rows, WbStudy *study);
/* Adds a recorded number: the final value of the first state, under a new name. */
void wb_output_rows_add (WbStudy *study);

G_END_DECLS
