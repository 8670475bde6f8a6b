/* The text by which models are compared. */
#include "model-identity.h"

#include "model-declaration.h"
#include "model-private.h"
#include "ode-format.h"

char *
model_identity (const Model *model)
{
  GString *identity = g_string_new (model_text (model));

  for (guint k = 0; k < model->declarations->len; k++)
    {
      const ModelDeclaration *table = MODEL_DECLARATION (model, k);
      gsize size = sizeof (double) * (gsize)table->n_file;
      g_autoptr (GChecksum) sum = NULL;

      if (table->n_file == 0)
        continue;
      sum = g_checksum_new (G_CHECKSUM_SHA256);
      g_checksum_update (sum, (const guchar *)table->file_x, (gssize)size);
      g_checksum_update (sum, (const guchar *)table->file_y, (gssize)size);
      g_string_append_printf (identity, "\n%s", g_checksum_get_string (sum));
    }
  return g_string_free (identity, FALSE);
}

GHashTable *
model_data_texts (const Model *model)
{
  GHashTable *texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint k = 0; k < model->declarations->len; k++)
    {
      const ModelDeclaration *table = MODEL_DECLARATION (model, k);
      GString *text;

      if (table->n_file == 0 || g_hash_table_contains (texts, table->file))
        continue;
      text = g_string_new (NULL);
      for (int i = 0; i < table->n_file; i++)
        {
          char x[ODE_FORMAT_SIZE], y[ODE_FORMAT_SIZE];

          x[ode_format_double (x, table->file_x[i])] = '\0';
          y[ode_format_double (y, table->file_y[i])] = '\0';
          g_string_append_printf (text, "%s, %s\n", x, y);
        }
      g_hash_table_insert (texts, g_strdup (table->file), g_string_free (text, FALSE));
    }
  return texts;
}

const char *
model_file (const Model *model)
{
  return model->file;
}
