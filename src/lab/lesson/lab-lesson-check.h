/* Runs of lessons, and the check of their expectations. One thread at a time may use an object. */
#pragma once

#include "lab-lesson.h"
#include "lab-problem.h"

G_BEGIN_DECLS

/* The problem of a run, with the objects that the problem borrows. */
typedef struct
{
  Model *model;
  SimConfig *config;
  GHashTable *constants;
  const ModelYaml *node; /* mapping with the keys `set` and `initial` */
  LabProblem problem;    /* the problem; it borrows the members above. For a branch that of the run from which it comes, but with the branch's end */
  SimConfig *last;       /* settings at the end of a branch; NULL: config holds for the whole run */
  double first_end;      /* end of the run from which a branch comes */
} LabLessonSetup;

/* Makes the problem of a run: its model with the plots of a page (of the model if page is −1), its settings, values and times. Returns
 * FALSE with diagnostics if there are errors. In both cases clear the setup with lab_lesson_setup_clear. The setup must not move in memory
 * while its problem is used. */
gboolean lab_lesson_setup_init (LabLessonSetup *setup, const LabLesson *lesson, const LabLessonRun *run, int page, GPtrArray *diagnostics);
/* Makes the problem that a page shows before its answer is revealed. This is the run of the page or, if it has none, the run of the last
 * page before it that has one. If there is no such page, it is the model with the values of the next run. A page without a run also gets
 * the settings of all pages up to it. The setup borrows nodes of the lesson. Returns FALSE with diagnostics if there are errors. In both
 * cases clear the setup. */
gboolean lab_lesson_setup_init_page (LabLessonSetup *setup, const LabLesson *lesson, int page, GPtrArray *diagnostics);
/* Receives one value of a setup. table is "set" (a parameter), "initial" or "constant". */
typedef void (*LabLessonValueFunc) (const char *table, const char *name, double value, gpointer user);
/* Calls func for each value that the setup sets in the model. */
void lab_lesson_setup_values (const LabLessonSetup *setup, LabLessonValueFunc func, gpointer user);
/* Frees the members of a setup. */
void lab_lesson_setup_clear (LabLessonSetup *setup);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LabLessonSetup, lab_lesson_setup_clear)

/* The result of checking one expectation. */
typedef struct
{
  const LabExpectation *expectation;
  gboolean passed;
  double got;     /* computed value; NaN if it is a text or missing */
  char *text;     /* computed value of a statistic that is a word, otherwise NULL */
  char *message;  /* reason why there is no computed value; NULL: there is one */
} LabCheck;

/* Checks a lesson without computing runs: models can be loaded, settings, values and plots are valid, and expected expressions use existing
 * names. Returns FALSE after appending errors to diagnostics. */
gboolean lab_lesson_verify (const LabLesson *lesson, GPtrArray *diagnostics);

/* Verifies a lesson, computes its runs and studies, and compares them with the
 * expectations. Returns an array of LabCheck in the order of the file. Returns NULL
 * with diagnostics if the lesson has errors, and NULL with error if it is
 * cancelled. */
GArray *lab_lesson_check (const LabLesson *lesson, const LabProgress *progress, GPtrArray *diagnostics, GError **error);
/* Computes what the reveal of a page shows, and compares it with its expectations: the run of the page, or that of the number that the page asks
 * for; the study of that number; and the study in the view of the page. Returns an array of LabCheck, which is empty if there is no
 * expectation. Returns NULL with diagnostics if the lesson has errors, and NULL with error if it is cancelled. */
GArray *lab_lesson_check_page (const LabLesson *lesson, int page, const LabProgress *progress, GPtrArray *diagnostics, GError **error);

/* Compares the value of a check with its expectation, and sets check->passed. */
void lab_check_judge (LabCheck *check);

G_END_DECLS
