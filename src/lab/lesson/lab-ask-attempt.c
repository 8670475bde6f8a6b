/* A question whose answer is an attempted step that the reader opens in the Microscope: `attempt: {expect: NAME}`. */
#include <glib/gi18n-lib.h>

#include "lab-ask.h"
#include "lab-lesson-private.h"

static void
read_attempt (const LabLesson *lesson, LabLessonPage *page, ModelYaml *node, ModelYaml *mapping, GPtrArray *diagnostics)
{
  static const char *const keys[] = { "expect", NULL };
  const ModelYaml *expect = model_yaml_get (node, "expect");
  const LabExpectation *expectation;

  if (node->type != MODEL_YAML_MAPPING || expect == NULL || expect->type != MODEL_YAML_SCALAR)
    {
      model_yaml_error (node, diagnostics, _("'attempt' must be {expect: NAME} with the name of an expectation, whose value is the number of an attempt"));
      return;
    }
  model_yaml_check_keys (node, keys, "attempt", diagnostics);
  page->unit = g_strdup ("");
  page->expectation = lab_ask_expectation (lesson, node, diagnostics);
  if (page->expectation < 0)
    return;
  expectation = &g_array_index (lesson->expectations, LabExpectation, page->expectation);
  if (!lab_lesson_is_attempt (expectation->value))
    {
      g_autofree char *known = g_strjoinv (", ", (char **) lab_lesson_attempts);

      model_yaml_error ((ModelYaml *) expect, diagnostics, _("the expectation '%s' has the value %s; its value must be one of %s"), expect->text,
                        expectation->value, known);
    }
}

const LabAskKind lab_ask_attempt = { .key = "attempt", .read = read_attempt };
