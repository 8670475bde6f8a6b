/* The plots of a comparison: the orbit, the error of the invariant, and the distance from the reference solution. Main
 * thread. */
#pragma once

#include "plot-views.h"
#include "wb-comparison.h"

G_BEGIN_DECLS

typedef struct WbComparePlots WbComparePlots;

typedef enum { WB_COMPARE_ORBIT, WB_COMPARE_INVARIANT, WB_COMPARE_POSITION, WB_N_COMPARE_VIEWS } WbComparePanel;

/* Makes the plots of the visible entries. The result of the comparison must outlive them. Returns NULL if there is no
 * result. */
WbComparePlots *wb_compare_plots_new (WbComparison *comparison);
/* Frees the plots. Free the views taken from them before. */
void wb_compare_plots_free (WbComparePlots *plots);
/* Returns one of the views and passes its ownership to the caller. Returns NULL if the comparison has no data for
 * it. */
PlotView *wb_compare_plots_take (WbComparePlots *plots, WbComparePanel which);
/* Returns the time axis of the two error plots. Its unit is one revolution if the reference solution is periodic, otherwise the unit of
 * time of the model. */
PlotTimeAxis *wb_compare_plots_axis (WbComparePlots *plots);
/* Returns the length of one unit of that axis: the period of the reference solution, or 1. */
double wb_compare_plots_turn (WbComparePlots *plots);
/* Moves the playhead of the error plots to time t. wb_compare_plots_move_orbit moves the
 * orbit. */
void wb_compare_plots_set_time (WbComparePlots *plots, double t);
/* Moves the orbit to the time of the playhead. plots: a WbComparePlots. Call this only from a function passed to wb_plot_area_change. */
void wb_compare_plots_move_orbit (PlotView *view, gpointer plots);

/* Moves the orbit to the time of the playhead. Call this only while no other thread draws its view, before
 * wb_compare_plots_take. */
void wb_compare_plots_place_orbit (WbComparePlots *plots);

/* The visible plots and their ranges in the Compare view, for export. */
typedef struct
{
  guint64 plots;                                            /* one bit for each visible plot */
  PlotRange x[WB_N_COMPARE_VIEWS], y[WB_N_COMPARE_VIEWS];
  double low, high;                                         /* range of the axis of the error plots; not valid if high ≤ low */
} WbCompareShown;
/* Stores the plots and ranges that the view of a comparison shows. */
void wb_compare_plots_set_shown (WbComparison *comparison, const WbCompareShown *shown);
/* Returns the plots and ranges that were stored last, or NULL; borrowed. */
const WbCompareShown *wb_compare_plots_shown (WbComparison *comparison);

/* Computes the decades that contain the errors of all entries. Returns FALSE if
 * there are no errors. */
gboolean wb_compare_decades (WbComparison *comparison, gboolean position, int *low, int *high);

G_END_DECLS
