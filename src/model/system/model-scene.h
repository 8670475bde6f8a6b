/* The scene of an instance: a drawing list with computed numbers. */
#pragma once

#include "model-scene-item.h"

G_BEGIN_DECLS

typedef struct ModelSystem ModelSystem; /* declared in model-system.h */

/* Returns the number of items of the scene. */
int model_system_n_scene_items (const ModelSystem *system);
/* Evaluates the scene at (t, x, d). Returns its items in file order; they
 * belong to the system and are valid until the next call. */
const ModelSceneItem *model_system_scene (ModelSystem *system, double t, const double *x, const double *d);
/* Returns the items of the last call of model_system_scene without a new
 * evaluation; NULL if there was none. */
const ModelSceneItem *model_system_scene_last (const ModelSystem *system);
/* Writes the fixed view [x0, x1, y0, y1]. Returns FALSE if the view adapts to
 * the motion. */
gboolean model_system_scene_view (const ModelSystem *system, double view[4]);
/* Returns the column on the horizontal axis of the scene's view (key `share`),
 * which a phase portrait above can share, or −1. */
int model_system_scene_share (const ModelSystem *system);
/* Returns whether x and y of the scene have different scales (key `stretch` of
 * its view). */
gboolean model_system_scene_stretch (const ModelSystem *system);

G_END_DECLS
