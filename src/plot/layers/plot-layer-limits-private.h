/* The strip that shows which condition limited each step, shared by plot-layer-limits.c (drawing) and plot-layer-limits-columns.c
 * (computation of its pixel columns). */
#pragma once

#include "plot-layers.h"
#include "sim-limit.h"

/* Number of state components whose times are kept for each pixel column. */
#define PLOT_LIMITS_MOST_WORST 3

typedef struct
{
  double time[SIM_N_LIMITS];
  int worst[PLOT_LIMITS_MOST_WORST]; /* indices of the state components that decided steps limited by accuracy */
  double worst_time[PLOT_LIMITS_MOST_WORST];
  int order_low, order_high;   /* lowest and highest order of the method in the column; 0: no step */
  guint n_steps;
} PlotLimitColumn;

/* The pixel columns for one range of the axis. If there are many attempts, several drawings compute
 * them. */
typedef struct
{
  double left, width, low, high; /* data area and range of the axis for which the columns are valid; width 0: none */
  int log, n;
  PlotLimitColumn *columns;
  double *edges;                 /* n + 1 times of the edges of the columns */
  gsize next;                    /* index of the next attempt to read */
  guint serial;                  /* that of the response of the layer when the computation began */
  guint n_parts;                 /* number of parts of the layer then */
  guint part;                    /* index of the part whose method `finder` uses */
  SimLimitFinder *finder;
} PlotLimitColumns;

/* A part of the run, from time t on, that uses one method. */
typedef struct { double t; const OdeMethod *method; } PlotMethodPart;

typedef struct
{
  PlotLayer layer;
  SimTape *tape;
  GArray *parts;                 /* PlotMethodPart, in ascending order of t */
  SimResponse response;          /* owns its arrays; n is 0 without a measurement */
  guint serial;                  /* number of responses that were set */
  char **names;
  int n_names;
  PlotLimitColumns shown, next;  /* columns that are drawn, and columns in progress, which replace them when complete */
} PlotLimits;

/* Frees the columns and makes them empty. */
void plot_limits_clear_columns (PlotLimitColumns *columns);
/* Updates limits->shown for the axis of the frame. Sets frame->more if attempts remain to be read in the next
 * drawing. */
void plot_limits_refresh (PlotLimits *limits, PlotFrame *frame);
