/* Buttons beside the title, visible while plots are zoomed: go back to the ranges before, show everything, and follow the run. Main
 * thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-plot-set.h"

G_BEGIN_DECLS

#define WB_TYPE_ZOOM_CHIPS (wb_zoom_chips_get_type ())
G_DECLARE_FINAL_TYPE (WbZoomChips, wb_zoom_chips, WB, ZOOM_CHIPS, GtkWidget)

/* Makes the buttons for the plots of a session. */
GtkWidget *wb_zoom_chips_new (WbSession *session);

G_END_DECLS
