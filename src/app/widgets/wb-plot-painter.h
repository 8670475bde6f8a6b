/* The painter: a thread that draws plots, so that the main loop never waits for a curve.
 *
 * The painter uses a view from the request until the picture is delivered. Other code changes a view with wb_plot_painter_change, which
 * defers the change while the view is being drawn. Code that must read a view, or must change data that views borrow, first calls
 * wb_plot_painter_hold. The painter then completes the current drawing and starts no other one until the next iteration of the main loop.
 * This may take as long as a drawing, so handlers of user input use wb_plot_painter_change instead. Main thread. */
#pragma once

#include "plot-view.h"

G_BEGIN_DECLS

typedef struct
{
  PlotView *view;
  double width, height;      /* size in px */
  int scale;                 /* device pixels per px */
  cairo_surface_t *picture;  /* the complete picture, of width·scale × height·scale pixels */
  gboolean more;             /* whether the drawing stopped before it was complete, so that the view must be drawn again */
  double ms;                 /* time of the drawing, ms */
} WbPainting;

typedef void (*WbViewFunc) (PlotView *view, gpointer data);
typedef void (*WbPaintedFunc) (WbPainting *painting, gpointer user);

/* Starts the painter and loads its fonts before the first picture. */
void wb_plot_painter_start (void);
/* Requests a picture of a view. There may be one request for each view at a time. `painted` is called on the main loop and may take
 * ownership of the picture. */
void wb_plot_painter_ask (PlotView *view, double width, double height, int scale, WbPaintedFunc painted, gpointer user);
/* Waits for the requested picture of a view and delivers it. */
void wb_plot_painter_finish (PlotView *view);
/* Changes a view and its time axis without waiting: at once or, while the view is being drawn, after its
 * picture was delivered. func may change nothing else. destroy (or NULL) frees data. Does not request a
 * picture. */
void wb_plot_painter_change (PlotView *view, WbViewFunc func, gpointer data, GDestroyNotify destroy);
/* Prevents new drawings until the next iteration of the main loop or until wb_plot_painter_go. The current drawing continues. Call this
 * only if the view in question is not being drawn. */
void wb_plot_painter_stay (void);
/* Waits for the current drawing, makes the pending changes, and prevents new drawings until the next iteration of the main loop or until
 * wb_plot_painter_go. */
void wb_plot_painter_hold (void);
/* Permits drawings again after wb_plot_painter_stay or wb_plot_painter_hold. */
void wb_plot_painter_go (void);
/* Removes the request for a view, and holds the painter as wb_plot_painter_hold does. */
void wb_plot_painter_forget (PlotView *view);
/* Returns whether no drawing is requested or in progress. */
gboolean wb_plot_painter_is_idle (void);
/* Returns whether a picture of a running run may be requested now. On a computer with few processors,
 * such pictures use at most half of one processor. Pictures after user input are always requested at
 * once. */
gboolean wb_plot_painter_is_rested (void);

G_END_DECLS
