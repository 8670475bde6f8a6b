/* The density of attempts that are too close for separate marks. For each cell of a few pixels it
 * has the number of attempts and the fraction of them that was rejected. plot-layer-attempts.c uses
 * it. */
#pragma once

#include "plot-frame.h"

G_BEGIN_DECLS

/* An attempt in a bin with few attempts. It is drawn as a mark. */
typedef struct { float x, y; gboolean rejected; } PlotLoneAttempt;

/* Largest number of attempts in a bin that are drawn as marks. */
#define PLOT_MOST_LONE 2

/* The attempts of a bin, which is a square of cells. */
typedef struct { guint n; PlotLoneAttempt lone[PLOT_MOST_LONE]; } PlotAttemptBin;

/* The density over an area. A struct of zeros is empty. */
typedef struct
{
  double cell;          /* width and height of a cell, in the units of the area */
  int columns, rows;    /* numbers of cells */
  guint32 *counts[2];   /* numbers of accepted and of rejected attempts in each cell */
  int bin_columns, bin_rows;
  PlotAttemptBin *bins;
  guint32 most;         /* largest number of attempts in a cell */
  cairo_surface_t *picture; /* picture with one pixel for each cell; NULL: not made since attempts were added */
} PlotAttemptDensity;

/* Removes all attempts, and sets the size of the area and of its cells. */
void plot_attempt_density_reset (PlotAttemptDensity *density, double width, double height, double cell);
/* Frees the memory of a density. */
void plot_attempt_density_clear (PlotAttemptDensity *density);
/* Adds an attempt at a position in the area. Positions outside are ignored. */
void plot_attempt_density_add (PlotAttemptDensity *density, double x, double y, gboolean rejected);
/* Returns the bin with this index if its attempts are drawn as marks; otherwise NULL. */
const PlotAttemptBin *plot_attempt_density_marks (const PlotAttemptDensity *density, int bin);
/* Draws the cells over the data area of the frame. The opacity grows with the
 * logarithm of the number of attempts; the colour goes from that of accepted to that
 * of rejected attempts by their fraction. Cells of bins that are drawn as marks are
 * left empty. */
void plot_attempt_density_paint (PlotAttemptDensity *density, PlotFrame *frame);

G_END_DECLS
