/* Draws plots on one thread of its own, so that the main loop waits for no curve.
 *
 * A view is lent to the painter from the asking until its picture is delivered. Whoever else would touch a view hands in the change, which is made
 * when nobody draws it; whoever must read one, or touches what views borrow, holds the painter first: it then ends the drawing it is at, begins no
 * other, and goes on by itself when the main loop comes around. Holding may take as long as a drawing: input is better handed in.
 * All functions: main thread. */
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

/* Loads the painter's fonts ahead of the first picture. */
void wb_plot_painter_start (void);
/* Asks for a picture; painted is called on the main loop, and takes the picture out of the painting or leaves it to be freed. One asking for
 * a view at a time. */
void wb_plot_painter_ask (PlotView *view, double width, double height, int scale, WbPaintedFunc painted, gpointer user);
/* Waits for this view's picture and delivers it now. */
void wb_plot_painter_finish (PlotView *view);
/* Changes a view, and its time axis, without waiting: at once, or when the picture that is being drawn is delivered. func does nothing else; data is
 * freed by destroy (NULL: not). The view is not asked for again by this. */
void wb_plot_painter_change (PlotView *view, WbViewFunc func, gpointer data, GDestroyNotify destroy);
/* Begins no drawing until the main loop comes around, or go is called; the one at hand goes on. For who has a view that is not being drawn. */
void wb_plot_painter_stay (void);
/* Waits for the drawing at hand and makes the changes handed in; none begins until the main loop comes around, or go is called. */
void wb_plot_painter_hold (void);
void wb_plot_painter_go (void);
/* Forgets what was asked for a view, and holds. */
void wb_plot_painter_forget (PlotView *view);
gboolean wb_plot_painter_is_idle (void);
/* Whether it is time for pictures of what a run has brought: on few processors the painter takes half of one for them. What a user does is drawn at
 * once. */
gboolean wb_plot_painter_is_rested (void);

G_END_DECLS
