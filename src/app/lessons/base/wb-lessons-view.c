/* Shows the view that the current page of a lesson names. */
#include "wb-lessons-private.h"

#include <math.h>

#include "wb-laboratory.h"
#include "wb-lesson-place.h"
#include "wb-microscope.h"
#include "wb-session-layout.h"

gboolean
wb_lessons_is_hidden (WbLessons *self)
{
  const LabLessonPage *page = wb_lessons_page (self);

  return (page->ask != LAB_ASK_NOTHING || page->reveal != NULL) && !wb_lessons_answer (self)->revealed;
}

/* Emits "result-changed" when the view of the page begins or ends to compute. */
static void
on_place (WbLessons *self)
{
  const LabLessonLink *place = self->lesson != NULL ? wb_lessons_page (self)->place : NULL;
  gboolean runs = place != NULL && wb_lesson_place_is_running (self->session, place);

  if (runs == self->place_runs)
    return;
  self->place_runs = runs;
  if (self->lesson != NULL)
    wb_lessons_emit_result (self);
}

/* Observes the views that pages show, from the first page that shows one. */
static void
watch (WbLessons *self)
{
  if (self->watches)
    return;
  self->watches = TRUE;
  wb_lesson_place_watch (self->session, G_CALLBACK (on_place), self);
  g_signal_connect_object (wb_laboratory_of (self->session), "changed", G_CALLBACK (wb_lessons_follow_control), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (wb_microscope_of (self->session), "changed", G_CALLBACK (wb_lessons_follow_control), self, G_CONNECT_SWAPPED);
}

void
wb_lessons_resume_view (WbLessons *self)
{
  if (wb_lessons_page (self)->place == NULL)
    return;
  watch (self);
  wb_laboratory_set_asked (wb_laboratory_of (self->session), wb_lessons_is_hidden (self));
}

void
wb_lessons_show_answer (WbLessons *self)
{
  const LabLessonPage *page = wb_lessons_page (self);
  const LabCheck *check = page->ask == LAB_ASK_ATTEMPT ? wb_lessons_asked_check (self) : NULL;
  LabLessonLink right = { .kind = LAB_LINK_ATTEMPT };

  if (check == NULL || !(check->got >= 1) || !wb_lessons_answer (self)->revealed || page->place == NULL)
    return;
  right.number = (int) check->got;
  wb_lesson_place_run (self->session, &right);
}

void
wb_lessons_show_view (WbLessons *self)
{
  const LabLessonPage *page = wb_lessons_page (self);
  const LabLessonLink *place = page->place;
  gboolean hidden = wb_lessons_is_hidden (self), opening;

  self->place_due = FALSE;
  wb_laboratory_set_asked (wb_laboratory_of (self->session), place != NULL && hidden);
  if (place == NULL && page->view != NULL)
    wb_session_set_view (self->session, page->view);
  if (place == NULL)
    return;
  watch (self);
  opening = self->opening;
  self->opening = TRUE;
  wb_lesson_place_open (self->session, self->lesson, place);
  /* An attempt of an earlier page is no answer; one of the run that the page reveals does not exist yet. */
  if (!hidden || (place->kind <= LAB_LINK_EVENT && page->reveal == NULL))
    self->place_due = !wb_lesson_place_run (self->session, place);
  if (page->ask == LAB_ASK_SET && hidden && isnan (wb_lessons_answer (self)->number))
    wb_lessons_set_control (self, page->from);
  self->opening = opening;
  wb_session_forget_history (self->session);
  on_place (self);
}

void
wb_lessons_go_on_with_view (WbLessons *self)
{
  if (self->lesson == NULL || !self->place_due || self->next_branch != 0 || wb_session_state (self->session) == SIM_RUN_RUNNING)
    return;
  self->place_due = FALSE;
  wb_lesson_place_run (self->session, wb_lessons_page (self)->place);
}
