/* The strip above a comparison: the model, at what is compared, and the button
 * that runs it. Main thread. */
#pragma once

#include "wb-comparison.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_TITLE (wb_compare_title_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareTitle, wb_compare_title, WB, COMPARE_TITLE, GtkWidget)

/* Makes the strip of a comparison. */
GtkWidget *wb_compare_title_new (WbComparison *comparison);
/* Shows the present model and terms. */
void wb_compare_title_refresh (WbCompareTitle *self);
/* Shows on the button whether the comparison runs. */
void wb_compare_title_refresh_running (WbCompareTitle *self);
/* Leaves the model's name out where the window's header shows it. */
void wb_compare_title_set_narrow (WbCompareTitle *self, gboolean narrow);

G_END_DECLS
