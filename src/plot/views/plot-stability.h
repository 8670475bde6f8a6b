/* The stability function of a Runge–Kutta method, and a small picture of its stability region. Any thread. */
#pragma once

#include <cairo.h>

#include "ode-method.h"
#include "plot-theme.h"

G_BEGIN_DECLS

/* Returns |R(z)| at z = re + i·im, where R(z) = 1 + z bᵀ(I − zA)⁻¹ 1 is the stability function of the tableau; +inf at its poles. */
double plot_stability_modulus (const OdeTableau *tableau, double re, double im);
/* Returns the distance from the origin, along the ray at `angle` (rad), at which |R| first exceeds 1; +inf if it does not within 1000. */
double plot_stability_radius (const OdeTableau *tableau, double angle);
/* Draws the region |R(z)| ≤ 1 with axes into width × height at (0, 0). A method without a tableau is drawn with the left half-plane if
 * it is A-stable; else FALSE is returned and only the axes are drawn. */
gboolean plot_stability_glyph (cairo_t *cr, double width, double height, const OdeMethod *method, const PlotTheme *theme);

G_END_DECLS
