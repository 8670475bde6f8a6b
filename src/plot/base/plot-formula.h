/* Formulas: text of the expression language set as mathematics. v' = mu*(1 - x^2)*v - x becomes v̇ = μ(1 − x²)v − x, with raised powers,
 * fractions with a bar, roots and Greek letters. */
#pragma once

#include "plot-canvas.h"

G_BEGIN_DECLS

typedef struct PlotFormula PlotFormula;

/* Lays out "left = right" (right NULL: left alone) at text height `size`. Text that is not an expression is set as plain text. */
PlotFormula *plot_formula_new (const char *left, const char *right, double size);
/* Frees a formula; NULL is allowed. */
void plot_formula_free (PlotFormula *formula);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlotFormula, plot_formula_free)
/* Returns the width, and the extent above and below the baseline. Any pointer may be NULL. */
void plot_formula_get_size (const PlotFormula *formula, double *width, double *ascent, double *descent);
/* Draws the formula with its baseline starting at (x, y). */
void plot_formula_draw (const PlotFormula *formula, PlotCanvas *canvas, double x, double y, PlotColor color);
/* Draws the formula like plot_formula_draw on a cairo context. */
void plot_formula_draw_cairo (const PlotFormula *formula, cairo_t *cr, double x, double y, PlotColor color);
/* Returns "left = right" as text for screen readers ("v dot = mu*(1 - x^2)*v - x"); right may be NULL. Free it with g_free. */
char *plot_formula_plain (const char *left, const char *right);

G_END_DECLS
