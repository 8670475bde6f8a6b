/* The plots of a comparison, from a comparison: orbit, error of the invariant, distance from the reference solution. Main thread. */
#pragma once

#include "plot-views.h"
#include "wb-comparison.h"

G_BEGIN_DECLS

typedef struct WbComparePlots WbComparePlots;

typedef enum { WB_COMPARE_ORBIT, WB_COMPARE_INVARIANT, WB_COMPARE_POSITION, WB_N_COMPARE_VIEWS } WbComparePanel;

/* Of the entries that are shown, as the comparison stands. The comparison's result must outlive it. NULL: there is no result. */
WbComparePlots *wb_compare_plots_new (WbComparison *comparison);
void wb_compare_plots_free (WbComparePlots *plots);
/* Takes a view out; NULL: the comparison has nothing to show there. Taken views live no longer than the plots. */
PlotView *wb_compare_plots_take (WbComparePlots *plots, WbComparePanel which);
/* The axis of the two errors: in turns where the reference solution makes steady ones, else in time. */
PlotTimeAxis *wb_compare_plots_axis (WbComparePlots *plots);
/* Time of one unit of the axis: the period, or 1. */
double wb_compare_plots_turn (WbComparePlots *plots);
/* Moves the axis of the errors to a time (not turns); the orbit follows with wb_compare_plots_move_orbit, handed in as a change of its view. */
void wb_compare_plots_set_time (WbComparePlots *plots, double t);
void wb_compare_plots_move_orbit (PlotView *view, gpointer plots);

/* Smallest and largest decade that hold the errors of entries shown or not; FALSE: there are none. */
gboolean wb_compare_decades (WbComparison *comparison, gboolean position, int *low, int *high);

G_END_DECLS
