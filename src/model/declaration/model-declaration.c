/* Declarations of a model file with their fields, assignments and messages: labels of the classes, formatted messages, and freeing. */
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

/* ---- fields and messages ---- */

void
model_field_clear (ModelField *field)
{
  for (int k = 0; k < field->n_items; k++)
    expr_tree_free (field->items[k].tree);
  g_clear_pointer (&field->items, g_free);
  field->n_items = 0;
}

void
model_assignments_clear (ModelAssignments *assignments)
{
  for (int k = 0; k < assignments->n_items; k++)
    {
      expr_tree_free (assignments->items[k].target);
      model_field_clear (&assignments->items[k].field);
    }
  g_clear_pointer (&assignments->items, g_free);
  assignments->n_items = 0;
}

/* Significant digits of a value whose expression has no format. */
#define DEFAULT_DIGITS 6

void
model_message_clear (ModelMessage *message)
{
  for (int k = 0; k < message->n_parts; k++)
    {
      g_free (message->parts[k].literal);
      expr_tree_free (message->parts[k].expression.tree);
    }
  g_clear_pointer (&message->parts, g_free);
  message->n_parts = 0;
}

int
model_message_n_values (const ModelMessage *message)
{
  return MAX (0, message->n_parts - 1);
}

char *
model_message_format (const ModelMessage *message, const double *values)
{
  GString *text = g_string_new (NULL);

  for (int k = 0; k < message->n_parts; k++)
    {
      const ModelMessagePart *part = &message->parts[k];
      char format[16];
      char number[400]; /* %.17f of the largest double has 309 digits before the point */

      g_string_append (text, part->literal);
      if (k == message->n_parts - 1)
        break;
      g_snprintf (format, sizeof format, "%%.%d%c", part->precision >= 0 ? part->precision : DEFAULT_DIGITS, part->conversion);
      g_string_append (text, g_ascii_formatd (number, sizeof number, format, values[k]));
    }
  return g_string_free (text, FALSE);
}

/* ---- declarations ---- */

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

gboolean
model_event_acts (const ModelEvent *event)
{
  return event->has_set || event->has_update || event->terminates || event->fails;
}
