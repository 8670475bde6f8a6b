/* The foot of the Compare view: one playhead for all runs. Time in turns where
 * the reference solution makes steady ones, else in the model's time. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_TRANSPORT (wb_compare_transport_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareTransport, wb_compare_transport, WB, COMPARE_TRANSPORT, GtkWidget)

/* Makes the transport, stopped. */
GtkWidget *wb_compare_transport_new (void);
/* Sets the span of time, the time of one revolution (1: none) and the unit;
 * stops and moves to the end. */
void wb_compare_transport_set_span (WbCompareTransport *self, double t_start, double t_end, double turn, const char *unit);
/* Returns the time of the playhead. */
double wb_compare_transport_time (WbCompareTransport *self);
/* Moves the playhead. */
void wb_compare_transport_set_time (WbCompareTransport *self, double t);
/* Starts or stops playing. */
void wb_compare_transport_set_playing (WbCompareTransport *self, gboolean playing);
/* Returns whether the playhead is moving by itself. */
gboolean wb_compare_transport_is_playing (WbCompareTransport *self);
/* Shows the fraction of a running comparison that is done, in place of the
 * time; NaN where none runs. */
void wb_compare_transport_set_progress (WbCompareTransport *self, double share);
/* Leaves out labels that have no room in a narrow window. */
void wb_compare_transport_set_narrow (WbCompareTransport *self, gboolean narrow);
/* Handles a key of the transport; returns TRUE where it was one. */
gboolean wb_compare_transport_key (WbCompareTransport *self, guint key, GdkModifierType state);

/* Signals: "time-changed". */

/* Writes a number for use in a sentence, with up to three digits: "0.6", "28",
 * "3.0×10⁷". */
void wb_compare_number (double value, char *text, gsize size);

G_END_DECLS
