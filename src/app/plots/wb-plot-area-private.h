/* A plot area's fields, for the files it is made of: pictures, and pointer and
 * keys. */
#pragma once

#include "wb-plot-area.h"

G_BEGIN_DECLS

typedef enum { DRAG_NONE, DRAG_PLAYHEAD, DRAG_BOX, DRAG_PAN, DRAG_PRESS } WbDrag;

struct _WbPlotArea
{
  GtkWidget parent_instance;

  WbSession *session; /* not owned; outlives the window's widgets; NULL: a view that stands for itself */
  PlotView *view;
  guint axis_serial;
  gsize rows_seen, attempts_seen, events_seen;
  double playhead_seen;
  cairo_surface_t *picture;  /* the newest finished one */
  cairo_surface_t *before;   /* the one before: GTK lets go of it with the next frame */
  gboolean stale;            /* picture is to be drawn anew when it is next shown */
  gboolean asked;            /* the painter has the view */
  gboolean again;            /* something changed while the painter had it */
  gboolean more;
  PlotScale x, y;            /* of picture */
  guint n_drawn;
  gint64 summarized;         /* when it was last said what is drawn; 0: not of this view */
  guint summary_source;      /* that says it later */
  double pinch;
  double pointer_x, pointer_y;
  double drag_x, drag_y, last_dx, last_dy;
  WbDrag drag;
  gboolean was_pinned;       /* before the last click */
  PlotHit pin_before;
};

/* Installs controllers for pointer, wheel, pinch and keys. */
void wb_plot_area_add_input (WbPlotArea *self);
/* Returns the time axis of the view, or NULL. */
PlotTimeAxis *wb_plot_area_axis (WbPlotArea *self);
/* Returns the session's current run, or NULL. */
WbRunItem *wb_plot_area_run (WbPlotArea *self);

G_END_DECLS
