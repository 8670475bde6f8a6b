/* Models of other programs as models of Stepwise. model-import-kinds.def lists the languages. Any thread may call the functions. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A language of models. */
typedef struct ModelImportKind ModelImportKind;

/* Returns all languages, NULL-terminated. */
const ModelImportKind *const *model_import_kinds (void);
/* Returns the language with this id, or NULL. */
const ModelImportKind *model_import_find (const char *id);
/* Returns the language of files with the ending of this path, or NULL. */
const ModelImportKind *model_import_kind_of_path (const char *path);
/* Returns the id of a language, such as "xppaut". */
const char *model_import_kind_id (const ModelImportKind *kind);
/* Returns the endings of the files of a language, without the dot, NULL-terminated. */
const char *const *model_import_kind_endings (const ModelImportKind *kind);

/* Returns a text as the text of a model file. length: its bytes, −1: up to its zero byte. name: the name of the file for messages, or NULL; tables of numbers
 * are read from its folder. Appends errors to diagnostics, and a note for everything that the model does not say, each with its
 * line; the notes begin the text as comments, too. Returns NULL if
 * there is an error. Free the text with g_free. */
char *model_import_text (const ModelImportKind *kind, const char *text, gssize length, const char *name, GPtrArray *diagnostics);
/* Reads a file and returns it as the text of a model file, as model_import_text does. */
char *model_import_file (const ModelImportKind *kind, const char *path, GPtrArray *diagnostics);

G_END_DECLS
