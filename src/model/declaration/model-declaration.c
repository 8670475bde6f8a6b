/* Defines the labels of declaration classes and frees declarations. */
#include "model-declaration.h"

#include <glib/gi18n-lib.h>

static const char *const class_labels[MODEL_N_CLASSES] = {
  [MODEL_CLASS_CONSTANT] = N_("a constant"),     [MODEL_CLASS_PARAMETER] = N_("a parameter"),
  [MODEL_CLASS_FUNCTION] = N_("a function"),     [MODEL_CLASS_TABLE] = N_("a table"),
  [MODEL_CLASS_VARIABLE] = N_("a variable"),     [MODEL_CLASS_STATE] = N_("a state"),
  [MODEL_CLASS_COORDINATE] = N_("a coordinate"), [MODEL_CLASS_ROTATION] = N_("a rotation"),
  [MODEL_CLASS_ALGEBRAIC] = N_("an algebraic unknown"), [MODEL_CLASS_DISCRETE] = N_("a discrete state"),
  [MODEL_CLASS_MULTIPLIER] = N_("a constraint"), [MODEL_CLASS_OUTPUT] = N_("an output"),
  [MODEL_CLASS_NOISE] = N_("a noise input"),           [MODEL_CLASS_CONSTRAINT] = N_("a constraint"),
  [MODEL_CLASS_EVENT] = N_("an event"),          [MODEL_CLASS_MONITOR] = N_("a monitor"),
  [MODEL_CLASS_SCENE] = N_("a scene item"),
};

const char *
model_class_label (ModelClass class)
{
  return class_labels[class];
}

void
model_declaration_free (gpointer data)
{
  ModelDeclaration *declaration = data;

  for (int k = 0; k < MODEL_N_FIELDS; k++)
    model_field_clear (&declaration->fields[k]);
  model_assignments_clear (&declaration->set);
  model_assignments_clear (&declaration->update);
  model_message_clear (&declaration->message);
  g_strfreev (declaration->arguments);
  g_free (declaration->file_x);
  g_free (declaration->file_y);
  g_free (declaration->trigger_text);
  g_strfreev (declaration->actions);
  g_free (declaration);
}
