/* A question whose answer is a point that the reader places in a plot of two columns or in the phase plane:
 * `point: {x: {column: NAME, expect: NAME, within: W}, y: {…}}`. */
#include <glib/gi18n-lib.h>

#include "lab-ask.h"
#include "lab-lesson-private.h"

static const char *const axes[] = { "x", "y", NULL };

/* Returns whether one computation gives both values. */
static gboolean
are_together (const LabLesson *lesson, const LabLessonPage *page)
{
  const LabExpectation *x = &g_array_index (lesson->expectations, LabExpectation, page->point[0].expectation);
  const LabExpectation *y = &g_array_index (lesson->expectations, LabExpectation, page->point[1].expectation);

  return x->run != NULL ? g_strcmp0 (x->run, y->run) == 0 : lab_lesson_same_study (x, y);
}

static void
read_point (const LabLesson *lesson, LabLessonPage *page, ModelYaml *node, ModelYaml *mapping, GPtrArray *diagnostics)
{
  static const char *const keys[] = { "column", "expect", "within", NULL };

  if (node->type == MODEL_YAML_MAPPING && !model_yaml_check_keys (node, axes, "point", diagnostics))
    return;
  for (int k = 0; k < 2; k++)
    {
      ModelYaml *axis = model_yaml_get (node, axes[k]);
      const ModelYaml *expect = model_yaml_get (axis, "expect");

      if (axis == NULL || axis->type != MODEL_YAML_MAPPING || expect == NULL || expect->type != MODEL_YAML_SCALAR
          || model_yaml_get (axis, "column") == NULL)
        {
          model_yaml_error (axis != NULL ? axis : node, diagnostics,
                            _("'point' must be {x: {column: NAME, expect: NAME, within: W}, y: {column: NAME, expect: NAME, within: W}}"));
          return;
        }
      model_yaml_check_keys (axis, keys, axes[k], diagnostics);
      page->point[k].column = lab_lesson_text (axis, "column", diagnostics);
      page->point[k].expectation = lab_ask_expectation (lesson, axis, diagnostics);
      lab_ask_within (lesson, axis, page->point[k].expectation, &page->point[k].within, diagnostics);
    }
  page->expectation = page->point[0].expectation;
  if (page->expectation >= 0 && page->point[1].expectation >= 0 && !are_together (lesson, page))
    model_yaml_error (node, diagnostics, _("both expectations of a point must be about the same run or study"));
}

static void
verify_point (const LabLesson *lesson, const LabLessonPage *page, ModelYaml *node, const LabLessonSetup *setup, GPtrArray *diagnostics)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (&setup->problem, NULL);

  for (int k = 0; system != NULL && k < 2; k++)
    if (model_system_find_column (system, page->point[k].column) < 0)
      model_yaml_error (model_yaml_get (model_yaml_get (node, axes[k]), "column"), diagnostics, _("the model of this page has no column '%s'"),
                        page->point[k].column);
}

const LabAskKind lab_ask_point = { .key = "point", .read = read_point, .verify = verify_point };
