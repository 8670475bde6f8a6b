/* The library: all models in STEPWISE_DATA_DIR, the installation folder and the
 * user's data folder. Broken files are listed with their errors. Scanning may
 * run on any thread; a library is then immutable. */
#pragma once

#include "model-entry.h"
#include "model-load.h"

G_BEGIN_DECLS

typedef struct ModelLibrary ModelLibrary;

/* Scans the folders; extra_folder may be NULL; solver as in model_load_file. */
ModelLibrary *model_library_scan (const char *extra_folder, ModelSolverCheck solver);
/* Scans the folders like model_library_scan, but does not open models that are
 * unchanged since the index file was written, and updates the index file.
 * stamp: version of the program. */
ModelLibrary *model_library_scan_indexed (const char *extra_folder, const char *index_file, const char *stamp, ModelSolverCheck solver);
/* Frees a library. */
void model_library_free (ModelLibrary *library);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelLibrary, model_library_free)
/* Returns the number of models. */
int model_library_n_entries (const ModelLibrary *library);
/* Returns an entry, sorted by category, then name; borrowed. */
const ModelEntry *model_library_entry (const ModelLibrary *library, int index);
/* Returns the entry with this id, or NULL; borrowed. */
const ModelEntry *model_library_find (const ModelLibrary *library, const char *id);
/* Loads a model. The text is a path if it contains '/' or ends in ".yaml", else
 * a library id. Returns NULL with diagnostics and a suggestion on failure;
 * solver as in model_load_file. */
Model *model_library_open (const char *model, ModelSolverCheck solver, GPtrArray *diagnostics);
/* Returns the folders that are searched; kind is "models", "lessons" or
 * "tableaus". NULL-terminated; free with g_strfreev. */
char **model_library_folders (const char *kind);
/* Returns the user's folder of a kind, whether it exists or not; free with
 * g_free. */
char *model_library_user_folder (const char *kind);

G_END_DECLS
