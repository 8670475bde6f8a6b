/* The struct of a plot area and the functions that only the files wb-plot-area*.c share. */
#pragma once

#include "wb-plot-area.h"

G_BEGIN_DECLS

typedef enum { DRAG_NONE, DRAG_PLAYHEAD, DRAG_BOX, DRAG_PAN, DRAG_START, DRAG_SKETCH, DRAG_PRESS } WbDrag;

struct _WbPlotArea
{
  GtkWidget parent_instance;

  WbSession *session; /* session of the window, borrowed; NULL if the view has no session */
  PlotView *view;
  guint axis_serial;
  gsize rows_seen, attempts_seen, events_seen;
  double playhead_seen;
  cairo_surface_t *picture;  /* the newest complete picture */
  cairo_surface_t *before;   /* the picture before the newest one; GTK uses it until the next frame */
  gboolean stale;            /* whether the picture must be drawn again before it is shown */
  gboolean asked;            /* whether a picture was requested, so that the painter is using the view */
  int asked_width, asked_height, asked_scale; /* size of the requested picture, px, and device pixels per px */
  gboolean again;            /* whether the data have changed while the painter was using the view */
  gboolean more;
  PlotScale x, y;            /* scales of the axes in the newest picture */
  double bottom;             /* lower edge of the data area in the newest picture of the view, px; NaN: no picture */
  guint n_drawn;
  gint64 summarized;         /* time when the accessible description was set, µs; 0: not yet for this view */
  guint summary_source;      /* timer that sets the accessible description */
  double pinch;
  double pointer_x, pointer_y;
  double drag_x, drag_y, last_dx, last_dy;
  WbDrag drag;
  PlotScale start_x, start_y; /* scales at the beginning of the drag, for DRAG_START */
  gboolean start_moved;      /* whether the pointer has moved since then, for DRAG_START */
  gboolean was_pinned;       /* whether a readout was pinned before the last click */
  PlotHit pin_before;
  double *sketch_t, *sketch_y; /* the curve that the reader draws; see wb_plot_area_set_sketch */
  int n_sketch;
  gboolean sketching;          /* whether the reader can draw the curve */
};

/* Adds event controllers for pointer, wheel, pinch and keys. */
void wb_plot_area_add_input (WbPlotArea *self);
/* Returns the time axis of the view, borrowed, or NULL. */
PlotTimeAxis *wb_plot_area_axis (WbPlotArea *self);
/* Returns the current run of the session, borrowed, or NULL. */
WbRunItem *wb_plot_area_run (WbPlotArea *self);

G_END_DECLS
