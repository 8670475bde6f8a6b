/* A column of a recorded run: one quantity of which each row holds a value. */
#pragma once

#include <glib.h>

#include "ode-system.h"

G_BEGIN_DECLS

typedef enum
{
  MODEL_COLUMN_STATE, MODEL_COLUMN_DISCRETE, MODEL_COLUMN_MULTIPLIER, MODEL_COLUMN_OUTPUT, MODEL_COLUMN_NOISE
} ModelColumnType;
typedef struct
{
  const char *name;    /* name with its index or part: "x", "u[3]", "R.w" */
  const char *base;    /* name of the declaration: "u" for the column "u[3]" */
  const char *unit, *about;
  ModelColumnType type;
  int index;           /* index among the columns of its type, e.g. the index of the state */
  OdeKind kind;        /* for states: kind of the state */
  gboolean invariant;  /* for outputs: TRUE if it is declared as an invariant of the motion */
  double wrap;         /* period of an angle, by which plots wrap the values; 0: not periodic */
} ModelColumn;

G_END_DECLS
