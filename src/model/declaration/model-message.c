/* Formats messages that contain values. */
#include "model-message.h"

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
