/* Runs of a lesson that begin from the state of another run, as branches of a session do. Used by one thread at a time. */
#pragma once

#include "lab-lesson-check.h"

G_BEGIN_DECLS

/* Returns the run from which a run begins; NULL: it begins at its start. */
const LabLessonRun *lab_lesson_parent (const LabLesson *lesson, const LabLessonRun *run);
/* Returns the run from which a run comes in the end: itself if it is no branch. run may be NULL. */
const LabLessonRun *lab_lesson_root (const LabLesson *lesson, const LabLessonRun *run);
/* Returns the runs (LabLessonRun) from the root to the run. Free the array with g_ptr_array_unref. */
GPtrArray *lab_lesson_chain (const LabLesson *lesson, const LabLessonRun *run);
/* Applies the settings of a branch to those of the run from which it begins. Returns FALSE after appending to diagnostics. */
gboolean lab_lesson_branch_settings (const LabLessonRun *run, SimConfig *config, GPtrArray *diagnostics);
/* Returns the end of a branch: its own, or that of the run from which it begins. */
double lab_lesson_branch_end (const LabLessonRun *run, double parent_end);
/* Receives a value that a branch changes: a parameter, or a state if is_state; shift: the value is added to that of the state. */
typedef void (*LabLessonBranchFunc) (const char *name, double value, gboolean is_state, gboolean shift, gpointer user);
/* Calls func for each value that a branch changes, in the order of the changes. */
void lab_lesson_branch_values (const LabLessonRun *run, LabLessonBranchFunc func, gpointer user);

/* Advances an initialized simulator to the end of a run. A branch repeats the steps of the run from which it begins up to the last step boundary
 * at or before its time, and makes its changes there. setup is that of the run. Updates *status. Returns FALSE after appending to diagnostics
 * if a branch cannot begin; a run that fails is no error. */
gboolean lab_lesson_advance (SimSimulator *simulator, const LabLesson *lesson, const LabLessonSetup *setup, const LabLessonRun *run,
                             SimStatus *status, GPtrArray *diagnostics);
/* Checks the time and the names of a branch without computing it. Returns FALSE after appending to diagnostics. */
gboolean lab_lesson_verify_branch (const LabLesson *lesson, const LabLessonSetup *setup, const LabLessonRun *run, GPtrArray *diagnostics);

G_END_DECLS
