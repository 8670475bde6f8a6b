/* The struct of PlotColumns, and the functions that plot-columns*.c share. */
#pragma once

#include "plot-columns.h"

G_BEGIN_DECLS

struct PlotColumns
{
  SimTrajectory *trajectory;
  int column;
  PlotTransform transform;

  PlotScale scale;      /* time scale at the last update */
  int n;                /* number of slices of equal width; −1: all must be computed again */
  double *low[2], *high[2]; /* lowest and highest value of each slice, separately for the two sets of segments (plot-columns.h) */
  int n_complete;       /* number of slices that later rows do not change */
  gsize row;            /* index of the first row after the complete slices */
  int set;              /* set to which the segment at that row belongs */
  gsize jump;           /* index in `jumps` of the first jump at or after that row */

  GArray *jumps;        /* indices of the rows x⁻ before each jump */
  gsize n_events;       /* number of events of the trajectory that were searched for jumps */
  gsize n_rows;         /* number of rows at the last update */
  /* Time and value of the last row at that update. If the trajectory now has other numbers there, it was truncated and continued. */
  double last[2];
};

/* Returns the first row at or after time t, searching from row `from` on; n_rows if there is none. */
gsize plot_columns_next_row (SimTrajectory *trajectory, gsize from, gsize n_rows, double t);
/* Returns the first bucket, after the one of row `from`, whose first row is at or after time t. Returns the number of buckets if there is
 * none. */
gsize plot_columns_next_bucket (SimTrajectory *trajectory, gsize from, gsize n_rows, double t);
/* Appends the jumps of all events that the trajectory has published since the last call. */
void plot_columns_collect_jumps (PlotColumns *columns);

G_END_DECLS
