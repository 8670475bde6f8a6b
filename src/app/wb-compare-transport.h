/* The foot of the Compare view: one playhead for all runs. Time in turns where the reference solution makes steady ones, else in the model's time. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_TRANSPORT (wb_compare_transport_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareTransport, wb_compare_transport, WB, COMPARE_TRANSPORT, GtkWidget)

GtkWidget *wb_compare_transport_new (void);
/* The span in time, the time of one turn (1: none) and the model's unit. Stops, and goes to the end. */
void wb_compare_transport_set_span (WbCompareTransport *self, double t_start, double t_end, double turn, const char *unit);
double wb_compare_transport_time (WbCompareTransport *self);
void wb_compare_transport_set_time (WbCompareTransport *self, double t);
void wb_compare_transport_set_playing (WbCompareTransport *self, gboolean playing);
gboolean wb_compare_transport_is_playing (WbCompareTransport *self);
/* While a comparison runs: its share done, in place of the time; NaN: none runs. */
void wb_compare_transport_set_progress (WbCompareTransport *self, double share);
/* Leaves out words where there is no room for them. */
void wb_compare_transport_set_narrow (WbCompareTransport *self, gboolean narrow);
/* Keys of the transport; TRUE where it was one. */
gboolean wb_compare_transport_key (WbCompareTransport *self, guint key, GdkModifierType state);

/* Signals: "time-changed". */

/* A number of a sentence with up to three digits and no zeros behind them: "0.6", "28", "3.0×10⁷". */
void wb_compare_number (double value, char *text, gsize size);

G_END_DECLS
