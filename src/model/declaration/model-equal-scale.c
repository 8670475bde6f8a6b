/* Finds the phase portraits of a model's file that have equal scales. */
#include "model-equal-scale.h"

#include "model-private.h"

gboolean
model_has_equal_scale (const Model *model, const char *x, const char *y)
{
  const ModelYaml *plots = model_yaml_get (model_yaml_root (model->document), "plots");

  for (int k = 0; plots != NULL && plots->type == MODEL_YAML_LIST && k < plots->n_items; k++)
    {
      const char *across = model_yaml_get_text (plots->items[k], "x", NULL), *up = model_yaml_get_text (plots->items[k], "y", NULL);
      gboolean equal = FALSE;

      if (model_yaml_boolean (model_yaml_get (plots->items[k], "equal_scale"), &equal) && equal
          && ((g_strcmp0 (across, x) == 0 && g_strcmp0 (up, y) == 0) || (g_strcmp0 (across, y) == 0 && g_strcmp0 (up, x) == 0)))
        return TRUE;
    }
  return FALSE;
}
