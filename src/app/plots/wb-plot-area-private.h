/* The struct of a plot area and the functions that its files share. */
#pragma once

#include "wb-plot-area.h"

G_BEGIN_DECLS

typedef enum { DRAG_NONE, DRAG_PLAYHEAD, DRAG_BOX, DRAG_PAN, DRAG_START, DRAG_SKETCH, DRAG_PRESS } WbDrag;

struct _WbPlotArea
{
  GtkWidget parent_instance;

  WbSession *session; /* not owned; outlives the widgets of the window; NULL: the view has no session */
  PlotView *view;
  guint axis_serial;
  gsize rows_seen, attempts_seen, events_seen;
  double playhead_seen;
  cairo_surface_t *picture;  /* newest finished picture */
  cairo_surface_t *before;   /* the picture before that one, kept because GTK releases it only after the next frame */
  gboolean stale;            /* the picture must be drawn again before it is shown */
  gboolean asked;            /* a picture was requested, so that the painter uses the view */
  gboolean again;            /* a change occurred while the painter used the view */
  gboolean more;
  PlotScale x, y;            /* scales of the axes in the picture */
  guint n_drawn;
  gint64 summarized;         /* time when the accessible description was set; 0: not yet for this view */
  guint summary_source;      /* timer that will set the description */
  double pinch;
  double pointer_x, pointer_y;
  double drag_x, drag_y, last_dx, last_dy;
  WbDrag drag;
  PlotScale start_x, start_y; /* DRAG_START: scales when the drag began */
  gboolean start_moved;      /* DRAG_START: the pointer has moved */
  gboolean was_pinned;       /* a pin existed before the last click */
  PlotHit pin_before;
  double *sketch_t, *sketch_y; /* drawn curve; see wb_plot_area_set_sketch */
  int n_sketch;
  gboolean sketching;          /* the curve can be drawn */
};

/* Installs controllers for pointer, wheel, pinch and keys. */
void wb_plot_area_add_input (WbPlotArea *self);
/* Returns the time axis of the view, or NULL. */
PlotTimeAxis *wb_plot_area_axis (WbPlotArea *self);
/* Returns the session's current run, or NULL. */
WbRunItem *wb_plot_area_run (WbPlotArea *self);

G_END_DECLS
