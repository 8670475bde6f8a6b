/* The bottom of the Compare view: the controls of one playhead for all runs. The unit of time is
 * one revolution if the reference solution is periodic, otherwise the unit of time of the
 * model. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_TRANSPORT (wb_compare_transport_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareTransport, wb_compare_transport, WB, COMPARE_TRANSPORT, GtkWidget)

/* Makes the controls. The animation is stopped. */
GtkWidget *wb_compare_transport_new (void);
/* Removes the time and the marks of the span, because there is no result. */
void wb_compare_transport_clear (WbCompareTransport *self);
/* Sets the span of time, the time of one revolution (1 if there is no period) and the unit of time. Stops the animation and moves the
 * playhead to the end. */
void wb_compare_transport_set_span (WbCompareTransport *self, double t_start, double t_end, double turn, const char *unit);
/* Returns the time at which the playhead is. */
double wb_compare_transport_time (WbCompareTransport *self);
/* Moves the playhead to time t. */
void wb_compare_transport_set_time (WbCompareTransport *self, double t);
/* Starts or stops the animation of the playhead. */
void wb_compare_transport_set_playing (WbCompareTransport *self, gboolean playing);
/* Returns whether the animation is running. */
gboolean wb_compare_transport_is_playing (WbCompareTransport *self);
/* Shows the completed fraction of a running comparison instead of the time. share NaN: no comparison is running. */
void wb_compare_transport_set_progress (WbCompareTransport *self, double share);
/* Hides labels that do not fit in a narrow window. */
void wb_compare_transport_set_narrow (WbCompareTransport *self, gboolean narrow);
/* Handles a key. Returns TRUE if the key has a function here. */
gboolean wb_compare_transport_key (WbCompareTransport *self, guint key, GdkModifierType state);

/* Signal: "time-changed", after the playhead has moved. */

/* Writes a number for use in a sentence, with up to three digits: "0.6", "28",
 * "3.0×10⁷". */
void wb_compare_number (double value, char *text, gsize size);

G_END_DECLS
