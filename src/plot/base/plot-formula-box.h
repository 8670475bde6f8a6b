/* Boxes of a formula: placed marks with a width, and an extent above and below the baseline. */
#pragma once

#include "plot-canvas.h"

G_BEGIN_DECLS

typedef enum { PLOT_BOX_TEXT, PLOT_BOX_RULE, PLOT_BOX_DOT, PLOT_BOX_LEFT_PAREN, PLOT_BOX_RIGHT_PAREN, PLOT_BOX_ROOT } PlotBoxMarkType;
typedef struct
{
  PlotBoxMarkType type;
  PangoLayout *layout;
  double x, y, w, h;   /* text: baseline at (x, y); dot: centre (x, y), radius w; others: upper left corner and size */
} PlotBoxMark;

typedef struct
{
  GArray *marks;
  double width, ascent, descent;
} PlotBox;

/* Returns an empty box. Free its marks with g_array_unref, or pass the box to plot_box_take, which frees them. */
PlotBox plot_box_new (void);
/* Returns a box of text in the formula font. Its ascent and descent are those of the ink, not of the font. */
PlotBox plot_box_text (const char *rich, double size);
/* Returns an empty box of this width. */
PlotBox plot_box_space (double width);
/* Moves the marks of `part` into `box` at (x, y), enlarges `box` to hold them, and frees `part`. */
void plot_box_take (PlotBox *box, PlotBox part, double x, double y);
/* Moves `part` to the right end of `box` and frees `part`. */
void plot_box_append (PlotBox *box, PlotBox part);
/* Adds a mark that is not text; the extents of the box do not change. */
void plot_box_mark (PlotBox *box, PlotBoxMarkType type, double x, double y, double w, double h);
/* Draws the box with its baseline starting at (x, y). */
void plot_box_draw (const PlotBox *box, PlotCanvas *canvas, double x, double y, PlotColor color);

G_END_DECLS
