/* The struct of columns and the functions that its files plot-columns*.c share: one object in several files. */
#pragma once

#include "plot-columns.h"

G_BEGIN_DECLS

struct PlotColumns
{
  SimTrajectory *trajectory;
  int column;
  PlotTransform transform;

  PlotScale scale;
  int n;
  double *low[2], *high[2];
  int n_complete;       /* slices that will not change */
  gsize row;            /* first row at or after the left edge of slice n_complete */
  int set;              /* set that is open there */
  gsize jump;           /* index of the next jump there */

  GArray *jumps;        /* of gsize: x⁻ rows */
  gsize n_events;       /* seen */
  gsize n_rows;         /* seen, with the last one's content to notice a trajectory that was cut back */
  double last[2];
};

/* First row at or after t, from `from` on. */
gsize plot_columns_next_row (SimTrajectory *trajectory, gsize from, gsize n_rows, double t);
/* First bucket of the trajectory, after the one of row `from`, that begins at or after t; the number of buckets where none does. */
gsize plot_columns_next_bucket (SimTrajectory *trajectory, gsize from, gsize n_rows, double t);
/* Takes over jumps that the trajectory has by now. */
void plot_columns_collect_jumps (PlotColumns *columns);

G_END_DECLS
