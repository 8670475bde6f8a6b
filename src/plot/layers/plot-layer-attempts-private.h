/* The layer of attempts, shared by plot-layer-attempts.c (data, hits and texts) and plot-layer-attempts-draw.c
 * (drawing). */
#pragma once

#include "plot-attempt-density.h"
#include "plot-attempt-marks.h"
#include "plot-attempt-values.h"
#include "plot-layers.h"

/* Largest number of attempts among which a mark, or a step that ends at an event, is searched. */
#define PLOT_ATTEMPTS_MOST_SEARCHED 20000

typedef struct
{
  PlotLayer layer;
  SimTape *tape;
  PlotAttemptQuantity quantity;
  cairo_surface_t *masks[2];   /* masks of discs and crosses; diamonds are rare, and cairo draws them */
  PlotAttemptDensity density;  /* drawn instead of marks if there are too many attempts */
  PlotAttemptValues values;    /* from which the density is counted */
  guint8 *occupied;            /* one bit for each device pixel and type of mark; a mark is drawn only once at a pixel */
  gsize first, done;
  gsize truncations;           /* of the tape at the last drawing */
  gboolean cuts;               /* TRUE if a diamond was drawn */
  char **names;                /* names of the states; NULL: unknown */
  char *key;
} PlotAttempts;

/* Returns the plotted value of an attempt: its step size or its error. */
double plot_attempts_value (PlotAttempts *attempts, const OdeAttempt *attempt);
/* Returns the y pixel of a mark. A step that ends at an event may be only a few ulp long and
 * does not extend the range of the axis. If it is below the range, its mark is at the lower
 * edge. */
double plot_attempts_mark_y (PlotAttempts *attempts, const PlotFrame *frame, PlotAttemptMark mark, const OdeAttempt *attempt);
/* Draws the marks of the visible attempts. */
void plot_attempts_draw (PlotLayer *layer, PlotFrame *frame);
