/* Reads the declarations of a model from YAML. Errors are appended to the
 * diagnostics of the reader. */
#pragma once

#include "model-reader.h"

G_BEGIN_DECLS

/* Reads all declarations of a model. */
void model_read (ModelReader *reader, ModelYaml *root);
/* Reads events and monitors. */
void model_read_events (ModelReader *reader, ModelYaml *root);
/* Reads the scene. */
void model_read_scene (ModelReader *reader, ModelYaml *root);
/* Reads plots, reference points and the view of the scene. */
void model_read_views (ModelReader *reader, ModelYaml *root);
/* Splits a scalar at its {expressions}. */
void model_read_message (ModelReader *reader, ModelYaml *node, ModelMessage *message);
/* Reads a distribution into a declaration. */
void model_read_distribution (ModelReader *reader, ModelYaml *node, ModelDeclaration *declaration);
/* Reads two columns of numbers from a file beside the model. */
void model_read_table_file (ModelReader *reader, ModelYaml *node, ModelDeclaration *declaration);

G_END_DECLS
