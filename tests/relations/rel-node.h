/* A model file as a tree that can be changed: the declarations, without the parts that no run reads (texts, plots, scene, closed forms).
 * Relations change this tree and its parsed expressions, never the text of the file. */
#pragma once

#include "expr-tree-private.h"
#include "model-schema.h"
#include "model-yaml.h"

G_BEGIN_DECLS

typedef struct RelNode RelNode;

struct RelNode
{
  ModelYamlType type;
  char *text;       /* of a scalar */
  GPtrArray *keys;  /* of a mapping: texts */
  GPtrArray *items; /* of a list or a mapping: nodes */
};

/* Reads the text of a model file. Entries in short form become mappings. Returns NULL if it is not YAML. Free it with rel_node_free. */
RelNode *rel_node_read (const char *text);
/* Returns the text of a model file. Free it with g_free. */
char *rel_node_write (const RelNode *root);
/* Frees a node with all below it; NULL is allowed. */
void rel_node_free (RelNode *node);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RelNode, rel_node_free)
/* Returns a copy of a node. */
RelNode *rel_node_copy (const RelNode *node);
/* Returns a new empty mapping. */
RelNode *rel_node_mapping (void);
/* Returns a new scalar. */
RelNode *rel_node_text (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Returns the value of a key, or NULL; the mapping may be NULL. */
RelNode *rel_node_get (const RelNode *mapping, const char *key);
/* Returns the text of a scalar that is the value of a key, or NULL. */
const char *rel_node_get_text (const RelNode *mapping, const char *key);
/* Sets the value of a key and takes ownership of it. A new key becomes the last one. */
void rel_node_set (RelNode *mapping, const char *key, RelNode *value);
/* Returns the mapping that is the value of a key, which is made if it is missing. */
RelNode *rel_node_section (RelNode *mapping, const char *key);
/* Removes a key if it is there. */
void rel_node_remove (RelNode *mapping, const char *key);
/* Gives a key another name. */
void rel_node_rename (RelNode *mapping, const char *key, const char *name);
/* Returns the number of keys of a mapping, 0 for NULL, and one of its keys. */
int rel_node_n (const RelNode *mapping);
const char *rel_node_key (const RelNode *mapping, int index);

/* Replaces each text below a value, which is an expression or a list of expressions, by the text that func returns, which the caller of
 * func frees. */
typedef char *(*RelTextFunc) (const char *text, gpointer user);
void rel_node_replace (RelNode *value, RelTextFunc func, gpointer user);
/* Does so for each expression of the model file. Targets of assignments are expressions too. */
void rel_model_replace (RelNode *root, RelTextFunc func, gpointer user);

/* Changes each name, element or call of a tree below and including `tree`. func may change the node in place. */
typedef void (*RelTreeFunc) (ExprTree *tree, gpointer user);
void rel_tree_each (ExprTree *tree, RelTreeFunc func, gpointer user);
/* Replaces the node by the tree of a text, which must be a valid expression. */
void rel_tree_become (ExprTree *tree, const char *text);
/* Applies func to the parsed tree of a text and returns the new text. A text that is not an expression is returned as it is. */
char *rel_text_each (const char *text, RelTreeFunc func, gpointer user);

G_END_DECLS
