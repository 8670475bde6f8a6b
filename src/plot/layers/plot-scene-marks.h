/* Parts of the scene layer: heights across the view, and marks of events. Pixels and colours as in plot-layer.h; nothing is kept. */
#pragma once

#include "model-scene.h"
#include "plot-layer.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

/* A thin line across at the height of `at`, its text at the right end. */
void plot_scene_draw_level (PlotFrame *frame, const ModelSceneItem *item);
/* The `nth` mark of its event under the place `at`; *free_x: where the number before ends, so that numbers do not touch. */
void plot_scene_draw_mark (PlotFrame *frame, const ModelSceneItem *item, gsize nth, double *free_x);
/* Rays over a body. */
void plot_scene_draw_flash (PlotFrame *frame, const ModelSceneItem *item);
/* Times of an event up to t, the last `most` of them in order; *n_before counts those left out. Free with g_array_unref. */
GArray *plot_scene_event_times (SimTrajectory *trajectory, int event, double t, guint most, gsize *n_before);

G_END_DECLS
