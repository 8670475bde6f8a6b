/* Reads the labels of discrete states. They do not change a result, so that no plan has them. */
#include "model-labels.h"

#include "model-private.h"

const char *
model_label (const Model *model, const char *state, gboolean holds)
{
  const ModelYaml *states = model_yaml_get (model_yaml_root (model->document), "discrete");
  const ModelYaml *value = states != NULL ? model_yaml_get (states, state) : NULL;

  return value != NULL ? model_yaml_get_text (value, holds ? "label_1" : "label_0", NULL) : NULL;
}
