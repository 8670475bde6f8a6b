/* A question whose answer is a number: `number: {unit: m, expect: NAME}`. */
#include <glib/gi18n-lib.h>

#include "lab-ask.h"
#include "lab-lesson-private.h"

static void
read_number (const LabLesson *lesson, LabLessonPage *page, ModelYaml *node, ModelYaml *mapping, GPtrArray *diagnostics)
{
  static const char *const keys[] = { "unit", "expect", NULL };
  const ModelYaml *expect = model_yaml_get (node, "expect");

  if (node->type != MODEL_YAML_MAPPING || expect == NULL || expect->type != MODEL_YAML_SCALAR)
    {
      model_yaml_error (node, diagnostics, _("'number' must be a mapping, such as {unit: m, expect: NAME} with the name of an expectation"));
      return;
    }
  model_yaml_check_keys (node, keys, "number", diagnostics);
  page->unit = g_strdup (model_yaml_get_text (node, "unit", ""));
  page->expectation = lab_ask_expectation (lesson, node, diagnostics);
}

const LabAskKind lab_ask_number = { .key = "number", .read = read_number };
