/* Small pictures of models and of other files. They show trajectories that were computed. Each picture is computed once in the background
 * and kept in the cache folder. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "lab-problem.h"
#include "model-library.h"
#include "plot-theme.h"

G_BEGIN_DECLS

#define WB_THUMBNAIL_WIDTH 47
#define WB_THUMBNAIL_HEIGHT 30

/* A function that receives a picture, or NULL if the file cannot be drawn. */
typedef void (*WbThumbnailFunc) (GdkPaintable *picture, gpointer user);

/* Passes the picture of a model with a size in px to func: at once if it is known, otherwise later from the main loop. If user is finalized before, func
 * is not called. Newer requests are handled first. */
void wb_thumbnails_request (const ModelEntry *entry, int width, int height, WbThumbnailFunc func, GObject *user);
/* Takes the requests of a user back, so that func is not called. A picture that nobody else has requested is not computed, and its run ends if it was
 * being computed. */
void wb_thumbnails_forget (GObject *user);
/* A function that draws a file into a rectangle of this size on the worker thread. Returns FALSE if the file cannot be drawn, or if the progress function
 * returned FALSE because the picture is not needed any more. */
typedef gboolean (*WbThumbnailDraw) (const char *path, cairo_t *cr, double width, double height, const PlotTheme *theme, const LabProgress *progress);
/* Requests the picture of a file as wb_thumbnails_request does. The path, the time of the last change
 * and the size in px identify the picture. So always use the same draw_file for one size of a
 * file. */
void wb_thumbnails_request_file (const char *path, int width, int height, WbThumbnailDraw draw_file, WbThumbnailFunc func, GObject *user);
/* Waits until all requested pictures are computed, at most timeout_ms. Used for screenshots. */
void wb_thumbnails_settle (int timeout_ms);

G_END_DECLS
