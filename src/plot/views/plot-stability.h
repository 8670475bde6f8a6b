/* A small picture of the stability region of a method. Any thread. */
#pragma once

#include <cairo.h>

#include "ode-method.h"
#include "plot-theme.h"

G_BEGIN_DECLS

/* Draws the region |R(z)| ≤ 1 with axes into width × height at (0, 0). A method whose region is not known from its coefficients is
 * drawn with the left half-plane if it is A-stable; else FALSE is returned and only the axes are drawn. */
gboolean plot_stability_glyph (cairo_t *cr, double width, double height, const OdeMethod *method, const PlotTheme *theme);

G_END_DECLS
