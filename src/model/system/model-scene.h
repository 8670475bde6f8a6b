/* The scene of an instance: a drawing list with numbers. */
#pragma once

#include "model-scene-item.h"

G_BEGIN_DECLS

typedef struct ModelSystem ModelSystem; /* model-system.h */

/* Returns the number of items of the scene. */
int model_system_n_scene_items (const ModelSystem *system);
/* Evaluates the scene at (t, x, d): items in file order, owned by the system,
 * valid until the next call. */
const ModelSceneItem *model_system_scene (ModelSystem *system, double t, const double *x, const double *d);
/* Returns the result of the last call of model_system_scene without evaluating;
 * NULL before it. */
const ModelSceneItem *model_system_scene_last (const ModelSystem *system);
/* Writes the fixed view [x0, x1, y0, y1]; returns FALSE where the view is
 * fitted to the motion. */
gboolean model_system_scene_view (const ModelSystem *system, double view[4]);
/* Returns the column whose axis the scene shares with a phase portrait above it
 * (`share` of its view), or −1. */
int model_system_scene_share (const ModelSystem *system);
/* Returns whether x and y of the scene have separate scales (`stretch` of its
 * view). */
gboolean model_system_scene_stretch (const ModelSystem *system);

G_END_DECLS
