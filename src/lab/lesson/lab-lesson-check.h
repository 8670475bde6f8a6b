/* Runs of lessons and the check of their expectations. Used by one thread at a time. */
#pragma once

#include "lab-lesson.h"
#include "lab-problem.h"

G_BEGIN_DECLS

/* A problem with the objects that it borrows. */
typedef struct
{
  Model *model;
  SimConfig *config;
  GHashTable *constants;
  const ModelYaml *node; /* mapping with the keys `set` and `initial` */
  LabProblem problem;    /* problem that is prepared for the run */
} LabLessonSetup;

/* Makes the problem of a run: its model, with the plots of a page (or those of the model if page is −1), settings, values and times. Returns
 * FALSE with diagnostics on failure. Clear the setup with lab_lesson_setup_clear in both cases. setup must not move while its problem is
 * used. */
gboolean lab_lesson_setup_init (LabLessonSetup *setup, const LabLesson *lesson, const LabLessonRun *run, int page, GPtrArray *diagnostics);
/* Makes the problem that a page shows before its answer is revealed. If the page has a run, this is the run; otherwise the run of the last
 * page before it that has one; otherwise the model with the values of the next run. A page without a run also has the settings of the pages
 * up to it. The setup borrows nodes of the lesson. Returns FALSE with diagnostics on failure, and must be cleared in both cases. */
gboolean lab_lesson_setup_init_page (LabLessonSetup *setup, const LabLesson *lesson, int page, GPtrArray *diagnostics);
/* Receives a value of a setup. table: "set" (a parameter), "initial" or "constant". */
typedef void (*LabLessonValueFunc) (const char *table, const char *name, double value, gpointer user);
/* Calls func for each value that the setup gives to the model. */
void lab_lesson_setup_values (const LabLessonSetup *setup, LabLessonValueFunc func, gpointer user);
/* Frees the members of a setup. */
void lab_lesson_setup_clear (LabLessonSetup *setup);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LabLessonSetup, lab_lesson_setup_clear)

/* The outcome of one expectation. */
typedef struct
{
  const LabExpectation *expectation;
  gboolean passed;
  double got;     /* NaN if `text` is set or there is no value */
  char *text;     /* word of a statistic that is a word, or NULL */
  char *message;  /* reason why there is no value, or NULL */
} LabCheck;

/* Checks, without a run, that models can be loaded, that settings, values and plots are valid for them, and that expected expressions use
 * existing names. Returns FALSE after appending errors to diagnostics. */
gboolean lab_lesson_verify (const LabLesson *lesson, GPtrArray *diagnostics);

/* Verifies a lesson, computes its runs and studies, and compares them with the
 * expectations.
 * Returns an array of LabCheck in the order of the file, or NULL after errors in
 * the lesson (diagnostics) or if it was cancelled (error). */
GArray *lab_lesson_check (const LabLesson *lesson, const LabProgress *progress, GPtrArray *diagnostics, GError **error);
/* Computes one run and compares it with its expectations. Returns an array of
 * LabCheck, empty if the run has no expectation, or NULL after errors in the
 * lesson (diagnostics) or if it was cancelled (error). */
GArray *lab_lesson_check_run (const LabLesson *lesson, const LabLessonRun *run, const LabProgress *progress, GPtrArray *diagnostics,
                              GError **error);

G_END_DECLS
