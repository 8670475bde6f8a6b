/* Parts of the scene layer: levels across the view, and marks of events. Stateless; pixels and colours as in plot-frame.h. */
#pragma once

#include "model-scene.h"
#include "plot-layer.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

/* Draws a thin line across the view at the height of item->at, with its text at the right end. */
void plot_scene_draw_level (PlotFrame *frame, const ModelSceneItem *item);
/* Draws the mark of the `nth` occurrence of an event below item->at. *free_x: right end of the previous number, updated: numbers do not
 * overlap. */
void plot_scene_draw_mark (PlotFrame *frame, const ModelSceneItem *item, gsize nth, double *free_x);
/* Draws rays around a body at the moment of an event. */
void plot_scene_draw_flash (PlotFrame *frame, const ModelSceneItem *item);
/* Returns the times of an event up to t, at most the last `most` of them in ascending order, and in *n_before the number of earlier
 * ones. Free it with g_array_unref. */
GArray *plot_scene_event_times (SimTrajectory *trajectory, int event, double t, guint most, gsize *n_before);

G_END_DECLS
