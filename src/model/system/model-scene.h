/* The scene of an instance: an animated drawing of the model, given as a list of items with computed numbers. */
#pragma once

#include "model-scene-item.h"

G_BEGIN_DECLS

typedef struct ModelSystem ModelSystem; /* declared in model-system.h */

/* Returns the number of items of the scene. */
int model_system_n_scene_items (const ModelSystem *system);
/* Evaluates the scene at time t, states x and discrete states d. Returns its items in file order; they are owned by the system and valid
 * until the next call. */
const ModelSceneItem *model_system_scene (ModelSystem *system, double t, const double *x, const double *d);
/* Returns the items of the last call of model_system_scene without evaluating them again. Returns NULL if there was no
 * call. */
const ModelSceneItem *model_system_scene_last (const ModelSystem *system);
/* Writes the fixed limits x0, x1, y0, y1 of the scene. Returns FALSE if the limits adapt to the
 * motion. */
gboolean model_system_scene_view (const ModelSystem *system, double view[4]);
/* Returns the index of the column that the horizontal axis of the scene shows (key `share` of its view), or −1. A phase portrait above the
 * scene can share this axis. */
int model_system_scene_share (const ModelSystem *system);
/* Returns whether the x and y axes of the scene may have different scales (key `stretch` of its
 * view). */
gboolean model_system_scene_stretch (const ModelSystem *system);

G_END_DECLS
