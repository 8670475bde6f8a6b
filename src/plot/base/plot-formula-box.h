/* Boxes that formulas are made of: placed marks with a width and an extent above and below the base line. */
#pragma once

#include "plot-canvas.h"

G_BEGIN_DECLS

typedef enum { PLOT_BOX_TEXT, PLOT_BOX_RULE, PLOT_BOX_DOT, PLOT_BOX_LEFT_PAREN, PLOT_BOX_RIGHT_PAREN, PLOT_BOX_ROOT } PlotBoxMarkType;
typedef struct
{
  PlotBoxMarkType type;
  PangoLayout *layout;
  double x, y, w, h;   /* text: base line at (x, y); others: upper left corner and size; dot: centre, w radius */
} PlotBoxMark;

typedef struct
{
  GArray *marks;
  double width, ascent, descent;
} PlotBox;

/* Takes on marks and ends with g_array_unref (box.marks), or by being taken into another. */
PlotBox plot_box_new (void);
/* Text of the formula's font, measured by its ink. */
PlotBox plot_box_text (const char *rich, double size);
PlotBox plot_box_space (double width);
/* Moves part into box at (x, y), or to its right end, and ends part. */
void plot_box_take (PlotBox *box, PlotBox part, double x, double y);
void plot_box_append (PlotBox *box, PlotBox part);
void plot_box_mark (PlotBox *box, PlotBoxMarkType type, double x, double y, double w, double h);
void plot_box_draw (const PlotBox *box, PlotCanvas *canvas, double x, double y, PlotColor color);

G_END_DECLS
