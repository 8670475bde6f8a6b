/* Declarations of a model, as read from its file. Strings and nodes belong to the
 * YAML document of the model unless marked as owned. */
#pragma once

#include "expr-table.h"
#include "model-event.h"
#include "model-field.h"
#include "model-message.h"
#include "model-scene-item.h"
#include "ode-system.h"

G_BEGIN_DECLS

typedef enum
{
  MODEL_CLASS_CONSTANT,
  MODEL_CLASS_PARAMETER,
  MODEL_CLASS_FUNCTION,
  MODEL_CLASS_TABLE,
  MODEL_CLASS_VARIABLE,
  MODEL_CLASS_STATE,
  MODEL_CLASS_COORDINATE,
  MODEL_CLASS_ROTATION,
  MODEL_CLASS_ALGEBRAIC,
  MODEL_CLASS_DISCRETE,
  MODEL_CLASS_MULTIPLIER, /* a constraint of the mechanics */
  MODEL_CLASS_OUTPUT,
  MODEL_CLASS_NOISE,
  MODEL_CLASS_CONSTRAINT, /* a constraint at the top level of the file */
  MODEL_CLASS_EVENT,
  MODEL_CLASS_MONITOR,
  MODEL_CLASS_SCENE,
  MODEL_N_CLASSES
} ModelClass;

typedef enum
{
  MODEL_DRAW_NONE,
  MODEL_DRAW_NORMAL,
  MODEL_DRAW_UNIFORM,
  MODEL_DRAW_LOGNORMAL,
  MODEL_DRAW_EXPONENTIAL,
  MODEL_DRAW_CHOICE
} ModelDraw;

/* A declaration. The members used depend on its class. */
typedef struct
{
  ModelClass class;
  const char *name;
  ModelYaml *key;
  const char *unit, *about;
  ModelField fields[MODEL_N_FIELDS];

  OdeKind kind;
  gboolean log_scale, invariant, world_frame;

  ModelDraw draw;
  const char *distribution; /* as written in the file; NULL: no distribution */

  /* Members for functions. */
  char **arguments;
  int n_arguments;

  /* Members for tables: points from a file (n_file > 0, owned), otherwise the
   * fields x and y are used. */
  double *file_x, *file_y;
  int n_file;
  ExprInterpolation interpolation;
  ExprOutside outside;

  /* Members for events and monitors. */
  ModelTrigger trigger;
  ModelDirection direction;
  gboolean publish, terminates, fails;
  ModelAssignments set, update;
  ModelMessage message;   /* message of the event, or text of a scene item */
  char *trigger_text, **actions; /* owned; see ModelEvent */

  /* Members for scene items. */
  ModelSceneType scene_type;
  int color;
  gboolean fill;
  ModelYaml *event;       /* node with the name of the event, or NULL */
} ModelDeclaration;

/* Returns the label of a class with its article ("a parameter"), marked for
 * translation; static. */
const char *model_class_label (ModelClass class);
/* Frees a declaration (a GDestroyNotify). */
void model_declaration_free (gpointer declaration);

G_END_DECLS
