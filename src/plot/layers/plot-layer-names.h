/* A layer that writes names beside points and curves of a plane. A name covers no other name and no mark, and does not leave the data area;
 * a name without a free place is omitted. Names are placed in the order in which they are added. */
#pragma once

#include "plot-layer.h"
#include "plot-placement.h"

G_BEGIN_DECLS

/* Returns a layer without names. Add it to a view after the layers with other labels. */
PlotLayer *plot_layer_names_new (void);
/* Sets the opacity of all names, 0 to 1. */
void plot_layer_names_set_opacity (PlotLayer *layer, double opacity);
/* Adds the name (rich text) of the point (x, y), whose mark has the half extent radius, px at the usual text size. series: as in
 * PlotStyle. */
void plot_layer_names_add_point (PlotLayer *layer, const char *rich, double x, double y, double radius, int series);
/* Adds the name (rich text) of a curve. Points of the curve are given by plot_layer_names_extend. */
void plot_layer_names_add_curve (PlotLayer *layer, const char *rich, int series);
/* Adds the name "ẋ = 0" of a nullcline. state is the name of the state as the model writes it. */
void plot_layer_names_add_nullcline (PlotLayer *layer, const char *state, int series);
/* Adds one branch of the curve that was named last: points[2n] are the coordinates x, y of n points. */
void plot_layer_names_extend (PlotLayer *layer, const double *points, int n);
/* Adds a curve without a name; names keep away from it where they can. points[2n] as above. */
void plot_layer_names_avoid (PlotLayer *layer, const double *points, int n);
/* Adds a mark without a name. */
void plot_layer_names_avoid_mark (PlotLayer *layer, double x, double y, double radius);
/* Returns the number of names. */
int plot_layer_names_count (PlotLayer *layer);
/* Returns a name, index from 0, and sets *box to its place in the last drawing, px. Sets *drawn to FALSE if the name was omitted. Owned by
 * the layer. */
const char *plot_layer_names_get (PlotLayer *layer, int index, PlotRectangle *box, gboolean *drawn);

G_END_DECLS
