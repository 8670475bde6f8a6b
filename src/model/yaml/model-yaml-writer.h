/* Writes YAML that model_yaml_parse reads back as the same texts: mappings in block style, lists of texts in flow style, quotes
 * only where necessary. Calls of begin and end functions are nested like the document. The argument key is NULL for an item of a
 * list. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct ModelYamlWriter ModelYamlWriter;

/* Returns a writer. The root of its document is a mapping. */
ModelYamlWriter *model_yaml_writer_new (void);
/* Frees the writer and discards its document. */
void model_yaml_writer_free (ModelYamlWriter *writer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelYamlWriter, model_yaml_writer_free)

/* Begins a mapping as the value of key. Further values are written into it until it ends. */
void model_yaml_writer_begin_mapping (ModelYamlWriter *writer, const char *key);
/* Ends the innermost mapping. An empty mapping is written as {}. */
void model_yaml_writer_end_mapping (ModelYamlWriter *writer);
/* Begins a list as the value of key. Further values are written into it until it ends. */
void model_yaml_writer_begin_list (ModelYamlWriter *writer, const char *key);
/* Ends the innermost list. An empty list is written as []. */
void model_yaml_writer_end_list (ModelYamlWriter *writer);

/* Writes a text, in double quotes if YAML would read the unquoted text
 * differently. */
void model_yaml_writer_text (ModelYamlWriter *writer, const char *key, const char *text);
/* Writes a text of several lines in literal style (key: |2). Empty lines at its end are dropped; reading gives exactly one line break
 * there. */
void model_yaml_writer_block (ModelYamlWriter *writer, const char *key, const char *text);
/* Writes the shortest decimal number that reads back as the same double. value must be
 * finite. */
void model_yaml_writer_number (ModelYamlWriter *writer, const char *key, double value);
/* Writes a whole number. */
void model_yaml_writer_integer (ModelYamlWriter *writer, const char *key, gint64 value);
/* Writes true or false. */
void model_yaml_writer_boolean (ModelYamlWriter *writer, const char *key, gboolean value);
/* Writes a list of texts on one line: [a, "b, c"]. texts is NULL-terminated. */
void model_yaml_writer_texts (ModelYamlWriter *writer, const char *key, const char *const *texts);

/* Returns the text of the document and frees the writer. Free the text with g_free. All mappings and lists must have
 * ended. */
char *model_yaml_writer_finish (ModelYamlWriter *writer);

G_END_DECLS
