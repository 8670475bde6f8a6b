/* The text by which models are compared. */
#include "model-identity.h"

#include "model-declaration.h"
#include "model-private.h"

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

const char *
model_file (const Model *model)
{
  return model->file;
}
