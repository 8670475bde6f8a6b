/* Messages with {expressions}: "touched down at {t:.3f} s". */
#pragma once

#include "model-field.h"

G_BEGIN_DECLS

/* A part of a message: literal text followed by an expression. */
typedef struct
{
  char *literal;        /* text before the expression */
  ModelExpression expression; /* its tree is NULL in the last part */
  int precision;        /* number of decimals or digits; −1: not specified */
  char conversion;      /* 'f', 'e', 'g' */
} ModelMessagePart;

typedef struct
{
  ModelYaml *node;      /* NULL: there is no message */
  ModelMessagePart *parts;
  int n_parts;
} ModelMessage;

/* Frees a message's parts. */
void model_message_clear (ModelMessage *message);
/* Returns the number of expressions in a message. */
int model_message_n_values (const ModelMessage *message);
/* Returns the text with values[n] inserted. Free it with g_free. */
char *model_message_format (const ModelMessage *message, const double *values);

G_END_DECLS
