/* Loads models from files and texts. */
#pragma once

#include "model.h"

G_BEGIN_DECLS

/* Checks the mapping `solver` of a model file and appends errors to
 * diagnostics. This library does not know the settings and only stores the
 * mapping; callers pass sim_config_check_solver. Runs on the thread that loads
 * the model. */
typedef void (*ModelSolverCheck) (const ModelYaml *solver, GPtrArray *diagnostics);

/* Reads a model from a file. Appends all errors and notes to diagnostics (not NULL), and
 * returns NULL if there is an error. If solver is NULL, any mapping `solver` is
 * accepted. */
Model *model_load_file (const char *path, ModelSolverCheck solver, GPtrArray *diagnostics);
/* Reads a model from a text of `length` bytes (−1: up to its zero byte). name is the file name in messages, and relative paths of data
 * files start from its folder; name may be NULL. solver is used as in model_load_file. */
Model *model_load_text (const char *text, gssize length, const char *name, ModelSolverCheck solver, GPtrArray *diagnostics);
/* Reads a model from a text like model_load_text. data has texts by the names of data files, which are read in place of the files, as model_data_texts returns
 * them; NULL: none. */
Model *model_load_text_with_data (const char *text, gssize length, const char *name, GHashTable *data, ModelSolverCheck solver, GPtrArray *diagnostics);
/* Reads a model from a file like model_load_file and extends it with keys of a lesson: the mapping `outputs` of the extension is added to
 * the model's outputs, and its list `plots` replaces the model's plots. Takes ownership of the extension. Errors in the extension are
 * reported with its file name and position. */
Model *model_load_extended (const char *path, ModelYamlDocument *extension, ModelSolverCheck solver, GPtrArray *diagnostics);
/* Reads a model from a text like model_load_text and extends it like model_load_extended; the extension is a text, too. name is the file name in messages
 * about both. */
Model *model_load_extended_text (const char *text, const char *name, const char *extension, ModelSolverCheck solver, GPtrArray *diagnostics);

G_END_DECLS
