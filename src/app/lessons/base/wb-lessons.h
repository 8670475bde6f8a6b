/* The lesson that is open in a session: its page, the reader's guesses, and the
 * results of revealed pages. Main thread.
 *
 * Signals:
 *   lesson-changed ()   a lesson was opened or closed
 *   page-changed ()     another page is shown, or the answer of the page was revealed
 *   guess-changed ()    the reader changed the guess of the page
 *   result-changed ()   the numbers of a revealed page are known, or its view began or ended to compute
 *   typed (text)        the reader typed a character of a number while no field had the focus
 *   finished () → gboolean   the reader finished the lesson; a handler that returns TRUE has opened another one
 */
#pragma once

#include "lab-lesson-check.h"
#include "model-yaml-writer.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_LESSONS (wb_lessons_get_type ())
G_DECLARE_FINAL_TYPE (WbLessons, wb_lessons, WB, LESSONS, GObject)

/* Returns the lessons object of a session. The first call creates it; the session owns it. */
WbLessons *wb_lessons_of (WbSession *session);
/* Returns the session of the lesson; borrowed. */
WbSession *wb_lessons_session (WbLessons *self);

/* ---- the open lesson ---- */

/* Opens a lesson file at a page, and opens the model of the lesson in the session.
 * wb_lessons_open_own opens the previous model again. Returns FALSE with an error if the lesson has
 * errors. */
gboolean wb_lessons_open (WbLessons *self, const char *path, int page, GError **error);
/* Replaces the open lesson by a new version of its file and stays on the page. The guesses are lost. If no lesson is open, opens this one.
 * Takes ownership of the lesson, which must be valid (lab_lesson_verify). */
void wb_lessons_replace (WbLessons *self, LabLesson *lesson);
/* Closes the lesson. The session keeps the model of the lesson. */
void wb_lessons_close (WbLessons *self);
/* Returns the open lesson, borrowed, or NULL. */
const LabLesson *wb_lessons_lesson (WbLessons *self);
/* Returns whether the model from before the lesson can be opened again. */
gboolean wb_lessons_has_own (WbLessons *self);
/* Closes the lesson and restores the model, values, plots and runs from before the lesson. */
void wb_lessons_open_own (WbLessons *self);

/* ---- pages ---- */

/* Returns the index of the current page. */
int wb_lessons_page_index (WbLessons *self);
/* Returns the current page of the open lesson; borrowed. */
const LabLessonPage *wb_lessons_page (WbLessons *self);
/* Returns whether the answer of the current page is revealed. Returns FALSE if the page has nothing to
 * reveal. */
gboolean wb_lessons_is_revealed (WbLessons *self);
/* Goes to the page with this index. */
void wb_lessons_go (WbLessons *self, int page);
/* The action of the main button of the page. */
typedef enum { WB_LESSON_REVEAL, WB_LESSON_STOP, WB_LESSON_NEXT, WB_LESSON_FINISH } WbLessonStep;
/* Returns the step that wb_lessons_advance will take. */
WbLessonStep wb_lessons_step (WbLessons *self);
/* Takes the next step of the lesson. On the last page it marks the lesson as done and closes it. */
void wb_lessons_advance (WbLessons *self);
/* Goes to the previous page. Returns FALSE on the first page. */
gboolean wb_lessons_back (WbLessons *self);

/* Returns whether the reader has changed the settings or values of the
 * page. */
gboolean wb_lessons_differs (WbLessons *self);
/* Restores the settings and values of the page. This can be undone. */
void wb_lessons_restore (WbLessons *self);

/* ---- guesses for the current page ---- */

/* Returns whether the reader has made a guess. */
gboolean wb_lessons_has_guess (WbLessons *self);
/* Removes the guess of the reader. */
void wb_lessons_clear_guess (WbLessons *self);
/* Returns the guessed number, or the last value of a drawn curve; NaN if there is no guess. */
double wb_lessons_number (WbLessons *self);
/* Sets the guessed number, or the last value of a drawn curve. */
void wb_lessons_set_number (WbLessons *self, double value);
/* Gives a typed character of a number to the field of the question. Returns FALSE if the page does not ask for a number, or is revealed. */
gboolean wb_lessons_type (WbLessons *self, const char *text);
/* Writes the point that the reader placed; NaN if there is none. */
void wb_lessons_point (WbLessons *self, double *x, double *y);
/* Sets the point that the reader placed. */
void wb_lessons_set_point (WbLessons *self, double x, double y);
/* Returns the index of the answer that the reader chose, or −1. */
int wb_lessons_choice (WbLessons *self);
/* Sets the index of the answer that the reader chose. */
void wb_lessons_set_choice (WbLessons *self, int choice);
/* Returns the index in page->items of the item at position `place` of the reader's order. At first the items are shuffled. */
int wb_lessons_item_at (WbLessons *self, int place);
/* Moves an item of the reader's order from one position to another. */
void wb_lessons_move_item (WbLessons *self, int from, int to);

/* Number of points of a drawn curve. They are equally spaced over the time span of the run. */
#define WB_LESSON_N_POINTS 200
/* Returns the WB_LESSON_N_POINTS values of the drawn curve, borrowed; NaN where nothing is drawn. Returns NULL if there is no
 * curve. */
const double *wb_lessons_curve (WbLessons *self);
/* Adds the point (t, y) to the drawn curve and, if `first` is FALSE, the line from the last point. t is limited to the time span of the
 * run. */
void wb_lessons_sketch (WbLessons *self, double t, double y, gboolean first);

/* ---- session files ---- */

/* Writes the open lesson, its page and the guesses as the mapping `lesson`. Writes nothing if no lesson is open. */
void wb_lessons_write (WbLessons *self, ModelYamlWriter *out);
/* Shows a lesson from lab_session_read_lesson, with the guesses of the mapping. The session must already show the lesson's model. Takes ownership
 * of the lesson. */
void wb_lessons_resume (WbLessons *self, LabLesson *lesson, const ModelYaml *node);

/* ---- results ---- */

/* Returns the checks of the revealed run (LabCheck), borrowed. Returns NULL while they are being computed or if there are
 * none. */
const GArray *wb_lessons_checks (WbLessons *self);
/* Returns whether the checks of the page are being computed. */
gboolean wb_lessons_is_checking (WbLessons *self);
/* Returns the check of the number that the page asks for, borrowed, or NULL. For a curve, returns the check of the last value of its
 * column. */
const LabCheck *wb_lessons_asked_check (WbLessons *self);

/* Writes the right point of a page that asks for one. Returns FALSE if it is not known. */
gboolean wb_lessons_right_point (WbLessons *self, double *x, double *y);
/* Returns whether the guess counts as right: a value within the tolerance of the page on either side, with the border, a point with both values within
 * theirs, the number of the right attempt. FALSE for other questions, and while the right answer is not known. */
gboolean wb_lessons_is_right (WbLessons *self);

G_END_DECLS
