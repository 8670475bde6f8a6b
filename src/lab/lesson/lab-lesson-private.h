/* Functions that the files of a lesson share. */
#pragma once

#include "lab-lesson-check.h"

G_BEGIN_DECLS

/* The keys of a run that are not settings. The list ends with NULL. */
extern const char *const lab_lesson_run_keys[];

/* Reads pages into lesson->pages. */
void lab_lesson_read_pages (LabLesson *lesson, ModelYaml *root, GPtrArray *diagnostics);
/* Reads expectations into lesson->expectations. */
void lab_lesson_read_expectations (LabLesson *lesson, ModelYaml *root, GPtrArray *diagnostics);
/* Replaces the texts of a lesson by those of its translation. */
void lab_lesson_translate (LabLesson *lesson, GPtrArray *diagnostics);
/* Replaces {name} in texts by the digits of the expectation; reports unknown
 * names. */
void lab_lesson_insert_numbers (LabLesson *lesson, GPtrArray *diagnostics);
/* Returns the scalar at key, or NULL. Reports an error if the value is not a scalar. */
const char *lab_lesson_text (const ModelYaml *mapping, const char *key, GPtrArray *diagnostics);
/* Returns the list of scalars at key, or NULL; a single scalar counts as a list of one. Reports an error for other values. */
char **lab_lesson_texts (const ModelYaml *mapping, const char *key, GPtrArray *diagnostics);
/* Returns the list at key, or NULL. Reports an error if the value is not a list. */
ModelYaml *lab_lesson_list (const ModelYaml *mapping, const char *key, GPtrArray *diagnostics);
/* Reads a number or a constant expression. Returns FALSE without a message if
 * the node is neither. */
gboolean lab_lesson_number (const ModelYaml *node, double *value);
/* Returns the run of the last page up to `page` that has one, or NULL. */
const LabLessonRun *lab_lesson_run_until (const LabLesson *lesson, int page);
/* Appends an error at the place of a node. */
void lab_lesson_report (const ModelYaml *node, GPtrArray *diagnostics, const GError *error);
/* Applies the pairs of a node that are settings; node may be NULL. They get the
 * origin of changes by the user, which session files store. others: keys to
 * skip, ending with NULL, or NULL. */
void lab_lesson_apply_settings (SimConfig *config, const ModelYaml *node, const char *const *others, GPtrArray *diagnostics);
/* Makes a setup like lab_lesson_setup_init, with settings, values and times of
 * node (NULL: none), except the keys in `others`. */
gboolean lab_lesson_setup_init_node (LabLessonSetup *setup, const LabLesson *lesson, const LabLessonRun *run, int page, const ModelYaml *node,
                                     const char *const *others, GPtrArray *diagnostics);

/* Returns whether an expectation names a study file and not a study of the registry. */
static inline gboolean
lab_lesson_has_study_file (const LabExpectation *expectation)
{
  return expectation->study != NULL && g_str_has_suffix (expectation->study, ".yaml");
}

/* Checks the study file of an expectation without computing it. Returns FALSE after appending to diagnostics. */
gboolean lab_lesson_verify_ensemble (const LabLesson *lesson, const LabExpectation *expectation, GPtrArray *diagnostics);
/* Computes the ensemble of a study file and fills in the check. Returns FALSE after appending to diagnostics, or with an error if it is
 * cancelled. */
gboolean lab_lesson_check_ensemble (const LabLesson *lesson, LabCheck *check, const LabProgress *progress, GPtrArray *diagnostics, GError **error);

G_END_DECLS
