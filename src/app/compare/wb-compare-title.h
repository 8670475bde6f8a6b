/* The strip above a comparison. It shows the model and the rule of the comparison, and has the button that starts the comparison. Main
 * thread. */
#pragma once

#include "wb-comparison.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_TITLE (wb_compare_title_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareTitle, wb_compare_title, WB, COMPARE_TITLE, GtkWidget)

/* Makes the strip for a comparison. */
GtkWidget *wb_compare_title_new (WbComparison *comparison);
/* Updates the strip after a change of the model or the rule. */
void wb_compare_title_refresh (WbCompareTitle *self);
/* Updates the button, which starts a comparison or cancels the running one. */
void wb_compare_title_refresh_running (WbCompareTitle *self);
/* Hides the name of the model in narrow windows, whose header shows it. */
void wb_compare_title_set_narrow (WbCompareTitle *self, gboolean narrow);

G_END_DECLS
