/* Reads a table from a data file beside the model file: two columns of numbers, separated by comma, semicolon or white
 * space. */
#include "model-read.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "model-inputs.h"

/* Largest accepted size of a data file. Tables of measurements are much smaller. */
#define MAX_FILE_BYTES (4 * 1024 * 1024)

static gboolean
read_number (const char **p, double *value)
{
  char *end = NULL;

  *p += strspn (*p, " \t");
  *value = g_ascii_strtod (*p, &end);
  if (end == *p || !isfinite (*value))
    return FALSE;
  *p = end + strspn (end, " \t");
  if (**p == ',' || **p == ';')
    (*p)++;
  return TRUE;
}

static gboolean
read_line (const char *line, double *x, double *y)
{
  return read_number (&line, x) && read_number (&line, y) && line[strspn (line, " \t\r")] == '\0';
}

static void
read_lines (ModelReader *reader, ModelYaml *node, const char *path, char *text, ModelDeclaration *declaration)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n_lines = g_strv_length (lines);
  gboolean header = TRUE;

  declaration->file_x = g_new0 (double, n_lines + 1);
  declaration->file_y = g_new0 (double, n_lines + 1);
  for (guint k = 0; k < n_lines; k++)
    {
      double x, y;

      if (lines[k][strspn (lines[k], " \t\r")] == '\0' || lines[k][0] == '#')
        continue;
      if (!read_line (lines[k], &x, &y))
        {
          /* The first row may hold column headings instead of numbers. */
          if (header && declaration->n_file == 0)
            {
              header = FALSE;
              continue;
            }
          model_diagnostics_add (reader->diagnostics, path, (int) k + 1, 1, _("expected two numbers"));
          return;
        }
      if (declaration->n_file > 0 && x <= declaration->file_x[declaration->n_file - 1])
        {
          model_diagnostics_add (reader->diagnostics, path, (int) k + 1, 1, _("the first column must increase"));
          return;
        }
      declaration->file_x[declaration->n_file] = x;
      declaration->file_y[declaration->n_file++] = y;
    }
  if (declaration->n_file < 2)
    model_read_error (reader, node, _("'%s' contains fewer than two points"), node->text);
}

void
model_read_table_file (ModelReader *reader, ModelYaml *node, ModelDeclaration *declaration)
{
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  GStatBuf information;

  if (node->type != MODEL_YAML_SCALAR)
    return;
  declaration->file = node->text;
  text = reader->data != NULL ? g_strdup (g_hash_table_lookup (reader->data, node->text)) : NULL;
  if (text != NULL)
    {
      read_lines (reader, node, node->text, text, declaration);
      return;
    }
  if (g_path_is_absolute (node->text) || strstr (node->text, "..") != NULL)
    {
      model_read_error (reader, node, _("'%s' must be the name of a file in the folder of the model"), node->text);
      return;
    }
  if (reader->model->file == NULL)
    {
      model_read_error (reader, node, _("'%s' is a file in the folder of the model, but this model was not read from a file"), node->text);
      return;
    }
  folder = g_path_get_dirname (reader->model->file);
  path = g_build_filename (folder, node->text, NULL);
  if (g_stat (path, &information) != 0)
    model_read_error (reader, node, _("'%s' cannot be read: %s"), node->text, g_strerror (errno));
  else if (model_file_is_stream (path))
    model_read_error (reader, node, _("'%s' is not a regular file"), node->text);
  else if (information.st_size > MAX_FILE_BYTES)
    model_read_error (reader, node, _("'%s' is larger than 4 MiB"), node->text);
  else if (!g_file_get_contents (path, &text, NULL, &error))
    model_read_error (reader, node, _("'%s' cannot be read: %s"), node->text, error->message);
  else
    {
      model_inputs_note (path);
      read_lines (reader, node, path, text, declaration);
    }
}
