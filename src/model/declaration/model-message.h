/* Messages that contain {expressions}, such as "touched down at {t:.3f} s". */
#pragma once

#include "model-field.h"

G_BEGIN_DECLS

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
