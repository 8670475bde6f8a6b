/* A button beside the name of the model. It appears when a run is complete and computes how many digits of the result are correct. The
 * result is a badge with the requested accuracy and the error relative to the reference solution. The reference is a closed form, stored
 * values, or two high-accuracy runs by unrelated methods that agree. If there is no reference solution, the badge says so. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_DIGITS_BADGE (wb_digits_badge_get_type ())
G_DECLARE_FINAL_TYPE (WbDigitsBadge, wb_digits_badge, WB, DIGITS_BADGE, GtkWidget)

/* Makes the badge for the current run of a session. */
GtkWidget *wb_digits_badge_new (WbSession *session);
/* Starts the check, as a click on the button does. */
void wb_digits_badge_check (WbDigitsBadge *self);
/* Returns the largest relative error of a state at the end of the run, or NaN if it is not known. */
double wb_digits_badge_obtained (WbDigitsBadge *self);
/* Returns whether a check is running. */
gboolean wb_digits_badge_is_busy (WbDigitsBadge *self);

G_END_DECLS
