/* The registry of studies. The command line, its help, the man page and JSON output are generated from the constants that it lists.
 * lab-studies.def has the list. */
#pragma once

#include "lab-study-kind.h"

G_BEGIN_DECLS

/* Declares the constants of all studies. */
#define LAB_STUDY(name) extern const LabStudyKind lab_study_##name;
#include "lab-studies.def"
#undef LAB_STUDY

/* Returns all studies, NULL-terminated. */
const LabStudyKind *const *lab_registry (void);
/* Returns the study with this id, or NULL. */
const LabStudyKind *lab_registry_find (const char *id);
/* Returns the ids of all studies, NULL-terminated. Free the array with g_ptr_array_unref; the texts are static. */
GPtrArray *lab_registry_ids (void);
/* Computes a study on the thread of the caller. values[n_options] has the values of its options, NULL for those without a value. progress may be NULL. It is
 * also called inside evaluations of large models, with the last fraction. Returns a result, which the caller frees with lab_result_free, or NULL
 * with an error; the error of a cancelled study is G_IO_ERROR_CANCELLED. */
LabResult *lab_registry_run (const LabStudyKind *kind, const LabProblem *problem, const char *const *values, const LabProgress *progress,
                             GError **error);

G_END_DECLS
