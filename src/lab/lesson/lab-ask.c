/* The table of the kinds of questions, and what several of them read in the same way. */
#include "lab-ask.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-lesson-private.h"

static const LabAskKind *const kinds[] = {
  [LAB_ASK_NOTHING] = NULL,
#define LAB_ASK(name, id) [LAB_ASK_##name] = &lab_ask_##id,
#include "lab-asks.def"
#undef LAB_ASK
};

const LabAskKind *
lab_ask_kind (LabAsk ask)
{
  return kinds[ask];
}

const LabAskKind *
lab_ask_of (const ModelYaml *mapping, LabAsk *ask, int *n)
{
  const LabAskKind *first = NULL;

  *n = 0;
  for (guint k = LAB_ASK_NOTHING + 1; k < G_N_ELEMENTS (kinds); k++)
    if (model_yaml_get (mapping, kinds[k]->key) != NULL)
      {
        *ask = first == NULL ? (LabAsk) k : *ask;
        first = first == NULL ? kinds[k] : first;
        (*n)++;
      }
  return first;
}

char *
lab_ask_keys (void)
{
  GString *keys = g_string_new (NULL);

  for (guint k = LAB_ASK_NOTHING + 1; k < G_N_ELEMENTS (kinds); k++)
    g_string_append_printf (keys, "%s'%s'", keys->len > 0 ? ", " : "", kinds[k]->key);
  return g_string_free (keys, FALSE);
}

int
lab_ask_expectation (const LabLesson *lesson, const ModelYaml *mapping, GPtrArray *diagnostics)
{
  ModelYaml *expect = model_yaml_get (mapping, "expect");
  int index = lab_lesson_find_expectation (lesson, expect->text);

  if (index < 0)
    model_yaml_error (expect, diagnostics, _("the lesson has no expectation '%s'"), expect->text);
  else if (g_array_index (lesson->expectations, LabExpectation, index).digits == NULL)
    model_yaml_error (expect, diagnostics, _("the expectation '%s' is not a single number"), expect->text);
  return index;
}

gboolean
lab_ask_within (const LabLesson *lesson, ModelYaml *mapping, int expectation, double *within, GPtrArray *diagnostics)
{
  ModelYaml *node = model_yaml_get (mapping, "within");
  g_autofree char *text = NULL;
  gboolean percent;

  if (node == NULL)
    {
      model_yaml_error (mapping, diagnostics, _("the guess needs the tolerance 'within', a positive number or a percentage such as 10%%"));
      return FALSE;
    }
  if (node->broken)
    return FALSE;
  text = node->type == MODEL_YAML_SCALAR ? g_strstrip (g_strdup (node->text)) : g_strdup ("");
  percent = g_str_has_suffix (text, "%");
  if (percent)
    text[strlen (text) - 1] = '\0';
  if (text[0] == '\0' || text[strspn (text, "0123456789.eE+-")] != '\0' || !((*within = g_ascii_strtod (text, NULL)) > 0) || !isfinite (*within))
    {
      model_yaml_error (node, diagnostics, _("'within' must be a positive number, or a percentage such as 2%%"));
      return FALSE;
    }
  if (percent && expectation >= 0)
    *within *= fabs (g_array_index (lesson->expectations, LabExpectation, expectation).is) / 100;
  if (percent && !(*within > 0))
    model_yaml_error (node, diagnostics, _("'within' cannot be a percentage of 0; write a number"));
  return *within > 0;
}
