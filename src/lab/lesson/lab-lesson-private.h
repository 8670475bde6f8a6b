/* Functions that the source files of lessons share. They read one object: lab-lesson.c (the head and the runs), lab-lesson-read.c (pages and
 * expectations), lab-lesson-link.c (places in views), lab-ask.c, lab-ask-attempt.c, lab-ask-choice.c, lab-ask-curve.c, lab-ask-number.c, lab-ask-order.c,
 * lab-ask-point.c and lab-ask-set.c (questions), lab-lesson-setup.c and lab-lesson-branch.c (problems), lab-lesson-study.c and lab-lesson-ensemble.c
 * (expectations about studies). */
#pragma once

#include "lab-lesson-check.h"
#include "ode-attempt.h"

G_BEGIN_DECLS

/* The ids of the views that a page or a cue can show, NULL-terminated. */
extern const char *const lab_lesson_views[];
/* The keys of a run that are not settings, NULL-terminated. */
extern const char *const lab_lesson_run_keys[];

/* Reads the pages of a lesson into lesson->pages. */
void lab_lesson_read_pages (LabLesson *lesson, ModelYaml *root, GPtrArray *diagnostics);
/* Reads the expectations of a lesson into lesson->expectations. */
void lab_lesson_read_expectations (LabLesson *lesson, ModelYaml *root, GPtrArray *diagnostics);
/* Checks the lessons that should come before a lesson. Returns FALSE after appending errors to diagnostics. */
gboolean lab_lesson_check_order (const LabLesson *lesson, GPtrArray *diagnostics);
/* Returns the index of the expectation with this name, or −1. */
int lab_lesson_find_expectation (const LabLesson *lesson, const char *name);
/* Values of expectations about a run that are numbers of attempts, NULL-terminated. */
extern const char *const lab_lesson_attempts[];
/* Returns whether the value of an expectation is the number of an attempt. */
gboolean lab_lesson_is_attempt (const char *value);
/* The attempts that are found while a run is computed. Begins with zeros. */
typedef struct
{
  gsize n;
  double numbers[5];               /* in the order of lab_lesson_attempts, from 1; 0: none */
  double longest, shortest, error; /* step sizes and the error of these attempts */
} LabLessonAttempts;
/* Takes an attempt of the run (an OdeAttemptFunc); user is a LabLessonAttempts. */
void lab_lesson_watch_attempt (void *user, const OdeAttempt *attempt);
/* Returns the number of the attempt that a value names, from 1; NaN if there is none. */
double lab_lesson_attempt_number (const LabLessonAttempts *found, const char *value);
/* Reads a link such as {laboratory: controller, with: {ki: 0.3}}. Returns FALSE after appending errors to diagnostics. Clear the link in both
 * cases. */
gboolean lab_lesson_read_link (LabLessonLink *link, ModelYaml *node, GPtrArray *diagnostics);
/* Returns the id of the view that a link opens. */
const char *lab_lesson_link_view (const LabLessonLink *link);
/* Frees the members of a link. */
void lab_lesson_link_clear (LabLessonLink *link);
/* Checks without computing a run that the view of a link can show the model and the options. setup is that of the page with the link. Returns
 * FALSE after appending errors to diagnostics. */
gboolean lab_lesson_verify_link (const LabLesson *lesson, const LabLessonLink *link, const LabLessonSetup *setup, GPtrArray *diagnostics);
/* Computes the runs that pages show in the Microscope, and checks that the runs have the attempts and events. Begins the studies of the
 * Laboratory, which may refuse the model. Returns FALSE with diagnostics if a page cannot be shown, and FALSE with error if it is
 * cancelled. */
gboolean lab_lesson_check_places (const LabLesson *lesson, const LabProgress *progress, GPtrArray *diagnostics, GError **error);
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
/* Computes the ensemble of the study file of checks[first], and sets the results of that check and of the later ones about the same file. Returns
 * FALSE with diagnostics if there are errors, and FALSE with error if it is cancelled. */
gboolean lab_lesson_check_ensemble (const LabLesson *lesson, GArray *checks, guint first, const LabProgress *progress, GPtrArray *diagnostics,
                                    GError **error);
/* Returns whether two YAML values have the same content; NULL is an empty mapping. */
gboolean lab_lesson_same_value (const ModelYaml *a, const ModelYaml *b);
/* Returns whether two expectations are about the same study with the same options. */
gboolean lab_lesson_same_study (const LabExpectation *a, const LabExpectation *b);
/* Computes the studies of the checks (LabCheck) that are about studies, each study once, and sets their results. Returns FALSE like
 * lab_lesson_check_ensemble. */
gboolean lab_lesson_check_studies (const LabLesson *lesson, GArray *checks, const LabProgress *progress, GPtrArray *diagnostics, GError **error);

G_END_DECLS
