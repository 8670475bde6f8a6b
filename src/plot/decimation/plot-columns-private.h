/* The struct of columns and the functions that its files plot-columns*.c share: one object in several files. */
#pragma once

#include "plot-columns.h"

G_BEGIN_DECLS

struct PlotColumns
{
  SimTrajectory *trajectory;
  int column;
  PlotTransform transform;

  PlotScale scale;      /* of the last update */
  int n;                /* slices; −1: to be computed again */
  double *low[2], *high[2]; /* n values for each set */
  int n_complete;       /* slices that new rows do not change */
  gsize row;            /* first row of slice n_complete */
  int set;              /* set of the current segment at that row */
  gsize jump;           /* index of the first jump at or after that row */

  GArray *jumps;        /* of gsize: x⁻ rows */
  gsize n_events;       /* events of the trajectory that were examined for jumps */
  gsize n_rows;         /* rows at the last update */
  double last[2];       /* t and value of the last of them: a trajectory that was truncated and continued differs there */
};

/* Returns the first row at or after t, searching from row `from` on; n_rows if there is none. */
gsize plot_columns_next_row (SimTrajectory *trajectory, gsize from, gsize n_rows, double t);
/* Returns the first bucket, after that of row `from`, whose first row is at or after t; the number of buckets if there is none. */
gsize plot_columns_next_bucket (SimTrajectory *trajectory, gsize from, gsize n_rows, double t);
/* Appends the jumps of events that the trajectory has published since the last call. */
void plot_columns_collect_jumps (PlotColumns *columns);

G_END_DECLS
