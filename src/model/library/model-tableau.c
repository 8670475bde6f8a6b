/* Reads Runge–Kutta tableaus from YAML and makes methods from them. */
#include "model-tableau.h"

#include "expr-graph.h"
#include "model-library.h"
#include "model-yaml.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* Largest number of stages. It suffices for all published methods, and the square matrix of coefficients stays
 * small. */
#define MAX_STAGES 64

static const char *const keys[] = { "format", "name", "source", "about", "A", "b", "b_hat", "c", "dense", "A_extra", "c_extra", NULL };

typedef struct
{
  GPtrArray *diagnostics;
  const char *file;
  int n_stages;
  int n_extra;
  int n_dense; /* number of coefficients in a row of `dense` */
  double *A, *b, *b_hat, *c, *dense, *A_extra, *c_extra;
} Reader;

static void
clear (Reader *reader)
{
  g_free (reader->A);
  g_free (reader->b);
  g_free (reader->b_hat);
  g_free (reader->c);
  g_free (reader->dense);
  g_free (reader->A_extra);
  g_free (reader->c_extra);
}

/* ---- numbers ---- */

static ExprPlace
place_of (gpointer user, int character_offset)
{
  ExprPlace place;

  model_yaml_place (user, character_offset, &place.line, &place.column);
  return place;
}

static double
read_entry (Reader *reader, ModelYaml *node)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ExprGraph) graph = expr_graph_new ();
  g_autoptr (ExprTree) tree = NULL;
  ExprOrigin origin = { place_of, node };
  ExprScope scope = { 0 };
  double value = NAN;
  ExprValue number;

  if (node->broken)
    return 0;
  if (node->type != MODEL_YAML_SCALAR)
    {
      model_yaml_error (node, reader->diagnostics, _("expected a number or an expression such as sqrt(6)/4"));
      return 0;
    }
  tree = expr_tree_parse (node->text, &origin, errors);
  number = tree != NULL ? expr_graph_add_tree (graph, tree, &scope, errors) : EXPR_NO_VALUE;
  if (number != EXPR_NO_VALUE)
    expr_graph_is_constant (graph, number, &value);
  for (guint k = 0; k < errors->len; k++)
    {
      const ExprError *error = errors->pdata[k];

      model_diagnostics_add (reader->diagnostics, reader->file, error->place.line, error->place.column, "%s", error->message);
    }
  if (errors->len == 0 && !isfinite (value))
    model_yaml_error (node, reader->diagnostics, _("'%s' is not a finite number"), node->text);
  return value;
}

/* Reads up to n numbers into row. Reports an error for fewer than n numbers unless short rows are
 * allowed. */
static void
read_row (Reader *reader, ModelYaml *node, const char *what, int n, gboolean may_be_short, double *row)
{
  if (node->broken)
    return;
  if (node->type != MODEL_YAML_LIST)
    {
      model_yaml_error (node, reader->diagnostics, _("%s must be a list of numbers"), what);
      return;
    }
  if (node->n_items > n || (node->n_items < n && !may_be_short))
    {
      model_yaml_error (node, reader->diagnostics, g_dngettext (GETTEXT_PACKAGE, "%s has %d entries; the tableau has %d stage",
                                                                "%s has %d entries; the tableau has %d stages", (gulong) n),
                        what, node->n_items, n);
      return;
    }
  for (int k = 0; k < node->n_items; k++)
    row[k] = read_entry (reader, node->items[k]);
}

static double *
read_vector (Reader *reader, const ModelYaml *root, const char *key, int n)
{
  ModelYaml *node = model_yaml_get (root, key);
  g_autofree char *what = g_strdup_printf (_("'%s'"), key);
  double *values;

  if (node == NULL)
    return NULL;
  values = g_new0 (double, n + 1);
  read_row (reader, node, what, n, FALSE, values);
  return values;
}

static double *
read_matrix (Reader *reader, ModelYaml *node, const char *key, int n_rows, int n_columns, gboolean may_be_short)
{
  double *values = g_new0 (double, n_rows * n_columns + 1);

  if (node->type != MODEL_YAML_LIST || node->n_items != n_rows)
    {
      model_yaml_error (node, reader->diagnostics, _("'%s' must be a list of %d rows"), key, n_rows);
      return values;
    }
  for (int k = 0; k < n_rows; k++)
    {
      /* Translators: the subject of a message about a tableau file. */
      g_autofree char *what = g_strdup_printf (_("row %d of '%s'"), k + 1, key);

      read_row (reader, node->items[k], what, n_columns, may_be_short, values + k * n_columns);
    }
  return values;
}

static double *
row_sums (const double *A, int n_rows, int n_columns)
{
  double *sums = g_new0 (double, n_rows + 1);

  for (int k = 0; k < n_rows; k++)
    for (int m = 0; m < n_columns; m++)
      sums[k] += A[k * n_columns + m];
  return sums;
}

/* ---- reading of the file ---- */

static void
read_dense (Reader *reader, const ModelYaml *root)
{
  ModelYaml *dense = model_yaml_get (root, "dense");
  ModelYaml *extra = model_yaml_get (root, "A_extra");
  int n;

  if (extra != NULL && dense == NULL)
    model_yaml_error (extra, reader->diagnostics, _("'A_extra' needs 'dense'"));
  if (dense == NULL)
    return;
  if (extra != NULL && extra->type == MODEL_YAML_LIST && extra->n_items <= MAX_STAGES)
    reader->n_extra = extra->n_items;
  n = reader->n_stages + reader->n_extra;
  if (extra != NULL)
    {
      reader->A_extra = read_matrix (reader, extra, "A_extra", reader->n_extra, n, TRUE);
      reader->c_extra = model_yaml_get (root, "c_extra") != NULL ? read_vector (reader, root, "c_extra", reader->n_extra)
                                                                : row_sums (reader->A_extra, reader->n_extra, n);
    }
  if (dense->type == MODEL_YAML_LIST && dense->n_items > 0 && dense->items[0]->type == MODEL_YAML_LIST)
    reader->n_dense = MIN (dense->items[0]->n_items, MAX_STAGES);
  if (reader->n_dense < 2)
    model_yaml_error (dense, reader->diagnostics, _("'dense' must be a list of rows, each with the coefficients of 1, θ, θ² …"));
  else
    reader->dense = read_matrix (reader, dense, "dense", n, reader->n_dense, FALSE);
}

static void
read_root (Reader *reader, ModelYaml *root)
{
  ModelYaml *A = model_yaml_get (root, "A");
  static const char *const required[] = { "format", "name", "A", "b" };
  ModelYaml *format = model_yaml_get (root, "format");

  for (gsize k = 0; k < G_N_ELEMENTS (required); k++)
    if (model_yaml_get (root, required[k]) == NULL)
      model_diagnostics_add (reader->diagnostics, reader->file, root->line, root->column, _("a tableau needs '%s'"), required[k]);
  if (format != NULL && strcmp (model_yaml_get_text (root, "format", ""), "1") != 0)
    model_yaml_error (format, reader->diagnostics, _("unknown format; this program reads format 1"));
  if (A == NULL || model_yaml_get (root, "b") == NULL)
    return;
  if (A->type != MODEL_YAML_LIST || A->n_items < 1 || A->n_items > MAX_STAGES)
    {
      model_yaml_error (A, reader->diagnostics, _("'A' must be a list of 1 to %d rows"), MAX_STAGES);
      return;
    }
  reader->n_stages = A->n_items;
  reader->A = read_matrix (reader, A, "A", reader->n_stages, reader->n_stages, TRUE);
  reader->b = read_vector (reader, root, "b", reader->n_stages);
  reader->b_hat = read_vector (reader, root, "b_hat", reader->n_stages);
  reader->c = read_vector (reader, root, "c", reader->n_stages);
  if (reader->c == NULL)
    reader->c = row_sums (reader->A, reader->n_stages, reader->n_stages);
  read_dense (reader, root);
}

static const char *
translate (const char *text)
{
  return _(text);
}

static OdeMethod *
read_document (ModelYamlDocument *document, const char *id, guint n_errors_before, GPtrArray *diagnostics)
{
  Reader reader = { .diagnostics = diagnostics, .file = model_yaml_file (document) };
  ModelYaml *root = model_yaml_root (document);
  OdeMethod *method = NULL;
  char error[256] = "";

  if (root->type != MODEL_YAML_MAPPING)
    model_yaml_error (root, diagnostics, _("a tableau is a mapping with the keys name, A and b"));
  else if (model_yaml_check_keys (root, keys, _("a tableau"), diagnostics))
    read_root (&reader, root);
  if (model_diagnostics_n_errors (diagnostics) == n_errors_before)
    {
      OdeTableau tableau = {
        .n_stages = reader.n_stages, .A = reader.A, .b = reader.b, .b_hat = reader.b_hat, .c = reader.c,
        .dense = reader.dense, .dense_degree = reader.n_dense - 1, .n_extra = reader.n_extra,
        .A_extra = reader.A_extra, .c_extra = reader.c_extra,
      };

      if (reader.dense == NULL)
        tableau.dense_degree = 0;
      method = ode_method_new_custom (id, model_yaml_get_text (root, "name", id), &tableau, translate, error,
                                      sizeof error);
      if (method == NULL)
        model_diagnostics_add (diagnostics, reader.file, root->line, root->column, "%s", error);
    }
  clear (&reader);
  return method;
}

OdeMethod *
model_tableau_load (const char *path, GPtrArray *diagnostics)
{
  guint n_errors = model_diagnostics_n_errors (diagnostics);
  g_autoptr (ModelYamlDocument) document = model_yaml_load (path, diagnostics);
  g_autofree char *base = g_path_get_basename (path);

  if (g_str_has_suffix (base, ".yaml"))
    base[strlen (base) - 5] = '\0';
  return document != NULL ? read_document (document, base, n_errors, diagnostics) : NULL;
}

OdeMethod *
model_tableau_load_text (const char *text, const char *id, GPtrArray *diagnostics)
{
  guint n_errors = model_diagnostics_n_errors (diagnostics);
  /* The text is no file, so places in it have no file name. */
  g_autoptr (ModelYamlDocument) document = model_yaml_parse (text, -1, *text == '{' ? NULL : id, diagnostics);

  return document != NULL ? read_document (document, id, n_errors, diagnostics) : NULL;
}

/* Returns the path of a tableau's file, or NULL if there is no such file. */
static char *
find_file (const char *name)
{
  g_auto (GStrv) folders = NULL;
  g_autofree char *file = NULL;

  if (strchr (name, '/') != NULL || g_str_has_suffix (name, ".yaml"))
    return g_strdup (name);
  folders = model_library_folders ("tableaus");
  file = g_strconcat (name, ".yaml", NULL);
  for (int k = 0; folders[k] != NULL; k++)
    {
      g_autofree char *path = g_build_filename (folders[k], file, NULL);

      if (g_file_test (path, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&path);
    }
  return NULL;
}

/* ---- methods that stay for the life of the program ---- */

static GMutex mutex; /* protects the three tables */
static GHashTable *files; /* "path:modification time" → OdeMethod */
static GHashTable *kept;  /* name → OdeMethod that was made from a text, or read last from a file of this name */
static GHashTable *texts; /* OdeMethod → text from which it was read */

/* Adds a method and its text to a table. Takes ownership of key and text. */
static void
remember (GHashTable *table, char *key, OdeMethod *method, char *text)
{
  g_hash_table_insert (table, key, method);
  g_hash_table_insert (texts, method, text);
}

/* Makes the three hash tables at the first call. Later calls do nothing. */
static void
prepare_tables (void)
{
  if (texts != NULL)
    return;
  files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  texts = g_hash_table_new (NULL, NULL);
}

const OdeMethod *
model_tableau_keep (const char *name, const char *text, GPtrArray *diagnostics)
{
  g_autofree char *id = g_path_get_basename (name);
  OdeMethod *method;

  if (g_str_has_suffix (id, ".yaml"))
    id[strlen (id) - 5] = '\0';
  g_mutex_lock (&mutex);
  prepare_tables ();
  method = g_hash_table_lookup (kept, name);
  if (method == NULL || g_strcmp0 (g_hash_table_lookup (texts, method), text) != 0)
    {
      method = model_tableau_load_text (text, id, diagnostics);
      if (method != NULL)
        remember (kept, g_strdup (name), method, g_strdup (text));
    }
  g_mutex_unlock (&mutex);
  return method;
}

/* Number of digits of the checksum in the id of a tableau in braces. Two of a thousand different tableaus have the same id with a
 * probability of 1e-4. */
#define ID_DIGITS 8

/* Returns the method of a text in braces. The text becomes a part of commands and of one line of a session file, so it determines the id. */
static const OdeMethod *
method_of_text (const char *text, GPtrArray *diagnostics)
{
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  g_autofree char *id = g_strdup_printf ("edited-%.*s", ID_DIGITS, sum);

  return model_tableau_keep (id, text, diagnostics);
}

const OdeMethod *
model_tableau_method (const char *name, GPtrArray *diagnostics)
{
  g_autofree char *path = NULL, *key = NULL;
  OdeMethod *method;
  GStatBuf info;

  if (*name == '{')
    return method_of_text (name, diagnostics);
  path = find_file (name);
  g_mutex_lock (&mutex);
  prepare_tables ();
  if (path == NULL || g_stat (path, &info) != 0)
    {
      method = g_hash_table_lookup (kept, name);
      g_mutex_unlock (&mutex);
      return method;
    }
  key = g_strdup_printf ("%s:%" G_GINT64_FORMAT ".%09ld", path, (gint64) info.st_mtim.tv_sec, (long) info.st_mtim.tv_nsec);
  method = g_hash_table_lookup (files, key);
  if (method == NULL && (method = model_tableau_load (path, diagnostics)) != NULL)
    {
      char *text = NULL;

      g_file_get_contents (path, &text, NULL, NULL);
      remember (files, g_steal_pointer (&key), method, text);
      g_hash_table_insert (kept, g_strdup (name), method); /* it stays usable if the file is deleted */
    }
  g_mutex_unlock (&mutex);
  return method;
}

const char *
model_tableau_text (const OdeMethod *method)
{
  const char *text;

  g_mutex_lock (&mutex);
  text = texts != NULL ? g_hash_table_lookup (texts, method) : NULL;
  g_mutex_unlock (&mutex);
  return text;
}

const OdeMethod *
model_method_find (const char *name)
{
  g_autoptr (GPtrArray) diagnostics = NULL;
  const OdeMethod *method = ode_method_find (name);

  if (method != NULL)
    return method;
  diagnostics = model_diagnostics_new ();
  return model_tableau_method (name, diagnostics);
}

const char *
model_method_name (const OdeMethod *method)
{
  const char *text = model_tableau_text (method);

  return text != NULL && *text == '{' && g_str_has_prefix (method->id, "edited-") ? text : method->id;
}

char **
model_method_names (const char *text)
{
  GPtrArray *names = g_ptr_array_new ();
  int depth = 0;
  gboolean quoted = FALSE;

  for (const char *start = text, *at = text;; at++)
    {
      if (*at == '"')
        quoted = !quoted;
      else if (*at == '\\' && quoted && at[1] != '\0')
        at++;
      else if (!quoted)
        depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
      if (*at != '\0' && (*at != ',' || depth > 0))
        continue;
      g_ptr_array_add (names, g_strstrip (g_strndup (start, (gsize) (at - start))));
      if (*at == '\0')
        break;
      start = at + 1;
    }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
model_tableau_methods (void)
{
  GPtrArray *methods = g_ptr_array_new ();
  g_auto (GStrv) folders = model_library_folders ("tableaus");
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (char **folder = folders; *folder != NULL; folder++)
    {
      g_autoptr (GDir) dir = g_dir_open (*folder, 0, NULL);
      g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        if (g_str_has_suffix (name, ".yaml"))
          g_ptr_array_add (names, g_strndup (name, strlen (name) - 5));
      g_ptr_array_sort (names, compare_names);
      for (guint k = 0; k < names->len; k++)
        {
          const char *id = names->pdata[k];
          const OdeMethod *method = ode_method_find (id) == NULL && !g_hash_table_contains (seen, id) ? model_method_find (id) : NULL;

          g_hash_table_add (seen, g_strdup (id));
          if (method != NULL)
            g_ptr_array_add (methods, (gpointer) method);
        }
    }
  return methods;
}
