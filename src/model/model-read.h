/* Reading a model: nodes to declarations. Errors are appended to the reader's diagnostics. */
#pragma once

#include "model-private.h"

G_BEGIN_DECLS

typedef struct
{
  Model *model;
  GPtrArray *diagnostics;
} ModelReader;

void model_read (ModelReader *reader, ModelYaml *root);
void model_read_events (ModelReader *reader, ModelYaml *root);
void model_read_scene (ModelReader *reader, ModelYaml *root);
void model_read_views (ModelReader *reader, ModelYaml *root);
ModelDeclaration *model_read_declare (ModelReader *reader, ModelClass class, ModelYaml *key);
/* Parses a node into a field; NULL and broken nodes leave it empty. */
void model_read_field (ModelReader *reader, ModelYaml *node, ModelField *field);
void model_read_assignments (ModelReader *reader, ModelYaml *mapping, ModelAssignments *assignments);
/* Parses characters of a scalar as one expression. offset: of text within the scalar. */
ExprTree *model_read_tree (ModelReader *reader, ModelYaml *node, const char *text, int offset);
void model_read_error (ModelReader *reader, ModelYaml *node, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Splits a scalar at its {expressions}. */
void model_message_read (ModelReader *reader, ModelYaml *node, ModelMessage *message);
void model_distribution_read (ModelReader *reader, ModelYaml *node, ModelDeclaration *declaration);
/* Two columns of numbers from a file beside the model. */
void model_table_read_file (ModelReader *reader, ModelYaml *node, ModelDeclaration *declaration);

G_END_DECLS
