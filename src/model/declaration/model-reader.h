/* Functions with which model-read*.c turn YAML nodes into fields and declarations. They append errors to the diagnostics of the
 * reader. */
#pragma once

#include "model-private.h"

G_BEGIN_DECLS

typedef struct
{
  Model *model;
  GPtrArray *diagnostics;
  GHashTable *data; /* texts of data files by name, which replace the files; NULL: none */
} ModelReader;

/* Adds a declaration to the model and returns it. Reports a name that is already used, reserved or
 * invalid. */
ModelDeclaration *model_read_declare (ModelReader *reader, ModelClass class, ModelYaml *key);
/* Parses a node into a field. The field stays empty if the node is NULL or marked as broken. */
void model_read_field (ModelReader *reader, ModelYaml *node, ModelField *field);
/* Parses a mapping from targets to expressions. */
void model_read_assignments (ModelReader *reader, ModelYaml *mapping, ModelAssignments *assignments);
/* Parses a part of a scalar as one expression. offset is the position of `text` within the scalar, in
 * characters. */
ExprTree *model_read_tree (ModelReader *reader, ModelYaml *node, const char *text, int offset);
/* Appends an error at a node. */
void model_read_error (ModelReader *reader, ModelYaml *node, const char *format, ...) G_GNUC_PRINTF (3, 4);

G_END_DECLS
