/* A column of a recorded run: one of the numbers in each row. */
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
  const char *name;    /* "x", "u[3]", "R.w" */
  const char *base;    /* "u" */
  const char *unit, *about;
  ModelColumnType type;
  int index;           /* index among the columns of its type: of the state, of the discrete state, … */
  OdeKind kind;        /* for states: kind of the state */
  gboolean invariant;  /* for outputs: declared as an invariant */
  double wrap;         /* period for plots of angles; 0: not periodic */
} ModelColumn;

G_END_DECLS
