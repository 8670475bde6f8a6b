/* The model format as constant data: every key with its section and the type of
 * its value. */
#pragma once

#include "model-yaml.h"

G_BEGIN_DECLS

typedef enum
{
  MODEL_SECTION_NONE,
  MODEL_SECTION_TOP,
  MODEL_SECTION_TIME,
  MODEL_SECTION_CONSTANT,
  MODEL_SECTION_PARAMETER,
  MODEL_SECTION_FUNCTION,
  MODEL_SECTION_TABLE,
  MODEL_SECTION_VARIABLE,
  MODEL_SECTION_STATE,
  MODEL_SECTION_ALGEBRAIC,
  MODEL_SECTION_MASS_MATRIX,
  MODEL_SECTION_ROTATION,
  MODEL_SECTION_AXIS_ANGLE,
  MODEL_SECTION_MECHANICS,
  MODEL_SECTION_COORDINATE,
  MODEL_SECTION_CONSTRAINT,
  MODEL_SECTION_DISCRETE,
  MODEL_SECTION_OUTPUT,
  MODEL_SECTION_EVENT,
  MODEL_SECTION_MONITOR,
  MODEL_SECTION_NOISE,
  MODEL_SECTION_REFERENCE,
  MODEL_SECTION_REFERENCE_POINT,
  MODEL_SECTION_PLOT,
  MODEL_SECTION_PLOT_RANGE,
  MODEL_SECTION_SCENE,
  MODEL_SECTION_SCENE_ITEM,
  MODEL_SECTION_VIEW,
} ModelSection;

typedef enum
{
  MODEL_VALUE_TEXT,         /* a text or a number */
  MODEL_VALUE_TEXTS,        /* a text or a list of texts */
  MODEL_VALUE_BOOLEAN,
  MODEL_VALUE_CHOICE,       /* one of the words in `choices` */
  MODEL_VALUE_CHOICES,      /* one or several of the words in `choices` */
  MODEL_VALUE_EXPRESSION,
  MODEL_VALUE_EXPRESSIONS,  /* a list of expressions; if count > 0, of this length */
  MODEL_VALUE_FIELD,        /* an expression for all elements, or a list (of lists) with one expression for each element */
  MODEL_VALUE_TIMES,        /* an expression or a list of expressions */
  MODEL_VALUE_MATRIX,       /* a list of lists of expressions */
  MODEL_VALUE_POINTS,       /* a list of [x, y], or one [x, y] */
  MODEL_VALUE_SECTION,      /* a mapping with the keys of section `of` */
  MODEL_VALUE_ENTRIES,      /* a mapping of names to values, each a mapping of section `of` or its short form */
  MODEL_VALUE_ITEMS,        /* a list of mappings of section `of` */
  MODEL_VALUE_TARGETS,      /* a mapping of state names to fields */
  MODEL_VALUE_SETTINGS,     /* a mapping that the caller's ModelSolverCheck checks */
  MODEL_VALUE_QUATERNION,   /* four expressions, or axis and angle */
  MODEL_VALUE_RANGE,        /* [low, high], or {x: [low, high], y: [low, high]} */
} ModelValueType;

typedef struct
{
  ModelSection section;
  const char *key;
  ModelValueType type;
  ModelSection of;      /* section for the types SECTION, ENTRIES, ITEMS */
  int count;            /* length for the type EXPRESSIONS */
  gboolean required;
  const char *choices;  /* "a|b|c" for the types CHOICE, CHOICES */
  const char *about;    /* description for the documentation of the format */
} ModelSchemaRow;

/* Returns all rows and sets *n_rows unless it is NULL; static. */
const ModelSchemaRow *model_schema_rows (int *n_rows);
/* Returns the name of a section in messages ("a state"), marked for
 * translation; static. */
const char *model_section_label (ModelSection section);
/* Returns the key that a value stands for if an entry of the section is a value
 * instead of a mapping (its short form), or NULL. */
const char *model_section_short_key (ModelSection section);
/* Checks the structure of a whole model. Appends errors and marks their nodes
 * as broken. */
void model_schema_check (ModelYaml *root, GPtrArray *diagnostics);
/* Returns whether name consists of letters, digits and _, and does not begin
 * with a digit. */
gboolean model_name_is_valid (const char *name);

G_END_DECLS
