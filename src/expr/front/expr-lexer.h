/* Splits the text of an expression into tokens. */
#pragma once

#include "expr-tree.h"

G_BEGIN_DECLS

typedef enum
{
  EXPR_TOKEN_END,
  EXPR_TOKEN_NUMBER,
  EXPR_TOKEN_NAME,
  EXPR_TOKEN_LEFT_PAREN,
  EXPR_TOKEN_RIGHT_PAREN,
  EXPR_TOKEN_LEFT_BRACKET,
  EXPR_TOKEN_RIGHT_BRACKET,
  EXPR_TOKEN_COMMA,
  EXPR_TOKEN_PLUS,
  EXPR_TOKEN_MINUS,
  EXPR_TOKEN_TIMES,
  EXPR_TOKEN_DIVIDE,
  EXPR_TOKEN_POWER,
  EXPR_TOKEN_LESS,
  EXPR_TOKEN_LESS_EQUAL,
  EXPR_TOKEN_GREATER,
  EXPR_TOKEN_GREATER_EQUAL,
  EXPR_TOKEN_EQUAL,
  EXPR_TOKEN_NOT_EQUAL,
  EXPR_TOKEN_NOT,
  EXPR_TOKEN_AND,
  EXPR_TOKEN_OR
} ExprTokenKind;

typedef struct
{
  ExprTokenKind kind;
  int offset;        /* position in the expression, in characters */
  const char *text;  /* points into the expression; not NUL-terminated */
  int length;        /* number of bytes of text */
  gboolean touching; /* there is no space between this token and the previous one */
  double number;
} ExprToken;

/* An error at an offset in characters. All errors of an expression are
 * stored, and sorted at the end. */
typedef struct
{
  int offset;
  char *message;
} ExprSyntaxError;

/* Makes an array of ExprSyntaxError that clears its elements. Free it with g_array_unref. */
GArray *expr_syntax_errors_new (void);
/* Appends an error with a formatted message. */
void expr_syntax_errors_add (GArray *errors, int offset, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* Splits text into an array of ExprToken, whose last element has the kind EXPR_TOKEN_END. Free it with g_array_unref. A character that
 * does not begin a token is reported and replaced by the most likely token, so that
 * parsing can continue. */
GArray *expr_lexer_run (const char *text, GArray *errors);

G_END_DECLS
