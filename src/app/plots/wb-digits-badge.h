/* A button beside the model's name that appears when a run is complete and counts the correct digits. The result is a badge with the
 * requested accuracy and the error relative to the reference solution (closed form, reference values, or two high-accuracy runs by
 * unrelated methods that agree). If there is no reference solution, the badge states it. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_DIGITS_BADGE (wb_digits_badge_get_type ())
G_DECLARE_FINAL_TYPE (WbDigitsBadge, wb_digits_badge, WB, DIGITS_BADGE, GtkWidget)

/* Makes the badge of a session. */
GtkWidget *wb_digits_badge_new (WbSession *session);
/* Starts the check, like a click on the button. */
void wb_digits_badge_check (WbDigitsBadge *self);
/* Returns the largest relative error at the end of the run; NaN if unknown. */
double wb_digits_badge_obtained (WbDigitsBadge *self);
/* Returns whether a check is running. */
gboolean wb_digits_badge_is_busy (WbDigitsBadge *self);

G_END_DECLS
