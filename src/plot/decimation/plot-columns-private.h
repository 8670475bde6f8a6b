/* The struct of columns and the functions that its files plot-columns*.c share: one object in several files. */
#pragma once

#include "plot-columns.h"

G_BEGIN_DECLS

struct PlotColumns
{
  SimTrajectory *trajectory;
  int column;
  PlotTransform transform;

  PlotScale scale;      /* scale at the last update */
  int n;                /* number of slices; −1: compute all again */
  double *low[2], *high[2]; /* lowest and highest value of each slice, for both sets */
  int n_complete;       /* number of slices that further rows do not change */
  gsize row;            /* first row after the complete slices */
  int set;              /* set of the current segment at that row */
  gsize jump;           /* index of the first jump at or after that row */

  GArray *jumps;        /* indices of rows x⁻ */
  gsize n_events;       /* number of events of the trajectory that were examined for jumps */
  gsize n_rows;         /* number of rows at the last update */
  double last[2];       /* t and value of the last row at that update. If they differ from the stored ones, the trajectory was truncated and
                         * continued */
};

/* Returns the first row at or after t, searching from row `from` on; n_rows if there is none. */
gsize plot_columns_next_row (SimTrajectory *trajectory, gsize from, gsize n_rows, double t);
/* Returns the first bucket, after that of row `from`, whose first row is at or after t; the number of buckets if there is none. */
gsize plot_columns_next_bucket (SimTrajectory *trajectory, gsize from, gsize n_rows, double t);
/* Appends the jumps of events that the trajectory has published since the last call. */
void plot_columns_collect_jumps (PlotColumns *columns);

G_END_DECLS
