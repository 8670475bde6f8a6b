/* The title strip of the page of an event: the name of the witness, the events of the step, the settings of the search, and buttons that open
 * another event or the attempt. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-microscope.h"

G_BEGIN_DECLS

/* Makes the strip of the microscope of a session. */
GtkWidget *wb_search_strip_new (WbSession *session);
/* Shows a search of the run. */
void wb_search_strip_show (GtkWidget *strip, const WbSearchPicture *picture, WbRunItem *run);
/* Shows that no event is known. */
void wb_search_strip_clear (GtkWidget *strip);
/* Hides the description of the search in a narrow window, or shows it. */
void wb_search_strip_set_narrow (GtkWidget *strip, gboolean narrow);
/* Opens the next event, or the previous one if by < 0; a message says that there is none. */
void wb_search_strip_move (GtkWidget *strip, int by);
/* Shows the next witness of the model in the same step, or the previous one if by < 0. */
void wb_search_strip_change_witness (GtkWidget *strip, int by);

G_END_DECLS
