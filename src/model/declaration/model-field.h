/* Expressions of a model file, and the fields of declarations that contain them. */
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

G_END_DECLS
