/* The Microscope view. It shows the intermediate results of one attempted step of the current run. */
#pragma once

#include <gtk/gtk.h>

#include "wb-microscope.h"
#include "wb-plot-area.h"

G_BEGIN_DECLS

#define WB_TYPE_MICROSCOPE_VIEW (wb_microscope_view_get_type ())
G_DECLARE_FINAL_TYPE (WbMicroscopeView, wb_microscope_view, WB, MICROSCOPE_VIEW, GtkWidget)

/* Makes the view for the microscope of a session. */
GtkWidget *wb_microscope_view_new (WbSession *session);
/* Shows the cards in one column that scrolls, for narrow windows, or in two columns. */
void wb_microscope_view_set_narrow (WbMicroscopeView *self, gboolean narrow);
/* Handles a key of the window: Space plays the stages, the arrow keys go to the neighbouring attempts, J goes to the rejected ones, and the
 * period key takes one step of the run. Returns FALSE if the key has no function in this view. */
gboolean wb_microscope_view_key (WbMicroscopeView *self, guint key, GdkModifierType held);

G_END_DECLS
