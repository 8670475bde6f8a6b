/* Small pictures of models. They show real trajectories, are computed once in
 * the background, and are kept in the cache folder. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "model-library.h"

G_BEGIN_DECLS

#define WB_THUMBNAIL_WIDTH 47
#define WB_THUMBNAIL_HEIGHT 30

/* Receives a picture; NULL if the model cannot be drawn. */
typedef void (*WbThumbnailFunc) (GdkPaintable *picture, gpointer user);

/* Calls func with the picture: at once if it is known, otherwise later from the main loop, unless user has been finalized by then. The
 * newest request is handled first. */
void wb_thumbnails_request (const ModelEntry *entry, WbThumbnailFunc func, GObject *user);
/* Waits until no picture is being computed, for screenshots. */
void wb_thumbnails_settle (int timeout_ms);

G_END_DECLS
