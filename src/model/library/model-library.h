/* The library: models found in STEPWISE_DATA_DIR, the installed place and the user's data folder. Broken files are listed with
 * their errors instead of hidden. Scanning may run on any thread; a library is then immutable. */
#pragma once

#include "model-entry.h"
#include "model-load.h"

G_BEGIN_DECLS

typedef struct ModelLibrary ModelLibrary;

/* Scans the folders; extra_folder may be NULL. solver: as in model_load_file. */
ModelLibrary *model_library_scan (const char *extra_folder, ModelSolverCheck solver);
/* The same by means of an index file, which is read and written: models that have not changed since are not opened. stamp: the program's version. */
ModelLibrary *model_library_scan_indexed (const char *extra_folder, const char *index_file, const char *stamp, ModelSolverCheck solver);
void model_library_free (ModelLibrary *library);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelLibrary, model_library_free)
int model_library_n_entries (const ModelLibrary *library);
/* Sorted by category, then name. */
const ModelEntry *model_library_entry (const ModelLibrary *library, int index);
const ModelEntry *model_library_find (const ModelLibrary *library, const char *id);
/* MODEL of the command line: a path where it holds '/' or ends in ".yaml", else a library id. On failure NULL with diagnostics
 * (and a suggestion). solver: as in model_load_file. */
Model *model_library_open (const char *model, ModelSolverCheck solver, GPtrArray *diagnostics);
/* Folders searched for models, lessons, tableaus: kind is "models", "lessons" or "tableaus". NULL-terminated; free with g_strfreev. */
char **model_library_folders (const char *kind);
/* The user's own of them, whether it exists or not; free with g_free. */
char *model_library_user_folder (const char *kind);

G_END_DECLS
