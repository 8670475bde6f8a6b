/* Opens the view that a page of a lesson names, with what it shows. Main thread. */
#pragma once

#include "lab-lesson.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Shows the view of a link with its choices: options of a study, methods of a comparison, the study file. Computes nothing. */
void wb_lesson_place_open (WbSession *session, const LabLesson *lesson, const LabLessonLink *link);
/* Computes what the view of a link shows: the study, the comparison, or the attempt of the current run. Returns FALSE if the run has not reached
 * the attempt or event yet but still computes; call the function again when the run has stopped. */
gboolean wb_lesson_place_run (WbSession *session, const LabLessonLink *link);
/* Returns whether the study or the comparison of a link is being computed. */
gboolean wb_lesson_place_is_running (WbSession *session, const LabLessonLink *link);
/* Stops the study or the comparison of a link. */
void wb_lesson_place_stop (WbSession *session, const LabLessonLink *link);
/* Calls func(object) when a study or a comparison of the session begins, advances or ends, as long as the object exists. */
void wb_lesson_place_watch (WbSession *session, GCallback func, gpointer object);

G_END_DECLS
