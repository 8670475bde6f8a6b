/* Functions that the source files of lessons share. */
#pragma once

#include "lab-lesson-check.h"

G_BEGIN_DECLS

/* The keys of a run that are not settings, NULL-terminated. */
extern const char *const lab_lesson_run_keys[];

/* Reads the pages of a lesson into lesson->pages. */
void lab_lesson_read_pages (LabLesson *lesson, ModelYaml *root, GPtrArray *diagnostics);
/* Reads the expectations of a lesson into lesson->expectations. */
void lab_lesson_read_expectations (LabLesson *lesson, ModelYaml *root, GPtrArray *diagnostics);
/* Replaces the texts of a lesson by those of its translation. */
void lab_lesson_translate (LabLesson *lesson, GPtrArray *diagnostics);
/* Replaces {name} in the texts of a lesson by the digits of the expectation with this name. Reports unknown
 * names. */
void lab_lesson_insert_numbers (LabLesson *lesson, GPtrArray *diagnostics);
/* Returns the text of the scalar at key, or NULL if the key is missing. Reports an error if the value is not a scalar. */
const char *lab_lesson_text (const ModelYaml *mapping, const char *key, GPtrArray *diagnostics);
/* Returns the texts of the list at key, NULL-terminated, or NULL if the key is missing. A scalar counts as a list of one text. Reports an
 * error for other values. */
char **lab_lesson_texts (const ModelYaml *mapping, const char *key, GPtrArray *diagnostics);
/* Returns the list at key, or NULL if the key is missing. Reports an error if the value is not a list. */
ModelYaml *lab_lesson_list (const ModelYaml *mapping, const char *key, GPtrArray *diagnostics);
/* Reads a number or a constant expression. Returns FALSE without a diagnostic if the node is
 * neither. */
gboolean lab_lesson_number (const ModelYaml *node, double *value);
/* Returns the run of the last page, up to `page`, that has a run; NULL if there is none. */
const LabLessonRun *lab_lesson_run_until (const LabLesson *lesson, int page);
/* Appends the message of an error at the position of a node. */
void lab_lesson_report (const ModelYaml *node, GPtrArray *diagnostics, const GError *error);
/* Applies the pairs of node that are settings; node may be NULL. They have the origin "changed by the
 * user", so that session files store them. others lists keys to skip, NULL-terminated; it may be
 * NULL. */
void lab_lesson_apply_settings (SimConfig *config, const ModelYaml *node, const char *const *others, GPtrArray *diagnostics);
/* Makes a setup like lab_lesson_setup_init. Settings, values and times come from node (NULL: none), except the keys listed in
 * others. */
gboolean lab_lesson_setup_init_node (LabLessonSetup *setup, const LabLesson *lesson, const LabLessonRun *run, int page, const ModelYaml *node,
                                     const char *const *others, GPtrArray *diagnostics);

/* Returns whether an expectation concerns a study file, instead of a study of the registry. */
static inline gboolean
lab_lesson_has_study_file (const LabExpectation *expectation)
{
  return expectation->study != NULL && g_str_has_suffix (expectation->study, ".yaml");
}

/* Checks the study file of an expectation without computing it. Returns FALSE after appending errors to diagnostics. */
gboolean lab_lesson_verify_ensemble (const LabLesson *lesson, const LabExpectation *expectation, GPtrArray *diagnostics);
/* Computes the ensemble of a study file and sets the result of the check. Returns FALSE with diagnostics if there are errors, and FALSE
 * with error if it is cancelled. */
gboolean lab_lesson_check_ensemble (const LabLesson *lesson, LabCheck *check, const LabProgress *progress, GPtrArray *diagnostics, GError **error);

G_END_DECLS
