/* Makes views of studies of many runs: quantile bands over time, histograms, maps over a plane, basins and regions of attraction. Each
 * function copies the arrays that it receives, and returns a view that the caller owns. Values are in the units given in their labels. */
#pragma once

#include "plot-view.h"

G_BEGIN_DECLS

/* Number of quantiles that studies report. */
#define PLOT_N_QUANTILES 5
extern const double plot_quantiles[PLOT_N_QUANTILES]; /* the quantiles in this order: 0.05, 0.25, 0.5, 0.75, 0.95 */

/* A quantity of many runs over time. Each row of an array has n_times values; NaN: no value at this time. */
typedef struct
{
  const char *title, *remark;         /* title and remark as rich text; remark may be NULL */
  const char *x_label, *y_label;      /* labels of the axes, rich text */
  const char *name;                   /* name of the quantity in readouts, rich text */
  const char *unit;                   /* unit of the quantity; NULL: none */
  int n_times;
  const double *t;
  const double *quantiles;            /* PLOT_N_QUANTILES rows; NULL before the first result */
  int n_curves;
  const double *curves;               /* n_curves rows, one for each single run that is drawn */
  const int *members;                 /* number of the run of each curve, for PlotHit.run */
  const gboolean *failed;             /* for each curve, TRUE if its run failed; may be NULL */
  const char *failed_label;           /* text for failed runs in the key, such as "fell over"; NULL: none */
} PlotFan;

/* Returns a view with bands from 5 to 95 % and from 25 to 75 %, the median, and single runs. For a hit on the curve of a run, PlotHit.run
 * is the number of the run. */
PlotView *plot_study_fan_new (const PlotFan *fan);

/* The distribution of a number over many runs. */
typedef struct
{
  const char *title, *remark;
  const char *x_label, *y_label;
  const char *unit;                   /* unit of the number; NULL: none */
  int n_bars;
  const double *edges;                /* n_bars + 1 edges of the bars, ascending */
  const double *counts;               /* n_bars numbers of runs, one for each bar */
  const double *quantiles;            /* PLOT_N_QUANTILES values; NULL: none */
} PlotHistogram;

/* Returns a view of a histogram with vertical lines at the quantiles. */
PlotView *plot_study_histogram_new (const PlotHistogram *histogram);

/* Values of cells without an attractor: the run escapes, it has reached no attractor at its end, or it was not computed
 * yet. */
enum { PLOT_BASIN_ESCAPES = -1, PLOT_BASIN_UNDECIDED = -2, PLOT_BASIN_UNKNOWN = -3 };

/* Basins of attraction on a grid. Cell (i, j) belongs to the run that starts at the centre of column i and row j, and has the index j·nx +
 * i. Row 0 is at y_low. */
typedef struct
{
  const char *title, *remark;
  const char *x_label, *y_label;
  double x_low, x_high, y_low, y_high;  /* outer edges of the grid */
  int nx, ny;
  const gint8 *attractor;             /* index of the attractor of each cell, or one of PLOT_BASIN_… */
  const float *capture;               /* time at which the run of each cell is captured by its attractor, or escapes */
  int n_attractors;
  const double *x, *y;                /* position of each attractor in the plane; NaN: none */
  const double *path_x, *path_y;      /* points of a run that is drawn over the map */
  int n_path;                         /* number of points of that run; 0: none */
} PlotBasin;

/* Returns a map in which each cell has the colour of its attractor, lighter for early and darker for late
 * capture. */
PlotView *plot_study_basin_new (const PlotBasin *basin);
/* Returns the colour of attractor `index`. lateness is 0 for the earliest capture and 1 for the
 * latest. */
PlotColor plot_study_basin_color (const PlotTheme *theme, int index, double lateness);

typedef enum
{
  PLOT_MAP_SEQUENTIAL,   /* the colours go from the smallest to the largest value */
  PLOT_MAP_DIVERGING,    /* zero has the colour of the background; for numbers whose sign matters, such as Lyapunov exponents */
} PlotMapColors;

/* A number on a grid of two parameters, with cells as in PlotBasin. NaN: no value, or not computed
 * yet. */
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

/* Returns a map with its colour scale on the right. For a hit on a cell, PlotHit.index is the index of the
 * cell. */
PlotView *plot_study_map_new (const PlotMap *map);

/* A run in the plane of a region of attraction. */
typedef struct { const double *x, *y; int n; gboolean escapes; } PlotRegionRun;

/* A certified set {V ≤ ρ} in the plane of two states. Its polylines may have several parts, separated by NaN. */
typedef struct
{
  const char *title, *remark;
  const char *x_label, *y_label;
  const double *set_x, *set_y;        /* boundary of the set, a closed curve */
  int n_set;
  gboolean certified;                 /* TRUE: the set is certified; FALSE: it is a candidate, and its boundary is dashed */
  const double *smaller_x, *smaller_y; /* boundary of a smaller certified set inside; n_smaller is 0 if there is none */
  int n_smaller;
  double share;                       /* fraction of the true region of attraction that the set covers; NaN: unknown */
  const double *true_x, *true_y;      /* boundary of the true region of attraction; n_true is 0 if it is unknown */
  int n_true;
  const PlotRegionRun *runs;
  int n_runs;
  double x_low, x_high, y_low, y_high;  /* range of the axes; NaN: derived from the data */
} PlotRegion;

/* Returns a view of a region of attraction. A direction field can be added with
 * plot_layer_field_in_plane. */
PlotView *plot_study_region_new (const PlotRegion *region);

/* A row of the view made by plot_study_ledger_new: one stacked bar. */
typedef struct
{
  const char *name;          /* label above the bar, plain text */
  const double *parts;       /* lengths of the n_parts parts; parts of length 0 are not drawn */
  const char *failure;       /* reason that is shown instead of the bar; NULL: none */
} PlotLedgerRow;

/* Returns a view with a stacked bar for each row, the sum at the end of each bar, and a key of the parts that occur. */
PlotView *plot_study_ledger_new (const char *title, const char *remark, const PlotLedgerRow *rows, int n_rows, const char *const *part_names,
                                 const int *part_series, int n_parts);

G_END_DECLS
