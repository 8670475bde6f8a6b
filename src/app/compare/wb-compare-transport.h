/* The bottom of the Compare view with one playhead for all runs. The unit of
 * time is one revolution if the reference solution has a constant period, else
 * the model's unit. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_TRANSPORT (wb_compare_transport_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareTransport, wb_compare_transport, WB, COMPARE_TRANSPORT, GtkWidget)

/* Makes the transport; it does not play. */
GtkWidget *wb_compare_transport_new (void);
/* Sets the span of time, the time of one revolution (1: there are none) and the
 * unit. Stops playing and moves the playhead to the end. */
void wb_compare_transport_set_span (WbCompareTransport *self, double t_start, double t_end, double turn, const char *unit);
/* Returns the time of the playhead. */
double wb_compare_transport_time (WbCompareTransport *self);
/* Moves the playhead. */
void wb_compare_transport_set_time (WbCompareTransport *self, double t);
/* Starts or stops the animation of the playhead. */
void wb_compare_transport_set_playing (WbCompareTransport *self, gboolean playing);
/* Returns whether the animation is running. */
gboolean wb_compare_transport_is_playing (WbCompareTransport *self);
/* Shows the completed fraction of a running comparison in place of the time; NaN: no comparison is running. */
void wb_compare_transport_set_progress (WbCompareTransport *self, double share);
/* Hides labels that do not fit in a narrow window. */
void wb_compare_transport_set_narrow (WbCompareTransport *self, gboolean narrow);
/* Handles a key. Returns TRUE if the transport uses this key. */
gboolean wb_compare_transport_key (WbCompareTransport *self, guint key, GdkModifierType state);

/* Signals: "time-changed". */

/* Writes a number for use in a sentence, with up to three digits: "0.6", "28",
 * "3.0×10⁷". */
void wb_compare_number (double value, char *text, gsize size);

G_END_DECLS
