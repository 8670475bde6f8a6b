/* The card in which the reader repeats the open attempt with another step size: the error over the step size, and a knob on the axis of the step
 * size. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-microscope.h"

G_BEGIN_DECLS

/* Makes the card. area is its plot area, which the caller fills (WB_ATTEMPT_TRIAL). */
GtkWidget *wb_trial_card_new (WbMicroscope *microscope, GtkWidget *area);
/* Shows the step size that is tried, and the largest accepted one. */
void wb_trial_card_refresh (GtkWidget *card);
/* Moves the keyboard focus to the knob. Returns FALSE if the attempt has no trials. */
gboolean wb_trial_card_focus (GtkWidget *card);

G_END_DECLS
