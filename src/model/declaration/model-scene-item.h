/* An item of a scene (an animated drawing of the model) with its computed numbers. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  MODEL_SCENE_LINE, MODEL_SCENE_POLYLINE, MODEL_SCENE_DISC, MODEL_SCENE_BOX, MODEL_SCENE_SPRING, MODEL_SCENE_ARROW, MODEL_SCENE_TEXT,
  MODEL_SCENE_TRACE, MODEL_SCENE_GROUND, MODEL_SCENE_REGION, MODEL_SCENE_HISTORY, MODEL_SCENE_LEVEL, MODEL_SCENE_MARKS,
  MODEL_SCENE_FLASH
} ModelSceneType;
typedef struct
{
  ModelSceneType type;
  gboolean visible;         /* value of the item's condition `while`; TRUE if it has none */
  double at[2], from[2], to[2];
  double radius, size[2], angle;
  double span, length;      /* type HISTORY: the duration shown, in units of time, and its length in the drawing, in units of the scene */
  int event;                /* types MARKS and FLASH: index of an event of the system; −1: none */
  int color;                /* 0: default colour; 1 to 6: colour of this data series */
  gboolean fill;
  int n_points;
  const double *points;     /* coordinates x, y of n_points points */
  const char *text;
} ModelSceneItem;

G_END_DECLS
