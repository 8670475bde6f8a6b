/* One declaration of a model file, such as a parameter, a state or an event. Strings and nodes belong to the YAML document of the model
 * unless a comment says "owned". */
#pragma once

#include "expr-table.h"
#include "model-event.h"
#include "model-field.h"
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
  MODEL_CLASS_MULTIPLIER, /* a constraint in the section `mechanics`, with its Lagrange multiplier */
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

/* A declaration of any class. The first members are valid for all classes; the groups below are for the classes that they name. */
typedef struct
{
  ModelClass class;
  const char *name;
  ModelYaml *key;
  const char *unit, *about;
  ModelField fields[MODEL_N_FIELDS];

  OdeKind kind;
  gboolean has_unit; /* whether the declaration has the key `unit`; with `unit: ""` the quantity is a plain number */
  gboolean log_scale, invariant, world_frame;

  ModelDraw draw;
  const char *distribution; /* text of the distribution as written in the file; NULL: no distribution */

  /* Members of functions. */
  char **arguments;
  int n_arguments;

  /* Members of tables. If n_file > 0, the points were read from a file: file_x and file_y have n_file numbers each, owned. Otherwise the
   * fields x and y give the points. */
  double *file_x, *file_y;
  int n_file;
  const char *file; /* name of the file in the model, borrowed from its document; NULL: none */
  ExprInterpolation interpolation;
  ExprOutside outside;

  /* Members of events and monitors. */
  ModelTrigger trigger;
  ModelDirection direction;
  gboolean has_direction;       /* the event has the key `direction` */
  gboolean publish, terminates, fails;
  ModelAssignments set, update;
  ModelYaml *rest, *slide; /* nodes that name the discrete state of a phase; NULL: none */
  ModelMessage message;   /* message of the event, or text of a scene item */
  char *trigger_text, **actions; /* owned; ModelEvent describes both */

  /* Members of scene items. */
  ModelSceneType scene_type;
  int color;
  gboolean fill;
  ModelYaml *event;       /* node that contains the name of an event; NULL: none */
} ModelDeclaration;

/* Returns the label of a class with its article ("a parameter"), marked for
 * translation; static. */
const char *model_class_label (ModelClass class);
/* Frees a declaration (a GDestroyNotify). */
void model_declaration_free (gpointer declaration);

G_END_DECLS
