/* Keeps measured data with the choice of the quantity that each column measures. Copies share the table and its text. */
#include "lab-measured.h"

#include <glib/gi18n-lib.h>
#include <stdatomic.h>
#include <string.h>

#include "model.h"

/* What copies with other choices share. */
typedef struct
{
  atomic_int references;
  LabData *data;
  char *text;
} Table;

struct LabMeasured
{
  atomic_int references;
  Table *table;
  char **choices; /* for each column a name, "" or NULL; see lab_measured_choose */
  int time;
  LabMeasured *rest; /* the tables that follow */
};

/* ---- objects ---- */

static LabMeasured *
measured_new (Table *table, int time)
{
  LabMeasured *measured = g_new0 (LabMeasured, 1);

  measured->references = 1;
  measured->table = table;
  measured->choices = g_new0 (char *, table->data->n_columns + 1);
  measured->time = time;
  return measured;
}

LabMeasured *
lab_measured_parse (const char *path, const char *text, gsize n, GError **error)
{
  LabData *data = lab_data_parse (path, text, n, error);
  Table *table;

  if (data == NULL)
    return NULL;
  table = g_new0 (Table, 1);
  table->references = 1;
  table->data = data;
  table->text = g_strndup (text, n);
  return measured_new (table, data->time);
}

LabMeasured *
lab_measured_read (const char *path, GError **error)
{
  gsize n;
  g_autofree char *text = lab_data_load (path, &n, error);

  return text != NULL ? lab_measured_parse (path, text, n, error) : NULL;
}

LabMeasured *
lab_measured_ref (LabMeasured *measured)
{
  if (measured != NULL)
    atomic_fetch_add (&measured->references, 1);
  return measured;
}

void
lab_measured_unref (LabMeasured *measured)
{
  if (measured == NULL || atomic_fetch_sub (&measured->references, 1) > 1)
    return;
  for (int k = 0; k < measured->table->data->n_columns; k++)
    g_free (measured->choices[k]);
  g_free (measured->choices);
  lab_measured_unref (measured->rest);
  if (atomic_fetch_sub (&measured->table->references, 1) == 1)
    {
      lab_data_free (measured->table->data);
      g_free (measured->table->text);
      g_free (measured->table);
    }
  g_free (measured);
}

/* ---- lists of tables ---- */

const LabMeasured *
lab_measured_rest (const LabMeasured *measured)
{
  return measured->rest;
}

int
lab_measured_n_tables (const LabMeasured *measured)
{
  int n = 0;

  for (; measured != NULL; measured = measured->rest)
    n++;
  return n;
}

const LabMeasured *
lab_measured_table (const LabMeasured *measured, int table)
{
  for (int k = 0; k < table && measured != NULL; k++)
    measured = measured->rest;
  return measured;
}

/* Returns the first table of `measured` with other tables after it. Takes ownership of rest. */
static LabMeasured *
with_rest (const LabMeasured *measured, LabMeasured *rest)
{
  LabMeasured *copy;

  atomic_fetch_add (&measured->table->references, 1);
  copy = measured_new (measured->table, measured->time);
  for (int k = 0; k < measured->table->data->n_columns; k++)
    copy->choices[k] = g_strdup (measured->choices[k]);
  copy->rest = rest;
  return copy;
}

LabMeasured *
lab_measured_replace (const LabMeasured *measured, int table, const LabMeasured *with)
{
  if (measured == NULL)
    return with != NULL ? with_rest (with, NULL) : NULL;
  if (table > 0)
    return with_rest (measured, lab_measured_replace (measured->rest, table - 1, with));
  return with != NULL ? with_rest (with, lab_measured_ref (measured->rest)) : lab_measured_ref (measured->rest);
}

LabMeasured *
lab_measured_add (const LabMeasured *measured, const LabMeasured *added)
{
  int table = 0;

  for (const LabMeasured *other = measured; other != NULL && strcmp (other->table->data->path, added->table->data->path) != 0; other = other->rest)
    table++;
  return lab_measured_replace (measured, table, added);
}

/* ---- the table ---- */

const LabData *
lab_measured_data (const LabMeasured *measured)
{
  return measured->table->data;
}

const char *
lab_measured_text (const LabMeasured *measured)
{
  return measured->table->text;
}

int
lab_measured_time (const LabMeasured *measured)
{
  return measured->time;
}

gboolean
lab_measured_is_quantity (const LabMeasured *measured, int column)
{
  const LabDataColumn *info = &measured->table->data->columns[column];

  return column != measured->time && info->text == NULL && info->of < 0;
}

/* ---- choices ---- */

LabMeasured *
lab_measured_choose (const LabMeasured *measured, const char *column, const char *name, GError **error)
{
  const LabData *data = measured->table->data;
  int chosen = lab_data_column (data, column), time = measured->time;
  g_autofree char *names = lab_data_names (data);
  LabMeasured *copy;

  if (chosen < 0)
    {
      g_set_error (error, MODEL_ERROR, MODEL_ERROR_FILE, _("%s has no column '%s'; it has %s, %s"), data->path, column, data->columns[data->time].name, names);
      return NULL;
    }
  if (data->columns[chosen].text != NULL)
    {
      g_set_error (error, MODEL_ERROR, MODEL_ERROR_FILE, _("the column '%s' of %s has the text '%s'; numbers are needed"), column, data->path,
                   data->columns[chosen].text);
      return NULL;
    }
  if (g_strcmp0 (name, "t") == 0)
    time = chosen;
  else if (chosen == time) /* the times are then in the column that the file suggests, if that is another one */
    time = data->time;
  atomic_fetch_add (&measured->table->references, 1);
  copy = measured_new (measured->table, time);
  copy->rest = lab_measured_ref (measured->rest);
  for (int k = 0; k < data->n_columns; k++)
    copy->choices[k] = g_strdup (k != chosen ? measured->choices[k] : g_strcmp0 (name, "t") == 0 ? NULL : name);
  return copy;
}

LabMeasured *
lab_measured_choose_all (const LabMeasured *measured, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  g_autoptr (LabMeasured) now = lab_measured_choose (measured, measured->table->data->columns[measured->time].name, "t", error);

  for (char **part = parts; now != NULL && *part != NULL; part++)
    {
      char *equals = strchr (g_strstrip (*part), '=');
      LabMeasured *next;

      if (equals == NULL || equals == *part || equals[1] == '\0')
        {
          g_set_error (error, MODEL_ERROR, MODEL_ERROR_FILE, _("'%s' is not COLUMN=NAME, such as conc=central"), *part);
          return NULL;
        }
      *equals = '\0';
      next = lab_measured_choose (now, g_strchomp (*part), g_strchug (equals + 1), error);
      lab_measured_unref (now);
      now = next;
    }
  return g_steal_pointer (&now);
}

const char *
lab_measured_choice (const LabMeasured *measured, int column)
{
  return measured->choices[column];
}

int
lab_measured_next (const LabMeasured *measured, const char *name, int after)
{
  for (int k = after + 1; k < measured->table->data->n_columns; k++)
    {
      const char *chosen = measured->choices[k] != NULL ? measured->choices[k] : measured->table->data->columns[k].name;

      if (lab_measured_is_quantity (measured, k) && strcmp (chosen, name) == 0)
        return k;
    }
  return -1;
}

char *
lab_measured_pairs (const LabMeasured *measured, const char *const *names)
{
  g_autoptr (GString) pairs = g_string_new (NULL);
  gboolean chosen = FALSE;

  for (int k = 0; k < measured->table->data->n_columns; k++)
    chosen = chosen || measured->choices[k] != NULL;
  for (int i = 0; chosen && names[i] != NULL; i++)
    for (int k = lab_measured_next (measured, names[i], -1); k >= 0; k = lab_measured_next (measured, names[i], k))
      g_string_append_printf (pairs, "%s%s=%s", pairs->len > 0 ? "," : "", measured->table->data->columns[k].name, names[i]);
  return g_string_free (g_steal_pointer (&pairs), FALSE);
}
