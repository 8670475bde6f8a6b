/* A small picture of a distribution: its density, or bars for a choice between values. For an expression it is empty. */
#pragma once

#include <gtk/gtk.h>

#include "model-distribution.h"

G_BEGIN_DECLS

#define WB_TYPE_DENSITY (wb_density_get_type ())
G_DECLARE_FINAL_TYPE (WbDensity, wb_density, WB, DENSITY, GtkWidget)

/* A distribution and its arguments, if these are numbers. */
typedef struct
{
  ModelDraw draw;  /* MODEL_DRAW_NONE: an expression, or arguments that are not numbers */
  int n;
  double a[16];    /* first 16 arguments of the distribution */
} WbDistribution;

/* Reads the text of a varied quantity. */
WbDistribution wb_distribution_parse (const char *text);
/* Returns the density at x, or 0 for MODEL_DRAW_CHOICE and MODEL_DRAW_NONE. */
double wb_distribution_density (const WbDistribution *distribution, double x);
/* Finds the range to draw: between the quantiles 0.3 and 99.7 %, or slightly more than a bounded range. Returns FALSE for MODEL_DRAW_NONE
 * and invalid arguments. */
gboolean wb_distribution_range (const WbDistribution *distribution, double *low, double *high);
/* Returns the quantile of a fraction p, 0 < p < 1, of a continuous distribution, or NaN for other distributions. */
double wb_distribution_quantile (const WbDistribution *distribution, double p);

/* Makes a picture of this size in px. */
GtkWidget *wb_density_new (int width, int height);
/* Shows the distribution that a text describes. */
void wb_density_set_text (WbDensity *self, const char *text);

G_END_DECLS
