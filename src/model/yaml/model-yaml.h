/* YAML as a tree of nodes that know their line and column in the file. Models,
 * configurations, sessions, tableaus and lessons are read with it.
 *
 * Scalars are kept as text and never converted. YAML features that the file
 * formats of this program do not use are errors with advice: tags, anchors,
 * aliases, merge keys, duplicate keys, empty values, a second document, more
 * than MODEL_YAML_MAX_BYTES, more than MODEL_YAML_MAX_NODES keys and values, more than MODEL_YAML_MAX_DEPTH levels. A document
 * does not change after parsing, but positions inside scalars are computed on
 * demand: use it from one thread at a time. */
#pragma once

#include <glib.h>

#include "model-diagnostic.h"

G_BEGIN_DECLS

#define MODEL_YAML_MAX_BYTES (16 * 1024 * 1024)
#define MODEL_YAML_MAX_DEPTH 64
#define MODEL_YAML_MAX_NODES 4000000 /* keys and values; they take about 0.6 GB */

typedef enum
{
  MODEL_YAML_SCALAR,
  MODEL_YAML_LIST,
  MODEL_YAML_MAPPING
} ModelYamlType;

typedef struct ModelYamlDocument ModelYamlDocument;
typedef struct ModelYaml ModelYaml;

/* A node of the tree; owned by its document. */
struct ModelYaml
{
  ModelYamlType type;
  int line;            /* line of the node's first character, counted from 1 */
  int column;          /* counted from 1, in characters */
  gboolean quoted;     /* TRUE if the scalar is quoted or a block */
  gboolean block;      /* TRUE if the scalar is a block, written after | or > */
  gboolean broken;     /* TRUE if an error about this node was already reported; no further one is reported */
  char *text;          /* text of a scalar; NULL for mappings and lists */
  int n_items;         /* number of list items, or of key and value pairs */
  ModelYaml **items;   /* items of a list, or values of a mapping */
  ModelYaml **keys;    /* keys of a mapping: n_items scalars; NULL for other nodes */
  ModelYamlDocument *document;
  guint *places;       /* private: line and column of each character of text, computed at the first use */
  int n_places;
};

/* Parses a text of `length` bytes (−1: up to its zero byte). file is the file name in messages
 * and may be NULL. Appends all errors to diagnostics. Returns NULL if the text is not YAML. If
 * only parts of it are wrong, returns a tree in which the nodes of these parts are marked as
 * broken. */
ModelYamlDocument *model_yaml_parse (const char *text, gssize length, const char *file, GPtrArray *diagnostics);
/* Parses a text like model_yaml_parse, with the size limit max_bytes, a multiple of 1
 * MiB. */
ModelYamlDocument *model_yaml_parse_large (const char *text, gssize length, gsize max_bytes, const char *file, GPtrArray *diagnostics);
/* Reads a file of at most MODEL_YAML_MAX_BYTES. Sets its length; the text ends with a zero byte, too. Returns NULL after appending an error. */
char *model_yaml_read_file (const char *path, gsize *length, GPtrArray *diagnostics);
/* Reads a file like model_yaml_read_file, and parses it like
 * model_yaml_parse. */
ModelYamlDocument *model_yaml_load (const char *path, GPtrArray *diagnostics);
/* Frees the document and all its nodes. */
void model_yaml_document_free (ModelYamlDocument *document);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelYamlDocument, model_yaml_document_free)
/* Returns whether path is a pipe, a socket or a device. Reading one of these may block without
 * end. */
gboolean model_file_is_stream (const char *path);

/* Returns the root node; owned by the document. */
ModelYaml *model_yaml_root (const ModelYamlDocument *document);
/* Returns the source text; owned by the document. */
const char *model_yaml_source (const ModelYamlDocument *document);
/* Returns the file name used in messages, or NULL. */
const char *model_yaml_file (const ModelYamlDocument *document);

/* Returns the value of key. Returns NULL if mapping is NULL, is not a mapping, or has no such
 * key. */
ModelYaml *model_yaml_get (const ModelYaml *mapping, const char *key);
/* Returns the node of the key itself, which gives its position. Returns NULL in the same cases as
 * model_yaml_get. */
ModelYaml *model_yaml_get_key (const ModelYaml *mapping, const char *key);
/* Returns the text of the scalar that is the value of key, or fallback if there is none. */
const char *model_yaml_get_text (const ModelYaml *mapping, const char *key, const char *fallback);

/* Moves the key and its value from one mapping to another, which may belong to another document. An existing list or scalar with
 * this key is replaced; if both values are mappings, their pairs are merged. Returns FALSE if `from` is not a mapping or has no such
 * key. */
gboolean model_yaml_move_pair (ModelYaml *from, const char *key, ModelYaml *to);
/* Takes ownership of `other`, whose nodes were moved into document, and frees it together with
 * document. */
void model_yaml_adopt (ModelYamlDocument *document, ModelYamlDocument *other);

/* Finds the line and column in the file of a character of a scalar's text, also in
 * quoted, folded and literal scalars. offset is the index of the character in the
 * text. */
void model_yaml_place (ModelYaml *node, int offset, int *line, int *column);

/* Appends an error at the position of the node, and marks the node as broken. */
void model_yaml_error (ModelYaml *node, GPtrArray *diagnostics, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* Reads a scalar as a finite decimal number. If the scalar is not such a number, returns FALSE without a diagnostic and leaves *value
 * unchanged. */
gboolean model_yaml_number (const ModelYaml *node, double *value);
/* Reads a scalar as a whole number between −2^53 and 2^53. Returns FALSE in the same way as
 * model_yaml_number. */
gboolean model_yaml_integer (const ModelYaml *node, gint64 *value);
/* Reads a scalar that is true or false. Returns FALSE in the same way as model_yaml_number. */
gboolean model_yaml_boolean (const ModelYaml *node, gboolean *value);

/* Reports every key of mapping that is not in keys (NULL-terminated) as unknown, with a suggestion. Returns FALSE if there is an unknown
 * key. */
gboolean model_yaml_check_keys (ModelYaml *mapping, const char *const *keys, const char *where, GPtrArray *diagnostics);

/* Returns the word of known (NULL-terminated) that is most similar to name, or NULL if none is similar. expr_suggest defines the
 * similarity. */
const char *model_yaml_suggest (const char *name, const char *const *known);

G_END_DECLS
