/* A bar of the whole time span with a window in it. A drag moves the window, or one of its ends; the arrow keys move it by a tenth of its
 * width, with Shift they change its width. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_LAB_WINDOW_SCALE (wb_lab_window_scale_get_type ())
G_DECLARE_FINAL_TYPE (WbLabWindowScale, wb_lab_window_scale, WB, LAB_WINDOW_SCALE, GtkWidget)

/* Makes a bar from 0 to 1 whose window is everything. */
GtkWidget *wb_lab_window_scale_new (void);
/* Sets the span and the window, without a signal. */
void wb_lab_window_scale_set (WbLabWindowScale *self, double start, double end, double from, double to);
/* Returns the window. */
void wb_lab_window_scale_get (WbLabWindowScale *self, double *from, double *to);

/* Signals: "moved", by the user. */

G_END_DECLS
