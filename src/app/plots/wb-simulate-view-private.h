/* The Simulate view's fields, for the files it is made of. */
#pragma once

#include "wb-simulate-view.h"

G_BEGIN_DECLS

struct _WbSimulateView
{
  GtkWidget parent_instance;
  WbSession *session;

  GtkWidget *box, *title, *stack, *columns, *cards[2];
  WbPlotSet *plots; /* the session's */
  GPtrArray *areas; /* WbPlotArea, one for each plot, owned by the cards */
  PlotTimeAxis *axis; /* of the plots as they were built; NULL: none yet */
  guint axis_handle;
  double axis_seen[5]; /* view, hover and cursors for which the plots were last drawn */
  WbRunItem *shown; /* borrowed, compared only */
  WbStability *stability;
};

/* Makes the view of one plot anew. */
void wb_simulate_view_renew (WbSimulateView *self, int index);
/* Makes the views of all differences of runs anew. */
void wb_simulate_view_renew_differences (WbSimulateView *self);
/* Shows what changed in one plot. */
void wb_simulate_view_change (WbSimulateView *self, int index, WbPlotAspect aspect);
/* Reads the ranges that a plot's axes show; they stay as they are where it is
 * not drawn. */
void wb_simulate_view_measure (WbSimulateView *self, int index, PlotRange *x, PlotRange *y);
/* Lets a motion share the axis of the phase portrait above it. */
void wb_simulate_view_share_axes (WbSimulateView *self);
/* Returns the panel of the plot with this index; its area becomes the last one
 * in `areas`. */
GtkWidget *wb_simulate_view_panel (WbSimulateView *self, int index);

G_END_DECLS
