/* Sorts and prints arrays of diagnostics. */
#include "model-diagnostic.h"

#include <glib/gi18n-lib.h>

static void
diagnostic_free (gpointer data)
{
  ModelDiagnostic *diagnostic = data;

  g_free (diagnostic->file);
  g_free (diagnostic->message);
  g_free (diagnostic);
}

GPtrArray *
model_diagnostics_new (void)
{
  return g_ptr_array_new_with_free_func (diagnostic_free);
}

static void
add (GPtrArray *diagnostics, const char *file, int line, int column, gboolean note, char *message)
{
  ModelDiagnostic *diagnostic = g_new0 (ModelDiagnostic, 1);

  diagnostic->file = g_strdup (file);
  diagnostic->line = line;
  diagnostic->column = column;
  diagnostic->message = message;
  diagnostic->note = note;
  g_ptr_array_add (diagnostics, diagnostic);
}

void
model_diagnostics_add (GPtrArray *diagnostics, const char *file, int line, int column, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  add (diagnostics, file, line, column, FALSE, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

void
model_diagnostics_add_note (GPtrArray *diagnostics, const char *file, int line, int column, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  add (diagnostics, file, line, column, TRUE, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

void
model_diagnostics_add_warning (GPtrArray *diagnostics, const char *file, int line, int column, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  add (diagnostics, file, line, column, FALSE, g_strdup_vprintf (format, arguments));
  va_end (arguments);
  ((ModelDiagnostic *) g_ptr_array_index (diagnostics, diagnostics->len - 1))->warning = TRUE;
}

void
model_diagnostics_add_no_memory (GPtrArray *diagnostics, const char *file)
{
  ModelDiagnostic *diagnostic;

  model_diagnostics_add (diagnostics, file, 0, 0, _("cannot be read: memory ran out"));
  diagnostic = g_ptr_array_index (diagnostics, diagnostics->len - 1);
  diagnostic->no_memory = TRUE;
}

gboolean
model_diagnostics_has_no_memory (const GPtrArray *diagnostics)
{
  for (guint k = 0; k < diagnostics->len; k++)
    if (((const ModelDiagnostic *) g_ptr_array_index (diagnostics, k))->no_memory)
      return TRUE;
  return FALSE;
}

guint
model_diagnostics_n_errors (const GPtrArray *diagnostics)
{
  guint n_errors = 0;

  for (guint k = 0; k < diagnostics->len; k++)
    {
      const ModelDiagnostic *diagnostic = diagnostics->pdata[k];

      n_errors += !diagnostic->note && !diagnostic->warning;
    }
  return n_errors;
}

guint
model_diagnostics_n_warnings (const GPtrArray *diagnostics)
{
  guint n_warnings = 0;

  for (guint k = 0; k < diagnostics->len; k++)
    n_warnings += (guint) ((const ModelDiagnostic *) diagnostics->pdata[k])->warning;
  return n_warnings;
}

/* The sort key of a diagnostic. A note has the place of its error, and `position`, the index in the array, keeps it after that
 * error. */
typedef struct
{
  const ModelDiagnostic *error;
  ModelDiagnostic *diagnostic;
  guint position;
} SortKey;

static int
compare (gconstpointer a, gconstpointer b)
{
  const SortKey *left = a;
  const SortKey *right = b;
  int order = g_strcmp0 (left->error->file, right->error->file);

  if (order == 0)
    order = (left->error->line > right->error->line) - (left->error->line < right->error->line);
  if (order == 0)
    order = (left->error->column > right->error->column) - (left->error->column < right->error->column);
  if (order == 0)
    order = (left->position > right->position) - (left->position < right->position);
  return order;
}

static SortKey *
sorted (const GPtrArray *diagnostics)
{
  SortKey *keys = g_new0 (SortKey, diagnostics->len + 1);
  const ModelDiagnostic *error = NULL;

  for (guint k = 0; k < diagnostics->len; k++)
    {
      ModelDiagnostic *diagnostic = diagnostics->pdata[k];

      if (!diagnostic->note || error == NULL)
        error = diagnostic;
      keys[k] = (SortKey){ error, diagnostic, k };
    }
  qsort (keys, diagnostics->len, sizeof *keys, compare);
  return keys;
}

static gboolean
same (const ModelDiagnostic *a, const ModelDiagnostic *b)
{
  return a->line == b->line && a->column == b->column && a->note == b->note && a->warning == b->warning && g_strcmp0 (a->file, b->file) == 0
         && g_strcmp0 (a->message, b->message) == 0;
}

void
model_diagnostics_sort (GPtrArray *diagnostics)
{
  g_autofree SortKey *keys = sorted (diagnostics);
  guint n_kept = 0;

  for (guint k = 0; k < diagnostics->len; k++)
    {
      ModelDiagnostic *diagnostic = keys[k].diagnostic;
      gboolean repeated = FALSE;

      for (guint m = n_kept; m > 0 && !repeated; m--)
        {
          const ModelDiagnostic *kept = diagnostics->pdata[m - 1];

          if (kept->line != diagnostic->line && !kept->note)
            break;
          repeated = same (kept, diagnostic);
        }
      if (repeated)
        diagnostic_free (diagnostic);
      else
        diagnostics->pdata[n_kept++] = diagnostic;
    }
  /* The elements from n_kept on were moved or freed above. Remove them without freeing them
   * again. */
  g_ptr_array_set_free_func (diagnostics, NULL);
  g_ptr_array_set_size (diagnostics, (int) n_kept);
  g_ptr_array_set_free_func (diagnostics, diagnostic_free);
}

char *
model_diagnostics_to_string (const GPtrArray *diagnostics)
{
  g_autofree SortKey *keys = sorted (diagnostics);
  GString *text = g_string_new (NULL);

  for (guint k = 0; k < diagnostics->len; k++)
    {
      const ModelDiagnostic *diagnostic = keys[k].diagnostic;

      if (diagnostic->file != NULL)
        g_string_append_printf (text, "%s:", diagnostic->file);
      if (diagnostic->line > 0)
        g_string_append_printf (text, "%d:%d:", diagnostic->line, diagnostic->column);
      if (text->len > 0 && text->str[text->len - 1] == ':')
        g_string_append_c (text, ' ');
      g_string_append_printf (text, "%s%s\n", diagnostic->note ? _("note: ") : diagnostic->warning ? _("warning: ") : "", diagnostic->message);
    }
  return g_string_free (text, FALSE);
}
