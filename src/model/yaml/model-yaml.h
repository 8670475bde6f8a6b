/* YAML as a light tree with the place of every node, for models, configurations, sessions, tableaus and lessons.
 *
 * The tree is plain data: scalars are text as written, never converted. What the file formats of this program do not use is an
 * error that says what was probably meant: tags, anchors, aliases, merge keys, duplicate keys, empty values, a second document,
 * more than 1 MiB, more than 64 levels. A document is immutable after parsing, but places are found lazily: one thread at a time. */
#pragma once

#include <glib.h>

#include "model-diagnostic.h"

G_BEGIN_DECLS

#define MODEL_YAML_MAX_BYTES (1024 * 1024)
#define MODEL_YAML_MAX_DEPTH 64

typedef enum
{
  MODEL_YAML_SCALAR,
  MODEL_YAML_LIST,
  MODEL_YAML_MAPPING
} ModelYamlType;

typedef struct ModelYamlDocument ModelYamlDocument;
typedef struct ModelYaml ModelYaml;

/* One node; owned by its document. */
struct ModelYaml
{
  ModelYamlType type;
  int line;            /* 1-based, where the node begins */
  int column;          /* 1-based, in characters */
  gboolean quoted;     /* scalars in quotes or blocks */
  gboolean block;      /* scalars after | or > */
  gboolean broken;     /* an error about this node was already reported: say nothing more of it */
  char *text;          /* scalars, else NULL */
  int n_items;         /* lists: items; mappings: pairs */
  ModelYaml **items;   /* list items or mapping values */
  ModelYaml **keys;    /* mappings: n_items scalars */
  ModelYamlDocument *document;
  guint *places;       /* private: (line, column) of each character of text, found on demand */
  int n_places;
};

/* Reads text (length −1: up to the zero byte). Every problem is appended to diagnostics under the name file (may be NULL).
 * NULL where the text is not YAML at all; a tree with nodes marked broken where only parts are wrong. */
ModelYamlDocument *model_yaml_parse (const char *text, gssize length, const char *file, GPtrArray *diagnostics);
/* Parses text of at most max_bytes, a number of MiB; otherwise as model_yaml_parse. */
ModelYamlDocument *model_yaml_parse_large (const char *text, gssize length, gsize max_bytes, const char *file, GPtrArray *diagnostics);
/* A pipe, a socket or a device: whoever reads it may wait for ever. model_load_file reads one all the same. */
gboolean model_file_is_stream (const char *path);
/* Reads a file of at most 1 MiB; otherwise as model_yaml_parse. */
ModelYamlDocument *model_yaml_load (const char *path, GPtrArray *diagnostics);
void model_yaml_document_free (ModelYamlDocument *document);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelYamlDocument, model_yaml_document_free)

ModelYaml *model_yaml_root (const ModelYamlDocument *document);
/* The source text and the name the document was given (NULL: none). */
const char *model_yaml_source (const ModelYamlDocument *document);
const char *model_yaml_file (const ModelYamlDocument *document);

/* The value of key, NULL where mapping is NULL, no mapping, or has no such key. */
ModelYaml *model_yaml_get (const ModelYaml *mapping, const char *key);
/* The key node, for its place; NULL likewise. */
ModelYaml *model_yaml_get_key (const ModelYaml *mapping, const char *key);
/* Text of the scalar at key, else fallback. */
const char *model_yaml_get_text (const ModelYaml *mapping, const char *key, const char *fallback);

/* Place in the file of the character with this offset in a scalar's text, also inside quotes, folded and literal blocks. */
void model_yaml_place (ModelYaml *node, int offset, int *line, int *column);

/* Appends an error at the node, and marks it broken. */
void model_yaml_error (ModelYaml *node, GPtrArray *diagnostics, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* Typed reading of scalars: plain decimal numbers, whole numbers, true or false. FALSE leaves value alone; no diagnostics. */
gboolean model_yaml_number (const ModelYaml *node, double *value);
gboolean model_yaml_integer (const ModelYaml *node, gint64 *value);
gboolean model_yaml_boolean (const ModelYaml *node, gboolean *value);

/* Reports every key of mapping that is not in keys (NULL-terminated) as unknown, with a suggestion. FALSE if there was one. */
gboolean model_yaml_check_keys (ModelYaml *mapping, const char *const *keys, const char *where, GPtrArray *diagnostics);

/* The known word closest to name, or NULL: Damerau–Levenshtein distance ≤ max (1, length/3), else a word that differs in case alone. */
const char *model_yaml_suggest (const char *name, const char *const *known);

G_END_DECLS
