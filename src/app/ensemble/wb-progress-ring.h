/* A ring of which a fraction is filled, as a small progress bar. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_PROGRESS_RING (wb_progress_ring_get_type ())
G_DECLARE_FINAL_TYPE (WbProgressRing, wb_progress_ring, WB, PROGRESS_RING, GtkWidget)

/* Makes an empty ring with this diameter in px. */
GtkWidget *wb_progress_ring_new (int diameter);
/* Fills this fraction of the ring, from 0 to 1. */
void wb_progress_ring_set_fraction (WbProgressRing *self, double fraction);

G_END_DECLS
