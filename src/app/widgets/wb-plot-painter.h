/* Draws plots on a separate thread, so that the main loop never waits for a curve.
 *
 * The painter uses a view from the request until its picture is delivered. Other code changes a view with wb_plot_painter_change, which
 * defers the change while a thread draws the view. Code that must read a view, or change data that views borrow, first calls
 * wb_plot_painter_hold: the painter then completes the current drawing, and starts no other until the next iteration of the main loop. This
 * may take as long as a drawing, so handlers of user input use wb_plot_painter_change instead. All functions belong to the main thread. */
#pragma once

#include "plot-view.h"

G_BEGIN_DECLS

typedef struct
{
  PlotView *view;
  double width, height;      /* size in px */
  int scale;                 /* device pixels per px */
  cairo_surface_t *picture;  /* the finished picture, of width·scale × height·scale pixels */
  gboolean more;             /* the drawing stopped before it was complete: draw again */
  double ms;                 /* time that the drawing took */
} WbPainting;

typedef void (*WbViewFunc) (PlotView *view, gpointer data);
typedef void (*WbPaintedFunc) (WbPainting *painting, gpointer user);

/* Loads the painter's fonts before the first picture. */
void wb_plot_painter_start (void);
/* Requests a picture. `painted` is called on the main loop and may take
 * ownership of the picture. There is at most one request for a view at a time. */
void wb_plot_painter_ask (PlotView *view, double width, double height, int scale, WbPaintedFunc painted, gpointer user);
/* Waits for the view's picture and delivers it. */
void wb_plot_painter_finish (PlotView *view);
/* Changes a view and its time axis without waiting: at once or, while the view
 * is being drawn, when its picture is delivered. func must do nothing else;
 * destroy (or NULL) frees data. Does not request a picture. */
void wb_plot_painter_change (PlotView *view, WbViewFunc func, gpointer data, GDestroyNotify destroy);
/* Prevents new drawings until the next iteration of the main loop or wb_plot_painter_go; the current drawing continues. For callers that
 * know that their view is not being drawn. */
void wb_plot_painter_stay (void);
/* Waits for the current drawing, makes pending changes, and prevents new drawings until the next iteration of the main loop or
 * wb_plot_painter_go. */
void wb_plot_painter_hold (void);
/* Permits drawings again after wb_plot_painter_stay or wb_plot_painter_hold. */
void wb_plot_painter_go (void);
/* Removes the request for a view, and holds the painter. */
void wb_plot_painter_forget (PlotView *view);
/* Returns whether no drawing is requested or in progress. */
gboolean wb_plot_painter_is_idle (void);
/* Returns whether pictures of a running run may be requested now: on a computer
 * with few processors, the painter uses at most half of one for them. Pictures
 * after user input are always requested at once. */
gboolean wb_plot_painter_is_rested (void);

G_END_DECLS
