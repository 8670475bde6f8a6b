/* Parts of the scene layer: shaded regions and histories. The functions keep no state; pixels and colours are as in plot-frame.h. */
#pragma once

#include "model-scene.h"
#include "plot-layer.h"

G_BEGIN_DECLS

/* Draws a shaded rectangle, clipped to the data area. If label is TRUE, draws only its text, at the top, if it
 * fits. */
void plot_scene_draw_region (PlotFrame *frame, const ModelSceneItem *item, gboolean label, PlotColor color, PlotColor text_color);
/* Draws the past positions of a point as a curve. points are n_points pairs (x, age), with ages from 0 to item->span in units of time. */
void plot_scene_draw_history (PlotFrame *frame, const ModelSceneItem *item, const double *points, int n_points, PlotColor color);
/* Draws the axis of a history in the left margin. It shows the time before now. */
void plot_scene_draw_history_axis (PlotFrame *frame, const ModelSceneItem *item);

G_END_DECLS
