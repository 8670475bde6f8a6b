/* Draws a small picture of the stability region of a method. The function may be called from any thread. */
#pragma once

#include <cairo.h>

#include "ode-method.h"
#include "plot-theme.h"

G_BEGIN_DECLS

/* Draws the region |R(z)| ≤ 1 with axes into width × height px at (0, 0). n_z points z (pairs of real and imaginary part; may be NULL) are
 * drawn as discs inside the region, and as crossed rings outside. A point beyond the picture is drawn at its edge. If the region cannot be
 * computed from the coefficients of the method, the left half-plane is drawn for an A-stable method; otherwise only the axes are drawn and
 * FALSE is returned. */
gboolean plot_stability_glyph (cairo_t *cr, double width, double height, const OdeMethod *method, const double *z, int n_z,
                               const PlotTheme *theme);

G_END_DECLS
