/* The scene of an instance: a drawing list with numbers. */
#pragma once

#include "model-scene-item.h"

G_BEGIN_DECLS

typedef struct ModelSystem ModelSystem; /* model-system.h */

int model_system_n_scene_items (const ModelSystem *system);
/* Drawing list of the scene at (t, x, d): items in file order with evaluated numbers; owned by the system, valid until the next call. */
const ModelSceneItem *model_system_scene (ModelSystem *system, double t, const double *x, const double *d);
/* What the last call of model_system_scene returned, without evaluating; NULL before it. */
const ModelSceneItem *model_system_scene_last (const ModelSystem *system);
/* Fixed view [x0 x1 y0 y1]; FALSE: fit to the motion. */
gboolean model_system_scene_view (const ModelSystem *system, double view[4]);
/* Column that the scene's x axis carries (`share` of its view), or −1: a phase portrait above over the same column has the same axis. */
int model_system_scene_share (const ModelSystem *system);
/* Whether x and y of the scene have scales of their own (`stretch` of its view). */
gboolean model_system_scene_stretch (const ModelSystem *system);

G_END_DECLS
