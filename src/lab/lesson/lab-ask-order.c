/* A question whose answer is an order of several texts: `order: [FIRST, SECOND, THIRD]`. */
#include <glib/gi18n-lib.h>

#include "lab-ask.h"
#include "lab-lesson-private.h"
#include "lab-lesson-text.h"

static void
read_order (const LabLesson *lesson, LabLessonPage *page, ModelYaml *node, ModelYaml *mapping, GPtrArray *diagnostics)
{
  page->items = lab_lesson_texts (mapping, "order", diagnostics);
  if (page->items != NULL && g_strv_length (page->items) < 2)
    model_yaml_error (node, diagnostics, _("'order' must be a list of at least two items in the right order"));
  lab_lesson_prose_all (page->items);
}

const LabAskKind lab_ask_order = { .key = "order", .read = read_order };
