/* Expressions of a model file, and the fields and messages of declarations that contain them. */
#pragma once

#include "expr-tree.h"
#include "model-yaml.h"

G_BEGIN_DECLS

/* An expression of a model file with its YAML node. */
typedef struct
{
  ExprTree *tree;  /* syntax tree; NULL if the expression has an error */
  ModelYaml *node; /* the YAML scalar that contains the expression */
} ModelExpression;

/* The parsed value of a key: one expression that is used for all elements of an array, or a list with one expression for each
 * element. */
typedef struct
{
  ModelYaml *node;        /* YAML node of the value; NULL: the key is missing */
  ModelExpression *items;
  int n_items;
  gboolean is_list;
  int n_columns;          /* number of columns of a matrix (a list of lists); otherwise 0 */
} ModelField;

typedef enum
{
  /* the main value; for a state its derivative, for an algebraic unknown its residual, for a coordinate its force, for an event its
   * crossing */
  MODEL_FIELD_VALUE,
  MODEL_FIELD_INITIAL,  /* the initial value; for a rotation the initial quaternion */
  MODEL_FIELD_SIZE,
  MODEL_FIELD_RANGE,
  MODEL_FIELD_STEP,
  MODEL_FIELD_WEIGHT,
  MODEL_FIELD_NOMINAL,
  MODEL_FIELD_INDEX,
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
  MODEL_FIELD_SPAN,
  MODEL_FIELD_LENGTH,
  MODEL_FIELD_ARGUMENTS, /* arguments of a distribution */
  MODEL_N_FIELDS
} ModelFieldId;

/* An assignment "target = field" of an event, or of a closed-form solution. */
typedef struct
{
  ModelYaml *key;
  ExprTree *target; /* the left side: name, name[k] or name[k, l] */
  ModelField field;
} ModelAssignment;

typedef struct
{
  ModelAssignment *items;
  int n_items;
} ModelAssignments;

/* Frees the expressions of a field. */
void model_field_clear (ModelField *field);
/* Frees the items of a list of assignments. */
void model_assignments_clear (ModelAssignments *assignments);

/* ---- messages that contain {expressions}, such as "touched down at {t:.3f} s" ---- */

/* A part of a message: literal text and the expression that follows it. */
typedef struct
{
  char *literal;        /* text before the expression */
  ModelExpression expression; /* the expression after the text; in the last part its tree is NULL */
  int precision;        /* number of decimals for 'f' and 'e', of significant digits for 'g'; −1: not given */
  char conversion;      /* conversion of printf: 'f', 'e' or 'g' */
} ModelMessagePart;

typedef struct
{
  ModelYaml *node;      /* YAML node of the text; NULL: there is no message */
  ModelMessagePart *parts;
  int n_parts;
} ModelMessage;

/* Frees a message's parts. */
void model_message_clear (ModelMessage *message);
/* Returns the number of expressions in a message. */
int model_message_n_values (const ModelMessage *message);
/* Returns the text of a message in which values[n] replace its n expressions. Free it with g_free. */
char *model_message_format (const ModelMessage *message, const double *values);

G_END_DECLS
