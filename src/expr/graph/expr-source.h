/* Values of a graph as source text of a programming language, whose operations are a table. A value that is used more than once, also by the
 * text of one operation, is a variable of its own. */
#pragma once

#include "expr-graph.h"
#include "expr-op.h"

G_BEGIN_DECLS

/* How an operation is written. */
typedef struct
{
  /* The text with the operands a, b and c as {a}: in parentheses if it binds weaker than the operation; {a+}: if it does not bind stronger; {a,}: never; {a?}: as
   * a condition, in parentheses if it binds weaker. NULL: the language does not have the operation. */
  const char *text;
  int strength; /* how strongly the operation binds; a name or a call has EXPR_SOURCE_ATOM */
} ExprSourceForm;

#define EXPR_SOURCE_ATOM 100

typedef struct
{
  ExprSourceForm forms[EXPR_N_OPS];
  const char *assignment;    /* a statement that defines a variable, with {name} and {value}: "double {name} = {value};"; NULL: there are no variables */
  ExprSourceForm condition;  /* a number {a} as a condition: "{a} != 0" */
  ExprSourceForm number;     /* a condition {a} as the number 1 or 0 */
  ExprSourceForm square;     /* {a} to the power of 2, where {a} is a name; NULL: as any power */
  const char *nan, *infinity; /* not-a-number, and infinity */
  const char *open, *close;  /* parentheses; NULL: "(" and ")" */
  int longest;               /* a value whose text has more bytes becomes a variable; 0: no limit */
  gboolean markup;           /* numbers and variables are elements of MathML */
  gboolean typeset;          /* numbers are for people: 2 in place of 2.0, 3 \\cdot 10^{5} in place of 3e5 */
} ExprSourceLanguage;

/* Largest length of the text of a value in bytes; a longer one is refused. */
#define EXPR_SOURCE_LONGEST 1000000

/* Returns the name of an input; owned by user. */
typedef const char *(*ExprSourceName) (gpointer user, int input);

/* Writes values[n]. Appends the statements that define variables to statements, in order, and the text of each value to texts (both arrays of char *, which they
 * own). Variables are called prefix1, prefix2, …. used[EXPR_N_OPS], if not NULL, is set for operations that occur. Returns FALSE with an error of the domain
 * EXPR_SOURCE_ERROR that names what the language does not have. */
gboolean expr_source_write (const ExprGraph *graph, const ExprValue *values, int n, const ExprSourceLanguage *language, const char *prefix, ExprSourceName name,
                            gpointer user, GPtrArray *statements, GPtrArray *texts, gboolean *used, GError **error);

#define EXPR_SOURCE_ERROR (expr_source_error_quark ())
/* Returns the domain of errors of this file. */
GQuark expr_source_error_quark (void);

G_END_DECLS
