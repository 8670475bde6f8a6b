/* The struct of a YAML document, and the functions that its source files share: model-yaml.c
 * parses, model-yaml-place.c finds positions in the source, and model-yaml-access.c reads the
 * tree. */
#pragma once

#include <string.h>

#include "model-yaml.h"

G_BEGIN_DECLS

struct ModelYamlDocument
{
  ModelYaml *root;
  char *text;
  gsize length;
  char *file;
  gsize *line_starts; /* byte offset of the start of each of the n_lines lines */
  int n_lines;
  /* Places in long lines, in the order of the text, so that a place is found without walking from the start of its line. */
  struct ModelYamlMark
  {
    int line, column;
    gsize offset;
  } *marks;
  int n_marks;
  GPtrArray *adopted;  /* documents whose nodes were moved into this one, owned; NULL: none */
};

/* Fills line_starts. Lines end at the same characters as in libyaml: LF, CR, CR LF, NEL, LS, PS. */
void model_yaml_index_lines (ModelYamlDocument *document);
/* Returns the address of the character at a line and column, both counted from 1. Returns the end of the text if the position is beyond
 * it. */
const char *model_yaml_at (const ModelYamlDocument *document, int line, int column);
/* Returns the length in bytes of the line break at p, or 0 if there is none. */
static inline int
model_yaml_break_length (const char *p)
{
  const unsigned char first = (unsigned char) *p;

  if (first >= ' ' && first < 0x80)
    return 0;
  if (first == '\r')
    return p[1] == '\n' ? 2 : 1;
  if (first == '\n')
    return 1;
  if (strncmp (p, "\xC2\x85", 2) == 0)
    return 2;
  if (strncmp (p, "\xE2\x80\xA8", 3) == 0 || strncmp (p, "\xE2\x80\xA9", 3) == 0)
    return 3;
  return 0;
}

G_END_DECLS
