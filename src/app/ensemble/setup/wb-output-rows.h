/* The recorded numbers of an ensemble or a sweep as an editable list: name, reducer and expression of each, and its distribution so far. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes an empty list. */
GtkWidget *wb_output_rows_new (WbStudies *studies);
/* Shows the outputs of a study and what is known of them; study NULL or another kind of study: none. Fields keep the focus while the names stay
 * the same. */
void wb_output_rows_show (GtkWidget *rows, WbStudy *study);
/* Adds an output: the final value of the first state, with a name that is not in use. */
void wb_output_rows_add (WbStudies *studies, WbStudy *study);

G_END_DECLS
