/* The plots of a comparison, from a comparison: orbit, error of the invariant,
 * distance from the reference solution. Main thread. */
#pragma once

#include "plot-views.h"
#include "wb-comparison.h"

G_BEGIN_DECLS

typedef struct WbComparePlots WbComparePlots;

typedef enum { WB_COMPARE_ORBIT, WB_COMPARE_INVARIANT, WB_COMPARE_POSITION, WB_N_COMPARE_VIEWS } WbComparePanel;

/* Makes the plots of the shown entries; the comparison's result must outlive
 * them. Returns NULL without a result. */
WbComparePlots *wb_compare_plots_new (WbComparison *comparison);
/* Frees the plots; views that were taken must be gone. */
void wb_compare_plots_free (WbComparePlots *plots);
/* Returns a view, now owned by the caller; NULL where the comparison has
 * nothing to show there. */
PlotView *wb_compare_plots_take (WbComparePlots *plots, WbComparePanel which);
/* Returns the axis of the two error plots: revolutions where the reference
 * solution makes steady ones, else time. */
PlotTimeAxis *wb_compare_plots_axis (WbComparePlots *plots);
/* Returns the time of one unit of that axis: the period, or 1. */
double wb_compare_plots_turn (WbComparePlots *plots);
/* Moves the playhead of the error plots to a time; the orbit follows by
 * wb_compare_plots_move_orbit. */
void wb_compare_plots_set_time (WbComparePlots *plots, double t);
/* Moves the orbit to the time of the playhead. Must run as a change of its
 * view. */
void wb_compare_plots_move_orbit (PlotView *view, gpointer plots);

/* Computes the decades that hold the errors of all entries; returns FALSE where
 * there are none. */
gboolean wb_compare_decades (WbComparison *comparison, gboolean position, int *low, int *high);

G_END_DECLS
