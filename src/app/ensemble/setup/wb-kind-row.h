/* The kinds of studies as a row of cards, one of which is chosen. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the row. A click or Space on a card changes the kind of the study, which is one step of undo. */
GtkWidget *wb_kind_row_new (WbStudies *studies);
/* Shows the kind of a study. Kinds that its model cannot have are insensitive, with the reason. */
void wb_kind_row_show (GtkWidget *row, WbStudy *study);
/* Leaves out the sketches where there is little width. */
void wb_kind_row_set_narrow (GtkWidget *row, gboolean narrow);

G_END_DECLS
