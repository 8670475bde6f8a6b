/* The title strip of the page of an event: the name of the event, tabs for the events of the step, the settings of the search, and buttons
 * that open another event or the attempt. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-microscope.h"

G_BEGIN_DECLS

/* Makes the strip of the microscope of a session. */
GtkWidget *wb_search_strip_new (WbSession *session);
/* Shows the search of a picture and the run to which it belongs. */
void wb_search_strip_show (GtkWidget *strip, const WbSearchPicture *picture, WbRunItem *run);
/* Clears the strip, because no event is known. */
void wb_search_strip_clear (GtkWidget *strip);
/* Hides the description of the search in a narrow window, otherwise shows it. */
void wb_search_strip_set_narrow (GtkWidget *strip, gboolean narrow);
/* Opens the next event, or the previous one if by < 0. If there is none, shows a message. */
void wb_search_strip_move (GtkWidget *strip, int by);
/* Searches the same step for a crossing of the next witness function of the model, or of the previous one if by < 0. */
void wb_search_strip_change_witness (GtkWidget *strip, int by);

G_END_DECLS
