/* Parts of the scene layer: regions and histories. Pixels and colours as in plot-layer.h; nothing is kept. */
#pragma once

#include "model-scene.h"
#include "plot-layer.h"

G_BEGIN_DECLS

/* A tinted rectangle, clipped to the data area; label: only its text, at the top where it has room. */
void plot_scene_draw_region (PlotFrame *frame, const ModelSceneItem *item, gboolean label, PlotColor color, PlotColor text_color);
/* points: pairs (x, age), age from 0 up to the item's span. */
void plot_scene_draw_history (PlotFrame *frame, const ModelSceneItem *item, const double *points, int n_points, PlotColor color);
/* Time before now, in the left margin. */
void plot_scene_draw_history_axis (PlotFrame *frame, const ModelSceneItem *item);

G_END_DECLS
