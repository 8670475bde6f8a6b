/* Functions for model-read*.c that turn nodes into fields and declarations.
 * Errors are appended to the diagnostics of the reader. */
#pragma once

#include "model-private.h"

G_BEGIN_DECLS

typedef struct
{
  Model *model;
  GPtrArray *diagnostics;
} ModelReader;

/* Adds a declaration to the model and returns it. Reports a name that is
 * already used, reserved or invalid. */
ModelDeclaration *model_read_declare (ModelReader *reader, ModelClass class, ModelYaml *key);
/* Parses a node into a field. NULL and broken nodes leave the field empty. */
void model_read_field (ModelReader *reader, ModelYaml *node, ModelField *field);
/* Parses a mapping of targets to expressions. */
void model_read_assignments (ModelReader *reader, ModelYaml *mapping, ModelAssignments *assignments);
/* Parses part of a scalar as one expression. offset: start of text within the
 * scalar. */
ExprTree *model_read_tree (ModelReader *reader, ModelYaml *node, const char *text, int offset);
/* Appends an error at a node. */
void model_read_error (ModelReader *reader, ModelYaml *node, const char *format, ...) G_GNUC_PRINTF (3, 4);

G_END_DECLS
