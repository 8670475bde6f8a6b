/* The library: all models in STEPWISE_DATA_DIR, in the installation folder and in the user's data
 * folder. Files with errors are listed too. A scan may run on any thread; the resulting library does not
 * change. */
#pragma once

#include "model-entry.h"
#include "model-load.h"

G_BEGIN_DECLS

typedef struct ModelLibrary ModelLibrary;

/* Scans the folders. extra_folder is searched too unless it is NULL; solver is used as in model_load_file. */
ModelLibrary *model_library_scan (const char *extra_folder, ModelSolverCheck solver);
/* Scans the folders like model_library_scan, but opens only models that are new or changed
 * since index_file was written, and updates that file. stamp is the version of the
 * program. */
ModelLibrary *model_library_scan_indexed (const char *extra_folder, const char *index_file, const char *stamp, ModelSolverCheck solver);
/* Frees a library. */
void model_library_free (ModelLibrary *library);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelLibrary, model_library_free)
/* Returns the number of models. */
int model_library_n_entries (const ModelLibrary *library);
/* Returns an entry; owned by the library. Entries are sorted by category, then by name. */
const ModelEntry *model_library_entry (const ModelLibrary *library, int index);
/* Returns the entry with this id, owned by the library, or NULL. */
const ModelEntry *model_library_find (const ModelLibrary *library, const char *id);
/* Loads a model. `model` is a path if it contains '/' or ends in ".yaml", otherwise a library id. solver is used
 * as in model_load_file. Returns NULL after appending errors and, for an unknown id, a suggestion to
 * diagnostics. */
Model *model_library_open (const char *model, ModelSolverCheck solver, GPtrArray *diagnostics);
/* Loads the model that a file names, such as a study, a lesson or a list of cues. It is like model_library_open, but a path must be a regular file: a pipe or
 * a device that a stranger's file names would make the program wait without end. */
Model *model_library_open_named (const char *model, ModelSolverCheck solver, GPtrArray *diagnostics);
/* Returns the folders that are searched; kind is "models", "lessons" or
 * "tableaus". NULL-terminated; free with g_strfreev. */
char **model_library_folders (const char *kind);
/* Returns the user's folder of a kind, whether it exists or not; free with
 * g_free. */
char *model_library_user_folder (const char *kind);

G_END_DECLS
