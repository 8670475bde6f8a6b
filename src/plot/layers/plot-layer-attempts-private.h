/* The layer of attempts, one object in two files: data, hits and texts
 * (plot-layer-attempts.c) and drawing (plot-layer-attempts-draw.c). */
#pragma once

#include "plot-attempt-density.h"
#include "plot-attempt-marks.h"
#include "plot-layers.h"

/* The largest number of attempts that are searched for a mark or a diamond. */
#define PLOT_ATTEMPTS_MOST_SEARCHED 20000

typedef struct
{
  PlotLayer layer;
  SimTape *tape;
  PlotAttemptQuantity quantity;
  cairo_surface_t *masks[2];   /* masks of discs and crosses; diamonds are rare and are drawn by cairo */
  PlotAttemptDensity density;  /* used instead of a mark for each attempt while there are too many */
  guint8 *occupied;            /* one bit for each device pixel and mark: a mark at the same pixel is not drawn twice */
  gsize first, done;
  gboolean cuts;               /* a diamond was drawn */
  char **names;                /* names of the states, or NULL */
  char *key;
} PlotAttempts;

/* Returns the step size or the error of an attempt. */
double plot_attempts_value (PlotAttempts *attempts, const OdeAttempt *attempt);
/* Returns the pixel of the mark. A step that ends at an event may be a few ulp
 * long, so it does not extend the range of the axis. If it is below the range,
 * its mark is at the lower edge. */
double plot_attempts_mark_y (PlotAttempts *attempts, const PlotFrame *frame, PlotAttemptMark mark, const OdeAttempt *attempt);
/* Draws the marks of the visible attempts. */
void plot_attempts_draw (PlotLayer *layer, PlotFrame *frame);
