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
  MODEL_VALUE_EXPRESSIONS,  /* a list of expressions; if `count` > 0, a list of exactly this length */
  /* one expression for all elements of an array, or a list (for matrices a list of lists) with one expression for each element */
  MODEL_VALUE_FIELD,
  MODEL_VALUE_TIMES,        /* an expression or a list of expressions */
  MODEL_VALUE_MATRIX,       /* a list of lists of expressions */
  MODEL_VALUE_POINTS,       /* a list of [x, y], or one [x, y] */
  MODEL_VALUE_SECTION,      /* a mapping whose keys are those of section `of` */
  MODEL_VALUE_ENTRIES,      /* a mapping from names to values; each value is a mapping with the keys of section `of`, or its short form */
  MODEL_VALUE_ITEMS,        /* a list of mappings with the keys of section `of` */
  MODEL_VALUE_TARGETS,      /* a mapping of state names to fields */
  MODEL_VALUE_SETTINGS,     /* a mapping that the caller's ModelSolverCheck checks */
  MODEL_VALUE_QUATERNION,   /* a list of four expressions, or a mapping with axis and angle */
  MODEL_VALUE_RANGE,        /* [low, high], or {x: [low, high], y: [low, high]} */
} ModelValueType;

typedef struct
{
  ModelSection section;
  const char *key;
  ModelValueType type;
  ModelSection of;      /* section of the entries, for the types SECTION, ENTRIES and ITEMS */
  int count;            /* required length, for the type EXPRESSIONS; 0: any length */
  gboolean required;
  const char *choices;  /* allowed words "a|b|c", for the types CHOICE and CHOICES */
  const char *about;    /* description of the key for the documentation of the format */
} ModelSchemaRow;

/* Returns all rows; static. Sets *n_rows to their number unless n_rows is NULL. */
const ModelSchemaRow *model_schema_rows (int *n_rows);
/* Returns the name of a section for messages ("a state"), marked for translation;
 * static. */
const char *model_section_label (ModelSection section);
/* Returns the key that stores the value of an entry written in short form, that is, as one value instead of a mapping. Returns NULL if
 * entries of the section have no short form. */
const char *model_section_short_key (ModelSection section);
/* Checks the structure of a whole model file. Appends errors to diagnostics, and marks the nodes with errors as
 * broken. */
void model_schema_check (ModelYaml *root, GPtrArray *diagnostics);
/* Returns whether name consists of letters, digits and _, and does not begin
 * with a digit. */
gboolean model_name_is_valid (const char *name);

G_END_DECLS
