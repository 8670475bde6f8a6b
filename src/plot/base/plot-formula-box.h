/* Boxes from which the layout of a formula is built. A box has marks (texts, bars, dots) at positions, a width, and an extent above and
 * below the baseline. */
#pragma once

#include "plot-canvas.h"

G_BEGIN_DECLS

typedef enum { PLOT_BOX_TEXT, PLOT_BOX_RULE, PLOT_BOX_DOT, PLOT_BOX_LEFT_PAREN, PLOT_BOX_RIGHT_PAREN, PLOT_BOX_ROOT } PlotBoxMarkType;
typedef struct
{
  PlotBoxMarkType type;
  PangoLayout *layout;
  /* for text the baseline starts at (x, y); a dot has its centre at (x, y) and the radius w; for others: upper left corner and size */
  double x, y, w, h;
} PlotBoxMark;

typedef struct
{
  GArray *marks;
  double width, ascent, descent;
} PlotBox;

/* Returns an empty box. Free its marks with g_array_unref, or pass the box to plot_box_take, which frees them. */
PlotBox plot_box_new (void);
/* Returns a box that contains a text in the formula font. Its ascent and descent are those of the glyph ink, not of the font. */
PlotBox plot_box_text (const char *rich, double size);
/* Returns an empty box with this width. */
PlotBox plot_box_space (double width);
/* Moves the marks of `part` into `box` at (x, y), enlarges `box` to hold them, and frees `part`. */
void plot_box_take (PlotBox *box, PlotBox part, double x, double y);
/* Moves `part` to the right end of `box` and frees `part`. */
void plot_box_append (PlotBox *box, PlotBox part);
/* Adds a mark that is not text. The extents of the box do not change. */
void plot_box_mark (PlotBox *box, PlotBoxMarkType type, double x, double y, double w, double h);
/* Draws the box. Its baseline starts at (x, y). */
void plot_box_draw (const PlotBox *box, PlotCanvas *canvas, double x, double y, PlotColor color);

G_END_DECLS
