/* A column of a recorded run: one number of each row. */
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
  int index;           /* within its type: state index, discrete index, … */
  OdeKind kind;        /* states */
  gboolean invariant;  /* outputs */
  double wrap;         /* period for plots of angles, 0: none */
} ModelColumn;

G_END_DECLS
