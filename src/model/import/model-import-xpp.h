/* The parts of the reader of XPPAUT's models: statements, symbols and expressions. Only model-import-xpp*.c use them. */
#pragma once

#include "model-import-private.h"
#include "model-import-tree.h"

G_BEGIN_DECLS

/* Most statements after arrays are expanded, most nodes of all expressions, and most points of a table. */
#define MOST_STATEMENTS 200000
#define MOST_NODES 2000000
#define MOST_POINTS 100000

typedef enum
{
  XPP_STATEMENT_RATE,       /* x' = */
  XPP_STATEMENT_MAP,        /* x(t+1) = */
  XPP_STATEMENT_RESIDUAL,   /* 0 = */
  XPP_STATEMENT_UNKNOWN,    /* solv y */
  XPP_STATEMENT_INITIAL,    /* x(0) = */
  XPP_STATEMENT_FUNCTION,   /* f(a, b) = */
  XPP_STATEMENT_FIXED,      /* v = */
  XPP_STATEMENT_DERIVED,    /* !p = …, a parameter that follows from others */
  XPP_STATEMENT_PARAMETER,
  XPP_STATEMENT_NUMBER,
  XPP_STATEMENT_AUXILIARY,
  XPP_STATEMENT_EVENT,
  XPP_STATEMENT_WIENER,
  XPP_STATEMENT_TABLE,
  XPP_STATEMENT_CONVOLUTION, /* special k=conv(…) */
} XppStatementType;

typedef struct
{
  XppStatementType type;
  int line;
  char *name, *value; /* the value of an event is its condition, that of a convolution its operator */
  char **arguments;   /* of a function and a convolution; of an event: sign and assignments */
} XppStatement;

typedef enum
{
  XPP_SYMBOL_STATE,
  XPP_SYMBOL_FIXED,
  XPP_SYMBOL_PARAMETER,
  XPP_SYMBOL_FUNCTION,
  XPP_SYMBOL_TABLE,
  XPP_SYMBOL_OTHER,
  XPP_N_SYMBOL_TYPES
} XppSymbolType;

typedef struct
{
  XppSymbolType type;
  const char *name; /* in the model */
  int index;        /* position among the symbols of its type, from 0 */
  gboolean changes; /* a parameter that an event sets */
  const XppStatement *statement, *initial;
  guint n_points; /* of a table, once it was read */
  double from, step;
} XppSymbol;

typedef struct
{
  ModelDraft *draft;
  GPtrArray *statements;
  GHashTable *symbols; /* by name in lower case */
  GPtrArray *by_type[XPP_N_SYMBOL_TYPES];
  GHashTable *options; /* of '@' lines, in lower case */
  gboolean ended, is_map;
  gsize n_nodes;
  int comment_lines, n_algebraic;
} XppReader;

/* A list of names, NULL-terminated. */
#define NAMES(...) ((const char *const[]) { __VA_ARGS__, NULL })

/* Frees a statement. */
void model_xpp_statement_free (XppStatement *statement);
/* Returns the sign '=' of an equation, or NULL. */
const char *model_xpp_find_equals (const char *line);
/* Reads all lines. %[a..b] repeats the lines up to the next % for each index. */
void model_xpp_read_lines (XppReader *reader, const char *text);
/* Returns the symbol with this name in any case, or NULL. */
XppSymbol *model_xpp_find_symbol (XppReader *reader, const char *name);
/* Returns the value of an option of the '@' lines as a text, or NULL. */
const char *model_xpp_option (XppReader *reader, const char *const *names, int *line);
/* Returns the number of such an option, or `otherwise` if the file does not set it. */
double model_xpp_number_option (XppReader *reader, const char *const *names, double otherwise);
/* Declares the names of all statements. */
void model_xpp_declare (XppReader *reader);
/* Returns the name of an argument in the model: t and the names of functions are reserved there. */
char *model_xpp_argument_name (const char *argument);
/* Reads an expression. Returns NULL after adding an error. */
ModelImportTree *model_xpp_read_tree (XppReader *reader, const XppStatement *statement, const char *text, const char *const *arguments);
/* Writes the points of a table. */
void model_xpp_write_table (XppReader *reader, const XppSymbol *symbol);

G_END_DECLS
