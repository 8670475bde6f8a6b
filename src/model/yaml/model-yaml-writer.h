/* Writes YAML that model_yaml_parse reads back as the same texts: mappings in
 * block style, lists of texts in flow style, quotes only if necessary. begin
 * and end calls are nested like the document. Inside a list, key is NULL. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct ModelYamlWriter ModelYamlWriter;

/* Returns a writer whose document is a mapping. */
ModelYamlWriter *model_yaml_writer_new (void);
/* Frees the writer and discards the document. */
void model_yaml_writer_free (ModelYamlWriter *writer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelYamlWriter, model_yaml_writer_free)

/* Begins a mapping. Values are written into it until it ends. */
void model_yaml_writer_begin_mapping (ModelYamlWriter *writer, const char *key);
/* Ends the innermost mapping; an empty one is written as {}. */
void model_yaml_writer_end_mapping (ModelYamlWriter *writer);
/* Begins a list. Values are written into it until it ends. */
void model_yaml_writer_begin_list (ModelYamlWriter *writer, const char *key);
/* Ends the innermost list; an empty one is written as []. */
void model_yaml_writer_end_list (ModelYamlWriter *writer);

/* Writes a text, in double quotes if YAML would read it differently without
 * them. */
void model_yaml_writer_text (ModelYamlWriter *writer, const char *key, const char *text);
/* Writes a text of several lines in literal style (key: |2). Empty lines at its
 * end are dropped; reading gives one line break at its end. */
void model_yaml_writer_block (ModelYamlWriter *writer, const char *key, const char *text);
/* Writes the shortest decimal number that reads back as the same double. value
 * must be finite. */
void model_yaml_writer_number (ModelYamlWriter *writer, const char *key, double value);
/* Writes a whole number. */
void model_yaml_writer_integer (ModelYamlWriter *writer, const char *key, gint64 value);
/* Writes true or false. */
void model_yaml_writer_boolean (ModelYamlWriter *writer, const char *key, gboolean value);
/* Writes a list of texts on one line: [a, "b, c"]; texts ends with NULL. */
void model_yaml_writer_texts (ModelYamlWriter *writer, const char *key, const char *const *texts);

/* Returns the document and frees the writer; free the text with g_free. Every
 * mapping and list must have ended. */
char *model_yaml_writer_finish (ModelYamlWriter *writer);

G_END_DECLS
