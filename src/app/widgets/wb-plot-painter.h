/* Draws plots on one thread of its own, so that the main loop waits for no
 * curve.
 *
 * A view is lent to the painter from the asking until its picture is delivered.
 * Whoever else would touch a view hands in the change, which is made when
 * nobody draws it; whoever must read one, or touches what views borrow, holds
 * the painter first: it then ends the drawing it is at, begins no other, and
 * goes on by itself when the main loop comes around. Holding may take as long
 * as a drawing: input is better handed in. All functions: main thread. */
#pragma once

#include "plot-view.h"

G_BEGIN_DECLS

typedef struct
{
  PlotView *view;
  double width, height;      /* px */
  int scale;                 /* device pixels of one px */
  cairo_surface_t *picture;  /* of width·scale × height·scale pixels, once it is drawn */
  gboolean more;             /* the view wants to be drawn again: it stopped early */
  double ms;                 /* what the drawing took */
} WbPainting;

typedef void (*WbViewFunc) (PlotView *view, gpointer data);
typedef void (*WbPaintedFunc) (WbPainting *painting, gpointer user);

/* Loads the painter's fonts before the first picture. */
void wb_plot_painter_start (void);
/* Requests a picture; painted is called on the main loop and may take the
 * picture out of the painting. At most one request for a view at a time. */
void wb_plot_painter_ask (PlotView *view, double width, double height, int scale, WbPaintedFunc painted, gpointer user);
/* Waits for the view's picture and delivers it now. */
void wb_plot_painter_finish (PlotView *view);
/* Changes a view and its time axis without waiting: at once, or when the
 * picture being drawn is delivered. func does nothing else; destroy (or NULL)
 * frees data. Does not request a picture. */
void wb_plot_painter_change (PlotView *view, WbViewFunc func, gpointer data, GDestroyNotify destroy);
/* Begins no drawing until the next pass of the main loop or wb_plot_painter_go;
 * the current drawing continues. For callers that know that their view is not
 * being drawn. */
void wb_plot_painter_stay (void);
/* Waits for the current drawing, makes pending changes, and begins no drawing
 * until the next pass of the main loop or wb_plot_painter_go. */
void wb_plot_painter_hold (void);
/* Resumes drawing after stay or hold. */
void wb_plot_painter_go (void);
/* Drops the request for a view, and holds. */
void wb_plot_painter_forget (PlotView *view);
/* Returns whether nothing is requested or being drawn. */
gboolean wb_plot_painter_is_idle (void);
/* Returns whether pictures of a running run may be requested now: with few
 * processors the painter uses at most half of one for them. Pictures after user
 * input are requested at once. */
gboolean wb_plot_painter_is_rested (void);

G_END_DECLS
