/* The scene of an instance: a drawing list with numbers. Included by model-system.h. */
#pragma once

#include "model-system.h"

G_BEGIN_DECLS

/* Drawing list of the scene at (t, x, d): items in file order with evaluated numbers; owned by the system, valid until the next call. */
typedef enum
{
  MODEL_SCENE_LINE, MODEL_SCENE_POLYLINE, MODEL_SCENE_DISC, MODEL_SCENE_BOX, MODEL_SCENE_SPRING, MODEL_SCENE_ARROW, MODEL_SCENE_TEXT,
  MODEL_SCENE_TRACE, MODEL_SCENE_GROUND, MODEL_SCENE_REGION, MODEL_SCENE_HISTORY, MODEL_SCENE_LEVEL, MODEL_SCENE_MARKS,
  MODEL_SCENE_FLASH
} ModelSceneType;
typedef struct
{
  ModelSceneType type;
  gboolean visible;         /* its `while` */
  double at[2], from[2], to[2];
  double radius, size[2], angle;
  double span, length;      /* history: time shown, and its length in the scene */
  int event;                /* marks, flash: index in the system; −1: none */
  int color;                /* 0: default, 1 to 6 series */
  gboolean fill;
  int n_points;
  const double *points;     /* x y pairs */
  const char *text;
} ModelSceneItem;
int model_system_n_scene_items (const ModelSystem *system);
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
