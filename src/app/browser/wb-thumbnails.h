/* Small pictures of models and of other files. They show real trajectories, are computed once in
 * the background, and are kept in the cache folder. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "model-library.h"
#include "plot-theme.h"

G_BEGIN_DECLS

#define WB_THUMBNAIL_WIDTH 47
#define WB_THUMBNAIL_HEIGHT 30

/* Receives a picture; NULL if the model cannot be drawn. */
typedef void (*WbThumbnailFunc) (GdkPaintable *picture, gpointer user);

/* Calls func with the picture: at once if it is known, otherwise later from the main loop, unless user has been finalized by then. The
 * newest request is handled first. */
void wb_thumbnails_request (const ModelEntry *entry, WbThumbnailFunc func, GObject *user);
/* Draws a file in a rectangle of this size on the worker thread. Returns FALSE
 * if it cannot be drawn. */
typedef gboolean (*WbThumbnailDraw) (const char *path, cairo_t *cr, double width, double height, const PlotTheme *theme);
/* Requests the picture of a file like wb_thumbnails_request. The file's path and
 * time and the size (px) identify the picture, so that a file has one function
 * draw_file for a size. */
void wb_thumbnails_request_file (const char *path, int width, int height, WbThumbnailDraw draw_file, WbThumbnailFunc func, GObject *user);
/* Waits until no picture is being computed, for screenshots. */
void wb_thumbnails_settle (int timeout_ms);

G_END_DECLS
