#include "model-message.h"

/* Significant digits of a value without a format. */
#define DEFAULT_DIGITS 6

void
model_message_clear (ModelMessage *message)
{
  for (int k = 0; k < message->n_pieces; k++)
    {
      g_free (message->pieces[k].literal);
      expr_tree_free (message->pieces[k].expression.tree);
    }
  g_clear_pointer (&message->pieces, g_free);
  message->n_pieces = 0;
}

int
model_message_n_values (const ModelMessage *message)
{
  return MAX (0, message->n_pieces - 1);
}

char *
model_message_format (const ModelMessage *message, const double *values)
{
  GString *text = g_string_new (NULL);

  for (int k = 0; k < message->n_pieces; k++)
    {
      const ModelMessagePiece *piece = &message->pieces[k];
      char format[16];
      char number[400]; /* %.17f of the largest double: 309 digits before the point */

      g_string_append (text, piece->literal);
      if (k == message->n_pieces - 1)
        break;
      g_snprintf (format, sizeof format, "%%.%d%c", piece->precision >= 0 ? piece->precision : DEFAULT_DIGITS, piece->conversion);
      g_string_append (text, g_ascii_formatd (number, sizeof number, format, values[k]));
    }
  return g_string_free (text, FALSE);
}
