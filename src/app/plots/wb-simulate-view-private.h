/* The struct of the Simulate view and the functions that its files
 * wb-simulate-*.c share. */
#pragma once

#include "wb-simulate-view.h"

G_BEGIN_DECLS

struct _WbSimulateView
{
  GtkWidget parent_instance;
  WbSession *session;

  GtkWidget *box, *title, *stack, *columns, *cards[2];
  WbPlotSet *plots; /* the plots of the session */
  GPtrArray *areas; /* WbPlotArea, one for each plot, owned by the cards */
  PlotTimeAxis *axis; /* time axis of the plots when they were built; NULL: they are not built yet */
  guint axis_handle;
  double axis_seen[5]; /* view, hover time and cursors at the last drawing of the plots */
  WbRunItem *shown; /* run whose plots are shown; weak pointer, because a new run may get the same address */
  gboolean has_run; /* there was a run when the plots were made */
  WbStability *stability;
  gboolean frozen[2]; /* axes x and y of a plot whose start is dragged do not follow the data */
  gint64 advanced_at; /* time when all plots were last drawn during a run, µs */
  guint n_stretches; /* parts of the shown run with one method and accuracy, at the last refresh */
};

/* Makes the view of one plot again. */
void wb_simulate_view_renew (WbSimulateView *self, int index);
/* Makes the views of all differences of runs again. */
void wb_simulate_view_renew_differences (WbSimulateView *self);
/* Updates one plot after a change of this aspect. */
void wb_simulate_view_change (WbSimulateView *self, int index, WbPlotAspect aspect);
/* Reads the ranges of a plot's axes. If the plot is not drawn, *x and *y do not
 * change. */
void wb_simulate_view_measure (WbSimulateView *self, int index, PlotRange *x, PlotRange *y);
/* Makes each motion use the horizontal axis of the phase portrait above it,
 * where possible. */
void wb_simulate_view_share_axes (WbSimulateView *self);
/* Returns the panel of the plot with this index, and appends the plot's area to
 * `areas`. */
GtkWidget *wb_simulate_view_panel (WbSimulateView *self, int index);

G_END_DECLS
