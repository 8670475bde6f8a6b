/* A small picture of a probability distribution: the curve of its density, or bars for a choice between values. The picture of an
 * expression is empty. */
#pragma once

#include <gtk/gtk.h>

#include "model-distribution.h"

G_BEGIN_DECLS

#define WB_TYPE_DENSITY (wb_density_get_type ())
G_DECLARE_FINAL_TYPE (WbDensity, wb_density, WB, DENSITY, GtkWidget)

/* A distribution and its arguments, if the arguments are numbers. */
typedef struct
{
  ModelDraw draw;  /* kind; MODEL_DRAW_NONE for an expression or for arguments that are not numbers */
  int n;
  double a[16];    /* the arguments; a choice between more values has the kind MODEL_DRAW_NONE */
} WbDistribution;

/* Reads a distribution from the text of a varied quantity, such as "normal(1, 0.2)". */
WbDistribution wb_distribution_parse (const char *text);
/* Returns the density at x, or 0 for MODEL_DRAW_CHOICE and MODEL_DRAW_NONE. */
double wb_distribution_density (const WbDistribution *distribution, double x);
/* Finds the range to draw: from the 0.3 % quantile to the 99.7 % quantile, or slightly more than the range of a bounded distribution.
 * Returns FALSE for MODEL_DRAW_NONE and for invalid arguments. */
gboolean wb_distribution_range (const WbDistribution *distribution, double *low, double *high);
/* Returns the p-quantile of a continuous distribution, 0 < p < 1. Returns NaN for other distributions. */
double wb_distribution_quantile (const WbDistribution *distribution, double p);

/* Returns the probability of the value a[k] of a choice; a value that is listed twice has twice the probability. Returns 0 for other
 * distributions. */
double wb_distribution_probability (const WbDistribution *distribution, int k);
/* Draws a choice as bars between these edges in px, in the colour of the cairo context. The highest bar reaches the top. */
void wb_distribution_draw_bars (const WbDistribution *distribution, cairo_t *cr, double left, double right, double top, double bottom);

/* Makes an empty picture with this width and height in px. */
GtkWidget *wb_density_new (int width, int height);
/* Shows the distribution that a text describes. */
void wb_density_set_text (WbDensity *self, const char *text);

G_END_DECLS
