/* A question whose answer is a curve that the reader draws in a plot over time: `draw: COLUMN`. */
#include <glib/gi18n-lib.h>

#include "lab-ask.h"
#include "lab-lesson-private.h"

static void
read_curve (const LabLesson *lesson, LabLessonPage *page, ModelYaml *node, ModelYaml *mapping, GPtrArray *diagnostics)
{
  page->column = lab_lesson_text (mapping, "draw", diagnostics);
}

static void
verify_curve (const LabLesson *lesson, const LabLessonPage *page, ModelYaml *node, const LabLessonSetup *setup, GPtrArray *diagnostics)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (&setup->problem, NULL);

  if (system != NULL && page->column != NULL && model_system_find_column (system, page->column) < 0)
    model_yaml_error (node, diagnostics, _("the model of this page has no column '%s'"), page->column);
}

const LabAskKind lab_ask_curve = { .key = "draw", .read = read_curve, .verify = verify_curve };
