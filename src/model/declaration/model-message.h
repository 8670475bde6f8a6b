/* Messages with {expressions}: "touched down at {t:.3f} s". */
#pragma once

#include "model-field.h"

G_BEGIN_DECLS

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

/* Frees a message's parts. */
void model_message_clear (ModelMessage *message);
/* Returns the number of expressions in a message. */
int model_message_n_values (const ModelMessage *message);
/* Returns the text with values[n] filled in; free with g_free. */
char *model_message_format (const ModelMessage *message, const double *values);

G_END_DECLS
