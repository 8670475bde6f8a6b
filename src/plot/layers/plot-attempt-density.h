/* The density of attempts that are too close for separate marks. For each cell of a few pixels it
 * has the number of attempts and the fraction of them that was rejected. plot-layer-attempts.c uses
 * it. */
#pragma once

#include "plot-frame.h"

G_BEGIN_DECLS

/* An attempt in a bin with few attempts. It is drawn as a mark. */
typedef struct { gsize index; gboolean rejected; } PlotLoneAttempt;

/* Largest number of attempts in a bin that are drawn as marks. */
#define PLOT_MOST_LONE 2

/* The attempts of a bin, which is a square of cells: their number, and n_lone of them. If two attempts of a kind are in one cell, the bin has the
 * second of them: their marks cover each other. */
typedef struct { guint n, n_lone; PlotLoneAttempt lone[PLOT_MOST_LONE]; } PlotAttemptBin;

/* A cell: the numbers of accepted and of rejected attempts, and the last of each as index − base. */
typedef struct { guint32 n[2], last[2]; } PlotAttemptCell;

/* The density over an area. A struct of zeros is empty. */
typedef struct
{
  double cell;          /* width and height of a cell, in the units of the area */
  int columns, rows;    /* numbers of cells */
  PlotAttemptCell *cells; /* one column after the other, because attempts of about the same time are counted together */
  gsize base;
  int bin_columns, bin_rows;
  PlotAttemptBin *bins;
  guint32 most;         /* largest number of attempts in a cell */
  cairo_surface_t *picture; /* picture with one pixel for each cell; NULL: not made since attempts were added */
} PlotAttemptDensity;

/* Removes all attempts, and sets the size of the area and of its cells, and the least index of the attempts that will be added. */
void plot_attempt_density_reset (PlotAttemptDensity *density, double width, double height, double cell, gsize base);
/* Frees the memory of a density. */
void plot_attempt_density_clear (PlotAttemptDensity *density);
/* Adds attempt `index` at a position in the area. Positions outside are ignored. */
void plot_attempt_density_add (PlotAttemptDensity *density, double x, double y, gboolean rejected, gsize index);
/* Adds the attempts of the block that begins with attempt `first`, all at x. The position of a value v is slope v + offset, that of an underflow is
 * `underflow`. */
void plot_attempt_density_add_block (PlotAttemptDensity *density, const float *values, gsize first, double x, double slope, double offset, double underflow);
/* Counts the bins. Call it after attempts were added, before the next two functions. */
void plot_attempt_density_finish (PlotAttemptDensity *density);
/* Returns the bin with this index if its attempts are drawn as marks; otherwise NULL. */
const PlotAttemptBin *plot_attempt_density_marks (const PlotAttemptDensity *density, int bin);
/* Draws the cells over the data area of the frame. The opacity grows with the
 * logarithm of the number of attempts; the colour goes from that of accepted to that
 * of rejected attempts by their fraction. Cells of bins that are drawn as marks are
 * left empty. */
void plot_attempt_density_paint (PlotAttemptDensity *density, PlotFrame *frame);

G_END_DECLS
