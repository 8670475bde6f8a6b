/* The card in which the reader repeats the open attempt, or the step of the open event, with another step size: a plot over the step size, and a knob on
 * its axis. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-microscope.h"

G_BEGIN_DECLS

/* Makes the card. area is its plot area, which the caller fills. menu: number of the card for its menu. event: whether the card repeats the step of an
 * event. */
GtkWidget *wb_trial_card_new (WbMicroscope *microscope, GtkWidget *area, int menu, gboolean event);
/* Shows the step size that is tried, and the limit of the sizes. */
void wb_trial_card_refresh (GtkWidget *card);
/* Moves the keyboard focus to the knob. Returns FALSE if the attempt has no trials. */
gboolean wb_trial_card_focus (GtkWidget *card);

G_END_DECLS
