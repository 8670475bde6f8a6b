/* The strip of what limited each step, one object in two files: drawing
 * (plot-layer-limits.c) and columns (plot-layer-limits-columns.c). */
#pragma once

#include "plot-layers.h"
#include "sim-limit.h"

/* Number of components kept for each column: those with the most time. */
#define PLOT_LIMITS_MOST_WORST 3

typedef struct
{
  double time[SIM_N_LIMITS];
  int worst[PLOT_LIMITS_MOST_WORST]; /* components that decided steps limited by accuracy */
  double worst_time[PLOT_LIMITS_MOST_WORST];
  int order_low, order_high;   /* lowest and highest order in the column; 0: no step */
  guint n_steps;
} PlotLimitColumn;

/* The columns for one state of the axis. They are computed in several drawings
 * if there are many attempts. */
typedef struct
{
  double left, width, low, high; /* state of the axis for which the columns are valid; width 0: none */
  int log, n;
  PlotLimitColumn *columns;
  double *edges;                 /* n + 1 times */
  gsize next;                    /* next attempt to read */
  guint n_stable, n_parts;       /* lengths of the data of the layer when the computation of the columns began */
  guint part;                    /* index of the part whose method `finder` has */
  SimLimitFinder *finder;
} PlotLimitColumns;

/* A part of the run with one method. */
typedef struct { double t; const OdeMethod *method; } PlotMethodPart;

typedef struct
{
  PlotLayer layer;
  SimTape *tape;
  GArray *parts;                 /* PlotMethodPart */
  double *stable_t, *stable_h;
  gsize n_stable;
  char **names;
  int n_names;
  PlotLimitColumns shown, next;  /* `next` replaces `shown` when it is complete */
} PlotLimits;

/* Frees the columns and resets them to none. */
void plot_limits_clear_columns (PlotLimitColumns *columns);
/* Updates limits->shown for the axis of the frame. Sets frame->more if attempts
 * remain to be read in the next drawing. */
void plot_limits_refresh (PlotLimits *limits, PlotFrame *frame);
