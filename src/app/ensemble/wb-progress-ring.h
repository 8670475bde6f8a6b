/* A ring that shows a fraction as a filled part. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_PROGRESS_RING (wb_progress_ring_get_type ())
G_DECLARE_FINAL_TYPE (WbProgressRing, wb_progress_ring, WB, PROGRESS_RING, GtkWidget)

/* Makes an empty ring with this diameter in px. */
GtkWidget *wb_progress_ring_new (int diameter);
/* Fills a fraction of the ring, 0 to 1. */
void wb_progress_ring_set_fraction (WbProgressRing *self, double fraction);

G_END_DECLS
