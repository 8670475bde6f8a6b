/* A question whose answer is the value of a setting or a parameter that the reader sets: `set: {control: NAME, from: 0.1, unit: s, expect: NAME,
 * within: 10%}`. The control has the value `from` at first. The control `step` is the step of a run without error control or, in the Laboratory on the page of the method, the step in
 * h·λ. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "lab-ask.h"
#include "lab-lesson-private.h"
#include "sim-config-rows.h"

static void
read_set (const LabLesson *lesson, LabLessonPage *page, ModelYaml *node, ModelYaml *mapping, GPtrArray *diagnostics)
{
  static const char *const keys[] = { "control", "unit", "from", "expect", "within", NULL };
  const ModelYaml *expect = model_yaml_get (node, "expect");

  if (node->type != MODEL_YAML_MAPPING || expect == NULL || expect->type != MODEL_YAML_SCALAR || model_yaml_get (node, "control") == NULL
      || !lab_lesson_number (model_yaml_get (node, "from"), &page->from))
    {
      model_yaml_error (node, diagnostics, _("'set' must be a mapping, such as {control: step, from: 0.1, unit: s, expect: NAME, within: 10%%}"));
      return;
    }
  model_yaml_check_keys (node, keys, "set", diagnostics);
  if (strcmp (model_yaml_get_text (node, "control", ""), "step") == 0 && !(page->from > 0))
    model_yaml_error (model_yaml_get (node, "from"), diagnostics, _("'%s' must be a positive number"), "from");
  page->control = lab_lesson_text (node, "control", diagnostics);
  page->unit = g_strdup (model_yaml_get_text (node, "unit", ""));
  page->expectation = lab_ask_expectation (lesson, node, diagnostics);
  lab_ask_within (lesson, node, page->expectation, &page->within, diagnostics);
}

static void
verify_set (const LabLesson *lesson, const LabLessonPage *page, ModelYaml *node, const LabLessonSetup *setup, GPtrArray *diagnostics)
{
  g_autoptr (ModelSystem) system = NULL;
  const SimSettingRow *row;
  double value;

  if (page->control == NULL || strcmp (page->control, "step") == 0)
    return;
  system = lab_problem_instance (&setup->problem, NULL);
  row = sim_config_row_of (page->control);
  if (system != NULL && !model_system_get_parameter (system, page->control, &value) && (row == NULL || row->type != SIM_SETTING_NUMBER))
    model_yaml_error (model_yaml_get (node, "control"), diagnostics,
                      _("'%s' is neither a parameter of the model of this page nor a setting that is a number; the step is 'step'"), page->control);
}

const LabAskKind lab_ask_set = { .key = "set", .read = read_set, .verify = verify_set };
