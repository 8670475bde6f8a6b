/* Views of studies of many runs: quantile bands over time, histograms, maps over a plane, basins and regions of attraction. Each function
 * copies the arrays that it is given and returns a view that the caller owns. Numbers are in the units of their labels. */
#pragma once

#include "plot-view.h"

G_BEGIN_DECLS

/* Quantiles that studies report, in this order. */
#define PLOT_N_QUANTILES 5
extern const double plot_quantiles[PLOT_N_QUANTILES]; /* 0.05, 0.25, 0.5, 0.75, 0.95 */

/* A quantity of many runs over time. Rows of the arrays have n_times values; NaN: no value at this time. */
typedef struct
{
  const char *title, *remark;         /* rich text; remark may be NULL */
  const char *x_label, *y_label;      /* labels of the axes, rich text */
  const char *name;                   /* name of the quantity in readouts, rich text */
  const char *unit;                   /* unit of the quantity, or NULL */
  int n_times;
  const double *t;
  const double *quantiles;            /* PLOT_N_QUANTILES rows, or NULL before the first result */
  int n_curves;
  const double *curves;               /* n_curves rows, each a single run */
  const int *members;                 /* number of the run of each curve, for PlotHit.run */
  const gboolean *failed;             /* TRUE for each curve whose run failed, or NULL */
  const char *failed_label;           /* label of the failed runs in the key, such as "fell over", or NULL */
} PlotFan;

/* Returns a view with bands from 5 to 95 % and from 25 to 75 %, the median, and
 * the curves. The hit of a curve has the number of its run in PlotHit.run. */
PlotView *plot_study_fan_new (const PlotFan *fan);

/* The distribution of one number over many runs. */
typedef struct
{
  const char *title, *remark;
  const char *x_label, *y_label;
  const char *unit;                   /* unit of the number, or NULL */
  int n_bars;
  const double *edges;                /* n_bars + 1 values, ascending */
  const double *counts;               /* n_bars numbers of runs */
  const double *quantiles;            /* PLOT_N_QUANTILES values, or NULL */
} PlotHistogram;

/* Returns a view of the bars with vertical lines at the quantiles. */
PlotView *plot_study_histogram_new (const PlotHistogram *histogram);

/* Values for a cell whose run belongs to no attractor: it escapes, it is
 * undecided at the end, or it is not computed yet. */
enum { PLOT_BASIN_ESCAPES = -1, PLOT_BASIN_UNDECIDED = -2, PLOT_BASIN_UNKNOWN = -3 };

/* Basins of attraction on a grid: cell (i, j) is the run from the centre of column i and row j, and has the index j·nx + i. Row 0 is at
 * y_low. */
typedef struct
{
  const char *title, *remark;
  const char *x_label, *y_label;
  double x_low, x_high, y_low, y_high;  /* outer edges of the grid */
  int nx, ny;
  const gint8 *attractor;             /* number of the attractor of each cell, or one of PLOT_BASIN_… */
  const float *capture;               /* time at which each run is captured or escapes */
  int n_attractors;
  const double *x, *y;                /* position of each attractor in the plane; NaN without a position */
  const double *path_x, *path_y;      /* one run, drawn over the picture */
  int n_path;                         /* 0 without a path */
} PlotBasin;

/* Returns a map in which each cell has the colour of its attractor, light for
 * an early and dark for a late capture. */
PlotView *plot_study_basin_new (const PlotBasin *basin);
/* Returns the colour of attractor `index`; lateness is 0 for the earliest
 * capture and 1 for the latest. */
PlotColor plot_study_basin_color (const PlotTheme *theme, int index, double lateness);

typedef enum
{
  PLOT_MAP_SEQUENTIAL,   /* colours from the smallest to the largest value */
  PLOT_MAP_DIVERGING,    /* zero has the colour of the background; for signed numbers such as Lyapunov exponents */
} PlotMapColors;

/* A number on a grid of two parameters; cells as in PlotBasin. NaN means no
 * value, or not computed yet. */
typedef struct
{
  const char *title, *remark;
  const char *x_label, *y_label;
  const char *name, *unit;            /* name and unit of the number, for the colour scale */
  double x_low, x_high, y_low, y_high;
  int nx, ny;
  const double *value;
  PlotMapColors colors;
} PlotMap;

/* Returns a map with its colour scale at the right. The hit of a cell has its
 * index in PlotHit.index. */
PlotView *plot_study_map_new (const PlotMap *map);

/* One run in the plane of a region of attraction. */
typedef struct { const double *x, *y; int n; gboolean escapes; } PlotRegionRun;

/* A certified set {V ≤ ρ} in the plane. Polylines may have several parts with NaN between them. */
typedef struct
{
  const char *title, *remark;
  const char *x_label, *y_label;
  const double *set_x, *set_y;        /* boundary of the certified set, closed */
  int n_set;
  gboolean certified;                 /* FALSE for a candidate, whose boundary is dashed */
  const double *smaller_x, *smaller_y; /* boundary of a certified set inside of it; n_smaller is 0 without one */
  int n_smaller;
  double share;                       /* fraction of the true region that the set covers; NaN if it is not known */
  const double *true_x, *true_y;      /* boundary of the true region; n_true is 0 if it is not known */
  int n_true;
  const PlotRegionRun *runs;
  int n_runs;
  double x_low, x_high, y_low, y_high;  /* range of the axes; NaN to derive it from the data */
} PlotRegion;

/* Returns a view of the region. A direction field can be added with
 * plot_layer_field_new. */
PlotView *plot_study_region_new (const PlotRegion *region);

G_END_DECLS
