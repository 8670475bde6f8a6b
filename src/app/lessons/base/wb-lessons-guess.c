/* Stores the guesses of the reader for the open page. */
#include "wb-lessons-private.h"

#include <math.h>

static void
answer_clear (gpointer data)
{
  WbLessonAnswer *answer = data;

  g_free (answer->order);
  g_free (answer->curve);
  g_clear_pointer (&answer->checks, g_array_unref);
}

/* Returns a shuffled order of n items that differs from the right order. It depends only on n, so that a lesson always begins with the same
 * order. */
static int *
shuffled (int n)
{
  int *order = g_new (int, n);

  for (int k = 0; k < n; k++)
    order[k] = (2 * k + 1) % n;
  if (n % 2 == 0)
    for (int k = 0; k < n; k++)
      order[k] = k < n / 2 ? 2 * k + 1 : 2 * (k - n / 2);
  return order;
}

void
wb_lessons_make_answers (WbLessons *self)
{
  g_clear_pointer (&self->answers, g_array_unref);
  self->answers = g_array_new (FALSE, TRUE, sizeof (WbLessonAnswer));
  g_array_set_clear_func (self->answers, answer_clear);
  for (guint k = 0; k < self->lesson->pages->len; k++)
    {
      const LabLessonPage *page = &g_array_index (self->lesson->pages, LabLessonPage, k);
      WbLessonAnswer answer = { .number = NAN, .point = { NAN, NAN }, .choice = -1 };

      if (page->ask == LAB_ASK_ORDER)
        answer.order = shuffled ((int) g_strv_length (page->items));
      g_array_append_val (self->answers, answer);
    }
}

WbLessonAnswer *
wb_lessons_answer (WbLessons *self)
{
  return &g_array_index (self->answers, WbLessonAnswer, self->page);
}

gboolean
wb_lessons_has_guess (WbLessons *self)
{
  const WbLessonAnswer *answer = wb_lessons_answer (self);

  return !isnan (answer->number) || !isnan (answer->point[0]) || answer->choice >= 0 || answer->moved || answer->curve != NULL;
}

void
wb_lessons_clear_guess (WbLessons *self)
{
  WbLessonAnswer *answer = wb_lessons_answer (self);

  if (answer->revealed)
    return;
  answer->number = answer->point[0] = answer->point[1] = NAN;
  answer->choice = -1;
  g_clear_pointer (&answer->curve, g_free);
  wb_lessons_emit_guess (self);
}

double
wb_lessons_number (WbLessons *self)
{
  return wb_lessons_answer (self)->number;
}

void
wb_lessons_set_number (WbLessons *self, double value)
{
  WbLessonAnswer *answer = wb_lessons_answer (self);

  if (answer->revealed)
    return;
  answer->number = value;
  if (answer->curve != NULL)
    answer->curve[WB_LESSON_N_POINTS - 1] = value;
  wb_lessons_set_control (self, value);
  wb_lessons_emit_guess (self);
}

gboolean
wb_lessons_type (WbLessons *self, const char *text)
{
  const LabLessonPage *page = self->lesson != NULL ? wb_lessons_page (self) : NULL;
  gboolean asks = page != NULL && (page->ask == LAB_ASK_NUMBER || page->ask == LAB_ASK_CURVE || page->ask == LAB_ASK_ATTEMPT || page->ask == LAB_ASK_SET);

  if (!asks || wb_lessons_answer (self)->revealed)
    return FALSE;
  wb_lessons_emit_typed (self, text);
  return TRUE;
}

/* ---- the point ---- */

void
wb_lessons_point (WbLessons *self, double *x, double *y)
{
  *x = wb_lessons_answer (self)->point[0];
  *y = wb_lessons_answer (self)->point[1];
}

void
wb_lessons_set_point (WbLessons *self, double x, double y)
{
  WbLessonAnswer *answer = wb_lessons_answer (self);

  if (answer->revealed || wb_lessons_page (self)->ask != LAB_ASK_POINT || !isfinite (x) || !isfinite (y))
    return;
  answer->point[0] = x;
  answer->point[1] = y;
  wb_lessons_emit_guess (self);
}

int
wb_lessons_choice (WbLessons *self)
{
  return wb_lessons_answer (self)->choice;
}

void
wb_lessons_set_choice (WbLessons *self, int choice)
{
  WbLessonAnswer *answer = wb_lessons_answer (self);

  if (answer->revealed || answer->choice == choice)
    return;
  answer->choice = choice;
  wb_lessons_emit_guess (self);
}

int
wb_lessons_item_at (WbLessons *self, int place)
{
  return wb_lessons_answer (self)->order[place];
}

void
wb_lessons_move_item (WbLessons *self, int from, int to)
{
  WbLessonAnswer *answer = wb_lessons_answer (self);
  int item, n = (int) g_strv_length (wb_lessons_page (self)->items);

  if (answer->revealed || from == to || from < 0 || to < 0 || from >= n || to >= n)
    return;
  item = answer->order[from];
  for (int k = from; k != to; k += from < to ? 1 : -1)
    answer->order[k] = answer->order[k + (from < to ? 1 : -1)];
  answer->order[to] = item;
  answer->moved = TRUE;
  wb_lessons_emit_guess (self);
}

/* ---- the drawn curve ---- */

const double *
wb_lessons_curve (WbLessons *self)
{
  return self->lesson != NULL ? wb_lessons_answer (self)->curve : NULL;
}

/* Returns the position of time t among the points of the drawn curve, as a fractional index. */
static double
place_of (WbLessons *self, double t)
{
  double start = wb_session_t_start (self->session), end = wb_session_t_end (self->session);

  return end > start ? CLAMP ((t - start) / (end - start), 0, 1) * (WB_LESSON_N_POINTS - 1) : 0;
}

/* Part of the time span at the end of a drawn curve that may be missing: the hand stops before the border of the plot. */
#define OPEN_END 0.05

/* Takes the last value of the curve as the guess, if the curve ends near the end of the run, so that the hand need not meet the border. */
static void
complete (WbLessonAnswer *answer)
{
  int last = WB_LESSON_N_POINTS - 1;

  while (last > 0 && isnan (answer->curve[last]))
    last--;
  answer->number = NAN;
  if (last < (1 - OPEN_END) * (WB_LESSON_N_POINTS - 1))
    return;
  answer->number = answer->curve[last];
}

void
wb_lessons_sketch (WbLessons *self, double t, double y, gboolean first)
{
  WbLessonAnswer *answer = wb_lessons_answer (self);
  double from, to, y_from, y_to, t_limited;

  if (answer->revealed || wb_lessons_page (self)->ask != LAB_ASK_CURVE || !isfinite (t) || !isfinite (y))
    return;
  /* Cut a line that leaves the time span of the run at the end of the span. */
  t_limited = CLAMP (t, wb_session_t_start (self->session), wb_session_t_end (self->session));
  if (!first && t != t_limited && t != self->last_t)
    y = self->last_y + (t_limited - self->last_t) / (t - self->last_t) * (y - self->last_y);
  t = t_limited;
  if (answer->curve == NULL)
    {
      answer->curve = g_new (double, WB_LESSON_N_POINTS);
      for (int k = 0; k < WB_LESSON_N_POINTS; k++)
        answer->curve[k] = NAN;
    }
  from = place_of (self, first ? t : self->last_t);
  y_from = first ? y : self->last_y;
  to = place_of (self, t);
  y_to = y;
  if (from > to)
    {
      double swap = from;

      from = to;
      to = swap;
      swap = y_from;
      y_from = y_to;
      y_to = swap;
    }
  for (int k = (int) floor (from + 0.5); k <= (int) floor (to + 0.5); k++)
    answer->curve[k] = to > from ? y_from + CLAMP ((k - from) / (to - from), 0, 1) * (y_to - y_from) : y;
  self->last_t = t;
  self->last_y = y;
  complete (answer);
  wb_lessons_emit_guess (self);
}
