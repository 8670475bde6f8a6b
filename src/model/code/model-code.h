/* A model as a program in another language. model-code-targets.def lists the languages. Any thread may call the functions; one thread at a time may use a
 * system. */
#pragma once

#include "model-system.h"

G_BEGIN_DECLS

/* A language. */
typedef struct ModelCodeTarget ModelCodeTarget;

/* Returns all languages, NULL-terminated. */
const ModelCodeTarget *const *model_code_targets (void);
/* Returns the language with this id, or NULL. */
const ModelCodeTarget *model_code_target_find (const char *id);
/* Returns the id of a language, such as "python". */
const char *model_code_target_id (const ModelCodeTarget *target);
/* Returns the name of a language for people, in English, such as "Python with SciPy"; a message that can be translated. */
const char *model_code_target_name (const ModelCodeTarget *target);
/* Returns the ending of the files of a language, without the dot. */
const char *model_code_target_ending (const ModelCodeTarget *target);

/* Returns whether the files of a language are not texts, but packages of several files. */
gboolean model_code_target_is_package (const ModelCodeTarget *target);

/* Returns the source text of the instance's model, with the parameters, initial values and times of the instance; t_end: the end time. constants: those of the
 * instance, or NULL. accuracy: the tolerance of the program's integrator. Free it with g_free. Returns NULL with an error that names what the language or this
 * function does not have. The text of a package is that of its description. */
char *model_code_write (ModelSystem *system, GHashTable *constants, const ModelCodeTarget *target, double t_start, double t_end, double accuracy, GError **error);

/* Is called while a package is made. Returns FALSE to end that. */
typedef gboolean (*ModelCodeGoOn) (gpointer user, double fraction);
/* Returns the bytes of the file of a language: those of model_code_write, or of the package. Sets *note to what the package lacks, or to NULL; free it with g_free.
 * go_on may be NULL; if it returns FALSE, so does this function with an error. */
GBytes *model_code_export (ModelSystem *system, GHashTable *constants, const ModelCodeTarget *target, double t_start, double t_end, double accuracy, ModelCodeGoOn go_on,
                           gpointer user, char **note, GError **error);

G_END_DECLS
