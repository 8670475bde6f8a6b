/* Computes the checks of a revealed page on a thread of the pool. The command "lesson check" uses the same
 * functions. */
#include "wb-lessons-private.h"

#include <math.h>
#include <string.h>

/* The input of the job: the text of the lesson, or its path if text is NULL, and the index of the page to check. */
typedef struct { char *text, *path; int page; } Task;

static void
task_free (gpointer data)
{
  Task *task = data;

  g_free (task->text);
  g_free (task->path);
  g_free (task);
}

/* The output of the job: the checks, and the lesson to which they refer. */
typedef struct { LabLesson *lesson; GArray *checks; } Checked;

static void
checked_free (gpointer data)
{
  Checked *checked = data;

  g_clear_pointer (&checked->checks, g_array_unref);
  lab_lesson_free (checked->lesson);
  g_free (checked);
}

static gpointer
work (WbJob *job, gpointer data, GError **error)
{
  const Task *task = data;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  LabProgress progress = { wb_job_go_on, job };
  Checked *checked = g_new0 (Checked, 1);

  checked->lesson = lab_lesson_load_text (task->text, task->path, NULL, diagnostics);
  if (checked->lesson != NULL && task->page < (int) checked->lesson->pages->len)
    checked->checks = lab_lesson_check_page (checked->lesson, task->page, &progress, diagnostics, error);
  if (checked->checks == NULL)
    g_clear_pointer (&checked, checked_free);
  return checked;
}

/* Returns the expectation with the same index in the open lesson, or NULL. */
static const LabExpectation *
own_expectation (WbLessons *self, const Checked *checked, const LabExpectation *expectation)
{
  guint index = (guint) (expectation - (const LabExpectation *) (gpointer) checked->lesson->expectations->data);

  return index < self->lesson->expectations->len ? &g_array_index (self->lesson->expectations, LabExpectation, index) : NULL;
}

static void
on_done (gpointer owner, gpointer result, const GError *error)
{
  WbLessons *self = owner;
  Checked *checked = result;

  if (checked != NULL && checked->checks != NULL && self->lesson != NULL)
    {
      WbLessonAnswer *answer = wb_lessons_answer (self);

      for (guint k = 0; k < checked->checks->len; k++)
        {
          LabCheck *check = &g_array_index (checked->checks, LabCheck, k);

          check->expectation = own_expectation (self, checked, check->expectation);
        }
      g_clear_pointer (&answer->checks, g_array_unref);
      answer->checks = g_steal_pointer (&checked->checks);
      wb_lessons_show_answer (self);
    }
  g_clear_pointer (&checked, checked_free);
  wb_lessons_emit_result (self);
}

void
wb_lessons_start_check (WbLessons *self)
{
  const LabLessonPage *page = wb_lessons_page (self);
  Task *task;

  g_clear_pointer (&self->job, wb_job_cancel);
  if ((page->expectation < 0 && page->reveal == NULL && page->place == NULL) || wb_lessons_answer (self)->checks != NULL)
    return;
  task = g_new0 (Task, 1);
  task->text = g_strdup (self->lesson->text);
  task->path = g_strdup (self->lesson->path);
  task->page = self->page;
  wb_job_replace (&self->job, self, work, task, task_free, on_done, checked_free);
}

const GArray *
wb_lessons_checks (WbLessons *self)
{
  return self->lesson != NULL ? wb_lessons_answer (self)->checks : NULL;
}

gboolean
wb_lessons_is_checking (WbLessons *self)
{
  return self->job != NULL;
}

/* Returns the check of an expectation, or NULL. */
static const LabCheck *
check_of (WbLessons *self, int expectation)
{
  const GArray *checks = wb_lessons_checks (self);

  for (guint k = 0; checks != NULL && expectation >= 0 && k < checks->len; k++)
    if (g_array_index (checks, LabCheck, k).expectation == &g_array_index (self->lesson->expectations, LabExpectation, expectation))
      return &g_array_index (checks, LabCheck, k);
  return NULL;
}

const LabCheck *
wb_lessons_asked_check (WbLessons *self)
{
  const LabLessonPage *page = wb_lessons_page (self);
  const GArray *checks = wb_lessons_checks (self);

  for (guint k = 0; page->ask == LAB_ASK_CURVE && checks != NULL && k < checks->len; k++)
    {
      const LabExpectation *expectation = g_array_index (checks, LabCheck, k).expectation;

      if (expectation != NULL && expectation->at == LAB_AT_END && g_strcmp0 (expectation->value, page->column) == 0)
        return &g_array_index (checks, LabCheck, k);
    }
  return check_of (self, page->expectation);
}

gboolean
wb_lessons_right_point (WbLessons *self, double *x, double *y)
{
  const LabLessonPage *page = wb_lessons_page (self);
  const LabCheck *first = page->ask == LAB_ASK_POINT ? check_of (self, page->point[0].expectation) : NULL;
  const LabCheck *second = page->ask == LAB_ASK_POINT ? check_of (self, page->point[1].expectation) : NULL;

  if (first == NULL || second == NULL || isnan (first->got) || isnan (second->got))
    return FALSE;
  *x = first->got;
  *y = second->got;
  return TRUE;
}

/* Returns whether a value is at most `within` from the right one. The factor allows for the rounding of a guess exactly at the border. */
static gboolean
counts (double value, double right, double within)
{
  return fabs (value - right) <= within * (1 + 1e-9);
}

gboolean
wb_lessons_is_right (WbLessons *self)
{
  const LabLessonPage *page = wb_lessons_page (self);
  const WbLessonAnswer *answer = wb_lessons_answer (self);
  const LabCheck *check = wb_lessons_asked_check (self);
  double x, y;

  if (page->ask == LAB_ASK_POINT)
    return wb_lessons_right_point (self, &x, &y) && counts (answer->point[0], x, page->point[0].within) && counts (answer->point[1], y, page->point[1].within);
  if (check == NULL || isnan (check->got))
    return FALSE;
  return (page->ask == LAB_ASK_SET && counts (answer->number, check->got, page->within)) || (page->ask == LAB_ASK_ATTEMPT && answer->number == check->got);
}
