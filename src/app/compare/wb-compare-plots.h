/* The plots of a comparison: orbit, error of the invariant, and distance from
 * the reference solution. Main thread. */
#pragma once

#include "plot-views.h"
#include "wb-comparison.h"

G_BEGIN_DECLS

typedef struct WbComparePlots WbComparePlots;

typedef enum { WB_COMPARE_ORBIT, WB_COMPARE_INVARIANT, WB_COMPARE_POSITION, WB_N_COMPARE_VIEWS } WbComparePanel;

/* Makes the plots of the visible entries; the comparison's result must outlive
 * them. Returns NULL if there is no result. */
WbComparePlots *wb_compare_plots_new (WbComparison *comparison);
/* Frees the plots. Views taken from them must be freed before. */
void wb_compare_plots_free (WbComparePlots *plots);
/* Returns a view, which the caller then owns. Returns NULL if the comparison
 * has nothing to show in it. */
PlotView *wb_compare_plots_take (WbComparePlots *plots, WbComparePanel which);
/* Returns the time axis of the two error plots. Its unit is one revolution if the reference solution has a constant period, else the unit
 * of time. */
PlotTimeAxis *wb_compare_plots_axis (WbComparePlots *plots);
/* Returns the length of one unit of that axis: the period, or 1. */
double wb_compare_plots_turn (WbComparePlots *plots);
/* Moves the playhead of the error plots to a time. wb_compare_plots_move_orbit
 * does the same for the orbit. */
void wb_compare_plots_set_time (WbComparePlots *plots, double t);
/* Moves the orbit to the time of the playhead. Call it only from a function passed to wb_plot_area_change. */
void wb_compare_plots_move_orbit (PlotView *view, gpointer plots);

/* Moves the orbit of a view that was not taken yet to the time of the
 * playhead. */
void wb_compare_plots_place_orbit (WbComparePlots *plots);

/* The plots and ranges that the Compare view shows, for its export. */
typedef struct
{
  guint64 plots;                                            /* one bit for each visible plot */
  PlotRange x[WB_N_COMPARE_VIEWS], y[WB_N_COMPARE_VIEWS];
  double low, high;                                         /* range of the axis of the error plots; not known if high ≤ low */
} WbCompareShown;
/* Stores the plots and ranges that the view of a comparison shows. */
void wb_compare_plots_set_shown (WbComparison *comparison, const WbCompareShown *shown);
/* Returns the plots and ranges that were stored last, or NULL; borrowed. */
const WbCompareShown *wb_compare_plots_shown (WbComparison *comparison);

/* Computes the decades that contain the errors of all entries. Returns FALSE if
 * there are no errors. */
gboolean wb_compare_decades (WbComparison *comparison, gboolean position, int *low, int *high);

G_END_DECLS
