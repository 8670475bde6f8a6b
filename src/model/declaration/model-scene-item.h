/* An item of a scene's drawing list with its computed numbers. */
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
  gboolean visible;         /* whether the condition `while` is true */
  double at[2], from[2], to[2];
  double radius, size[2], angle;
  double span, length;      /* history: the duration shown, and its length in units of the scene */
  int event;                /* marks and flash: index of the event in the system; −1: none */
  int color;                /* 0: default colour; 1 to 6: colours of series */
  gboolean fill;
  int n_points;
  const double *points;     /* n_points pairs x, y */
  const char *text;
} ModelSceneItem;

G_END_DECLS
