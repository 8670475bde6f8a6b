/* Loads models. */
#pragma once

#include "model.h"

G_BEGIN_DECLS

/* Checks the mapping under `solver` while a model is loaded, and appends errors
 * to diagnostics. This library only stores the mapping;
 * sim_config_check_solver, which knows the settings, checks it. Called on the
 * loading thread. */
typedef void (*ModelSolverCheck) (const ModelYaml *solver, GPtrArray *diagnostics);

/* Reads a model from a file. Appends every problem to diagnostics, which must
 * not be NULL, and returns NULL if one of them is an error. solver NULL accepts any
 * `solver` mapping. */
Model *model_load_file (const char *path, ModelSolverCheck solver, GPtrArray *diagnostics);
/* Reads a model from text. name: the file name in messages, which also locates
 * files in the same folder; may be NULL. solver as in model_load_file. */
Model *model_load_text (const char *text, gssize length, const char *name, ModelSolverCheck solver, GPtrArray *diagnostics);
/* Reads a model from a file like model_load_file and adds the keys of a lesson: the mapping `outputs` of the extension is added to the
 * model's outputs, and its list `plots` replaces the model's plots. Takes ownership of the extension. Errors in the extension are reported
 * with its file and position. */
Model *model_load_extended (const char *path, ModelYamlDocument *extension, ModelSolverCheck solver, GPtrArray *diagnostics);

G_END_DECLS
