/* Formulas: text of the expression language displayed as mathematics, with raised powers, fraction bars, roots and Greek letters. For
 * example, v' = mu*(1 - x^2)*v - x becomes v̇ = μ(1 − x²)v − x. */
#pragma once

#include "plot-canvas.h"

G_BEGIN_DECLS

typedef struct PlotFormula PlotFormula;

/* Lays out "left = right" (only left if right is NULL). size is the type size in px. Text that is not an expression is displayed as plain
 * text. */
PlotFormula *plot_formula_new (const char *left, const char *right, double size);
/* Frees a formula; NULL is allowed. */
void plot_formula_free (PlotFormula *formula);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlotFormula, plot_formula_free)
/* Returns the width and the extents above and below the baseline, in px. Any pointer may be NULL. */
void plot_formula_get_size (const PlotFormula *formula, double *width, double *ascent, double *descent);
/* Draws the formula. Its baseline starts at (x, y). */
void plot_formula_draw (const PlotFormula *formula, PlotCanvas *canvas, double x, double y, PlotColor color);
/* Draws the formula on a cairo context. Its baseline starts at (x, y). */
void plot_formula_draw_cairo (const PlotFormula *formula, cairo_t *cr, double x, double y, PlotColor color);
/* Formats a number for a formula, as text of the model language: all digits if there are at most six, otherwise four digits. */
void plot_formula_number (double value, char *text, gsize size);
/* Returns "left = right" as text for screen readers ("v dot = mu*(1 - x^2)*v - x"); right may be NULL. Free it with g_free. */
char *plot_formula_plain (const char *left, const char *right);

G_END_DECLS
