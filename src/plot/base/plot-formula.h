/* Formulas: text of the expression language laid out as mathematics: v' = mu*(1 - x^2)*v - x becomes v̇ = μ(1 − x²)v − x with a
 * drawn dot, raised powers, fractions as bars, roots and Greek letters. */
#pragma once

#include "plot-canvas.h"

G_BEGIN_DECLS

typedef struct PlotFormula PlotFormula;

/* Lays out left = right (right NULL: left alone) at text height `size`. Text that is not an expression is set as it is. */
PlotFormula *plot_formula_new (const char *left, const char *right, double size);
void plot_formula_free (PlotFormula *formula);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlotFormula, plot_formula_free)
void plot_formula_get_size (const PlotFormula *formula, double *width, double *ascent, double *descent);
/* Base line at (x, y). */
void plot_formula_draw (const PlotFormula *formula, PlotCanvas *canvas, double x, double y, PlotColor color);
/* Same on cairo. */
void plot_formula_draw_cairo (const PlotFormula *formula, cairo_t *cr, double x, double y, PlotColor color);
/* In words for readers ("v dot = mu (1 - x^2) v - x"). Free with g_free. */
char *plot_formula_plain (const char *left, const char *right);

G_END_DECLS
