/* A bar that shows a time window inside the whole time span of a run. The user drags the window or one of its ends. The arrow keys move the
 * window by a tenth of its width; with Shift they change the width. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_LAB_WINDOW_SCALE (wb_lab_window_scale_get_type ())
G_DECLARE_FINAL_TYPE (WbLabWindowScale, wb_lab_window_scale, WB, LAB_WINDOW_SCALE, GtkWidget)

/* Makes a bar with the span 0 to 1. The window is the whole span. */
GtkWidget *wb_lab_window_scale_new (void);
/* Sets the span from start to end and the window, without emitting a signal. */
void wb_lab_window_scale_set (WbLabWindowScale *self, double start, double end, double from, double to);
/* Returns the ends of the window. */
void wb_lab_window_scale_get (WbLabWindowScale *self, double *from, double *to);

/* Signal: "moved", after the user has changed the window. */

G_END_DECLS
