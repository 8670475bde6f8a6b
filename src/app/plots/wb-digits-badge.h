/* Beside the model's name once a run has reached its end: a button that checks
 * its digits, and then a badge with the accuracy that was asked and the error
 * that was obtained against the reference solution (closed form, reference
 * values, or two tight runs by unrelated methods that agree). Where there is no
 * reference solution the badge says so. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_DIGITS_BADGE (wb_digits_badge_get_type ())
G_DECLARE_FINAL_TYPE (WbDigitsBadge, wb_digits_badge, WB, DIGITS_BADGE, GtkWidget)

/* Makes the badge of a session. */
GtkWidget *wb_digits_badge_new (WbSession *session);
/* Starts the check, as the button does. */
void wb_digits_badge_check (WbDigitsBadge *self);
/* Returns the largest relative error at the end; NaN where it is not known. */
double wb_digits_badge_obtained (WbDigitsBadge *self);
/* Returns whether a check is running. */
gboolean wb_digits_badge_is_busy (WbDigitsBadge *self);

G_END_DECLS
