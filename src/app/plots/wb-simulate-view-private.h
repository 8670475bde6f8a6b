/* The struct of the Simulate view and the functions that only the files wb-simulate-*.c
 * share. */
#pragma once

#include "lab-step-probe.h"
#include "wb-simulate-view.h"

G_BEGIN_DECLS

struct _WbSimulateView
{
  GtkWidget parent_instance;
  WbSession *session;

  GtkWidget *box, *title, *stack, *columns, *cards[2];
  GtkWidget *differences; /* panel beside a plot of the difference of two runs; NULL: there is no such plot */
  WbPlotSet *plots; /* the plots of the session */
  GPtrArray *areas; /* one WbPlotArea for each plot, owned by the cards */
  PlotTimeAxis *axis; /* time axis with which the plots were built; NULL before they are built */
  guint axis_handle;
  double axis_seen[5]; /* view, hover time and cursors of the time axis at the last drawing of the plots */
  WbRunItem *shown; /* run that the plots show; weak pointer, because a new run may get the same address */
  gboolean has_run; /* whether there was a run when the plots were built */
  WbStability *stability;
  const LabStepProbe *probe; /* measurement that the plots of step sizes show, only compared with that of the run; NULL: none */
  gboolean frozen[2]; /* whether the x and y axes of a plot keep their ranges while its start is dragged */
  gint64 advanced_at; /* time when all plots were last drawn during a run, µs */
  guint n_stretches; /* number of parts with constant method and accuracy in the shown run, at the last refresh */
};

/* Makes a new view for the plot with this index. */
void wb_simulate_view_renew (WbSimulateView *self, int index);
/* Makes new views for all plots of differences between runs. */
void wb_simulate_view_renew_differences (WbSimulateView *self);
/* Updates the plot with this index after a change of one aspect. */
void wb_simulate_view_change (WbSimulateView *self, int index, WbPlotAspect aspect);
/* Reads the ranges of the axes of a plot. If the plot was not drawn, leaves *x and *y
 * unchanged. */
void wb_simulate_view_measure (WbSimulateView *self, int index, PlotRange *x, PlotRange *y);
/* Makes each motion use the horizontal axis of the phase portrait above it, if both show the same
 * coordinate. */
void wb_simulate_view_share_axes (WbSimulateView *self);
/* Makes the panel of the plot with this index and appends its plot area to
 * `areas`. */
GtkWidget *wb_simulate_view_panel (WbSimulateView *self, int index);

G_END_DECLS
