/* The Simulate view's fields, for the files it is made of. */
#pragma once

#include "wb-simulate-view.h"

G_BEGIN_DECLS

struct _WbSimulateView
{
  GtkWidget parent_instance;
  WbSession *session;

  GtkWidget *box, *title, *stack, *columns, *cards[2];
  GPtrArray *specs; /* PlotSpec */
  GPtrArray *areas; /* WbPlotArea, one for each spec, owned by the cards */
  PlotTimeAxis *axis;
  guint axis_handle;
  double axis_seen[5]; /* view, hover and cursors for which the plots were last drawn */
  Model *model;     /* that the plots were made for; NULL: none yet */
  WbRunItem *shown; /* borrowed, compared only */
  int focused;
  gboolean custom;  /* the user arranged the plots */
  WbStability *stability;
};

/* The cards anew from the specs. */
void wb_simulate_view_build (WbSimulateView *self);
/* One plot anew from its spec. */
void wb_simulate_view_renew (WbSimulateView *self, int index);
/* Those that are differences of runs. */
void wb_simulate_view_renew_differences (WbSimulateView *self);
/* A motion takes over the axis of the phase portrait above it. */
void wb_simulate_view_share_axes (WbSimulateView *self);
/* The panel of the plot with this index, whose area is the last one from now on. */
GtkWidget *wb_simulate_view_panel (WbSimulateView *self, int index);

G_END_DECLS
