/* The fields of a YAML document. One object in several files: model-yaml.c
 * parses, model-yaml-place.c finds places in the source, model-yaml-access.c
 * reads the tree. */
#pragma once

#include "model-yaml.h"

G_BEGIN_DECLS

struct ModelYamlDocument
{
  ModelYaml *root;
  char *text;
  gsize length;
  char *file;
  gsize *line_starts; /* n_lines byte offsets */
  int n_lines;
};

/* Fills line_starts. Lines end as in libyaml: LF, CR, CR LF, NEL, LS, PS. */
void model_yaml_index_lines (ModelYamlDocument *document);
/* Returns the address of the character at a 1-based place; the end of the text
 * where the place lies beyond it. */
const char *model_yaml_at (const ModelYamlDocument *document, int line, int column);
/* Returns the length in bytes of the line break at p; 0: none. */
int model_yaml_break_length (const char *p);

G_END_DECLS
