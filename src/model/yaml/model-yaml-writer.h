/* Writing YAML that model_yaml_parse reads back to the same texts: block style, lists of numbers in flow style, quotes where they are
 * needed and nowhere else. Calls nest as the document does; a key is NULL inside a list. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct ModelYamlWriter ModelYamlWriter;

/* A writer whose document is a mapping. */
ModelYamlWriter *model_yaml_writer_new (void);
/* Throws away what was written. */
void model_yaml_writer_free (ModelYamlWriter *writer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelYamlWriter, model_yaml_writer_free)

void model_yaml_writer_begin_mapping (ModelYamlWriter *writer, const char *key);
void model_yaml_writer_end_mapping (ModelYamlWriter *writer);
void model_yaml_writer_begin_list (ModelYamlWriter *writer, const char *key);
void model_yaml_writer_end_list (ModelYamlWriter *writer);

void model_yaml_writer_text (ModelYamlWriter *writer, const char *key, const char *text);
/* Writes a text of several lines in literal style (key: |2). Empty lines at its end are dropped, and it reads back with one line break
 * at its end. */
void model_yaml_writer_block (ModelYamlWriter *writer, const char *key, const char *text);
/* The shortest decimal that reads back to the same double; value must be finite. */
void model_yaml_writer_number (ModelYamlWriter *writer, const char *key, double value);
void model_yaml_writer_integer (ModelYamlWriter *writer, const char *key, gint64 value);
void model_yaml_writer_boolean (ModelYamlWriter *writer, const char *key, gboolean value);
/* [1, 2.5, 3] */
void model_yaml_writer_numbers (ModelYamlWriter *writer, const char *key, const double *values, int n_values);
/* [a, "b, c"]; texts ends with NULL. */
void model_yaml_writer_texts (ModelYamlWriter *writer, const char *key, const char *const *texts);
/* # text, on lines of its own */
void model_yaml_writer_comment (ModelYamlWriter *writer, const char *text);

/* The document; frees the writer. Everything begun must have ended. Free with g_free. */
char *model_yaml_writer_finish (ModelYamlWriter *writer);

G_END_DECLS
