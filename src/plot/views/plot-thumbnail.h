/* Small pictures: a model's trajectory for the list, a method's stability region, icons. Drawn into width × height at (0, 0). */
#pragma once

#include <cairo.h>

#include "ode-method.h"
#include "plot-run.h"
#include "plot-theme.h"

G_BEGIN_DECLS

/* A trajectory's first time plot (y_column −1) or orbit of x_column against y_column, with card and rim, 44 × 32 in the list. */
void plot_thumbnail (cairo_t *cr, double width, double height, SimTrajectory *trajectory, int x_column, int y_column,
                     const PlotTheme *theme);
/* The same from up to a few hundred points. */
void plot_thumbnail_points (cairo_t *cr, double width, double height, const double *x, const double *y, gsize n, gboolean equal,
                            const PlotTheme *theme);

/* Stability function R(z) = 1 + z bᵀ(I − zA)⁻¹ 1 of a tableau; |R| for convenience. */
double plot_stability_modulus (const OdeTableau *tableau, double re, double im);
/* Where |R| leaves 1 along the ray at angle (rad) from the origin: the largest r reached without leaving; +inf where it never does. */
double plot_stability_radius (const OdeTableau *tableau, double angle);
/* The region |R(z)| ≤ 1 with axes. A-stable methods without a tableau show the left half-plane; others without one draw axes only
 * and give FALSE. */
gboolean plot_stability_glyph (cairo_t *cr, double width, double height, const OdeMethod *method, const PlotTheme *theme);

G_END_DECLS
