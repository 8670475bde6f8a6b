/* A question whose answer is one of several texts: `choose: [A, B]` with `answer: A`. */
#include <glib/gi18n-lib.h>

#include "lab-ask.h"
#include "lab-lesson-private.h"
#include "lab-lesson-text.h"

static void
read_choice (const LabLesson *lesson, LabLessonPage *page, ModelYaml *node, ModelYaml *mapping, GPtrArray *diagnostics)
{
  const char *answer = lab_lesson_text (mapping, "answer", diagnostics);
  int n;

  page->items = lab_lesson_texts (mapping, "choose", diagnostics);
  n = page->items != NULL ? (int) g_strv_length (page->items) : 0;
  if (page->items == NULL)
    return;
  if (n < 2 || n > 5)
    model_yaml_error (node, diagnostics, _("'choose' must be a list of two to five answers"));
  for (page->answer = 0; page->answer < n && g_strcmp0 (page->items[page->answer], answer) != 0;)
    page->answer++;
  if (page->answer == n)
    model_yaml_error (mapping, diagnostics, _("a question with 'choose' needs 'answer', one of its answers"));
  lab_lesson_prose_all (page->items);
}

const LabAskKind lab_ask_choice = { .key = "choose", .read = read_choice };
