/* The lesson that is open in a session: its page, the reader's guesses, and the
 * results of revealed pages. Main thread.
 *
 * Signals:
 *   lesson-changed ()   a lesson was opened or closed
 *   page-changed ()     another page is shown, or the answer of the page was revealed
 *   guess-changed ()    the reader changed the guess of the page
 *   result-changed ()   the numbers of a revealed page are known
 */
#pragma once

#include "lab-lesson-check.h"
#include "model-yaml-writer.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_LESSONS (wb_lessons_get_type ())
G_DECLARE_FINAL_TYPE (WbLessons, wb_lessons, WB, LESSONS, GObject)

/* Returns the object of a session, which owns it. The first call makes it. */
WbLessons *wb_lessons_of (WbSession *session);
/* Returns the session. */
WbSession *wb_lessons_session (WbLessons *self);

/* ---- the open lesson ---- */

/* Opens the file of a lesson at a page, and its model in the session. The model
 * that was open before can be opened again with wb_lessons_open_own. Returns
 * FALSE with an error if the lesson has errors. */
gboolean wb_lessons_open (WbLessons *self, const char *path, int page, GError **error);
/* Replaces the open lesson by another reading of its file and stays on the page; guesses are removed. Opens the lesson if none is open. Takes
 * ownership of the lesson, which must be valid (lab_lesson_verify). */
void wb_lessons_replace (WbLessons *self, LabLesson *lesson);
/* Closes the lesson. Its model stays open. */
void wb_lessons_close (WbLessons *self);
/* Returns the open lesson, or NULL. */
const LabLesson *wb_lessons_lesson (WbLessons *self);
/* Returns whether there is a model that was open before the lesson. */
gboolean wb_lessons_has_own (WbLessons *self);
/* Closes the lesson and opens the model, values, plots and runs from before it. */
void wb_lessons_open_own (WbLessons *self);

/* ---- pages ---- */

/* Returns the index of the page. */
int wb_lessons_page_index (WbLessons *self);
/* Returns the page of the open lesson. */
const LabLessonPage *wb_lessons_page (WbLessons *self);
/* Returns whether the answer of the page is shown. Pages without a question have
 * nothing to reveal. */
gboolean wb_lessons_is_revealed (WbLessons *self);
/* Goes to a page of the open lesson. */
void wb_lessons_go (WbLessons *self, int page);
/* The action of the main button of the page. */
typedef enum { WB_LESSON_REVEAL, WB_LESSON_STOP, WB_LESSON_NEXT, WB_LESSON_FINISH } WbLessonStep;
/* Returns what wb_lessons_advance will do. */
WbLessonStep wb_lessons_step (WbLessons *self);
/* Does the next step of the lesson. The last one marks it as done and closes it. */
void wb_lessons_advance (WbLessons *self);
/* Goes to the page before. Returns FALSE on the first page. */
gboolean wb_lessons_back (WbLessons *self);

/* Returns whether the settings or values of the session differ from those of the
 * page. */
gboolean wb_lessons_differs (WbLessons *self);
/* Sets the settings and values of the page again; can be undone. */
void wb_lessons_restore (WbLessons *self);

/* ---- guesses of the page ---- */

/* Returns whether the reader made a guess. */
gboolean wb_lessons_has_guess (WbLessons *self);
/* Removes the guess. */
void wb_lessons_clear_guess (WbLessons *self);
/* Returns the guessed number, or the end of the drawn curve; NaN: none. */
double wb_lessons_number (WbLessons *self);
/* Sets the guessed number, or the value at the end of the curve. */
void wb_lessons_set_number (WbLessons *self, double value);
/* Returns the index of the chosen answer; −1: none. */
int wb_lessons_choice (WbLessons *self);
/* Chooses an answer. */
void wb_lessons_set_choice (WbLessons *self, int choice);
/* Returns the index in page->items of the item that the reader placed at `place`. At first the items are shuffled. */
int wb_lessons_item_at (WbLessons *self, int place);
/* Moves the item at one place to another. */
void wb_lessons_move_item (WbLessons *self, int from, int to);

/* The number of points of a drawn curve, at equal intervals of the run's time. */
#define WB_LESSON_N_POINTS 200
/* Returns the values of the drawn curve, NaN where nothing is drawn; NULL if
 * there is no curve. Borrowed. */
const double *wb_lessons_curve (WbLessons *self);
/* Draws the curve at time t. If `first` is FALSE, also draws the line from the
 * last point. Times outside the run are limited to it. */
void wb_lessons_sketch (WbLessons *self, double t, double y, gboolean first);

/* ---- session files ---- */

/* Writes the open lesson, its page and the guesses as the mapping `lesson`; nothing if no lesson is open. */
void wb_lessons_write (WbLessons *self, ModelYamlWriter *out);
/* Loads the lesson of such a mapping, and the model of its page with the outputs
 * of the lesson. Returns NULL if there is no such lesson or page any more. Free
 * the lesson with lab_lesson_free, and the model with model_unref. */
LabLesson *wb_lessons_read (const ModelYaml *node, Model **model);
/* Shows a lesson from wb_lessons_read in a session that shows its model already,
 * with the guesses of the mapping. Takes ownership of the lesson. */
void wb_lessons_resume (WbLessons *self, LabLesson *lesson, const ModelYaml *node);

/* ---- results ---- */

/* Returns the checks (LabCheck) of the revealed run, or NULL while they are
 * computed or if there are none. Borrowed. */
const GArray *wb_lessons_checks (WbLessons *self);
/* Returns whether the checks are being computed. */
gboolean wb_lessons_is_checking (WbLessons *self);
/* Returns the check of the number that the page asks for, or NULL. The index of
 * a curve's check is that of its column at the end. */
const LabCheck *wb_lessons_asked_check (WbLessons *self);

G_END_DECLS
