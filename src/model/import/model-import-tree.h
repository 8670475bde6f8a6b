/* Expressions of other languages: read into a tree, changed, and written as expressions of Stepwise. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define MODEL_IMPORT_ERROR (model_import_error_quark ())
typedef enum
{
  MODEL_IMPORT_ERROR_SYNTAX,     /* the text is not of the language */
  MODEL_IMPORT_ERROR_UNSUPPORTED /* the text has something that model files cannot express */
} ModelImportError;
/* Returns the domain of the errors. */
GQuark model_import_error_quark (void);

/* The languages differ in the binding of their operators and in what may be left out. */
typedef enum
{
  MODEL_IMPORT_XPP,   /* XPPAUT: comparisons bind as tightly as powers, and powers group to the left */
  MODEL_IMPORT_PAPER, /* as printed: a product may be written without a sign, and sin x without parentheses */
  MODEL_IMPORT_SBML   /* infix of SBML level 3: && || ! piecewise */
} ModelImportLanguage;

typedef enum
{
  MODEL_IMPORT_NUMBER, /* text: the digits, valid in a model */
  MODEL_IMPORT_NAME,   /* text: the name as written */
  MODEL_IMPORT_CALL,   /* text: the name of the function */
  MODEL_IMPORT_OPERATOR /* text: the operator of Stepwise; one or two operands */
} ModelImportTreeKind;

typedef struct _ModelImportTree ModelImportTree;
struct _ModelImportTree
{
  ModelImportTreeKind kind;
  char *text;
  GPtrArray *children; /* owned trees */
};

typedef struct
{
  ModelImportLanguage language;
  /* Returns whether a name that stands before a parenthesis is a function. NULL: each such name is one. */
  gboolean (*is_function) (gpointer user, const char *name);
  gpointer user;
} ModelImportSyntax;

/* Reads the whole text as one expression. Returns NULL with an error that says what is wrong and where. */
ModelImportTree *model_import_tree_parse (const char *text, const ModelImportSyntax *syntax, GError **error);
/* Returns a number; a negative one is the sign of a positive one. */
ModelImportTree *model_import_tree_number (double value);
/* Returns a name. */
ModelImportTree *model_import_tree_name (const char *name);
/* Returns an operator with its operands, which it takes; b is NULL for a sign and for not. */
ModelImportTree *model_import_tree_operator (const char *sign, ModelImportTree *a, ModelImportTree *b);
/* Returns a call with up to two arguments, which it takes; NULL: none. Further ones may be appended to its children. */
ModelImportTree *model_import_tree_call (const char *name, ModelImportTree *first, ModelImportTree *second);
/* Returns a copy of a tree. */
ModelImportTree *model_import_tree_copy (const ModelImportTree *tree);
/* Frees a tree; NULL is allowed. */
void model_import_tree_free (ModelImportTree *tree);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelImportTree, model_import_tree_free)

/* Gives the tree that replaces a node, or NULL to keep the node; the children were visited before. Sets an error to stop. */
typedef ModelImportTree *(*ModelImportVisit) (gpointer user, ModelImportTree *node, GError **error);
/* Visits all nodes of *tree, the children first, and replaces those for which `visit` gives a tree. Returns FALSE with an error. */
gboolean model_import_tree_visit (ModelImportTree **tree, ModelImportVisit visit, gpointer user, GError **error);
/* Returns whether the value of the tree is a number that does not depend on a name, and sets it. pi is a number. */
gboolean model_import_tree_value (const ModelImportTree *tree, double *value);
/* Returns the shortest decimal number that reads back as the same double. Free it with g_free. */
char *model_import_number_text (double value);
/* Returns the number of nodes. */
gsize model_import_tree_size (const ModelImportTree *tree);
/* Returns the expression as Stepwise writes it, with the parentheses that it needs. */
char *model_import_tree_print (const ModelImportTree *tree);

G_END_DECLS
