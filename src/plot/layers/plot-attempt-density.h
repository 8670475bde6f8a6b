/* The density of attempts that are too close for separate marks: how many fall
 * in each cell of a few pixels, and which fraction of them was rejected. Used by
 * plot-layer-attempts.c. */
#pragma once

#include "plot-frame.h"

G_BEGIN_DECLS

/* An attempt of a bin with few attempts, which is drawn as a mark. */
typedef struct { float x, y; gboolean rejected; } PlotLoneAttempt;

/* At most this many attempts of a bin are drawn as marks. */
#define PLOT_MOST_LONE 2

/* The attempts of a bin, a square of cells. */
typedef struct { guint n; PlotLoneAttempt lone[PLOT_MOST_LONE]; } PlotAttemptBin;

/* A struct of zeros is empty. */
typedef struct
{
  double cell;          /* width and height of a cell */
  int columns, rows;    /* cells */
  guint32 *counts[2];   /* accepted and rejected attempts of each cell */
  int bin_columns, bin_rows;
  PlotAttemptBin *bins;
  guint32 most;         /* the largest number of attempts in a cell */
  cairo_surface_t *picture; /* one pixel for each cell; NULL: attempts were added since it was made */
} PlotAttemptDensity;

/* Empties the density and sets the size of its area and of its cells. */
void plot_attempt_density_reset (PlotAttemptDensity *density, double width, double height, double cell);
/* Frees the memory. */
void plot_attempt_density_clear (PlotAttemptDensity *density);
/* Adds an attempt at a position in the area; positions outside are ignored. */
void plot_attempt_density_add (PlotAttemptDensity *density, double x, double y, gboolean rejected);
/* Returns the bin with this index if its attempts are drawn as marks, else NULL. */
const PlotAttemptBin *plot_attempt_density_marks (const PlotAttemptDensity *density, int bin);
/* Draws the cells over the data area of the frame: the more attempts, the more
 * opaque (on a logarithmic scale), from the colour of accepted to that of
 * rejected attempts by their fraction. Cells of bins that are drawn as marks are
 * left empty. */
void plot_attempt_density_paint (PlotAttemptDensity *density, PlotFrame *frame);

G_END_DECLS
