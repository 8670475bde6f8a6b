/* The insides of a YAML document, shared by its parser and its finder of places. */
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

/* Fills line_starts; a line ends as libyaml has it: LF, CR, CR LF, NEL, LS, PS. */
void model_yaml_index_lines (ModelYamlDocument *document);
/* The byte that stands at a 1-based place; the text's end where the place lies behind it. */
const char *model_yaml_at (const ModelYamlDocument *document, int line, int column);
/* Length in bytes of the line break at p, 0: none. */
int model_yaml_break_length (const char *p);

G_END_DECLS
