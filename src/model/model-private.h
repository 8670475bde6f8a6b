/* A model's declarations, as read from its file; strings and nodes live in the model's YAML document. */
#pragma once

#include "expr.h"
#include "model-system.h"
#include "model-yaml.h"

G_BEGIN_DECLS

/* An expression of the file. */
typedef struct
{
  ExprTree *tree;  /* NULL where it has an error */
  ModelYaml *node; /* the scalar */
} ModelExpression;

/* One expression for all elements, or a list: element by element. */
typedef struct
{
  ModelYaml *node;        /* NULL: the file is silent */
  ModelExpression *items;
  int n_items;
  gboolean is_list;
  int n_columns;          /* of a list of lists, else 0 */
} ModelField;

typedef enum
{
  MODEL_FIELD_VALUE,    /* also a state's derivative, an unknown's residual, a coordinate's force, a crossing */
  MODEL_FIELD_INITIAL,  /* also a quaternion */
  MODEL_FIELD_SIZE,
  MODEL_FIELD_RANGE,
  MODEL_FIELD_WEIGHT,
  MODEL_FIELD_WRAP,
  MODEL_FIELD_MASS,
  MODEL_FIELD_VELOCITY_INITIAL,
  MODEL_FIELD_AXIS,
  MODEL_FIELD_ANGLE,
  MODEL_FIELD_ANGULAR_VELOCITY,
  MODEL_FIELD_POSITION,
  MODEL_FIELD_VELOCITY,
  MODEL_FIELD_ALPHA,
  MODEL_FIELD_BETA,
  MODEL_FIELD_EVERY,
  MODEL_FIELD_OFFSET,
  MODEL_FIELD_AT,
  MODEL_FIELD_WHILE,
  MODEL_FIELD_X,
  MODEL_FIELD_Y,
  MODEL_FIELD_FROM,
  MODEL_FIELD_TO,
  MODEL_FIELD_POINTS,
  MODEL_FIELD_COUNT,
  MODEL_FIELD_RADIUS,
  MODEL_FIELD_ARGUMENTS, /* of a distribution */
  MODEL_N_FIELDS
} ModelFieldSlot;

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
  MODEL_CLASS_CONSTRAINT, /* of the top level */
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

/* A message with {expressions}: text before each expression, then the rest. */
typedef struct
{
  char *literal;        /* before the expression */
  ModelExpression expression; /* tree NULL in the last piece */
  int precision;        /* −1: none given */
  char conversion;      /* 'f', 'e', 'g' */
} ModelMessagePiece;

typedef struct
{
  ModelYaml *node;      /* NULL: no message */
  ModelMessagePiece *pieces;
  int n_pieces;
} ModelMessage;

/* An assignment of an event, or a closed form: target = field. */
typedef struct
{
  ModelYaml *key;
  ExprTree *target; /* name, name[k] or name[k, l] */
  ModelField field;
} ModelAssignment;

typedef struct
{
  ModelAssignment *items;
  int n_items;
} ModelAssignments;

/* One declaration; which fields are used follows from the class. */
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
  const char *distribution; /* its text */

  /* functions */
  char **arguments;
  int n_arguments;

  /* tables from a file, else from fields x and y */
  double *file_x, *file_y;
  int n_file;
  ExprInterpolation interpolation;
  ExprOutside outside;

  /* events and monitors */
  ModelTrigger trigger;
  ModelDirection direction;
  gboolean publish, terminates, fails;
  ModelAssignments set, update;
  ModelMessage message;   /* also the text of a scene item */
  char *trigger_text, *action_text;

  /* scene items */
  ModelSceneType scene_type;
  int color;
  gboolean fill;
} ModelDeclaration;

typedef struct ModelPlan ModelPlan;

struct Model
{
  gatomicrefcount references;
  ModelYamlDocument *document;
  char *id;
  char *path;       /* NULL: text */
  char *file;       /* name in messages, may be NULL */
  char **tags;
  unsigned traits;

  GPtrArray *declarations; /* ModelDeclaration in file order, by class as the format lists them */
  GHashTable *names;       /* name → ModelDeclaration, those that expressions may use */
  gboolean has_arrays, has_matrices; /* i, j mean the element */

  ModelField start, end;   /* time */
  ModelYaml *mass_rows;
  ModelField mass_values;
  ModelField mechanics_mass;
  gboolean has_mechanics;
  ModelAssignments exact;
  ModelField view_x, view_y;
  gboolean has_view;

  GArray *parameters;      /* ModelQuantity */
  GArray *constants;
  GArray *equations;       /* ModelEquation */
  GPtrArray *owned;        /* strings made while reading */
  GArray *settings;        /* ModelSetting */
  GArray *plots;           /* ModelPlot */
  GArray *reference;       /* ModelReferencePoint */
  const char *reference_source;

  GMutex lock;             /* guards plans; they are made under it and immutable afterwards */
  GPtrArray *plans;
};

#define MODEL_DECLARATION(model, k) ((ModelDeclaration *) (model)->declarations->pdata[k])

/* ---- reading (model-read*.c): nodes to declarations; errors are appended ---- */
typedef struct
{
  Model *model;
  GPtrArray *diagnostics;
} ModelReader;

void model_read (ModelReader *reader, ModelYaml *root);
void model_read_events (ModelReader *reader, ModelYaml *root);
void model_read_scene (ModelReader *reader, ModelYaml *root);
void model_read_views (ModelReader *reader, ModelYaml *root);
ModelDeclaration *model_read_declare (ModelReader *reader, ModelClass class, ModelYaml *key);
/* Parses a node into a field; NULL and broken nodes leave it empty. */
void model_read_field (ModelReader *reader, ModelYaml *node, ModelField *field);
void model_read_assignments (ModelReader *reader, ModelYaml *mapping, ModelAssignments *assignments);
/* Parses characters of a scalar as one expression. offset: of text within the scalar. */
ExprTree *model_read_tree (ModelReader *reader, ModelYaml *node, const char *text, int offset);
void model_read_error (ModelReader *reader, ModelYaml *node, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Splits a scalar at its {expressions}. */
void model_message_read (ModelReader *reader, ModelYaml *node, ModelMessage *message);
void model_message_clear (ModelMessage *message);
/* Number of expressions, and the text with values[n] filled in; free with g_free. */
int model_message_n_values (const ModelMessage *message);
char *model_message_format (const ModelMessage *message, const double *values);
void model_distribution_read (ModelReader *reader, ModelYaml *node, ModelDeclaration *declaration);
/* Two columns of numbers from a file beside the model. */
void model_table_read_file (ModelReader *reader, ModelYaml *node, ModelDeclaration *declaration);
/* Quantities, equations, traits: what the interface shows; after a plan with the file's constants exists. */
void model_describe (Model *model, ModelPlan *plan);
void model_declaration_free (gpointer declaration);
void model_field_clear (ModelField *field);
void model_assignments_clear (ModelAssignments *assignments);

/* "a parameter", "a state" … Static. */
const char *model_class_label (ModelClass class);

G_END_DECLS
