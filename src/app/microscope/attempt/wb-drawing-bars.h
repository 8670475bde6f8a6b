/* Parts of the drawings on the cards of the Microscope: formulas, and bars over a logarithmic scale with ticks and a mark. Any thread. */
#pragma once

#include "plot-layers.h"
#include "plot-view.h"

G_BEGIN_DECLS

/* Converts a length in px at the default text size to the text size of the theme. */
#define WB_BARS_PX(theme, px) ((px) / 12.0 * (theme)->size_tick)

/* Draws a formula and the text after it. Shrinks both if they are too wide. Draws the remark beside them if there is space. right, after and
 * remark may be NULL. Returns the height in px. */
double wb_bars_formula (PlotCanvas *canvas, const PlotTheme *theme, const char *left, const char *right, const char *after, const char *remark, double x,
                        double y, double room);
/* Returns the position of a value on a logarithmic scale from low to high, drawn from `left` with `width`. Values outside the scale get the
 * position of its nearer end. */
double wb_bars_place (double value, double low, double high, double left, double width);
/* Draws the numbers of n ticks of a scale at height y. */
void wb_bars_ticks (PlotCanvas *canvas, const PlotTheme *theme, const double *ticks, gsize n, double low, double high, double left, double width, double y);
/* Draws a labelled mark at x above a bar. y: upper edge of the bar; bar: height of the bar. The label lies between left and right. */
void wb_bars_mark (PlotCanvas *canvas, const PlotTheme *theme, double x, double y, double bar, const char *label, PlotColor color, double align, double left,
                   double right);
/* Returns a new view without axes that shows a drawing. The caller owns it. */
PlotView *wb_bars_view (const char *title, const char *remark, const PlotDrawing *drawing);

G_END_DECLS
