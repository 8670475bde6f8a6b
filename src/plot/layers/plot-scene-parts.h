/* Parts of the scene layer: shaded regions, histories, lines at heights that the scene names, and marks of events. The functions keep no state; pixels and colours are as in plot-frame.h. */
#pragma once

#include "model-scene.h"
#include "plot-layer.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

/* Draws a shaded rectangle, clipped to the data area. If label is TRUE, draws only its text, at the top, if it
 * fits. */
void plot_scene_draw_region (PlotFrame *frame, const ModelSceneItem *item, gboolean label, PlotColor color, PlotColor text_color);
/* Draws the past positions of a point as a curve. points are n_points pairs (x, age), with ages from 0 to item->span in units of time. */
void plot_scene_draw_history (PlotFrame *frame, const ModelSceneItem *item, const double *points, int n_points, PlotColor color);
/* Draws the axis of a history in the left margin. It shows the time before now. */
void plot_scene_draw_history_axis (PlotFrame *frame, const ModelSceneItem *item);
/* Draws a thin line across the view at the height of item->at, with its text at the right end. */
void plot_scene_draw_level (PlotFrame *frame, const ModelSceneItem *item);
/* Draws the mark of occurrence number `nth` of an event, below item->at. *free_x is
 * the right end of the previous number; it is updated, so that numbers do not
 * overlap. */
void plot_scene_draw_mark (PlotFrame *frame, const ModelSceneItem *item, gsize nth, double *free_x);
/* Draws rays around a body at the moment of an event. */
void plot_scene_draw_flash (PlotFrame *frame, const ModelSceneItem *item);
/* Returns the times of the last occurrences of an event up to time t, at most `most`, in
 * ascending order. Sets *n_before to the number of earlier occurrences. Free the array with
 * g_array_unref. */
GArray *plot_scene_event_times (SimTrajectory *trajectory, int event, double t, guint most, gsize *n_before);

G_END_DECLS
